// The loop nest of one map.
#ifndef PYASC_COMPILER_LOOPS_MAP_NEST_H_
#define PYASC_COMPILER_LOOPS_MAP_NEST_H_

#include "compiler/loops/appender.h"

namespace pyasc::loops {

// Appends the nest that stores body(sources...) to the destination, element by element.
void AppendNest(Appender& out, const hir::Map& map);

// Appends the same by way of scratch memory, so that every source is read before the
// first store. MemoryError at `site`.
void AppendNestThroughScratch(Appender& out, const hir::Map& map, uint32_t site);

}  // namespace pyasc::loops

#endif  // PYASC_COMPILER_LOOPS_MAP_NEST_H_
