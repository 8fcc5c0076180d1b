#include "compiler/sema/interval.h"

#include <gmock/gmock.h>

#include <vector>

namespace pyasc::sema {
namespace {

std::vector<Interval> SmallIntervals(Int128 from, Int128 to) {
  std::vector<Interval> intervals;
  for (Int128 low = from; low <= to; ++low)
    for (Int128 high = low; high <= to; ++high) intervals.push_back({low, high});
  return intervals;
}

Int128 FloorDivided(Int128 a, Int128 b) {
  const Int128 quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

// Calls `check` with every pair of small intervals and every pair of their members.
template <typename Check>
void ForEveryPair(const Check& check) {
  const std::vector<Interval> intervals = SmallIntervals(-5, 5);
  for (const Interval& a : intervals)
    for (const Interval& b : intervals)
      for (Int128 x = a.low; x <= a.high; ++x)
        for (Int128 y = b.low; y <= b.high; ++y) check(a, b, x, y);
}

TEST(Interval, ArithmeticHoldsEveryResult) {
  int outside = 0;
  ForEveryPair([&](const Interval& a, const Interval& b, Int128 x, Int128 y) {
    outside += !Add(a, b).interval.Contains(x + y);
    outside += !Sub(a, b).interval.Contains(x - y);
    outside += !Mul(a, b).interval.Contains(x * y);
    outside += !Negate(a).interval.Contains(-x);
    if (y == 0) return;
    const Int128 quotient = FloorDivided(x, y);
    outside += !FloorDiv(a, b).interval.Contains(quotient);
    outside += !FloorMod(a, b).interval.Contains(x - quotient * y);
  });
  EXPECT_EQ(outside, 0);
}

TEST(Interval, ModuloOfNaturalsStaysBelowTheDivisor) {
  EXPECT_EQ(FloorMod({0, 100}, {8, 8}).interval, (Interval{0, 7}));
  EXPECT_EQ(FloorMod({0, 5}, {8, 8}).interval, (Interval{0, 5}));
  EXPECT_EQ(FloorMod({-100, 100}, {8, 8}).interval, (Interval{0, 7}));
  EXPECT_EQ(FloorMod({-100, 100}, {-8, -8}).interval, (Interval{-7, 0}));
}

TEST(Interval, OverflowIsSeenAtTheEdgesOfInt128) {
  const Interval all;
  EXPECT_TRUE(Add(all, Interval::Point(1)).may_overflow);
  EXPECT_EQ(Add(all, Interval::Point(1)).interval.high, kInt128Max);
  EXPECT_TRUE(Sub(all, Interval::Point(1)).may_overflow);
  EXPECT_TRUE(Mul(all, all).may_overflow);
  EXPECT_TRUE(Negate(all).may_overflow);
  EXPECT_TRUE(FloorDiv(all, Interval::Point(-1)).may_overflow);
  EXPECT_FALSE(FloorDiv(all, Interval::Point(2)).may_overflow);
  EXPECT_FALSE(FloorMod(all, all).may_overflow);
  EXPECT_FALSE(Add(Interval::Int64(), Interval::Int64()).may_overflow);
  EXPECT_FALSE(Mul(Interval::Int64(), Interval::Int64()).may_overflow);
}

TEST(Interval, WideningReachesAFixedPointInFewSteps) {
  Interval interval = Interval::Point(0);
  int steps = 0;
  for (Interval next = Add(interval, {-1, 1}).interval; next != interval; ++steps) {
    interval = Widen(interval, next);
    next = Join(interval, Add(interval, {-1, 1}).interval);
    ASSERT_LT(steps, 8);
  }
  EXPECT_EQ(interval, Interval{});
}

TEST(Interval, WideningLeavesABoundThatDidNotMove) {
  EXPECT_EQ(Widen({0, 3}, {0, 4}), (Interval{0, Int128{1} << 31}));
  EXPECT_EQ(Widen({0, 3}, {1, 2}), (Interval{0, 3}));
  EXPECT_EQ(Widen({5, 6}, {4, 6}), (Interval{0, 6}));
}

}  // namespace
}  // namespace pyasc::sema
