#include "compiler/math/bits.h"
#include "compiler/math/support.h"
#include "tables.h"

// x = n pi/2 + y + rest, |y| <= pi/4; quadrant = n modulo 4.
typedef struct {
  double y, rest;
  int quadrant;
} Angle;

// Bits [first, first + 64) of pyasc_two_over_pi.
static inline uint64_t word_at(int first) {
  const uint64_t* word = &pyasc_two_over_pi[first >> 6];
  const int shift = first & 63;
  return shift == 0 ? word[0] : word[0] << shift | word[1] >> (64 - shift);
}

// f 2^-128 pi/2 as y + rest.
static inline Angle angle_of(int128 f, int quadrant) {
  Angle angle = {0, 0, quadrant};
  if (f == 0) return angle;
  const int zeros = 128 - bit_length(absolute(f));
  const uint128 normal = absolute(f) << zeros;
  const double scale = f < 0 ? -power_of_two(-128 - zeros) : power_of_two(-128 - zeros);
  const int64_t top = (int64_t)(normal >> 75);
  const int64_t next = (int64_t)(normal >> 22) & ((1ll << 53) - 1);
  const double high = (double)top * 0x1p75 * scale;
  const double low = (double)next * 0x1p22 * scale;
  const uint64_t mask = ~((1ull << 27) - 1);
  const double f_high = from_bits(bits_of(high) & mask);
  const double f_low = high - f_high;
  const double product = high * HALF_PI_HIGH;
  const double lost =
      ((f_high * HALF_PI_TOP - product) + f_high * HALF_PI_MIDDLE + f_low * HALF_PI_TOP) +
      f_low * HALF_PI_MIDDLE;
  angle.y = product;
  angle.rest = lost + (high * HALF_PI_LOW + low * HALF_PI_HIGH);
  return angle;
}

// x > pi/4, finite. x = m 2^e with an integer m. Only 192 bits of 2/pi matter: those
// above give multiples of 4 in x 2/pi, those below less than 2^-137.
static inline Angle reduce(double x) {
  int exponent;
  const uint64_t m = split(x, &exponent);
  const int first = exponent + 62;
  const uint128 low = (uint128)m * word_at(first + 128);
  const uint128 middle = (uint128)m * word_at(first + 64) + (uint64_t)(low >> 64);
  const uint64_t high = m * word_at(first) + (uint64_t)(middle >> 64);
  // high : middle : low modulo 2^192, the binary point after its first two bits.
  const uint64_t next = (uint64_t)middle;
  const uint64_t last = (uint64_t)low;
  const uint64_t f_high = high << 2 | next >> 62;
  const uint64_t f_low = next << 2 | last >> 62;
  const int128 f = (int128)((uint128)f_high << 64 | f_low);
  return angle_of(f, (int)((high >> 62) + (f < 0 ? 1 : 0)) & 3);
}

static inline double sine(Angle angle) {
  const double y = angle.y;
  const double y2 = y * y;
  const double y4 = y2 * y2;
  const double a = SIN_5 + y2 * SIN_7;
  const double b = SIN_9 + y2 * SIN_11;
  const double c = SIN_13 + y2 * (SIN_15 + y2 * SIN_17);
  const double tail = y2 * (a + y4 * (b + y4 * c));
  return y + (angle.rest * (1 - 0.5 * y2) + y * y2 * (SIN_3 + tail));
}

static inline double cosine(Angle angle) {
  const double y = angle.y;
  const double y2 = y * y;
  const double y4 = y2 * y2;
  const double a = COS_4 + y2 * COS_6;
  const double b = COS_8 + y2 * COS_10;
  const double c = COS_12 + y2 * COS_14;
  const double d = COS_16 + y2 * COS_18;
  const double half = 0.5 * y2;
  const double first = 1 - half;
  const double lost = (1 - first) - half;
  return first + (lost + (y4 * (a + y4 * (b + y4 * (c + y4 * d))) - y * angle.rest));
}

double pyasc_sin_f64(double x) {
  const double size = magnitude(x);
  if (size < 0x1p-27) return x;
  if (!(size < __builtin_inf())) return x - x;
  if (size <= QUARTER_PI) return sine((Angle){x, 0, 0});
  const Angle angle = reduce(size);
  const double value = (angle.quadrant & 1) != 0 ? cosine(angle) : sine(angle);
  return ((angle.quadrant & 2) != 0) != (x < 0) ? -value : value;
}

double pyasc_cos_f64(double x) {
  const double size = magnitude(x);
  if (!(size < __builtin_inf())) return x - x;
  if (size <= QUARTER_PI) return cosine((Angle){x, 0, 0});
  const Angle angle = reduce(size);
  const double value = (angle.quadrant & 1) != 0 ? sine(angle) : cosine(angle);
  return ((angle.quadrant + 1) & 2) != 0 ? -value : value;
}

float pyasc_sin_f32(float x) { return (float)pyasc_sin_f64((double)x); }
float pyasc_cos_f32(float x) { return (float)pyasc_cos_f64((double)x); }
