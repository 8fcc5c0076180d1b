// What must be exact: integers, conversions, roundings, remainders, Python's rules.
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "compiler/math/testing/blob.h"
#include "compiler/math/testing/ulp.h"
#include "gtest/gtest.h"

namespace pyasc::math {
namespace {

#include "compiler/math/testdata/python_rows.inc"

using Int128 = __int128;
using Uint128 = unsigned __int128;

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Int128 Wide(uint64_t low, uint64_t high) {
  return static_cast<Int128>(static_cast<Uint128>(high) << 64 | low);
}

// Bits of a double, all NaNs alike.
uint64_t Bits(double x) { return std::bit_cast<uint64_t>(std::isnan(x) ? kNan : x); }
uint32_t Bits(float x) {
  return std::bit_cast<uint32_t>(std::isnan(x) ? std::numeric_limits<float>::quiet_NaN() : x);
}

// Integers of all sizes and signs, deterministic.
std::vector<Int128> Integers() {
  std::vector<Int128> values = {0, 1, -1, Wide(0, 1ull << 63), Wide(~0ull, ~0ull >> 1)};
  Samples random(0, 1, 3);
  for (int size = 1; size <= 127; ++size) {
    Uint128 value = 0;
    for (int i = 0; i < 4; ++i) {
      value = value << 32 | static_cast<uint32_t>(random.Next() * 0x1p40);
    }
    const auto sized = static_cast<Int128>(value >> (128 - size));
    values.push_back(sized);
    values.push_back(-sized);
    values.push_back(static_cast<Int128>(Uint128{1} << (size - 1)));
  }
  return values;
}

std::vector<double> Doubles() {
  std::vector<double> values = {0.0,
                                -0.0,
                                kInf,
                                -kInf,
                                kNan,
                                5e-324,
                                0.5,
                                1.5,
                                2.5,
                                -0.5,
                                -1.5,
                                0x1p52,
                                0x1p53,
                                1e300,
                                -1e300,
                                0x1p63,
                                0x1p127,
                                -0x1p127,
                                0x1.fffffffffffffp-2,
                                0x1.fffffffffffffp51};
  Samples wide(-1e40, 1e40, 4);
  Samples narrow(-20, 20, 5);
  for (int i = 0; i < 2000; ++i) {
    values.push_back(wide.Next());
    values.push_back(narrow.Next());
  }
  return values;
}

TEST(Int128Test, DivisionMatchesTheHosts) {
  for (const Int128 a : Integers()) {
    for (const Int128 b : Integers()) {
      if (b == 0) continue;
      const auto ua = static_cast<Uint128>(a);
      const auto ub = static_cast<Uint128>(b);
      ASSERT_TRUE(blob___udivti3(ua, ub) == ua / ub);
      ASSERT_TRUE(blob___umodti3(ua, ub) == ua % ub);
      if (b == -1 && a == Wide(0, 1ull << 63)) continue;
      ASSERT_TRUE(blob___divti3(a, b) == a / b);
      ASSERT_TRUE(blob___modti3(a, b) == a % b);
    }
  }
}

TEST(Int128Test, MultiplicationNoticesOverflow) {
  for (const Int128 a : Integers()) {
    for (const Int128 b : Integers()) {
      Int128 want = 0;
      int overflow = 7;
      const bool overflows = __builtin_mul_overflow(a, b, &want);
      ASSERT_TRUE(blob___muloti4(a, b, &overflow) == want);
      ASSERT_EQ(overflow, overflows ? 1 : 0);
    }
  }
}

TEST(ConvertTest, IntegersToFloatsMatchTheHosts) {
  for (const Int128 base : Integers()) {
    for (const Int128 delta : {-2, -1, 0, 1, 2}) {
      const auto x = static_cast<Int128>(static_cast<Uint128>(base) + static_cast<Uint128>(delta));
      const auto unsigned_x = static_cast<Uint128>(x);
      ASSERT_EQ(blob___floattidf(x), static_cast<double>(x));
      ASSERT_EQ(blob___floattisf(x), static_cast<float>(x));
      ASSERT_EQ(blob___floatuntidf(unsigned_x), static_cast<double>(unsigned_x));
      ASSERT_EQ(blob___floatuntisf(unsigned_x), static_cast<float>(unsigned_x));
    }
  }
}

TEST(ConvertTest, FloatsToIntegersTruncateAndSaturate) {
  const Int128 low = Wide(0, 1ull << 63);
  for (const double x : Doubles()) {
    if (std::abs(x) < 0x1p127) {
      ASSERT_TRUE(blob___fixdfti(x) == static_cast<Int128>(x)) << x;
      ASSERT_TRUE(blob___fixsfti(static_cast<float>(x)) ==
                  static_cast<Int128>(static_cast<float>(x)));
    } else if (!std::isnan(x)) {
      ASSERT_TRUE(blob___fixdfti(x) == (x < 0 ? low : -(low + 1))) << x;
    }
    if (x >= 0 && x < 0x1p128) {
      ASSERT_TRUE(blob___fixunsdfti(x) == static_cast<Uint128>(x)) << x;
    }
  }
}

uint16_t LowBits(float in_register) {
  return static_cast<uint16_t>(std::bit_cast<uint32_t>(in_register));
}

// `x` rounded to `digits` significant bits, exponents from `min_exponent`, by scaling.
double Rounded(double x, int digits, int min_exponent, double largest) {
  if (x == 0 || !std::isfinite(x)) return x;
  const int exponent = std::max(std::ilogb(x), min_exponent) - digits + 1;
  const double rounded = std::ldexp(std::nearbyint(std::ldexp(x, -exponent)), exponent);
  return std::abs(rounded) > largest ? std::copysign(kInf, x) : rounded;
}

double ValueOfHalf(uint16_t bits) {
  return static_cast<double>(blob___extendhfsf2(std::bit_cast<float>(uint32_t{bits})));
}

double ValueOfBFloat16(uint16_t bits) {
  return static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(bits) << 16));
}

TEST(HalfTest, EveryHalfHasItsValueAndComesBack) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    const double sign = (bits >> 15) != 0 ? -1 : 1;
    const auto exponent = static_cast<int>(bits >> 10 & 31);
    const uint32_t fraction = bits & 1023;
    double want = std::ldexp(1024 + fraction, exponent - 25);
    if (exponent == 0) want = std::ldexp(fraction, -24);
    if (exponent == 31) want = fraction == 0 ? kInf : kNan;
    const auto half = static_cast<uint16_t>(bits);
    ASSERT_EQ(Bits(ValueOfHalf(half)), Bits(sign * want)) << bits;
    if (std::isnan(want)) continue;
    ASSERT_EQ(LowBits(blob___truncdfhf2(sign * want)), half);
    ASSERT_EQ(LowBits(blob___truncsfhf2(static_cast<float>(sign * want))), half);
    ASSERT_EQ(blob___extendhfdf2(std::bit_cast<float>(bits)), sign * want);
    ASSERT_TRUE(blob___fixhfti(std::bit_cast<float>(bits)) == blob___fixdfti(sign * want));
  }
}

TEST(HalfTest, NarrowingRoundsOnce) {
  std::vector<double> values = Doubles();
  Samples half_range(-70000, 70000, 6);
  Samples denormal_range(-1e-4, 1e-4, 7);
  for (int i = 0; i < 100000; ++i) {
    values.push_back(half_range.Next());
    values.push_back(denormal_range.Next());
    // Around ties of the half.
    const double tie = Rounded(half_range.Next(), 12, -24, 1e9);
    values.insert(values.end(), {tie, std::nextafter(tie, 0), std::nextafter(tie, 1e9)});
  }
  for (const double x : values) {
    ASSERT_EQ(Bits(ValueOfHalf(LowBits(blob___truncdfhf2(x)))), Bits(Rounded(x, 11, -14, 65504)))
        << x;
    ASSERT_EQ(Bits(ValueOfBFloat16(LowBits(blob___truncdfbf2(x)))),
              Bits(Rounded(x, 8, -126, 0x1.fep127)))
        << x;
    const auto narrow = static_cast<float>(x);
    ASSERT_EQ(Bits(ValueOfBFloat16(LowBits(blob___truncsfbf2(narrow)))),
              Bits(Rounded(static_cast<double>(narrow), 8, -126, 0x1.fep127)))
        << x;
  }
  EXPECT_EQ(ValueOfHalf(LowBits(blob___floattihf(2049))), 2048);
  EXPECT_EQ(ValueOfHalf(LowBits(blob___floattihf(-65520))), -kInf);
  EXPECT_EQ(ValueOfHalf(LowBits(blob___floattihf(Wide(0, 1)))), kInf);
}

TEST(RoundingTest, MatchesTheHosts) {
  for (const double x : Doubles()) {
    const auto f = static_cast<float>(x);
    EXPECT_EQ(Bits(blob_floor(x)), Bits(std::floor(x))) << x;
    EXPECT_EQ(Bits(blob_ceil(x)), Bits(std::ceil(x))) << x;
    EXPECT_EQ(Bits(blob_trunc(x)), Bits(std::trunc(x))) << x;
    EXPECT_EQ(Bits(blob_rint(x)), Bits(std::rint(x))) << x;
    EXPECT_EQ(Bits(blob_pyasc_round_f64(x)), Bits(std::rint(x))) << x;
    EXPECT_EQ(Bits(blob_floorf(f)), Bits(std::floor(f))) << x;
    EXPECT_EQ(Bits(blob_ceilf(f)), Bits(std::ceil(f))) << x;
    EXPECT_EQ(Bits(blob_truncf(f)), Bits(std::trunc(f))) << x;
    EXPECT_EQ(Bits(blob_rintf(f)), Bits(std::rint(f))) << x;
  }
}

TEST(RemainderTest, FmodMatchesTheHosts) {
  const std::vector<double> values = Doubles();
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = i % 7; j < values.size(); j += 97) {
      const double x = values[i];
      const double y = values[j];
      ASSERT_EQ(Bits(blob_fmod(x, y)), Bits(std::fmod(x, y))) << x << " " << y;
      const auto xf = static_cast<float>(x);
      const auto yf = static_cast<float>(y);
      ASSERT_EQ(Bits(blob_fmodf(xf, yf)), Bits(std::fmod(xf, yf))) << xf << " " << yf;
    }
  }
  Samples denormals(-1e-300, 1e-300, 8);
  for (int i = 0; i < 1000; ++i) {
    const double x = denormals.Next();
    const double y = denormals.Next();
    ASSERT_EQ(Bits(blob_fmod(x, y)), Bits(std::fmod(x, y))) << x << " " << y;
  }
}

TEST(FmaTest, RoundsOnce) {
  const std::vector<double> values = Doubles();
  Samples tiny(-1e-150, 1e-150, 9);
  for (size_t i = 0; i < 300'000; ++i) {
    const bool small = i % 3 == 0;
    const double x = small ? tiny.Next() : values[i % values.size()];
    const double y = small ? tiny.Next() : values[i * 7 % values.size()];
    double z = small ? tiny.Next() * 1e-160 : values[i * 31 % values.size()];
    if (i % 5 == 0) z = -x * y;  // nothing is left but what rounding lost
    ASSERT_EQ(Bits(blob_fma(x, y, z)), Bits(std::fma(x, y, z))) << x << " " << y << " " << z;
    const auto xf = static_cast<float>(x);
    const auto yf = static_cast<float>(y);
    const auto zf = static_cast<float>(z);
    ASSERT_EQ(Bits(blob_fmaf(xf, yf, zf)), Bits(std::fma(xf, yf, zf)))
        << xf << " " << yf << " " << zf;
  }
}

TEST(PythonTest, FloatModAndFloorDivideAreNumPys) {
  for (const auto& row : kFloat64Rows) {
    const auto x = std::bit_cast<double>(row[0]);
    const auto y = std::bit_cast<double>(row[1]);
    EXPECT_EQ(Bits(blob_pyasc_mod_f64(x, y)), row[2]) << x << " % " << y;
    EXPECT_EQ(Bits(blob_pyasc_floordiv_f64(x, y)), row[3]) << x << " // " << y;
  }
  for (const auto& row : kFloat32Rows) {
    const auto x = std::bit_cast<float>(row[0]);
    const auto y = std::bit_cast<float>(row[1]);
    EXPECT_EQ(Bits(blob_pyasc_mod_f32(x, y)), row[2]) << x << " % " << y;
    EXPECT_EQ(Bits(blob_pyasc_floordiv_f32(x, y)), row[3]) << x << " // " << y;
  }
}

TEST(PythonTest, IntegerQuotientIsCorrectlyRounded) {
  for (const auto& row : kDivisionRows) {
    const double quotient = blob_pyasc_int_truediv(Wide(row[0], row[1]), Wide(row[2], row[3]));
    EXPECT_EQ(Bits(quotient), row[4]) << row[0] << " " << row[1] << " " << row[2] << " " << row[3];
  }
}

TEST(PythonTest, IntegerPowerIsExactOrReported) {
  for (const auto& row : kPowerRows) {
    Int128 power = 0;
    const int overflow = blob_pyasc_int_pow(Wide(row[0], row[1]), Wide(row[2], row[3]), &power);
    EXPECT_EQ(overflow, static_cast<int>(row[4])) << row[0] << " " << row[2];
    if (overflow != 0) continue;
    EXPECT_TRUE(power == Wide(row[5], row[6])) << row[0] << " " << row[2];
  }
}

TEST(MemoryTest, CopiesMovesFillsAndCompares) {
  const std::string text = "0123456789abcdefghijklmnopqrstuvwxyz";
  for (size_t bytes = 0; bytes <= 20; ++bytes) {
    for (size_t from = 0; from < 8; ++from) {
      for (size_t to = 0; to < 16; ++to) {
        std::string want = text;
        std::string got = text;
        std::memmove(want.data() + to, want.data() + from, bytes);
        EXPECT_EQ(blob_memmove(got.data() + to, got.data() + from, bytes), got.data() + to);
        EXPECT_EQ(got, want);
      }
    }
    std::string got = text;
    blob_memcpy(got.data() + 20, text.data(), bytes < 16 ? bytes : 16);
    blob_memset(got.data(), 'x', bytes);
    EXPECT_EQ(got.substr(0, bytes), std::string(bytes, 'x'));
    EXPECT_EQ(blob_memcmp(got.data(), std::string(bytes, 'x').data(), bytes), 0);
  }
  EXPECT_LT(blob_memcmp("ab\x01", "ab\xff", 3), 0);
  EXPECT_GT(blob_memcmp("b", "a", 1), 0);
}

}  // namespace
}  // namespace pyasc::math
