#include "compiler/codegen/scalar_ops.h"

#include "compiler/codegen/types.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace pyasc::codegen {
namespace {

namespace arith = mlir::arith;
using hir::Op;

// Builds op T from all operands.
template <typename T>
mlir::Value Build(mlir::OpBuilder& builder, llvm::ArrayRef<mlir::Value> operands) {
  return builder.create<T>(Nowhere(builder), mlir::TypeRange{operands[0].getType()},
                           mlir::ValueRange(operands));
}

template <typename T>
mlir::Value Overflows(mlir::OpBuilder& builder, llvm::ArrayRef<mlir::Value> operands) {
  auto pair = mlir::LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                                     {operands[0].getType(), builder.getI1Type()});
  mlir::Value both = builder.create<T>(Nowhere(builder), pair, operands[0], operands[1]);
  return builder.create<mlir::LLVM::ExtractValueOp>(Nowhere(builder), both,
                                                    llvm::ArrayRef<int64_t>{1});
}

mlir::Value CompareInts(mlir::OpBuilder& builder, mlir::LLVM::ICmpPredicate predicate,
                        llvm::ArrayRef<mlir::Value> operands) {
  return builder.create<mlir::LLVM::ICmpOp>(Nowhere(builder), predicate, operands[0], operands[1]);
}

mlir::Value CompareFloats(mlir::OpBuilder& builder, arith::CmpFPredicate predicate,
                          llvm::ArrayRef<mlir::Value> operands) {
  return builder.create<arith::CmpFOp>(Nowhere(builder), predicate, operands[0], operands[1]);
}

mlir::Value EmitConstant(mlir::OpBuilder& builder, const hir::Instr& instr) {
  const mlir::Type type = MlirType(builder.getContext(), instr.type);
  if (instr.op == Op::kConstInt) return IntConstant(builder, type, instr.integer);
  return builder.create<arith::ConstantOp>(Nowhere(builder),
                                           builder.getFloatAttr(type, instr.real));
}

// kAdd, kSub, kMul.
template <typename T>
mlir::Value BuildExact(mlir::OpBuilder& builder, const hir::Instr& instr,
                       llvm::ArrayRef<mlir::Value> operands) {
  const auto wraps =
      instr.exact ? arith::IntegerOverflowFlags::nsw : arith::IntegerOverflowFlags::none;
  return builder.create<T>(Nowhere(builder), operands[0], operands[1], wraps);
}

mlir::Value EmitInteger(mlir::OpBuilder& b, const hir::Instr& instr,
                        llvm::ArrayRef<mlir::Value> operands) {
  switch (instr.op) {
    case Op::kAdd:
      return BuildExact<arith::AddIOp>(b, instr, operands);
    case Op::kSub:
      return BuildExact<arith::SubIOp>(b, instr, operands);
    case Op::kMul:
      return BuildExact<arith::MulIOp>(b, instr, operands);
    case Op::kSDiv:
      return Build<arith::DivSIOp>(b, operands);
    case Op::kUDiv:
      return Build<arith::DivUIOp>(b, operands);
    case Op::kSRem:
      return Build<arith::RemSIOp>(b, operands);
    case Op::kURem:
      return Build<arith::RemUIOp>(b, operands);
    case Op::kAnd:
      return Build<arith::AndIOp>(b, operands);
    case Op::kOr:
      return Build<arith::OrIOp>(b, operands);
    case Op::kXor:
      return Build<arith::XOrIOp>(b, operands);
    case Op::kShl:
      return Build<arith::ShLIOp>(b, operands);
    case Op::kAShr:
      return Build<arith::ShRSIOp>(b, operands);
    case Op::kLShr:
      return Build<arith::ShRUIOp>(b, operands);
    case Op::kAddOverflows:
      return Overflows<mlir::LLVM::SAddWithOverflowOp>(b, operands);
    case Op::kSubOverflows:
      return Overflows<mlir::LLVM::SSubWithOverflowOp>(b, operands);
    case Op::kMulOverflows:
      return Overflows<mlir::LLVM::SMulWithOverflowOp>(b, operands);
    default:
      return {};
  }
}

mlir::Value EmitFloat(mlir::OpBuilder& b, Op op, llvm::ArrayRef<mlir::Value> operands) {
  switch (op) {
    case Op::kFAdd:
      return Build<arith::AddFOp>(b, operands);
    case Op::kFSub:
      return Build<arith::SubFOp>(b, operands);
    case Op::kFMul:
      return Build<arith::MulFOp>(b, operands);
    case Op::kFDiv:
      return Build<arith::DivFOp>(b, operands);
    case Op::kFNeg:
      return Build<arith::NegFOp>(b, operands);
    case Op::kFAbs:
      return Build<mlir::math::AbsFOp>(b, operands);
    case Op::kSqrt:
      return Build<mlir::math::SqrtOp>(b, operands);
    case Op::kFloor:
      return Build<mlir::math::FloorOp>(b, operands);
    case Op::kCeil:
      return Build<mlir::math::CeilOp>(b, operands);
    case Op::kTrunc:
      return Build<mlir::math::TruncOp>(b, operands);
    case Op::kRint:
      return Build<mlir::math::RoundEvenOp>(b, operands);
    case Op::kCopySign:
      return Build<mlir::math::CopySignOp>(b, operands);
    case Op::kFma:
      return Build<mlir::math::FmaOp>(b, operands);
    default:
      return {};
  }
}

mlir::Value EmitComparison(mlir::OpBuilder& b, Op op, llvm::ArrayRef<mlir::Value> operands) {
  using IntPredicate = mlir::LLVM::ICmpPredicate;
  switch (op) {
    case Op::kEq:
      return CompareInts(b, IntPredicate::eq, operands);
    case Op::kNe:
      return CompareInts(b, IntPredicate::ne, operands);
    case Op::kSLt:
      return CompareInts(b, IntPredicate::slt, operands);
    case Op::kSLe:
      return CompareInts(b, IntPredicate::sle, operands);
    case Op::kULt:
      return CompareInts(b, IntPredicate::ult, operands);
    case Op::kULe:
      return CompareInts(b, IntPredicate::ule, operands);
    case Op::kFEq:
      return CompareFloats(b, arith::CmpFPredicate::OEQ, operands);
    case Op::kFNe:
      return CompareFloats(b, arith::CmpFPredicate::UNE, operands);
    case Op::kFLt:
      return CompareFloats(b, arith::CmpFPredicate::OLT, operands);
    case Op::kFLe:
      return CompareFloats(b, arith::CmpFPredicate::OLE, operands);
    default:
      return {};
  }
}

}  // namespace

mlir::Value EmitScalar(mlir::OpBuilder& builder, const hir::Instr& instr,
                       llvm::ArrayRef<mlir::Value> operands) {
  if (instr.op == Op::kConstInt || instr.op == Op::kConstFloat) return EmitConstant(builder, instr);
  if (instr.op >= Op::kAdd && instr.op <= Op::kMulOverflows)
    return EmitInteger(builder, instr, operands);
  if (instr.op >= Op::kFAdd && instr.op <= Op::kFma) return EmitFloat(builder, instr.op, operands);
  if (instr.op >= Op::kEq && instr.op <= Op::kFLe)
    return EmitComparison(builder, instr.op, operands);
  if (instr.op == Op::kSelect)
    return builder.create<mlir::LLVM::SelectOp>(Nowhere(builder), operands[0], operands[1],
                                                operands[2]);
  if (instr.op >= Op::kTruncate && instr.op <= Op::kBitcast)
    return EmitConversion(builder, instr.op, MlirType(builder.getContext(), instr.type),
                          operands[0]);
  return {};
}

}  // namespace pyasc::codegen
