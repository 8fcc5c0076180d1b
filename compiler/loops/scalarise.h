// Array operations to loops.
#ifndef PYASC_COMPILER_LOOPS_SCALARISE_H_
#define PYASC_COMPILER_LOOPS_SCALARISE_H_

#include "compiler/hir/hir.h"

namespace pyasc::loops {

// Replaces every kMap of `function` by a nest of kFor over its axes, in order. A source
// that may alias is tested at run time: unless it is the destination itself, element for
// element, or does not touch it, the result is made in scratch and copied afterwards.
// Requires hir::Verify(*function) == ""; keeps that.
void Scalarise(hir::Function* function);

}  // namespace pyasc::loops

#endif  // PYASC_COMPILER_LOOPS_SCALARISE_H_
