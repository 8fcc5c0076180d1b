// The compiler: text in, kernel or diagnostics out. Pure: no I/O, no clock, no threads;
// the same input gives the same bytes.
#ifndef PYASC_COMPILER_COMPILER_H_
#define PYASC_COMPILER_COMPILER_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "base/compile_job.h"

namespace pyasc {

// Names of the stages whose text a compile can show, in order: "hir", "loops", "mlir",
// "llvm", "asm". "tokens" and "ast" come from the raw text (compiler/syntax).
std::vector<std::string_view> StageNames();

// Parses and normalises one operator. The user's mistakes are in the result's
// diagnostics; a bad status is a fault of ours. Needs no LLVM.
absl::StatusOr<Analysis> Analyse(const AnalyseRequest& request);

// LLVM and MLIR set up once for many compiles. Not thread-safe; usable after fork().
class Compiler {
 public:
  static absl::StatusOr<std::unique_ptr<Compiler>> Create();
  ~Compiler();

  // Has `end`, which must not return, called when anything in the process gets no memory.
  // Once a process.
  static void OnOutOfMemory(void (*end)());

  // The user's mistakes are in the result's diagnostics; a bad status is a fault of ours.
  absl::StatusOr<Compilation> Compile(const CompileRequest& request);

 private:
  struct State;
  explicit Compiler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace pyasc

#endif  // PYASC_COMPILER_COMPILER_H_
