// Conditions that the way to them has decided.
#ifndef PYASC_COMPILER_LOOPS_KNOWN_CONDITIONS_H_
#define PYASC_COMPILER_LOOPS_KNOWN_CONDITIONS_H_

#include "compiler/hir/hir.h"

namespace pyasc::loops {

// Makes constants of comparisons that an enclosing kIf, or a kCheck or kGuard passed before,
// has decided, and drops the checks that then always hold: after `if 0 <= i < n` an access at
// i needs none. Requires hir::Verify(*function) == ""; keeps that.
void UseKnownConditions(hir::Function* function);

}  // namespace pyasc::loops

#endif  // PYASC_COMPILER_LOOPS_KNOWN_CONDITIONS_H_
