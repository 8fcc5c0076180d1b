#include "compiler/math/bits.h"
#include "compiler/math/support.h"

double __floatuntidf(uint128 x) {
  const int bits = bit_length(x);
  if (bits <= 53) return (double)(int64_t)x;
  const int shift = bits - 53;
  return (double)(int64_t)shift_rounded(x, shift, 0) * power_of_two(shift);
}

float __floatuntisf(uint128 x) {
  const int bits = bit_length(x);
  if (bits <= 24) return (float)(int32_t)x;
  const int shift = bits - 24;
  // At most 2^128, which becomes infinity.
  return (float)((double)(int32_t)shift_rounded(x, shift, 0) * power_of_two(shift));
}

double __floattidf(int128 x) {
  const double value = __floatuntidf(absolute(x));
  return x < 0 ? -value : value;
}

float __floattisf(int128 x) {
  const float value = __floatuntisf(absolute(x));
  return x < 0 ? -value : value;
}

_Float16 __floattihf(int128 x) {
  const int128 limit = 1 << 17;
  const int128 clamped = x > limit ? limit : x < -limit ? -limit : x;
  return __truncdfhf2((double)(int64_t)clamped);
}

uint128 __fixunsdfti(double x) {
  const uint64_t bits = bits_of(x);
  const int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
  if ((bits >> 63) != 0 || exponent < 0) return 0;
  if (exponent >= 128) return ~(uint128)0;
  const uint128 mantissa = (bits & ((1ull << 52) - 1)) | 1ull << 52;
  return exponent >= 52 ? mantissa << (exponent - 52) : mantissa >> (52 - exponent);
}

int128 __fixdfti(double x) {
  const uint128 size = __fixunsdfti(magnitude(x));
  const uint128 limit = (uint128)1 << 127;
  if ((bits_of(x) >> 63) != 0) return (int128)(size > limit ? limit : -size);
  return (int128)(size >= limit ? limit - 1 : size);
}

int128 __fixsfti(float x) { return __fixdfti((double)x); }

uint128 __fixunssfti(float x) { return __fixunsdfti((double)x); }

int128 __fixhfti(_Float16 x) { return __fixdfti((double)__extendhfsf2(x)); }

static _Float16 half_from_bits(uint16_t bits) {
  union {
    uint16_t bits;
    _Float16 value;
  } u = {bits};
  return u.value;
}

// The double's magnitude as a binary float of `mantissa_bits` stored bits and exponent
// bias `bias`, rounded once.
static uint32_t narrow(uint64_t bits, int mantissa_bits, int bias) {
  const int exponent = (int)(bits >> 52) - 1023;
  const uint32_t infinity = (uint32_t)(2 * bias + 1) << mantissa_bits;
  const uint64_t fraction = bits & ((1ull << 52) - 1);
  if (exponent == 1024) {
    if (fraction == 0) return infinity;
    return infinity | 1u << (mantissa_bits - 1) | (uint32_t)(fraction >> (52 - mantissa_bits));
  }
  if (exponent > bias) return infinity;
  int shift = 52 - mantissa_bits;
  uint32_t base = 0;
  if (exponent >= 1 - bias) {
    base = (uint32_t)(exponent + bias - 1) << mantissa_bits;  // the leading one adds 1
  } else {
    shift += 1 - bias - exponent;
  }
  if (shift > 54) return 0;
  // A carry out of the mantissa is the next exponent, up to infinity.
  return base + (uint32_t)shift_rounded(fraction | 1ull << 52, shift, 0);
}

_Float16 __truncdfhf2(double x) {
  const uint64_t bits = bits_of(x);
  return half_from_bits((uint16_t)((bits >> 63) << 15 | narrow(bits & ~(1ull << 63), 10, 15)));
}

_Float16 __truncsfhf2(float x) { return __truncdfhf2((double)x); }

float __extendhfsf2(_Float16 x) {
  union {
    _Float16 value;
    uint16_t bits;
  } u = {x};
  const uint32_t sign = (uint32_t)(u.bits >> 15) << 31;
  const uint32_t exponent = u.bits >> 10 & 31;
  const uint32_t fraction = u.bits & 1023;
  if (exponent == 31) {
    const uint32_t quiet = fraction == 0 ? 0 : 1u << 22;
    return from_bits_f(sign | 0x7f800000u | quiet | fraction << 13);
  }
  if (exponent == 0) return with_sign_f((float)(int32_t)fraction * 0x1p-24f, from_bits_f(sign));
  return from_bits_f(sign | (exponent + 112) << 23 | fraction << 13);
}

double __extendhfdf2(_Float16 x) { return (double)__extendhfsf2(x); }

// A bfloat16 comes back as 16 bits of the same register as a half.
_Float16 __truncdfbf2(double x) {
  const uint64_t bits = bits_of(x);
  return half_from_bits((uint16_t)((bits >> 63) << 15 | narrow(bits & ~(1ull << 63), 7, 127)));
}

_Float16 __truncsfbf2(float x) { return __truncdfbf2((double)x); }
