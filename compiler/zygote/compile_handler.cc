#include "compiler/zygote/compile_handler.h"

#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_features.h"
#include "base/encoding.h"
#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

// Goes through checks, loops, a call of the support blob and an array operation.
constexpr std::string_view kSample =
    "def sample(x, y, alpha, out):\n"
    "    out[:] = x * alpha + y\n"
    "    for i in range(x.shape[0]):\n"
    "        if x[i] > y[i]:\n"
    "            out[i] = x[i] % y[i]\n";

Argument Vector() {
  Argument argument;
  argument.kind = ArgumentKind::kTensor;
  argument.dims = {DimClass::kMany};
  return argument;
}

Argument RuntimeFloat() {
  Argument argument;
  argument.kind = ArgumentKind::kRuntime;
  argument.scalar.kind = ScalarKind::kFloat;
  return argument;
}

// OK, or the first diagnostic.
absl::Status Check(const std::vector<Diagnostic>& diagnostics) {
  if (diagnostics.empty()) return absl::OkStatus();
  return absl::InternalError(
      fmt::format("sample operator: {} {}", diagnostics[0].code, diagnostics[0].message));
}

absl::StatusOr<Answer> AnswerAnalyse(const Frame& request) {
  PYASC_ASSIGN_OR_RETURN(const AnalyseRequest analyse,
                         DecodeFromString<AnalyseRequest>(request.payload));
  PYASC_ASSIGN_OR_RETURN(const Analysis analysis, Analyse(analyse));
  return Answer{FrameType::kAnalysis, EncodeToString(analysis)};
}

absl::StatusOr<Answer> AnswerCompile(Compiler& compiler, const Frame& request) {
  PYASC_ASSIGN_OR_RETURN(const CompileRequest compile,
                         DecodeFromString<CompileRequest>(request.payload));
  PYASC_ASSIGN_OR_RETURN(const Compilation compilation, compiler.Compile(compile));
  return Answer{FrameType::kCompilation, EncodeToString(compilation)};
}

}  // namespace

absl::StatusOr<std::unique_ptr<CompileHandler>> CompileHandler::Create() {
  PYASC_ASSIGN_OR_RETURN(std::unique_ptr<Compiler> compiler, Compiler::Create());
  std::unique_ptr<CompileHandler> handler(new CompileHandler(std::move(compiler)));
  PYASC_RETURN_IF_ERROR(handler->CompileSample());
  return handler;
}

absl::Status CompileHandler::CompileSample() {
  AnalyseRequest analyse;
  analyse.text = kSample;
  PYASC_ASSIGN_OR_RETURN(const Analysis analysis, Analyse(analyse));
  PYASC_RETURN_IF_ERROR(Check(analysis.diagnostics));
  CompileRequest request;
  request.normalised = analysis.normalised;
  request.specialisation.arguments = {Vector(), Vector(), RuntimeFloat(), Vector()};
  request.specialisation.target.cpu_features = HostCpuFeatures();
  PYASC_ASSIGN_OR_RETURN(const Compilation compilation, compiler_->Compile(request));
  return Check(compilation.diagnostics);
}

void CompileHandler::Warm() { (void)CompileSample(); }

absl::StatusOr<Answer> CompileHandler::Handle(const Frame& request) {
  if (request.type == FrameType::kAnalyse) return AnswerAnalyse(request);
  if (request.type == FrameType::kCompile) return AnswerCompile(*compiler_, request);
  return absl::InvalidArgumentError(
      fmt::format("request of type {}", static_cast<int>(request.type)));
}

}  // namespace pyasc
