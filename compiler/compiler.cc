#include "compiler/compiler.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/kernel_abi.h"
#include "base/status_macros.h"
#include "compiler/codegen/codegen.h"
#include "compiler/hir/hir.h"
#include "compiler/image/linker.h"
#include "compiler/loops/detect.h"
#include "compiler/loops/known_conditions.h"
#include "compiler/loops/scalarise.h"
#include "compiler/math/support_object.h"
#include "compiler/sema/lower.h"
#include "compiler/syntax/parser.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr std::string_view kStages[] = {"hir", "loops", "mlir", "llvm", "asm"};

bool Wants(const CompileRequest& request, std::string_view stage) {
  return std::find(request.stages.begin(), request.stages.end(), stage) != request.stages.end();
}

absl::Status CheckRequest(const CompileRequest& request) {
  for (const std::string& stage : request.stages)
    if (std::find(std::begin(kStages), std::end(kStages), stage) == std::end(kStages))
      return absl::InvalidArgumentError(
          fmt::format("stage '{}' is not made by this compiler", stage));
  return absl::OkStatus();
}

absl::Status CheckArguments(const CompileRequest& request, const syntax::Function& function) {
  const size_t arguments = request.specialisation.arguments.size();
  if (arguments == function.parameters.size()) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("{} arguments for {} parameters", arguments, function.parameters.size()));
}

// The text is the output of Analyse, so it parses.
absl::StatusOr<std::unique_ptr<syntax::Function>> ParseNormalised(const CompileRequest& request) {
  std::vector<Diagnostic> diagnostics;
  std::unique_ptr<syntax::Function> function = syntax::Parse(request.normalised, &diagnostics);
  if (function == nullptr)
    return absl::InvalidArgumentError(
        fmt::format("the normalised text is no operator: {}",
                    diagnostics.empty() ? "no diagnostic" : diagnostics.front().message));
  return function;
}

absl::Status Verify(const hir::Function& function, std::string_view stage) {
  const std::string problem = hir::Verify(function);
  if (problem.empty()) return absl::OkStatus();
  return absl::InternalError(fmt::format("malformed {}: {}", stage, problem));
}

KernelMeta MetaOf(const sema::Lowered& lowered) {
  KernelMeta meta;
  meta.sites = lowered.function.sites;
  for (const hir::TensorInfo& tensor : lowered.function.tensors) meta.tensors.push_back(tensor.use);
  meta.runtime_attributes = lowered.runtime_attributes;
  return meta;
}

codegen::Options OptionsFor(const CompileRequest& request) {
  codegen::Options options;
  options.cpu_features = request.specialisation.target.cpu_features;
  options.show_mlir = Wants(request, "mlir");
  options.show_llvm = Wants(request, "llvm");
  options.show_assembly = Wants(request, "asm");
  return options;
}

std::string LoopsText(const hir::Function& checked, const std::optional<loops::Fast>& fast) {
  if (!fast) return hir::Print(checked);
  return "checked entry\n" + hir::Print(checked) + "\nfast entry\n" + hir::Print(fast->function);
}

void KeepTexts(const CompileRequest& request, codegen::Object* object, Compilation* result) {
  if (Wants(request, "mlir")) result->stages["mlir"] = std::move(object->mlir);
  if (Wants(request, "llvm")) result->stages["llvm"] = std::move(object->llvm);
  if (Wants(request, "asm")) result->stages["asm"] = std::move(object->assembly);
}

}  // namespace

std::vector<std::string_view> StageNames() { return {std::begin(kStages), std::end(kStages)}; }

struct Compiler::State {
  absl::Status MakeImage(const CompileRequest& request, const hir::Function& checked,
                         const std::optional<loops::Fast>& fast, Compilation* result);

  std::unique_ptr<codegen::Codegen> codegen;
  std::unique_ptr<image::Linker> linker;
};

Compiler::Compiler(std::unique_ptr<State> state) : state_(std::move(state)) {}
Compiler::~Compiler() = default;

void Compiler::OnOutOfMemory(void (*end)()) { codegen::OnOutOfMemory(end); }

absl::StatusOr<std::unique_ptr<Compiler>> Compiler::Create() {
  auto state = std::make_unique<State>();
  PYASC_ASSIGN_OR_RETURN(state->codegen, codegen::Codegen::Create());
  PYASC_ASSIGN_OR_RETURN(state->linker, image::Linker::Create(math::SupportObject()));
  return std::unique_ptr<Compiler>(new Compiler(std::move(state)));
}

absl::StatusOr<Compilation> Compiler::Compile(const CompileRequest& request) {
  PYASC_RETURN_IF_ERROR(CheckRequest(request));
  PYASC_ASSIGN_OR_RETURN(const std::unique_ptr<syntax::Function> tree, ParseNormalised(request));
  PYASC_RETURN_IF_ERROR(CheckArguments(request, *tree));
  sema::Lowered lowered = sema::Lower(*tree, request.specialisation);
  Compilation result;
  if (!lowered.diagnostics.empty()) {
    result.diagnostics = std::move(lowered.diagnostics);
    return result;
  }
  hir::Function& function = lowered.function;
  PYASC_RETURN_IF_ERROR(Verify(function, "hir"));
  if (Wants(request, "hir")) result.stages["hir"] = hir::Print(function);
  result.meta = MetaOf(lowered);
  loops::Scalarise(&function);
  loops::UseKnownConditions(&function);
  PYASC_RETURN_IF_ERROR(Verify(function, "loops"));
  const std::optional<loops::Fast> fast = loops::Detect(function);
  if (fast.has_value()) {
    PYASC_RETURN_IF_ERROR(Verify(fast->function, "fast entry"));
  }
  if (Wants(request, "loops")) result.stages["loops"] = LoopsText(function, fast);
  PYASC_RETURN_IF_ERROR(state_->MakeImage(request, function, fast, &result));
  return result;
}

absl::Status Compiler::State::MakeImage(const CompileRequest& request, const hir::Function& checked,
                                        const std::optional<loops::Fast>& fast,
                                        Compilation* result) {
  const codegen::Options options = OptionsFor(request);
  PYASC_ASSIGN_OR_RETURN(codegen::Object object,
                         codegen->Compile(checked, fast ? &fast->function : nullptr, options));
  KeepTexts(request, &object, result);
  image::Needs needs;
  needs.cpu_features = options.cpu_features;
  needs.record_values = codegen::RecordValues(checked);
  if (fast && fast->gives_up_clean) needs.flags |= abi::kGivesUpClean;
  const image::Entries entries{codegen::kCheckedEntry, fast ? codegen::kFastEntry : ""};
  PYASC_ASSIGN_OR_RETURN(result->image, linker->Link(object.bytes, entries, needs));
  return absl::OkStatus();
}

}  // namespace pyasc
