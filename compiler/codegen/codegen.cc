#include "compiler/codegen/codegen.h"

#include <algorithm>
#include <map>
#include <new>

#include "base/status_macros.h"
#include "compiler/codegen/function_emitter.h"
#include "compiler/codegen/lower_to_llvm.h"
#include "compiler/codegen/optimise.h"
#include "compiler/codegen/target.h"
#include "fmt/format.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"

namespace pyasc::codegen {
namespace {

mlir::DialectRegistry Dialects() {
  mlir::DialectRegistry registry;
  registry.insert<mlir::arith::ArithDialect, mlir::math::MathDialect, mlir::LLVM::LLVMDialect>();
  RegisterTranslations(registry);
  return registry;
}

template <typename T>
std::string Text(const T& value) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << value;
  return text;
}

}  // namespace

struct Codegen::State {
  State() : context(Dialects(), mlir::MLIRContext::Threading::DISABLED) {
    context.loadAllAvailableDialects();
  }

  absl::StatusOr<llvm::TargetMachine*> Target(uint64_t features) {
    std::unique_ptr<llvm::TargetMachine>& machine = targets[features];
    if (machine == nullptr) {
      PYASC_ASSIGN_OR_RETURN(machine, MakeTarget(features));
    }
    return machine.get();
  }

  mlir::MLIRContext context;
  std::map<uint64_t, std::unique_ptr<llvm::TargetMachine>> targets;
};

Codegen::Codegen(std::unique_ptr<State> state) : state_(std::move(state)) {}
Codegen::~Codegen() = default;

void OnOutOfMemory(void (*end)()) {
  static void (*end_process)() = nullptr;
  end_process = end;
  std::set_new_handler(end);
  // LLVM's containers call malloc.
  llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { end_process(); });
}

absl::StatusOr<std::unique_ptr<Codegen>> Codegen::Create() {
  InitialiseTargets();
  return std::unique_ptr<Codegen>(new Codegen(std::make_unique<State>()));
}

uint32_t RecordValues(const hir::Function& function) {
  size_t most = 0;
  for (const hir::Block& block : function.blocks)
    for (const hir::Instr& instr : block.instrs) {
      if (instr.op == hir::Op::kCheck) most = std::max(most, instr.operands.size() - 1);
      if (instr.op == hir::Op::kRaise) most = std::max(most, instr.operands.size());
    }
  // A site whose check was found needless is still among the kernel's.
  for (const Site& site : function.sites) {
    if (site.exception.empty()) continue;
    most = std::max(most, site.loop_slot + site.loops.size());
    for (const MessagePart& part : site.parts)
      most = std::max(most, static_cast<size_t>(part.slot + 1));
  }
  return static_cast<uint32_t>(most);
}

absl::StatusOr<Object> Codegen::Compile(const hir::Function& checked, const hir::Function* fast,
                                        const Options& options) {
  PYASC_ASSIGN_OR_RETURN(llvm::TargetMachine * target, state_->Target(options.cpu_features));
  std::string problems;
  mlir::ScopedDiagnosticHandler handler(&state_->context, [&](mlir::Diagnostic& diagnostic) {
    problems += Text(diagnostic) + "\n";
    return mlir::success();
  });
  Object object;
  const mlir::OwningOpRef<mlir::ModuleOp> module(
      mlir::ModuleOp::create(mlir::UnknownLoc::get(&state_->context)));
  if (fast != nullptr) FunctionEmitter(*module, *fast, kFastEntry).Run();
  FunctionEmitter(*module, checked, kCheckedEntry).Run();
  if (mlir::failed(mlir::verify(*module)))
    return absl::InternalError(fmt::format("generated MLIR is malformed: {}", problems));
  if (options.show_mlir) object.mlir = Text(*module) + "\n";
  llvm::LLVMContext llvm_context;
  auto lowered = LowerToLlvm(*module, llvm_context);
  if (!lowered.ok())
    return absl::InternalError(
        fmt::format("{}: {}", std::string(lowered.status().message()), problems));
  llvm::Module& code = **lowered;
  PrepareModule(code, *target);
  Optimise(code, *target);
  if (options.show_llvm) object.llvm = Text(code);
  if (options.show_assembly) {
    const std::unique_ptr<llvm::Module> copy = llvm::CloneModule(code);
    PYASC_ASSIGN_OR_RETURN(object.assembly, EmitFile(*copy, *target, FileType::kAssembly));
  }
  PYASC_ASSIGN_OR_RETURN(object.bytes, EmitFile(code, *target, FileType::kObject));
  return object;
}

}  // namespace pyasc::codegen
