// Closed intervals of 128-bit integers: what is known of a Python int.
#ifndef PYASC_COMPILER_SEMA_INTERVAL_H_
#define PYASC_COMPILER_SEMA_INTERVAL_H_

#include "base/signature.h"

namespace pyasc::sema {

inline constexpr Int128 kInt128Max = static_cast<Int128>(~static_cast<unsigned __int128>(0) >> 1);
inline constexpr Int128 kInt128Min = -kInt128Max - 1;

// All ints that Python arithmetic may produce here: beyond is an OverflowError.
struct Interval {
  Int128 low = kInt128Min;
  Int128 high = kInt128Max;

  static Interval Point(Int128 value) { return {value, value}; }
  static Interval Int64();
  bool is_point() const { return low == high; }
  bool FitsInt64() const;
  bool Contains(Int128 value) const { return low <= value && value <= high; }
  bool Contains(const Interval& other) const { return low <= other.low && other.high <= high; }
  friend bool operator==(const Interval&, const Interval&) = default;
};

// The smallest interval that holds both.
Interval Join(const Interval& a, const Interval& b);

// An interval that holds `next` and reaches, after few steps, a fixed point: each bound
// that moved goes to the next of 0, +-2^31, +-2^63, +-2^127.
Interval Widen(const Interval& previous, const Interval& next);

// Result of exact arithmetic, and whether some result may leave 128 bits (the interval
// is then clamped and the operation needs an overflow check).
struct IntervalResult {
  Interval interval;
  bool may_overflow = false;
};
IntervalResult Add(const Interval& a, const Interval& b);
IntervalResult Sub(const Interval& a, const Interval& b);
IntervalResult Mul(const Interval& a, const Interval& b);
IntervalResult Negate(const Interval& a);
// Floor division and modulo by Python's rule; `b` may contain 0 (not divided by).
IntervalResult FloorDiv(const Interval& a, const Interval& b);
IntervalResult FloorMod(const Interval& a, const Interval& b);

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_INTERVAL_H_
