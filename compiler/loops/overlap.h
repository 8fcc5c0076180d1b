// The run-time test whether a map may be made in place.
#ifndef PYASC_COMPILER_LOOPS_OVERLAP_H_
#define PYASC_COMPILER_LOOPS_OVERLAP_H_

#include "compiler/loops/appender.h"

namespace pyasc::loops {

// Appends the test and returns its kI1: true if no element of the destination can be
// stored before a source that is marked may_alias has been read for another element.
hir::ValueId AppendInPlaceTest(Appender& out, const hir::Map& map);

}  // namespace pyasc::loops

#endif  // PYASC_COMPILER_LOOPS_OVERLAP_H_
