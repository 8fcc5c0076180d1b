// What the logarithms share: x = 2^k c (1 + r) with c from a table.
#ifndef PYASC_COMPILER_MATH_LOG_CORE_H_
#define PYASC_COMPILER_MATH_LOG_CORE_H_

#include "compiler/math/bits.h"
#include "tables.h"

typedef struct {
  double k;
  int index;    // of the table's c
  double r;     // |r| < 0.0085
  double tail;  // what r lacks, exactly
} LogParts;

// Of x + rest, where x is positive and normal and |rest| is at most half its last place.
static inline LogParts log_parts(double x, double rest, int exponent) {
  const uint64_t bits = bits_of(x);
  const uint64_t offset = bits - LOG_TABLE_START;
  const int64_t k = (int64_t)offset >> 52;
  LogParts parts;
  parts.k = (double)(k + exponent);
  parts.index = (int)(offset >> (52 - LOG_TABLE_BITS)) & ((1 << LOG_TABLE_BITS) - 1);
  const uint64_t scaled_bits = bits - ((uint64_t)k << 52);
  const double inverse = pyasc_log_inverses[parts.index][0];
  // The inverse has 11 bits: both products are exact, and so is the difference.
  const double high = from_bits(scaled_bits & ~2047ull);
  const double low = from_bits(scaled_bits) - high;
  const double first = high * inverse - 1;
  const double second = low * inverse;
  parts.r = first + second;
  parts.tail = (first - parts.r) + second;
  if (rest == 0) return parts;
  // 2^-k in two factors: k may be 1024.
  const double third = rest * power_of_two(-(k >> 1)) * power_of_two(-(k - (k >> 1))) * inverse;
  const double sum = parts.r + third;
  const double part = sum - parts.r;
  parts.tail += (parts.r - (sum - part)) + (third - part);
  parts.r = sum;
  return parts;
}

// log(1 + r) - r, without its relative error mattering: it is at most r^2/2.
static inline double log_tail(double r) {
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double low = -0.5 + r * 0x1.5555555555555p-2;
  const double middle = -0.25 + r * 0x1.999999999999ap-3;
  const double high = -0x1.5555555555555p-3 + r * 0x1.2492492492492p-3;
  const double top = -0.125 + r * 0x1.c71c71c71c71cp-4;
  return r2 * ((low + r2 * middle) + r4 * (high + r2 * top));
}

#endif  // PYASC_COMPILER_MATH_LOG_CORE_H_
