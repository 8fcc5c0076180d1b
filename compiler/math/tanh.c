#include "compiler/math/exp_core.h"
#include "compiler/math/support.h"

// Taylor's series of tanh from x^5 on, in x^2; |x| <= 1/4.
static inline double tanh_series(double x2) {
  const double x4 = x2 * x2;
  const double a = TANH_5 + x2 * TANH_7;
  const double b = TANH_9 + x2 * TANH_11;
  const double c = TANH_13 + x2 * TANH_15;
  const double d = TANH_17 + x2 * TANH_19;
  const double e = TANH_21 + x2 * TANH_23;
  return a + x4 * (b + x4 * (c + x4 * (d + x4 * e)));
}

// 1/4 < x < 22: (E - 1) / (E + 1) with E = e^(2x) and both sums in two doubles.
static inline double tanh_quotient(double x) {
  const ExpParts at = exp_parts(2 * x);
  const double scale = power_of_two(at.e);
  const double high = scale * at.entry[0];
  const double low = scale * (at.entry[1] + at.entry[0] * (at.r + exp_tail(at.r)));
  const double above = high - 1;
  const double below = high + 1;
  const double above_low = ((high - above) - 1) + low;
  // 1 is the smaller of the two: high > 1.6.
  const double below_low = ((high - below) + 1) + low;
  const double quotient = above / below;
  // What the quotient lacks, from the exact product.
  const uint64_t mask = ~((1ull << 27) - 1);
  const double q_high = from_bits(bits_of(quotient) & mask);
  const double q_low = quotient - q_high;
  const double b_high = from_bits(bits_of(below) & mask);
  const double b_low = below - b_high;
  const double rest = ((above - q_high * b_high) - q_high * b_low - q_low * b_high) - q_low * b_low;
  return quotient + (rest + above_low - quotient * below_low) / (below + below_low);
}

double pyasc_tanh_f64(double x) {
  const double size = magnitude(x);
  if (!(size > 0x1p-28)) return x;
  if (size <= 0.25) {
    const double x2 = x * x;
    return x + x * x2 * (TANH_3 + x2 * tanh_series(x2));
  }
  return with_sign(size < 22 ? tanh_quotient(size) : 1.0, x);
}

float pyasc_tanh_f32(float x) { return (float)pyasc_tanh_f64((double)x); }
