// What exp and pow share: e^x with x = (128 e + j) ln2/128 + r.
#ifndef PYASC_COMPILER_MATH_EXP_CORE_H_
#define PYASC_COMPILER_MATH_EXP_CORE_H_

#include "compiler/math/bits.h"
#include "tables.h"

typedef struct {
  double r;  // |r| <= ln2/256
  int64_t e;
  const double* entry;  // 2^(j/128) and what that double lacks
} ExpParts;

// |x| < 2^20.
static inline ExpParts exp_parts(double x) {
  const double steps = x * EXP_STEPS_PER_LN2 + 0x1.8p52;
  const double k = steps - 0x1.8p52;
  const int64_t whole = (int64_t)(bits_of(steps) - bits_of(0x1.8p52));
  const ExpParts parts = {
      (x - k * EXP_LN2_HIGH) - k * EXP_LN2_LOW,
      whole >> EXP_TABLE_BITS,
      pyasc_exp_table[whole & ((1 << EXP_TABLE_BITS) - 1)],
  };
  return parts;
}

// e^r - 1 - r.
static inline double exp_tail(double r) {
  const double r2 = r * r;
  return r2 * (0.5 + r * 0x1.5555555555555p-3) +
         r2 * r2 * (0x1.5555555555555p-5 + r * 0x1.1111111111111p-7);
}

// e^(x + rest), -746 <= x <= 709.8, |rest| < 2^-40.
static inline double exp_of_sum(double x, double rest) {
  ExpParts at = exp_parts(x);
  at.r += rest;
  const double high = at.entry[0];
  const double low = at.entry[1] + high * (at.r + exp_tail(at.r));
  const double value = high + low;
  // 2^1024 is out of reach of one factor.
  if (at.e > 1023) return value * 2 * power_of_two(at.e - 1);
  if (at.e > -1022 || (at.e == -1022 && value >= 1)) return value * power_of_two(at.e);
  // Denormal: a number below 1 in units of 2^-1022. Adding 1 rounds once, at the place
  // where the denormal result ends.
  const double scale = power_of_two(at.e + 1022);
  const double part = high * scale;
  const double sum = 1.0 + part;
  const double lost = (1.0 - sum) + part + low * scale;
  return ((sum + lost) - 1.0) * 0x1p-1022;
}

#endif  // PYASC_COMPILER_MATH_EXP_CORE_H_
