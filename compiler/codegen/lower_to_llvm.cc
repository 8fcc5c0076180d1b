#include "compiler/codegen/lower_to_llvm.h"

#include "llvm/IR/Module.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
// After Pass.h, which they need and do not include.
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/RegionUtils.h"

namespace pyasc::codegen {

void RegisterTranslations(mlir::DialectRegistry& registry) {
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
}

absl::StatusOr<std::unique_ptr<llvm::Module>> LowerToLlvm(mlir::ModuleOp module,
                                                          llvm::LLVMContext& context) {
  mlir::IRRewriter rewriter(module.getContext());
  for (mlir::Operation& operation : *module.getBody())
    (void)mlir::eraseUnreachableBlocks(rewriter, operation.getRegions());
  mlir::PassManager passes(module.getContext());
  passes.enableVerifier(false);
  passes.addPass(mlir::createConvertMathToLLVMPass());
  passes.addPass(mlir::createArithToLLVMConversionPass());
  if (mlir::failed(passes.run(module)))
    return absl::InternalError("conversion to the llvm dialect failed");
  std::unique_ptr<llvm::Module> result = mlir::translateModuleToLLVMIR(module, context);
  if (result == nullptr) return absl::InternalError("translation to LLVM IR failed");
  return result;
}

}  // namespace pyasc::codegen
