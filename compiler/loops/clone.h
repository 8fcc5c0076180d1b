// Copies of a map's body.
#ifndef PYASC_COMPILER_LOOPS_CLONE_H_
#define PYASC_COMPILER_LOOPS_CLONE_H_

#include <vector>

#include "compiler/loops/appender.h"

namespace pyasc::loops {

// Appends a copy of map body `body` in which its arguments are `arguments`, and returns
// what it yields.
hir::ValueId InlineBody(Appender& out, hir::BlockId body,
                        const std::vector<hir::ValueId>& arguments);

}  // namespace pyasc::loops

#endif  // PYASC_COMPILER_LOOPS_CLONE_H_
