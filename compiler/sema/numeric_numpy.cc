// Which dtype NumPy scalars meet in (NEP 50), and the dispatch of their arithmetic.
#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema {
namespace {

using namespace numeric;  // the pieces of this module

bool IsShiftOrPower(BinaryOp op) {
  return op == BinaryOp::kLShift || op == BinaryOp::kRShift || op == BinaryOp::kFloorDiv ||
         op == BinaryOp::kMod || op == BinaryOp::kPow;
}

bool TakesOnlyIntegers(BinaryOp op) {
  return op == BinaryOp::kLShift || op == BinaryOp::kRShift || op == BinaryOp::kAnd ||
         op == BinaryOp::kOr || op == BinaryOp::kXor;
}

}  // namespace

std::optional<DType> ResultDType(BinaryOp op, DType a, DType b) {
  const DType common = PromoteTypes(a, b);
  if (TakesOnlyIntegers(op) && IsFloat(common)) return std::nullopt;
  if (op == BinaryOp::kTrueDiv) return IsFloat(common) ? common : DType::kFloat64;
  if (common != DType::kBool) return common;
  if (op == BinaryOp::kSub) return std::nullopt;
  return IsShiftOrPower(op) ? DType::kInt8 : DType::kBool;
}

DType MeetDType(DType array, const Value& other) {
  switch (other.kind) {
    case Kind::kInt:
      return array == DType::kBool ? DType::kInt64 : array;
    case Kind::kFloat:
      if (array == DType::kBFloat16) return DType::kFloat32;
      return IsFloat(array) ? array : DType::kFloat64;
    case Kind::kNumpy:
      return PromoteTypes(array, other.dtype);
    default:
      return array;
  }
}

namespace numeric {
namespace {

constexpr std::string_view kBoolSubtract =
    "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` "
    "operator, or the logical_xor function instead.";

// The exponent of a power where it is a Python constant.
std::optional<double> ConstantReal(const Value& exponent) {
  if (exponent.kind == Kind::kFloat) return exponent.real;
  if (IsConstantInt(exponent)) return static_cast<double>(exponent.interval.low);
  return std::nullopt;
}

// Logical or and and: + and * of bools.
Value BoolBinary(Emitter& emitter, BinaryOp op, ValueId a, ValueId b) {
  Op machine = Op::kXor;
  if (op == BinaryOp::kAdd || op == BinaryOp::kOr) machine = Op::kOr;
  if (op == BinaryOp::kMul || op == BinaryOp::kAnd) machine = Op::kAnd;
  return NumpyValue(DType::kBool, Apply(emitter, machine, a, b));
}

// int / int: a Python int counts as a float here, whatever its size.
Value Quotient(Emitter& emitter, const Value& a, const Value& b) {
  const Value x = CastTo(emitter, a, DType::kFloat64);
  const Value y = CastTo(emitter, b, DType::kFloat64);
  return NumpyValue(DType::kFloat64, Apply(emitter, Op::kFDiv, x.id, y.id));
}

}  // namespace

DType CommonDType(const Value& a, const Value& b) {
  if (a.kind == Kind::kNumpy) return MeetDType(a.dtype, b);
  if (b.kind == Kind::kNumpy) return MeetDType(b.dtype, a);
  if (a.kind == Kind::kFloat || b.kind == Kind::kFloat) return DType::kFloat64;
  const bool bools = a.kind == Kind::kBool && b.kind == Kind::kBool;
  return bools ? DType::kBool : DType::kInt64;
}

Value NumpyBinary(Emitter& emitter, BinaryOp op, const Value& a, const Value& b) {
  const DType common = CommonDType(a, b);
  const std::optional<DType> dtype = ResultDType(op, common, common);
  if (!dtype.has_value()) {
    if (op == BinaryOp::kSub) return Raised(emitter, "TypeError", kBoolSubtract);
    return NoLoop(emitter, UfuncName(op));
  }
  if (op == BinaryOp::kTrueDiv && !IsFloat(common)) return Quotient(emitter, a, b);
  const Value x = WeakTo(emitter, a, *dtype);
  const Value y = WeakTo(emitter, b, *dtype);
  for (const Value* operand : {&x, &y})
    if (operand->kind != Kind::kNumpy) return *operand;
  if (*dtype == DType::kBool) return BoolBinary(emitter, op, x.id, y.id);
  if (op == BinaryOp::kPow) {
    if (IsFloat(*dtype)) return NumpyFloatPower(emitter, *dtype, x.id, y.id, ConstantReal(b));
    const auto known = IsConstantInt(b) ? std::optional(b.interval.low) : std::nullopt;
    return NumpyIntPower(emitter, *dtype, x.id, y.id, known);
  }
  if (IsFloat(*dtype)) return NumpyFloatBinary(emitter, op, *dtype, x.id, y.id);
  return NumpyIntBinary(emitter, op, *dtype, x.id, y.id);
}

}  // namespace numeric
}  // namespace pyasc::sema
