// What a compile process answers: kAnalyse and kCompile.
#ifndef PYASC_COMPILER_ZYGOTE_COMPILE_HANDLER_H_
#define PYASC_COMPILER_ZYGOTE_COMPILE_HANDLER_H_

#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "compiler/compiler.h"
#include "compiler/zygote/child.h"

namespace pyasc {

class CompileHandler : public JobHandler {
 public:
  // Sets the compiler up and compiles a small operator, so that children start with
  // everything loaded. A bad status says why that operator does not compile.
  static absl::StatusOr<std::unique_ptr<CompileHandler>> Create();

  void Warm() override;
  absl::StatusOr<Answer> Handle(const Frame& request) override;

 private:
  explicit CompileHandler(std::unique_ptr<Compiler> compiler) : compiler_(std::move(compiler)) {}

  absl::Status CompileSample();

  std::unique_ptr<Compiler> compiler_;
};

}  // namespace pyasc

#endif  // PYASC_COMPILER_ZYGOTE_COMPILE_HANDLER_H_
