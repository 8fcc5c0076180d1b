// The fast entry of a kernel.
#ifndef PYASC_COMPILER_LOOPS_DETECT_H_
#define PYASC_COMPILER_LOOPS_DETECT_H_

#include <optional>

#include "compiler/hir/hir.h"

namespace pyasc::loops {

struct Fast {
  hir::Function function;
  // No store to a tensor that the caller gave can come before it gives up.
  bool gives_up_clean = false;
};

// A function that computes what `checked` computes as long as that does not raise, and
// otherwise gives up sooner or later: its stores are then to be undone and `checked` run
// instead. Guards move out of loops. nullopt: `checked` has nothing to check, or prints: to
// give up where it prints, perhaps at its end, would be to do everything twice. Requires:
// `checked` satisfies hir::Verify and has no maps; so does the result.
std::optional<Fast> Detect(const hir::Function& checked);

}  // namespace pyasc::loops

#endif  // PYASC_COMPILER_LOOPS_DETECT_H_
