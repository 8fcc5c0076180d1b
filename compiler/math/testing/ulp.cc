#include "compiler/math/testing/ulp.h"

#include <quadmath.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "compiler/math/testing/blob.h"

namespace pyasc::math {
namespace {

constexpr double kMax = std::numeric_limits<double>::max();

double ErrorIn(double got, Quad want, int mantissa_bits, int min_exponent, Quad largest) {
  if (isnanq(want)) return std::isnan(got) ? 0 : std::numeric_limits<double>::infinity();
  if (std::isnan(got)) return std::numeric_limits<double>::infinity();
  const int exponent = want == 0 || isinfq(want) ? min_exponent : ilogbq(want);
  const Quad last = ldexpq(1, std::max(exponent, min_exponent) - mantissa_bits);
  if (std::isinf(got) || isinfq(want)) {
    const bool beyond = fabsq(want) > largest && (want < 0) == (got < 0);
    // Infinity stands for 2^(max exponent + 1).
    if (std::isinf(got) && beyond) return 0;
    return std::numeric_limits<double>::infinity();
  }
  return static_cast<double>(fabsq(static_cast<Quad>(got) - want) / last);
}

}  // namespace

double UlpError(double got, Quad want) {
  return ErrorIn(got, want, 52, -1022, std::numeric_limits<double>::max());
}

double UlpErrorF32(float got, Quad want) {
  return ErrorIn(static_cast<double>(got), want, 23, -126, std::numeric_limits<float>::max());
}

Quad ExactPow(double x, double y) { return powq(x, y); }

const std::vector<Elementary>& ElementaryFunctions() {
  static const std::vector<Elementary> kFunctions = {
      {"exp", blob_pyasc_exp_f64, blob_pyasc_exp_f32, expq, std::exp, -746, 710},
      {"log", blob_pyasc_log_f64, blob_pyasc_log_f32, logq, std::log, 0, kMax},
      {"log_near_one", blob_pyasc_log_f64, blob_pyasc_log_f32, logq, std::log, 0.5, 2},
      {"log2", blob_pyasc_log2_f64, blob_pyasc_log2_f32, log2q, std::log2, 0, kMax},
      {"log2_near_one", blob_pyasc_log2_f64, blob_pyasc_log2_f32, log2q, std::log2, 0.5, 2},
      {"log10", blob_pyasc_log10_f64, blob_pyasc_log10_f32, log10q, std::log10, 0, kMax},
      {"log10_near_one", blob_pyasc_log10_f64, blob_pyasc_log10_f32, log10q, std::log10, 0.5, 2},
      {"log1p", blob_pyasc_log1p_f64, blob_pyasc_log1p_f32, log1pq, std::log1p, -1, kMax},
      {"log1p_near_zero", blob_pyasc_log1p_f64, blob_pyasc_log1p_f32, log1pq, std::log1p, -1, 1},
      {"tanh", blob_pyasc_tanh_f64, blob_pyasc_tanh_f32, tanhq, std::tanh, -23, 23},
      {"tanh_near_zero", blob_pyasc_tanh_f64, blob_pyasc_tanh_f32, tanhq, std::tanh, -0.6, 0.6},
      {"sin", blob_pyasc_sin_f64, blob_pyasc_sin_f32, sinq, std::sin, -kMax, kMax},
      {"sin_near_zero", blob_pyasc_sin_f64, blob_pyasc_sin_f32, sinq, std::sin, -10, 10},
      {"cos", blob_pyasc_cos_f64, blob_pyasc_cos_f32, cosq, std::cos, -kMax, kMax},
      {"cos_near_zero", blob_pyasc_cos_f64, blob_pyasc_cos_f32, cosq, std::cos, -10, 10},
  };
  return kFunctions;
}

Samples::Samples(double low, double high, unsigned long long seed)
    : low_(low), high_(high), state_(seed) {}

unsigned long long Samples::Random() {
  state_ += 0x9e3779b97f4a7c15u;
  unsigned long long mixed = state_;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
  return mixed ^ mixed >> 31;
}

double Samples::Next() {
  by_value_ = !by_value_;
  while (true) {
    const unsigned long long bits = Random();
    const double unit = static_cast<double>(bits >> 11) * 0x1p-53;
    double x = std::bit_cast<double>(bits);
    if (by_value_) {
      x = low_ * (1 - unit) + high_ * unit;
    } else if (low_ > 0) {
      const auto first = std::bit_cast<uint64_t>(low_);
      x = std::bit_cast<double>(first + bits % (std::bit_cast<uint64_t>(high_) - first + 1));
    }
    if (x >= low_ && x <= high_) return x;
  }
}

}  // namespace pyasc::math
