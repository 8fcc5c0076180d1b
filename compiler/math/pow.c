#include "compiler/math/exp_core.h"
#include "compiler/math/log_core.h"
#include "compiler/math/support.h"

// A number to about 107 bits: high + low, |low| at most half the last place of high.
typedef struct {
  double high, low;
} Double2;

static inline Double2 fast_sum(double large, double small) {
  const double high = large + small;
  const Double2 sum = {high, (large - high) + small};
  return sum;
}

// `x` without its 27 lowest bits: products of two such are exact.
static inline double upper(double x) { return from_bits(bits_of(x) & ~((1ull << 27) - 1)); }

// log(x) to about 68 bits, 0 < x < infinity.
static inline Double2 log_wide(double x) {
  const LogParts parts = x < 0x1p-1022 ? log_parts(x * 0x1p52, 0, -52) : log_parts(x, 0, 0);
  const double r = parts.r;
  const double r_high = upper(r);
  const double r_low = r - r_high;
  // r^2/2 in two parts, the first exact.
  const double square = 0.5 * r_high * r_high;
  const double square_low = r_low * (0.5 * r_low + r_high);
  const double r2 = r * r;
  const double a = 0x1.5555555555555p-2 + r * (-0.25 + r * 0x1.999999999999ap-3);
  const double b = -0x1.5555555555555p-3 + r * (0x1.2492492492492p-3 + r * -0.125);
  const double c = 0x1.c71c71c71c71cp-4 + r * -0x1.999999999999ap-4;
  const double cube = r2 * r * (a + r2 * r * (b + r2 * r * c));
  const double* entry = pyasc_ln_table[parts.index];
  const double whole = parts.k * LN_OF_2_HIGH + entry[0];  // exact
  const Double2 first = whole == 0 ? (Double2){r, 0} : fast_sum(whole, r);
  const Double2 second = fast_sum(first.high, -square);
  const double tail = parts.tail * (1 - r);
  const double low = parts.k * LN_OF_2_LOW + entry[1];
  return fast_sum(second.high, cube + (second.low + (first.low + (low + (tail - square_low)))));
}

// x y to about 100 bits, where the product is finite.
static inline Double2 multiply(double x, Double2 y) {
  const double high = x * y.high;
  const double x_high = upper(x);
  const double x_low = x - x_high;
  const double y_high = upper(y.high);
  const double y_low = y.high - y_high;
  const double lost = ((x_high * y_high - high) + x_high * y_low + x_low * y_high) + x_low * y_low;
  const Double2 product = {high, lost + x * y.low};
  return product;
}

// 0: not an integer, 1: odd, 2: even. y is finite.
static inline int parity(double y) {
  const double size = magnitude(y);
  if (size >= 0x1p53) return 2;
  if (size + 0x1p52 - 0x1p52 != size && size < 0x1p52) return 0;
  return ((int64_t)size & 1) != 0 ? 1 : 2;
}

// x^y for x >= 0 where it is not an ordinary power.
static inline int pow_special(double x, double y, double* answer) {
  const int grows = (x > 1) == (y > 0);
  if (magnitude(y) == __builtin_inf()) {
    *answer = x == 1 ? 1.0 : grows ? __builtin_inf() : 0.0;
    return 1;
  }
  if (x == 0 || x == __builtin_inf()) {
    *answer = grows ? __builtin_inf() : 0.0;
    return 1;
  }
  return 0;
}

double pyasc_pow_f64(double x, double y) {
  if (y == 0 || x == 1) return 1.0;
  if (x != x || y != y) return x + y;
  const double size = magnitude(x);
  int negative = 0;
  if ((bits_of(x) >> 63) != 0) {
    const int kind = parity(y);
    if (kind == 0 && size != 0 && size < __builtin_inf()) return __builtin_nan("");
    negative = kind == 1;
  }
  double power;
  if (!pow_special(size, y, &power)) {
    const Double2 product = multiply(y, log_wide(size));
    if (product.high > 709.8) {
      power = __builtin_inf();
    } else if (product.high < -746.0) {
      power = 0;
    } else {
      power = exp_of_sum(product.high, product.low);
    }
  }
  return negative ? -power : power;
}

float pyasc_pow_f32(float x, float y) { return (float)pyasc_pow_f64((double)x, (double)y); }
