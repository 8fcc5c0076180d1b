#include "compiler/codegen/scalar_ops.h"
#include "compiler/codegen/types.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace pyasc::codegen {
namespace {

namespace arith = mlir::arith;
using hir::Op;

template <typename T>
mlir::Value Convert(mlir::OpBuilder& builder, mlir::Type type, mlir::Value operand) {
  return builder.create<T>(Nowhere(builder), type, operand);
}

// Between float16 and integers by way of float32, which is exact where it matters: an
// integer that float32 rounds is beyond float16's range either way.
mlir::Value IntToFloat(mlir::OpBuilder& b, Op op, mlir::Type type, mlir::Value operand) {
  if (type.isF16())
    return Convert<arith::TruncFOp>(b, type, IntToFloat(b, op, b.getF32Type(), operand));
  return op == Op::kSToF ? Convert<arith::SIToFPOp>(b, type, operand)
                         : Convert<arith::UIToFPOp>(b, type, operand);
}

mlir::Value FloatToInt(mlir::OpBuilder& b, Op op, mlir::Type type, mlir::Value operand) {
  if (operand.getType().isF16()) operand = Convert<arith::ExtFOp>(b, b.getF32Type(), operand);
  return op == Op::kFToS ? Convert<arith::FPToSIOp>(b, type, operand)
                         : Convert<arith::FPToUIOp>(b, type, operand);
}

}  // namespace

mlir::Value EmitConversion(mlir::OpBuilder& b, Op op, mlir::Type type, mlir::Value operand) {
  switch (op) {
    case Op::kTruncate:
      return Convert<arith::TruncIOp>(b, type, operand);
    case Op::kSExt:
      return Convert<arith::ExtSIOp>(b, type, operand);
    case Op::kZExt:
      return Convert<arith::ExtUIOp>(b, type, operand);
    case Op::kFTrunc:
      return Convert<arith::TruncFOp>(b, type, operand);
    case Op::kFExt:
      return Convert<arith::ExtFOp>(b, type, operand);
    case Op::kSToF:
    case Op::kUToF:
      return IntToFloat(b, op, type, operand);
    case Op::kFToS:
    case Op::kFToU:
      return FloatToInt(b, op, type, operand);
    case Op::kBitcast:
      if (mlir::isa<mlir::LLVM::LLVMPointerType>(operand.getType()))
        return Convert<mlir::LLVM::PtrToIntOp>(b, type, operand);
      return Convert<arith::BitcastOp>(b, type, operand);
    default:
      return {};
  }
}

}  // namespace pyasc::codegen
