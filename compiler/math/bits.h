// Bit-level views of floating-point numbers, for the support blob's own files.
#ifndef PYASC_COMPILER_MATH_BITS_H_
#define PYASC_COMPILER_MATH_BITS_H_

#include <stdint.h>

typedef __int128 int128;
typedef unsigned __int128 uint128;

static inline uint64_t bits_of(double x) {
  union {
    double value;
    uint64_t bits;
  } u = {x};
  return u.bits;
}

static inline double from_bits(uint64_t bits) {
  union {
    uint64_t bits;
    double value;
  } u = {bits};
  return u.value;
}

static inline uint32_t bits_of_f(float x) {
  union {
    float value;
    uint32_t bits;
  } u = {x};
  return u.bits;
}

static inline float from_bits_f(uint32_t bits) {
  union {
    uint32_t bits;
    float value;
  } u = {bits};
  return u.value;
}

static inline double magnitude(double x) { return from_bits(bits_of(x) & ~(1ull << 63)); }
static inline float magnitude_f(float x) { return from_bits_f(bits_of_f(x) & 0x7fffffffu); }

// `x` with the sign of `sign`.
static inline double with_sign(double x, double sign) {
  return from_bits((bits_of(x) & ~(1ull << 63)) | (bits_of(sign) & (1ull << 63)));
}

static inline float with_sign_f(float x, float sign) {
  return from_bits_f((bits_of_f(x) & 0x7fffffffu) | (bits_of_f(sign) & 0x80000000u));
}

// 2^n for -1022 <= n <= 1023.
static inline double power_of_two(int64_t n) { return from_bits((uint64_t)(n + 1023) << 52); }

// mantissa * 2^exponent, rounded nowhere: mantissa < 2^54, -1074 <= exponent <= 971.
static inline double scaled(uint64_t mantissa, int exponent) {
  const int low = exponent < -1022 ? exponent + 1022 : 0;
  return (double)(int64_t)mantissa * power_of_two(exponent - low) * power_of_two(low);
}

// Mantissa and exponent (of the mantissa's lowest bit) of a finite, positive number.
static inline uint64_t split(double x, int* exponent) {
  const uint64_t bits = bits_of(x);
  const int field = (int)(bits >> 52);
  const uint64_t fraction = bits & ((1ull << 52) - 1);
  *exponent = (field == 0 ? 1 : field) - 1075;
  return field == 0 ? fraction : fraction | 1ull << 52;
}

static inline int bit_length(uint128 x) {
  const uint64_t high = (uint64_t)(x >> 64);
  if (high != 0) return 128 - __builtin_clzll(high);
  return (uint64_t)x == 0 ? 0 : 64 - __builtin_clzll((uint64_t)x);
}

static inline uint128 absolute(int128 x) { return x < 0 ? -(uint128)x : (uint128)x; }

// x / 2^shift rounded to nearest, ties to even; `sticky`: x has more bits below. 0 < shift < 128.
static inline uint128 shift_rounded(uint128 x, int shift, int sticky) {
  const uint128 quotient = x >> shift;
  const uint128 half = (uint128)1 << (shift - 1);
  const uint128 rest = x & ((half << 1) - 1);
  const int above = rest > half || (rest == half && (sticky || (quotient & 1)));
  return quotient + (uint128)above;
}

#endif  // PYASC_COMPILER_MATH_BITS_H_
