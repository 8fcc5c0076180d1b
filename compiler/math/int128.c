#include "compiler/math/bits.h"
#include "compiler/math/support.h"

// (high:low) / divisor, where high < divisor.
static inline uint64_t divide_wide(uint64_t high, uint64_t low, uint64_t divisor,
                                   uint64_t* remainder) {
#if defined(__x86_64__)
  uint64_t quotient;
  __asm__("divq %4" : "=a"(quotient), "=d"(*remainder) : "a"(low), "d"(high), "r"(divisor) : "cc");
  return quotient;
#else
  uint64_t quotient = 0;
  uint64_t rest = high;
  for (int bit = 63; bit >= 0; --bit) {
    const uint64_t carry = rest >> 63;
    rest = (rest << 1) | ((low >> bit) & 1);
    quotient <<= 1;
    if (carry || rest >= divisor) {
      rest -= divisor;
      quotient |= 1;
    }
  }
  *remainder = rest;
  return quotient;
#endif
}

static uint128 divide(uint128 a, uint128 b, uint128* remainder) {
  const uint64_t a_high = (uint64_t)(a >> 64);
  const uint64_t b_high = (uint64_t)(b >> 64);
  if (b_high == 0) {
    const uint64_t divisor = (uint64_t)b;
    const uint64_t high = a_high / divisor;
    uint64_t rest = 0;
    const uint64_t low = divide_wide(a_high % divisor, (uint64_t)a, divisor, &rest);
    *remainder = rest;
    return (uint128)high << 64 | low;
  }
  // The quotient of a/2 and b's top 64 bits is at most one above the true one after
  // scaling; start one below and correct.
  const int shift = __builtin_clzll(b_high);
  const uint64_t top = (uint64_t)((b << shift) >> 64);
  uint64_t unused = 0;
  const uint64_t estimate = divide_wide((uint64_t)(a >> 65), (uint64_t)(a >> 1), top, &unused);
  uint64_t quotient = (uint64_t)(((uint128)estimate << shift) >> 63);
  if (quotient != 0) --quotient;
  uint128 rest = a - quotient * b;
  if (rest >= b) {
    rest -= b;
    ++quotient;
  }
  *remainder = rest;
  return quotient;
}

uint128 __udivti3(uint128 a, uint128 b) {
  uint128 remainder;
  return divide(a, b, &remainder);
}

uint128 __umodti3(uint128 a, uint128 b) {
  uint128 remainder;
  divide(a, b, &remainder);
  return remainder;
}

int128 __divti3(int128 a, int128 b) {
  uint128 remainder;
  const uint128 quotient = divide(absolute(a), absolute(b), &remainder);
  return (int128)((a < 0) != (b < 0) ? -quotient : quotient);
}

int128 __modti3(int128 a, int128 b) {
  uint128 remainder;
  divide(absolute(a), absolute(b), &remainder);
  return (int128)(a < 0 ? -remainder : remainder);
}

// a * b, or 1 if it does not fit.
static int multiply(int128 a, int128 b, int128* product) {
  *product = (int128)((uint128)a * (uint128)b);
  const uint128 x = absolute(a);
  const uint128 y = absolute(b);
  if (((x | y) >> 64) == 0) {
    return (x * y >> 127) != 0 && !((a < 0) != (b < 0) && x * y == (uint128)1 << 127);
  }
  if (bit_length(x) + bit_length(y) > 129) return 1;
  const uint128 small = x < y ? x : y;
  const uint128 large = x < y ? y : x;
  if ((small >> 64) != 0) return 1;
  const uint128 high = (large >> 64) * small + (((uint128)(uint64_t)large * small) >> 64);
  if ((high >> 64) != 0) return 1;
  const uint128 size = large * small;
  const uint128 limit = (uint128)1 << 127;
  return size > limit || (size == limit && (a < 0) == (b < 0));
}

int128 __muloti4(int128 a, int128 b, int* overflow) {
  int128 product;
  *overflow = multiply(a, b, &product);
  return product;
}

int pyasc_int_pow(int128 base, int128 exponent, int128* result) {
  *result = 1;
  if (base == 0 || base == 1 || base == -1) {
    if (exponent != 0) *result = base == -1 && (exponent & 1) == 0 ? 1 : base;
    return 0;
  }
  if (exponent > 127) return 1;
  for (int left = (int)exponent; left > 0;) {
    if ((left & 1) && multiply(*result, base, result)) return 1;
    left >>= 1;
    if (left > 0 && multiply(base, base, &base)) return 1;
  }
  return 0;
}

// mantissa * 2^exponent with 53 <= bit_length(mantissa) and `sticky` bits below.
static double compose(uint128 mantissa, int exponent, int sticky) {
  const int shift = bit_length(mantissa) - 53;
  const uint64_t rounded =
      (uint64_t)(shift == 0 ? mantissa : shift_rounded(mantissa, shift, sticky));
  return (double)(int64_t)rounded * power_of_two(exponent + shift);
}

double pyasc_int_truediv(int128 a, int128 b) {
  uint128 x = absolute(a);
  const uint128 y = absolute(b);
  const int negative = (a < 0) != (b < 0);
  if (x == 0) return negative ? -0.0 : 0.0;
  if (((x | y) >> 53) == 0) {
    const double quotient = (double)(int64_t)x / (double)(int64_t)y;
    return negative ? -quotient : quotient;
  }
  // Two bits more than a double holds, and whether anything is left.
  uint128 rest;
  uint128 quotient = divide(x, y, &rest);
  int exponent = 0;
  while ((quotient >> 54) == 0) {
    rest <<= 1;
    quotient <<= 1;
    --exponent;
    if (rest >= y) {
      rest -= y;
      quotient |= 1;
    }
  }
  const double value = compose(quotient, exponent, rest != 0);
  return negative ? -value : value;
}
