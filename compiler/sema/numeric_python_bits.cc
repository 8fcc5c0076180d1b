// Shifts and bit operations of Python ints and bools, on two's complement.
#include <algorithm>

#include "compiler/hir/op_info.h"
#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema::numeric {
namespace {

Op BitsOp(BinaryOp op) {
  if (op == BinaryOp::kAnd) return Op::kAnd;
  return op == BinaryOp::kOr ? Op::kOr : Op::kXor;
}

Int128 Folded(BinaryOp op, Int128 a, Int128 b) {
  if (op == BinaryOp::kAnd) return a & b;
  return op == BinaryOp::kOr ? a | b : a ^ b;
}

// The smallest 2^n - 1 that is not below `value`. Requires: value >= 0.
Int128 AllOnesFrom(Int128 value) {
  Int128 ones = 0;
  while (ones < value) ones = (ones << 1) | 1;
  return ones;
}

// How far from 0 an interval reaches, in two's complement: -1 reaches 0.
Int128 Reach(const Interval& a) {
  const Int128 low = a.low < 0 ? ~a.low : a.low;
  const Int128 high = a.high < 0 ? ~a.high : a.high;
  return std::max(low, high);
}

Interval BitsInterval(BinaryOp op, const Interval& a, const Interval& b) {
  if (a.is_point() && b.is_point()) return Interval::Point(Folded(op, a.low, b.low));
  const bool a_natural = a.low >= 0;
  const bool b_natural = b.low >= 0;
  if (op == BinaryOp::kAnd && a_natural && b_natural) return {0, std::min(a.high, b.high)};
  if (op == BinaryOp::kAnd && a_natural) return {0, a.high};
  if (op == BinaryOp::kAnd && b_natural) return {0, b.high};
  const Int128 ones = AllOnesFrom(std::max(Reach(a), Reach(b)));
  return {a_natural && b_natural ? 0 : ~ones, ones};
}

Value BoolBits(Emitter& emitter, BinaryOp op, const Value& a, const Value& b) {
  if (a.flag.has_value() && b.flag.has_value())
    return BoolConstant(Folded(op, *a.flag, *b.flag) != 0);
  return BoolValue(Apply(emitter, BitsOp(op), emitter.Materialise(a), emitter.Materialise(b)));
}

// False if the count is known to be negative: the rest is unreachable.
bool CountIsUsable(Emitter& emitter, const Value& count) {
  constexpr std::string_view kNegative = "negative shift count";
  if (count.interval.high < 0) {
    emitter.Raise("ValueError", {Text(kNegative)});
    return false;
  }
  if (count.interval.low < 0) {
    const ValueId id = IntIn(emitter, count, IntType(count.interval));
    const ValueId zero = emitter.Int(emitter.TypeOf(id), 0);
    CheckThat(emitter, Test(emitter, Op::kSLe, zero, id), "ValueError", kNegative);
  }
  return true;
}

// min(count, most) in `type`; the count is not negative.
ValueId BoundedCount(Emitter& emitter, const Value& count, Int128 most, Type type) {
  if (IsConstantInt(count)) return emitter.Int(type, std::min(count.interval.low, most));
  if (count.interval.high <= most) return IntIn(emitter, count, type);
  const Type own = IntType(count.interval);
  const ValueId id = IntIn(emitter, count, own);
  const ValueId bound = emitter.Int(own, most);
  const ValueId less = Test(emitter, Op::kSLt, id, bound);
  return Resize(emitter, Select(emitter, less, id, bound), type, /*is_signed=*/true);
}

Interval Clamped(const Interval& count, Int128 most) {
  return {std::clamp<Int128>(count.low, 0, most), std::clamp<Int128>(count.high, 0, most)};
}

IntervalResult ShiftedLeft(const Interval& a, const Interval& count) {
  constexpr Int128 kMost = 126;  // 2^127 is no Int128
  const Interval bounded = Clamped(count, kMost);
  const Interval factor = {Int128{1} << bounded.low, Int128{1} << bounded.high};
  IntervalResult result = Mul(a, factor);
  result.may_overflow = result.may_overflow || count.high > kMost;
  if (count.high > kMost) result.interval = Join(result.interval, Interval{});
  return result;
}

Value ShiftLeft(Emitter& emitter, const Value& a, const Value& count) {
  if (!CountIsUsable(emitter, count)) return Bottom();
  if (a.interval == Interval::Point(0)) return a;
  const IntervalResult result = ShiftedLeft(a.interval, count.interval);
  if (!result.may_overflow && result.interval.is_point()) return IntConstant(result.interval.low);
  const bool narrow = !result.may_overflow && a.interval.FitsInt64() && result.interval.FitsInt64();
  const Type type = narrow ? Type::kI64 : Type::kI128;
  const ValueId x = IntIn(emitter, a, type);
  const ValueId bits = BoundedCount(emitter, count, hir::Bits(type) - 1, type);
  const ValueId shifted = Apply(emitter, Op::kShl, x, bits);
  if (result.may_overflow) {
    ValueId fits = Test(emitter, Op::kEq, Apply(emitter, Op::kAShr, shifted, bits), x);
    if (count.interval.high > 127) {
      const ValueId wide = IntIn(emitter, count, Type::kI128);
      const ValueId small = Test(emitter, Op::kSLe, wide, emitter.Int(Type::kI128, 127));
      const ValueId zero = Test(emitter, Op::kEq, x, emitter.Int(Type::kI128, 0));
      fits = Both(emitter, fits, Either(emitter, small, zero));
    }
    CheckThat(emitter, fits, "OverflowError", kTooWide);
  }
  return Narrowed(emitter, shifted, result.interval);
}

Value ShiftRight(Emitter& emitter, const Value& a, const Value& count) {
  if (!CountIsUsable(emitter, count)) return Bottom();
  const Interval by = Clamped(count.interval, 127);
  const Interval result = Join(Interval{a.interval.low >> by.low, a.interval.high >> by.low},
                               Interval{a.interval.low >> by.high, a.interval.high >> by.high});
  if (result.is_point()) return IntConstant(result.low);
  const Type type = IntType(a.interval);
  const ValueId x = IntIn(emitter, a, type);
  const ValueId bits = BoundedCount(emitter, count, hir::Bits(type) - 1, type);
  return Narrowed(emitter, Apply(emitter, Op::kAShr, x, bits), result);
}

}  // namespace

Value IntBits(Emitter& emitter, BinaryOp op, const Value& a, const Value& b) {
  if (op == BinaryOp::kLShift) return ShiftLeft(emitter, a, b);
  if (op == BinaryOp::kRShift) return ShiftRight(emitter, a, b);
  if (a.kind == Kind::kBool) return BoolBits(emitter, op, a, b);
  const Interval result = BitsInterval(op, a.interval, b.interval);
  if (result.is_point()) return IntConstant(result.low);
  const bool narrow = a.interval.FitsInt64() && b.interval.FitsInt64();
  Type type = narrow ? Type::kI64 : Type::kI128;
  const ValueId x = IntIn(emitter, a, type);
  const ValueId y = IntIn(emitter, b, type);
  return Narrowed(emitter, Apply(emitter, BitsOp(op), x, y), result);
}

}  // namespace pyasc::sema::numeric
