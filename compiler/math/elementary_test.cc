#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "compiler/math/testing/blob.h"
#include "compiler/math/testing/ulp.h"
#include "gtest/gtest.h"

namespace pyasc::math {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class ElementaryTest : public ::testing::TestWithParam<Elementary> {};

TEST_P(ElementaryTest, Float64IsWithinOneUlp) {
  const Elementary& function = GetParam();
  Samples arguments(function.low, function.high, 1);
  double worst = 0;
  for (int i = 0; i < 50'000; ++i) {
    const double x = arguments.Next();
    const double error = UlpError(function.f64(x), function.exact(static_cast<Quad>(x)));
    ASSERT_LE(error, 1) << x;
    worst = std::max(worst, error);
  }
  RecordProperty("worst_ulp", std::to_string(worst));
}

TEST_P(ElementaryTest, Float32IsWithinOneUlpOverAllExponents) {
  const Elementary& function = GetParam();
  constexpr uint64_t kStride = 160'001;  // prime: all exponents, all low bits
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += kStride) {
    const auto x = std::bit_cast<float>(static_cast<uint32_t>(bits));
    ASSERT_LE(UlpErrorF32(function.f32(x), function.exact(static_cast<Quad>(x))), 1) << x;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ElementaryTest, ::testing::ValuesIn(ElementaryFunctions()),
                         [](const auto& info) { return std::string(info.param.name); });

// x and y such that x^y is anything from the smallest to beyond the largest number.
TEST(PowTest, IsWithinOneUlp) {
  Samples any(0, std::numeric_limits<double>::max(), 1);
  Samples near_one(0.5, 2, 2);
  Samples exponent(-746, 710, 3);
  for (int i = 0; i < 100'000; ++i) {
    double x = near_one.Next();
    if (i % 3 == 0) x = any.Next();
    if (i % 3 == 1) x = 1 + (x - 1) * std::ldexp(1.0, -(i % 52));
    if (x == 1) continue;
    const double y = exponent.Next() / std::log(x);
    ASSERT_LE(UlpError(blob_pyasc_pow_f64(x, y), ExactPow(x, y)), 1) << x << " ** " << y;
    const auto xf = static_cast<float>(x);
    const auto yf = static_cast<float>(y / 7);
    ASSERT_LE(UlpErrorF32(blob_pyasc_pow_f32(xf, yf), ExactPow(xf, yf)), 1) << xf << " ** " << yf;
  }
}

TEST(PowTest, SpecialCasesAreTheHosts) {
  const double values[] = {0.0,  -0.0,   1,          -1,         2,          -2,
                           3,    -3,     0.5,        -0.5,       kInf,       -kInf,
                           kNan, 1e300,  -1e300,     5e-324,     -5e-324,    1.5,
                           -1.5, 0x1p53, 0x1p53 + 2, 0x1p53 - 1, 1 - 0x1p53, 0x1p52 - 0.5};
  for (const double x : values) {
    for (const double y : values) {
      const double got = blob_pyasc_pow_f64(x, y);
      const double want = std::pow(x, y);
      if (std::isnan(want) && std::isnan(got)) continue;
      EXPECT_EQ(std::signbit(got), std::signbit(want)) << x << " ** " << y;
      EXPECT_LE(UlpError(got, want), std::isnormal(want) ? 1 : 0) << x << " ** " << y;
    }
  }
}

TEST(PowTest, RepresentablePowersAreExact) {
  for (int x = -60; x <= 60; ++x) {
    __int128 power = 1;
    for (int y = 0; y < 12 && power < 1ll << 53 && power > -(1ll << 53); ++y, power *= x) {
      EXPECT_EQ(blob_pyasc_pow_f64(x, y), static_cast<double>(power)) << x << " ** " << y;
    }
  }
}

TEST(LogTest, PowersOfTheBaseAreExact) {
  for (int n = -1074; n <= 1023; ++n) EXPECT_EQ(blob_pyasc_log2_f64(std::ldexp(1.0, n)), n);
  double ten = 1;
  for (int n = 0; n <= 22; ++n, ten *= 10) EXPECT_EQ(blob_pyasc_log10_f64(ten), n);
}

struct Special {
  const char* name;
  double (*function)(double);
  double argument, want;
};

const Special kSpecials[] = {
    {"exp of zero", blob_pyasc_exp_f64, 0.0, 1.0},
    {"exp of minus zero", blob_pyasc_exp_f64, -0.0, 1.0},
    {"exp of infinity", blob_pyasc_exp_f64, kInf, kInf},
    {"exp of minus infinity", blob_pyasc_exp_f64, -kInf, 0.0},
    {"exp of nan", blob_pyasc_exp_f64, kNan, kNan},
    {"exp overflows", blob_pyasc_exp_f64, 0x1.62e42fefa39f0p9, kInf},
    {"exp of the largest number", blob_pyasc_exp_f64, std::numeric_limits<double>::max(), kInf},
    {"exp underflows", blob_pyasc_exp_f64, -745.2, 0.0},
    {"exp of the smallest number", blob_pyasc_exp_f64, 5e-324, 1.0},
    {"smallest result of exp", blob_pyasc_exp_f64, -745.1, 5e-324},
    {"log of zero", blob_pyasc_log_f64, 0.0, -kInf},
    {"log of minus zero", blob_pyasc_log_f64, -0.0, -kInf},
    {"log of one", blob_pyasc_log_f64, 1.0, 0.0},
    {"log of a negative number", blob_pyasc_log_f64, -1.0, kNan},
    {"log of infinity", blob_pyasc_log_f64, kInf, kInf},
    {"log of minus infinity", blob_pyasc_log_f64, -kInf, kNan},
    {"log of nan", blob_pyasc_log_f64, kNan, kNan},
    {"log2 of zero", blob_pyasc_log2_f64, 0.0, -kInf},
    {"log2 of a negative number", blob_pyasc_log2_f64, -1.0, kNan},
    {"log10 of zero", blob_pyasc_log10_f64, 0.0, -kInf},
    {"log10 of infinity", blob_pyasc_log10_f64, kInf, kInf},
    {"log1p of zero", blob_pyasc_log1p_f64, 0.0, 0.0},
    {"log1p of minus zero", blob_pyasc_log1p_f64, -0.0, -0.0},
    {"log1p of minus one", blob_pyasc_log1p_f64, -1.0, -kInf},
    {"log1p below minus one", blob_pyasc_log1p_f64, -1.5, kNan},
    {"log1p of infinity", blob_pyasc_log1p_f64, kInf, kInf},
    {"log1p of the smallest number", blob_pyasc_log1p_f64, 5e-324, 5e-324},
    {"tanh of minus zero", blob_pyasc_tanh_f64, -0.0, -0.0},
    {"tanh of infinity", blob_pyasc_tanh_f64, kInf, 1.0},
    {"tanh of minus infinity", blob_pyasc_tanh_f64, -kInf, -1.0},
    {"tanh of nan", blob_pyasc_tanh_f64, kNan, kNan},
    {"tanh of the smallest number", blob_pyasc_tanh_f64, 5e-324, 5e-324},
    {"sin of minus zero", blob_pyasc_sin_f64, -0.0, -0.0},
    {"sin of infinity", blob_pyasc_sin_f64, kInf, kNan},
    {"sin of nan", blob_pyasc_sin_f64, kNan, kNan},
    {"cos of zero", blob_pyasc_cos_f64, 0.0, 1.0},
    {"cos of minus infinity", blob_pyasc_cos_f64, -kInf, kNan},
    {"cos of nan", blob_pyasc_cos_f64, kNan, kNan},
};

TEST(SpecialValuesTest, AreC99s) {
  for (const Special& row : kSpecials) {
    const double got = row.function(row.argument);
    if (std::isnan(row.want)) {
      EXPECT_TRUE(std::isnan(got)) << row.name;
      continue;
    }
    EXPECT_EQ(std::bit_cast<uint64_t>(got), std::bit_cast<uint64_t>(row.want))
        << row.name << ": " << got;
  }
}

TEST(SpecialValuesTest, ExpOfTheLastFiniteArgument) {
  EXPECT_LE(UlpError(blob_pyasc_exp_f64(0x1.62e42fefa39efp9), 0x1.fffffffffff2ap1023), 1);
  EXPECT_TRUE(std::isfinite(blob_pyasc_exp_f32(0x1.62e42ep6f)));
  EXPECT_EQ(blob_pyasc_exp_f32(0x1.62e430p6f), std::numeric_limits<float>::infinity());
  EXPECT_EQ(blob_pyasc_exp_f32(-103.9f), std::numeric_limits<float>::denorm_min());
  EXPECT_EQ(blob_pyasc_exp_f32(-104.0f), 0.0f);
}

// The double nearest to a multiple of pi/2: 2^-61 of it away.
TEST(SpecialValuesTest, ReductionOfTheHardestArgument) {
  const double x = 0x1.6ac5b262ca1ffp849;
  EXPECT_EQ(blob_pyasc_cos_f64(x), -4.68716592425462761112e-19);
  EXPECT_EQ(blob_pyasc_sin_f64(x), 1.0);
}

}  // namespace
}  // namespace pyasc::math
