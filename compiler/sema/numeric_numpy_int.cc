// NumPy integers of one dtype: wrapping, floor division with 0 for division by 0, shifts
// of the width or more that shift everything out.
#include "compiler/hir/op_info.h"
#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema::numeric {
namespace {

struct Division {
  ValueId quotient = hir::kNone;
  ValueId remainder = hir::kNone;
};

// Floored. `b` is neither 0 nor -1.
Division FlooredDivision(Emitter& emitter, ValueId a, ValueId b) {
  const Type type = emitter.TypeOf(a);
  const ValueId zero = emitter.Int(type, 0);
  const ValueId quotient = Apply(emitter, Op::kSDiv, a, b);
  const ValueId remainder = Apply(emitter, Op::kSub, a, Apply(emitter, Op::kMul, quotient, b));
  const ValueId signs = Apply(emitter, Op::kXor, remainder, b);
  const ValueId adjust =
      Both(emitter, Test(emitter, Op::kNe, remainder, zero), Test(emitter, Op::kSLt, signs, zero));
  return {
      Select(emitter, adjust, Apply(emitter, Op::kSub, quotient, emitter.Int(type, 1)), quotient),
      Select(emitter, adjust, Apply(emitter, Op::kAdd, remainder, b), remainder)};
}

// x // 0 and x % 0 are 0; INT_MIN // -1 wraps.
ValueId SignedDivision(Emitter& emitter, BinaryOp op, ValueId a, ValueId b) {
  const Type type = emitter.TypeOf(a);
  const ValueId zero = emitter.Int(type, 0);
  const ValueId one = emitter.Int(type, 1);
  const ValueId by_zero = Test(emitter, Op::kEq, b, zero);
  const ValueId by_minus_one = Test(emitter, Op::kEq, b, emitter.Int(type, -1));
  const ValueId safe = Select(emitter, Either(emitter, by_zero, by_minus_one), one, b);
  const Division division = FlooredDivision(emitter, a, safe);
  if (op == BinaryOp::kMod) return division.remainder;
  const ValueId negated = Apply(emitter, Op::kSub, zero, a);
  const ValueId quotient = Select(emitter, by_minus_one, negated, division.quotient);
  return Select(emitter, by_zero, zero, quotient);
}

ValueId UnsignedDivision(Emitter& emitter, BinaryOp op, ValueId a, ValueId b) {
  const Type type = emitter.TypeOf(a);
  const ValueId zero = emitter.Int(type, 0);
  const ValueId by_zero = Test(emitter, Op::kEq, b, zero);
  const ValueId safe = Select(emitter, by_zero, emitter.Int(type, 1), b);
  if (op == BinaryOp::kMod) return Apply(emitter, Op::kURem, a, safe);
  return Select(emitter, by_zero, zero, Apply(emitter, Op::kUDiv, a, safe));
}

// A negative count is one of the width or more.
ValueId Shift(Emitter& emitter, BinaryOp op, bool is_signed, ValueId a, ValueId b) {
  const Type type = emitter.TypeOf(a);
  const ValueId zero = emitter.Int(type, 0);
  const ValueId small = Test(emitter, Op::kULt, b, emitter.Int(type, hir::Bits(type)));
  if (op == BinaryOp::kRShift && is_signed) {
    const ValueId most = emitter.Int(type, hir::Bits(type) - 1);
    return Apply(emitter, Op::kAShr, a, Select(emitter, small, b, most));
  }
  const ValueId safe = Select(emitter, small, b, zero);
  const ValueId shifted = Apply(emitter, op == BinaryOp::kLShift ? Op::kShl : Op::kLShr, a, safe);
  return Select(emitter, small, shifted, zero);
}

ValueId Compute(Emitter& emitter, BinaryOp op, bool is_signed, ValueId a, ValueId b) {
  switch (op) {
    case BinaryOp::kAdd:
      return Apply(emitter, Op::kAdd, a, b);
    case BinaryOp::kSub:
      return Apply(emitter, Op::kSub, a, b);
    case BinaryOp::kMul:
      return Apply(emitter, Op::kMul, a, b);
    case BinaryOp::kAnd:
      return Apply(emitter, Op::kAnd, a, b);
    case BinaryOp::kOr:
      return Apply(emitter, Op::kOr, a, b);
    case BinaryOp::kXor:
      return Apply(emitter, Op::kXor, a, b);
    case BinaryOp::kLShift:
    case BinaryOp::kRShift:
      return Shift(emitter, op, is_signed, a, b);
    default:
      break;
  }
  return is_signed ? SignedDivision(emitter, op, a, b) : UnsignedDivision(emitter, op, a, b);
}

}  // namespace

Value NumpyIntBinary(Emitter& emitter, BinaryOp op, DType dtype, ValueId a, ValueId b) {
  return NumpyValue(dtype, Compute(emitter, op, IsSigned(dtype), a, b));
}

Value NumpyNegative(Emitter& emitter, const Value& a) {
  if (a.dtype == DType::kBool)
    return Raised(emitter, "TypeError",
                  "The numpy boolean negative, the `-` operator, is not supported, use the `~` "
                  "operator or the logical_not function instead.");
  if (IsFloat(a.dtype)) return NumpyValue(a.dtype, Apply(emitter, Op::kFNeg, a.id));
  const ValueId zero = emitter.Int(emitter.TypeOf(a.id), 0);
  return NumpyValue(a.dtype, Apply(emitter, Op::kSub, zero, a.id));
}

Value NumpyAbsolute(Emitter& emitter, const Value& a) {
  if (IsFloat(a.dtype)) return NumpyValue(a.dtype, Apply(emitter, Op::kFAbs, a.id));
  if (!IsSigned(a.dtype)) return a;
  const ValueId zero = emitter.Int(emitter.TypeOf(a.id), 0);
  const ValueId negative = Test(emitter, Op::kSLt, a.id, zero);
  const ValueId negated = Apply(emitter, Op::kSub, zero, a.id);
  return NumpyValue(a.dtype, Select(emitter, negative, negated, a.id));
}

}  // namespace pyasc::sema::numeric
