// Python ints: exact within 128 bits, kI64 where the interval proves it enough.
#include <limits>

#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema::numeric {
namespace {

constexpr std::string_view kDivisionByZero = "integer division or modulo by zero";

// Every int up to this is a double.
constexpr Interval kExactInDouble = {-(Int128{1} << 53), Int128{1} << 53};

bool AllFitInt64(const Interval& a, const Interval& b, const Interval& c) {
  return a.FitsInt64() && b.FitsInt64() && c.FitsInt64();
}

Type WorkType(const Interval& a, const Interval& b, const Interval& result) {
  return AllFitInt64(a, b, result) ? Type::kI64 : Type::kI128;
}

// +, -, *: `overflows` is the check that goes with `op`.
Value Exact(Emitter& emitter, Op op, Op overflows, const Value& a, const Value& b,
            const IntervalResult& result) {
  if (!result.may_overflow && result.interval.is_point()) return IntConstant(result.interval.low);
  const Type type =
      result.may_overflow ? Type::kI128 : WorkType(a.interval, b.interval, result.interval);
  const ValueId x = IntIn(emitter, a, type);
  const ValueId y = IntIn(emitter, b, type);
  if (!result.may_overflow) {
    return Narrowed(emitter, emitter.EmitExact(op, x, y), result.interval);
  }
  CheckThat(emitter, Not(emitter, Test(emitter, overflows, x, y)), "OverflowError", kTooWide);
  return Narrowed(emitter, Apply(emitter, op, x, y), result.interval);
}

// Raises unless b is not 0. True if b is known to be 0: the rest is unreachable.
bool RaisesForZero(Emitter& emitter, const Value& b, std::string_view message) {
  if (b.interval == Interval::Point(0)) {
    emitter.Raise("ZeroDivisionError", {Text(message)});
    return true;
  }
  if (b.interval.Contains(0)) {
    const ValueId divisor = IntIn(emitter, b, IntType(b.interval));
    const ValueId zero = emitter.Int(emitter.TypeOf(divisor), 0);
    CheckThat(emitter, Test(emitter, Op::kNe, divisor, zero), "ZeroDivisionError", message);
  }
  return false;
}

// Both known not to be negative: truncation is the floor.
bool TruncationIsFloor(const Value& a, const Value& b) {
  return a.interval.low >= 0 && b.interval.low >= 0;
}

// kI1: the truncated quotient or remainder must move toward the floor.
ValueId NeedsFloor(Emitter& emitter, ValueId remainder, ValueId divisor) {
  const ValueId zero = emitter.Int(emitter.TypeOf(divisor), 0);
  const ValueId inexact = Test(emitter, Op::kNe, remainder, zero);
  const ValueId signs = Apply(emitter, Op::kXor, remainder, divisor);
  return Both(emitter, inexact, Test(emitter, Op::kSLt, signs, zero));
}

Value TrueDivide(Emitter& emitter, const Value& a, const Value& b) {
  if (RaisesForZero(emitter, b, "division by zero")) return Bottom();
  if (kExactInDouble.Contains(a.interval) && kExactInDouble.Contains(b.interval)) {
    const Value x = AsPythonFloat(emitter, a);
    const Value y = AsPythonFloat(emitter, b);
    if (x.real.has_value() && y.real.has_value()) return FloatConstant(*x.real / *y.real);
    return FloatValue(Apply(emitter, Op::kFDiv, RealOf(emitter, x), RealOf(emitter, y)));
  }
  const ValueId x = IntIn(emitter, a, Type::kI128);
  const ValueId y = IntIn(emitter, b, Type::kI128);
  return FloatValue(emitter.Call("pyasc_int_truediv", Type::kF64, {x, y}));
}

// INT_MIN % -1 is undefined for machines: 1 divides as well as -1.
ValueId SafeDivisor(Emitter& emitter, const Value& a, const Value& b, ValueId divisor) {
  const Type type = emitter.TypeOf(divisor);
  const Int128 least = type == Type::kI64 ? Interval::Int64().low : kInt128Min;
  if (!b.interval.Contains(-1) || !a.interval.Contains(least)) return divisor;
  const ValueId minus_one = emitter.Int(type, -1);
  return Select(emitter, Test(emitter, Op::kEq, divisor, minus_one), emitter.Int(type, 1), divisor);
}

void CheckQuotientFits(Emitter& emitter, ValueId a, ValueId b) {
  const ValueId least = Test(emitter, Op::kEq, a, emitter.Int(Type::kI128, kInt128Min));
  const ValueId minus_one = Test(emitter, Op::kEq, b, emitter.Int(Type::kI128, -1));
  CheckThat(emitter, Not(emitter, Both(emitter, least, minus_one)), "OverflowError", kTooWide);
}

}  // namespace

Value IntMultiply(Emitter& emitter, const Value& a, const Value& b) {
  return Exact(emitter, Op::kMul, Op::kMulOverflows, a, b, Mul(a.interval, b.interval));
}

Value IntFloorDiv(Emitter& emitter, const Value& a, const Value& b) {
  if (RaisesForZero(emitter, b, kDivisionByZero)) return Bottom();
  const IntervalResult result = FloorDiv(a.interval, b.interval);
  if (!result.may_overflow && result.interval.is_point()) return IntConstant(result.interval.low);
  const Type type =
      result.may_overflow ? Type::kI128 : WorkType(a.interval, b.interval, result.interval);
  const ValueId x = IntIn(emitter, a, type);
  const ValueId y = IntIn(emitter, b, type);
  if (result.may_overflow) CheckQuotientFits(emitter, x, y);
  ValueId quotient = Apply(emitter, Op::kSDiv, x, y);
  if (!TruncationIsFloor(a, b)) {
    const ValueId remainder = Apply(emitter, Op::kSub, x, Apply(emitter, Op::kMul, quotient, y));
    const ValueId less = Apply(emitter, Op::kSub, quotient, emitter.Int(type, 1));
    quotient = Select(emitter, NeedsFloor(emitter, remainder, y), less, quotient);
  }
  return Narrowed(emitter, quotient, result.interval);
}

Value IntMod(Emitter& emitter, const Value& a, const Value& b, std::string_view zero_message) {
  if (RaisesForZero(emitter, b, zero_message)) return Bottom();
  const Interval result = FloorMod(a.interval, b.interval).interval;
  if (result.is_point()) return IntConstant(result.low);
  const Type type = WorkType(a.interval, b.interval, result);
  const ValueId x = IntIn(emitter, a, type);
  const ValueId y = SafeDivisor(emitter, a, b, IntIn(emitter, b, type));
  ValueId remainder = Apply(emitter, Op::kSRem, x, y);
  if (!TruncationIsFloor(a, b)) {
    const ValueId moved = Apply(emitter, Op::kAdd, remainder, y);
    remainder = Select(emitter, NeedsFloor(emitter, remainder, y), moved, remainder);
  }
  return Narrowed(emitter, remainder, result);
}

Value IntNegative(Emitter& emitter, const Value& a) {
  const Value zero = IntConstant(0);
  return Exact(emitter, Op::kSub, Op::kSubOverflows, zero, a, Negate(a.interval));
}

Value IntAbsolute(Emitter& emitter, const Value& a) {
  if (a.interval.low >= 0) return a;
  const Value negative = IntNegative(emitter, a);
  if (a.interval.high <= 0) return negative;
  const Interval both = Join(a.interval, negative.interval);
  const Type type = IntType(both);
  const ValueId x = IntIn(emitter, a, type);
  const ValueId y = IntIn(emitter, negative, type);
  const ValueId below = Test(emitter, Op::kSLt, x, emitter.Int(type, 0));
  return Narrowed(emitter, Select(emitter, below, y, x), {0, both.high});
}

Value IntBinary(Emitter& emitter, BinaryOp op, const Value& left, const Value& right) {
  if (left.kind == Kind::kBool && right.kind == Kind::kBool &&
      (op == BinaryOp::kAnd || op == BinaryOp::kOr || op == BinaryOp::kXor))
    return IntBits(emitter, op, left, right);
  const Value a = AsPythonInt(emitter, left);
  const Value b = AsPythonInt(emitter, right);
  switch (op) {
    case BinaryOp::kAdd:
      return Exact(emitter, Op::kAdd, Op::kAddOverflows, a, b, Add(a.interval, b.interval));
    case BinaryOp::kSub:
      return Exact(emitter, Op::kSub, Op::kSubOverflows, a, b, Sub(a.interval, b.interval));
    case BinaryOp::kMul:
      return IntMultiply(emitter, a, b);
    case BinaryOp::kTrueDiv:
      return TrueDivide(emitter, a, b);
    case BinaryOp::kFloorDiv:
      return IntFloorDiv(emitter, a, b);
    case BinaryOp::kMod:
      return IntMod(emitter, a, b, "integer modulo by zero");
    case BinaryOp::kPow:
      return IntPower(emitter, a, b);
    case BinaryOp::kLShift:
    case BinaryOp::kRShift:
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
    case BinaryOp::kXor:
      break;
  }
  return IntBits(emitter, op, a, b);
}

}  // namespace pyasc::sema::numeric
