#include "compiler/sema/interval.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

namespace pyasc::sema {
namespace {

constexpr Int128 kInt64Min = std::numeric_limits<int64_t>::min();
constexpr Int128 kInt64Max = std::numeric_limits<int64_t>::max();

// A corner of a result: its exact value, clamped to 128 bits.
struct Corner {
  Int128 value = 0;
  bool overflowed = false;
};

Corner Clamped(bool overflowed, Int128 value, bool negative) {
  if (!overflowed) return {value, false};
  return {negative ? kInt128Min : kInt128Max, true};
}

Corner AddCorner(Int128 a, Int128 b) {
  Int128 sum = 0;
  const bool overflowed = __builtin_add_overflow(a, b, &sum);
  return Clamped(overflowed, sum, a < 0);
}

Corner SubCorner(Int128 a, Int128 b) {
  Int128 difference = 0;
  const bool overflowed = __builtin_sub_overflow(a, b, &difference);
  return Clamped(overflowed, difference, a < 0);
}

Corner MulCorner(Int128 a, Int128 b) {
  Int128 product = 0;
  const bool overflowed = __builtin_mul_overflow(a, b, &product);
  return Clamped(overflowed, product, (a < 0) != (b < 0));
}

// Requires: b != 0.
Corner FloorDivCorner(Int128 a, Int128 b) {
  if (a == kInt128Min && b == -1) return {kInt128Max, true};
  const Int128 quotient = a / b;
  const bool inexact = quotient * b != a;
  return {inexact && (a < 0) != (b < 0) ? quotient - 1 : quotient, false};
}

// The hull of corners.
template <size_t N>
IntervalResult Hull(const std::array<Corner, N>& corners) {
  IntervalResult result{Interval::Point(corners[0].value), false};
  for (const Corner& corner : corners) {
    result.interval = Join(result.interval, Interval::Point(corner.value));
    result.may_overflow = result.may_overflow || corner.overflowed;
  }
  return result;
}

IntervalResult Join(const IntervalResult& a, const IntervalResult& b) {
  return {Join(a.interval, b.interval), a.may_overflow || b.may_overflow};
}

// `divisor` lies wholly on one side of 0.
IntervalResult FloorDivOneSign(const Interval& a, const Interval& divisor) {
  return Hull(std::array{FloorDivCorner(a.low, divisor.low), FloorDivCorner(a.low, divisor.high),
                         FloorDivCorner(a.high, divisor.low),
                         FloorDivCorner(a.high, divisor.high)});
}

// The same for the modulo, which takes the divisor's sign.
Interval FloorModOneSign(const Interval& a, const Interval& divisor) {
  if (divisor.low < 0) return {divisor.low + 1, 0};
  if (a.low >= 0 && a.high < divisor.low) return a;
  const Int128 high = divisor.high - 1;
  return {0, a.low >= 0 ? std::min(a.high, high) : high};
}

constexpr std::array<Int128, 7> kLandmarks = {kInt128Min,      kInt64Min, -(Int128{1} << 31), 0,
                                              Int128{1} << 31, kInt64Max, kInt128Max};

}  // namespace

Interval Interval::Int64() { return {kInt64Min, kInt64Max}; }

bool Interval::FitsInt64() const { return kInt64Min <= low && high <= kInt64Max; }

Interval Join(const Interval& a, const Interval& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

Interval Widen(const Interval& previous, const Interval& next) {
  Interval result = previous;
  if (next.low < previous.low) {
    result.low = *std::find_if(kLandmarks.rbegin(), kLandmarks.rend(),
                               [&](Int128 mark) { return mark <= next.low; });
  }
  if (next.high > previous.high) {
    result.high = *std::find_if(kLandmarks.begin(), kLandmarks.end(),
                                [&](Int128 mark) { return mark >= next.high; });
  }
  return result;
}

IntervalResult Add(const Interval& a, const Interval& b) {
  return Hull(std::array{AddCorner(a.low, b.low), AddCorner(a.high, b.high)});
}

IntervalResult Sub(const Interval& a, const Interval& b) {
  return Hull(std::array{SubCorner(a.low, b.high), SubCorner(a.high, b.low)});
}

IntervalResult Mul(const Interval& a, const Interval& b) {
  return Hull(std::array{MulCorner(a.low, b.low), MulCorner(a.low, b.high),
                         MulCorner(a.high, b.low), MulCorner(a.high, b.high)});
}

IntervalResult Negate(const Interval& a) { return Sub(Interval::Point(0), a); }

IntervalResult FloorDiv(const Interval& a, const Interval& b) {
  if (b == Interval::Point(0)) return {b, false};
  if (b.high <= 0) return FloorDivOneSign(a, {b.low, std::min<Int128>(b.high, -1)});
  if (b.low >= 0) return FloorDivOneSign(a, {std::max<Int128>(b.low, 1), b.high});
  return Join(FloorDivOneSign(a, {b.low, -1}), FloorDivOneSign(a, {1, b.high}));
}

IntervalResult FloorMod(const Interval& a, const Interval& b) {
  if (b == Interval::Point(0)) return {b, false};
  if (a.is_point() && b.is_point()) {
    const Int128 remainder = b.low == -1 ? 0 : a.low % b.low;
    const bool adjust = remainder != 0 && (remainder < 0) != (b.low < 0);
    return {Interval::Point(adjust ? remainder + b.low : remainder), false};
  }
  if (b.high <= 0) return {FloorModOneSign(a, {b.low, std::min<Int128>(b.high, -1)}), false};
  if (b.low >= 0) return {FloorModOneSign(a, {std::max<Int128>(b.low, 1), b.high}), false};
  return {Join(FloorModOneSign(a, {b.low, -1}), FloorModOneSign(a, {1, b.high})), false};
}

}  // namespace pyasc::sema
