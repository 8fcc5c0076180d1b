// MLIR to LLVM IR.
#ifndef PYASC_COMPILER_CODEGEN_LOWER_TO_LLVM_H_
#define PYASC_COMPILER_CODEGEN_LOWER_TO_LLVM_H_

#include <memory>

#include "absl/status/statusor.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm
namespace mlir {
class DialectRegistry;
class ModuleOp;
}  // namespace mlir

namespace pyasc::codegen {

// Adds what LowerToLlvm needs.
void RegisterTranslations(mlir::DialectRegistry& registry);

// Converts `module` in place to the llvm dialect, and that to LLVM IR.
absl::StatusOr<std::unique_ptr<llvm::Module>> LowerToLlvm(mlir::ModuleOp module,
                                                          llvm::LLVMContext& context);

}  // namespace pyasc::codegen

#endif  // PYASC_COMPILER_CODEGEN_LOWER_TO_LLVM_H_
