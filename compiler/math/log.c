#include "compiler/math/log_core.h"
#include "compiler/math/support.h"

// Sets *answer where x has no ordinary logarithm.
static inline int log_special(double x, double* answer) {
  if (x > 0 && x < __builtin_inf()) return 0;
  *answer = x;  // infinity or NaN
  if (x == 0) *answer = -__builtin_inf();
  if (x < 0) *answer = __builtin_nan("");
  return 1;
}

static inline LogParts parts_of(double x) {
  if (x < 0x1p-1022) return log_parts(x * 0x1p52, 0, -52);
  return log_parts(x, 0, 0);
}

static inline double natural(LogParts parts) {
  const double* entry = pyasc_ln_table[parts.index];
  const double whole = parts.k * LN_OF_2_HIGH + entry[0];  // exact
  const double high = whole + parts.r;
  // whole is 0 or larger than r.
  const double lost = whole == 0 ? 0 : (whole - high) + parts.r;
  const double low = parts.k * LN_OF_2_LOW + (entry[1] + parts.tail);
  return high + (lost + low + log_tail(parts.r));
}

// The same to another base, whose table and 1/ln are given.
static inline double scaled_log(LogParts parts, double of_2_high, double of_2_low,
                                const double* entry, double scale_high, double scale_low) {
  const double whole = parts.k * of_2_high + entry[0];
  const double r_high = from_bits(bits_of(parts.r) & ~((1ull << 27) - 1));
  const double product = r_high * scale_high;  // exact
  const double high = whole + product;
  const double lost = whole == 0 ? 0 : (whole - high) + product;
  const double rest = (parts.r - r_high) * scale_high + parts.r * scale_low;
  const double low = parts.k * of_2_low + entry[1];
  const double tail = (parts.tail + log_tail(parts.r)) * (scale_high + scale_low);
  return high + (lost + (low + rest) + tail);
}

double pyasc_log_f64(double x) {
  double answer;
  if (log_special(x, &answer)) return answer;
  return natural(parts_of(x));
}

double pyasc_log2_f64(double x) {
  double answer;
  if (log_special(x, &answer)) return answer;
  const LogParts parts = parts_of(x);
  return scaled_log(parts, LOG2_OF_2_HIGH, LOG2_OF_2_LOW, pyasc_log2_table[parts.index],
                    LOG2_SCALE_HIGH, LOG2_SCALE_LOW);
}

double pyasc_log10_f64(double x) {
  double answer;
  if (log_special(x, &answer)) return answer;
  const LogParts parts = parts_of(x);
  return scaled_log(parts, LOG10_OF_2_HIGH, LOG10_OF_2_LOW, pyasc_log10_table[parts.index],
                    LOG10_SCALE_HIGH, LOG10_SCALE_LOW);
}

double pyasc_log1p_f64(double x) {
  if (magnitude(x) < 0x1p-54) return x;
  double answer;
  const double sum = 1 + x;
  if (log_special(sum, &answer)) return answer;
  const double part = sum - x;
  const double rest = (1 - part) + (x - (sum - part));
  return natural(log_parts(sum, rest, 0));
}

float pyasc_log_f32(float x) { return (float)pyasc_log_f64((double)x); }
float pyasc_log2_f32(float x) { return (float)pyasc_log2_f64((double)x); }
float pyasc_log10_f32(float x) { return (float)pyasc_log10_f64((double)x); }
float pyasc_log1p_f32(float x) { return (float)pyasc_log1p_f64((double)x); }
