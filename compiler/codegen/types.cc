#include "compiler/codegen/types.h"

#include "compiler/hir/op_info.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace pyasc::codegen {

mlir::Type MlirType(mlir::MLIRContext* context, hir::Type type) {
  switch (type) {
    case hir::Type::kVoid:
      return {};
    case hir::Type::kF16:
      return mlir::Float16Type::get(context);
    case hir::Type::kF32:
      return mlir::Float32Type::get(context);
    case hir::Type::kF64:
      return mlir::Float64Type::get(context);
    case hir::Type::kPtr:
      return mlir::LLVM::LLVMPointerType::get(context);
    default:
      return mlir::IntegerType::get(context, static_cast<unsigned>(hir::Bits(type)));
  }
}

mlir::Value IntConstant(mlir::OpBuilder& builder, mlir::Type type, Int128 value) {
  const auto bits = static_cast<unsigned __int128>(value);
  const uint64_t words[] = {static_cast<uint64_t>(bits), static_cast<uint64_t>(bits >> 64)};
  const llvm::APInt exact(type.getIntOrFloatBitWidth(), words);
  return builder.create<mlir::arith::ConstantOp>(Nowhere(builder),
                                                 builder.getIntegerAttr(type, exact));
}

mlir::Value OffsetBy(mlir::OpBuilder& builder, mlir::Value pointer, uint64_t bytes) {
  if (bytes == 0) return pointer;
  return builder.create<mlir::LLVM::GEPOp>(
      Nowhere(builder), pointer.getType(), builder.getI8Type(), pointer,
      llvm::ArrayRef<mlir::LLVM::GEPArg>{static_cast<int32_t>(bytes)}, /*inbounds=*/true);
}

mlir::Location Nowhere(mlir::OpBuilder& builder) { return builder.getUnknownLoc(); }

}  // namespace pyasc::codegen
