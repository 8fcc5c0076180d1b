// Guards out of loops.
#ifndef PYASC_COMPILER_LOOPS_HOIST_GUARDS_H_
#define PYASC_COMPILER_LOOPS_HOIST_GUARDS_H_

#include "compiler/hir/hir.h"

namespace pyasc::loops {

// Moves a kGuard in front of its loop where every trip of the loop reaches it, the values
// for which it holds are an interval, and what it compares is affine in the trip: then it
// holds for all trips if it holds for the first and the last. So a guard leaves as many
// loops as it can. Requires hir::Verify(*function) == ""; keeps that.
void HoistGuards(hir::Function* function);

}  // namespace pyasc::loops

#endif  // PYASC_COMPILER_LOOPS_HOIST_GUARDS_H_
