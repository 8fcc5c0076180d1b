#include "compiler/math/bits.h"
#include "compiler/math/support.h"

// A number's magnitude: mantissa * 2^exponent, bit 125 the highest one.
typedef struct {
  uint128 mantissa;
  int exponent;
  int negative;
} Wide;

static inline Wide widen(uint128 mantissa, int exponent, int negative) {
  const int shift = 126 - bit_length(mantissa);
  const Wide wide = {mantissa << shift, exponent - shift, negative};
  return wide;
}

// x / 2^shift, its lowest bit set if anything was lost.
static inline uint128 shift_jammed(uint128 x, int shift) {
  if (shift > 126) return 1;
  const uint128 quotient = x >> shift;
  return quotient << shift == x ? quotient : quotient | 1;
}

static double round_wide(uint128 mantissa, int exponent) {
  const int bits = bit_length(mantissa);
  if (bits + exponent > 1024) return __builtin_inf();
  const int lowest = bits - 53 + exponent > -1074 ? bits - 53 + exponent : -1074;
  const int shift = lowest - exponent;
  if (shift <= 0) return scaled((uint64_t)mantissa << -shift, lowest);
  if (shift > 127) return 0;
  return scaled((uint64_t)shift_rounded(mantissa, shift, 0), lowest);
}

double fma(double x, double y, double z) {
  if (!(magnitude(x) < __builtin_inf()) || !(magnitude(y) < __builtin_inf())) return x * y + z;
  if (!(magnitude(z) < __builtin_inf())) return z;
  if (x == 0 || y == 0) return x * y + z;
  if (z == 0) return x * y;
  int x_exponent;
  int y_exponent;
  int z_exponent;
  const uint64_t x_mantissa = split(magnitude(x), &x_exponent);
  const uint64_t y_mantissa = split(magnitude(y), &y_exponent);
  const uint64_t z_mantissa = split(magnitude(z), &z_exponent);
  const int negative = (int)((bits_of(x) ^ bits_of(y)) >> 63);
  Wide high = widen((uint128)x_mantissa * y_mantissa, x_exponent + y_exponent, negative);
  Wide low = widen(z_mantissa, z_exponent, (int)(bits_of(z) >> 63));
  if (high.exponent < low.exponent) {
    const Wide other = high;
    high = low;
    low = other;
  }
  // Bits are lost only where the operands are too far apart to cancel.
  const uint128 aligned = shift_jammed(low.mantissa, high.exponent - low.exponent);
  if (high.negative == low.negative) {
    const double sum = round_wide(high.mantissa + aligned, high.exponent);
    return high.negative ? -sum : sum;
  }
  if (high.mantissa == aligned) return 0;
  const int below = high.mantissa < aligned;
  const uint128 difference = below ? aligned - high.mantissa : high.mantissa - aligned;
  const double value = round_wide(difference, high.exponent);
  return high.negative != below ? -value : value;
}

float fmaf(float x, float y, float z) {
  // The product is exact; a sum rounded to odd keeps what the second rounding needs.
  const double product = (double)x * (double)y;
  const double addend = (double)z;
  const double sum = product + addend;
  if (!(magnitude(sum) < __builtin_inf())) return (float)sum;
  const double part = sum - product;
  const double error = (product - (sum - part)) + (addend - part);
  uint64_t bits = bits_of(sum);
  if (error != 0 && (bits & 1) == 0) {
    bits = (error > 0) == (sum > 0) ? bits + 1 : bits - 1;
  }
  return (float)from_bits(bits);
}
