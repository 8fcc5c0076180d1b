#include "compiler/codegen/target.h"

#include "base/cpu_features.h"
#include "fmt/format.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"

namespace pyasc::codegen {

void InitialiseTargets() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
}

absl::StatusOr<std::unique_ptr<llvm::TargetMachine>> MakeTarget(uint64_t features) {
  const std::string triple = llvm::sys::getDefaultTargetTriple();
  std::string error;
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) return absl::InternalError(fmt::format("no target {}: {}", triple, error));
  llvm::TargetOptions options;
  options.FunctionSections = true;
  options.DataSections = true;
  const bool x86 = llvm::Triple(triple).isX86();
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, x86 ? "x86-64" : "generic", LlvmFeatureString(features), options, llvm::Reloc::PIC_,
      llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default));
  if (machine == nullptr)
    return absl::InternalError(fmt::format("no code generator for {}", triple));
  return machine;
}

absl::StatusOr<std::string> EmitFile(llvm::Module& module, llvm::TargetMachine& target,
                                     FileType type) {
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::legacy::PassManager passes;
  const auto file = type == FileType::kObject ? llvm::CodeGenFileType::ObjectFile
                                              : llvm::CodeGenFileType::AssemblyFile;
  if (target.addPassesToEmitFile(passes, stream, nullptr, file))
    return absl::InternalError("the target emits no such file");
  passes.run(module);
  return std::string(bytes.data(), bytes.size());
}

}  // namespace pyasc::codegen
