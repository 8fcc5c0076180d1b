#include "compiler/math/bits.h"
#include "compiler/math/support.h"

// Adding and subtracting 2^52 leaves the nearest integer, ties to even.
double rint(double x) {
  const double size = magnitude(x);
  if (!(size < 0x1p52)) return x;
  return with_sign(size + 0x1p52 - 0x1p52, x);
}

float rintf(float x) {
  const float size = magnitude_f(x);
  if (!(size < 0x1p23f)) return x;
  return with_sign_f(size + 0x1p23f - 0x1p23f, x);
}

double trunc(double x) {
  const double size = magnitude(x);
  if (!(size < 0x1p52)) return x;
  const double nearest = size + 0x1p52 - 0x1p52;
  return with_sign(nearest > size ? nearest - 1 : nearest, x);
}

float truncf(float x) {
  const float size = magnitude_f(x);
  if (!(size < 0x1p23f)) return x;
  const float nearest = size + 0x1p23f - 0x1p23f;
  return with_sign_f(nearest > size ? nearest - 1 : nearest, x);
}

double floor(double x) {
  const double nearest = rint(x);
  return nearest > x ? nearest - 1 : nearest;
}

float floorf(float x) {
  const float nearest = rintf(x);
  return nearest > x ? nearest - 1 : nearest;
}

double ceil(double x) {
  const double nearest = rint(x);
  return nearest < x ? with_sign(nearest + 1, x) : nearest;
}

float ceilf(float x) {
  const float nearest = rintf(x);
  return nearest < x ? with_sign_f(nearest + 1, x) : nearest;
}

double nearbyint(double x) { return rint(x); }
float nearbyintf(float x) { return rintf(x); }
double roundeven(double x) { return rint(x); }
float roundevenf(float x) { return rintf(x); }
double pyasc_round_f64(double x) { return rint(x); }

double fmod(double x, double y) {
  const double a = magnitude(x);
  const double b = magnitude(y);
  if (!(a < __builtin_inf()) || b != b || b == 0) return (x * y) / (x * y);
  if (a < b) return x;
  int a_exponent;
  int b_exponent;
  uint64_t rest = split(a, &a_exponent);
  const uint64_t divisor = split(b, &b_exponent);
  int left = a_exponent - b_exponent;
  rest %= divisor;
  // 2^11 at a time: rest < 2^53.
  for (; left > 0 && rest != 0;) {
    const int step = left < 11 ? left : 11;
    rest = (rest << step) % divisor;
    left -= step;
  }
  // rest * 2^b_exponent is exact: it is below b and a multiple of b's last place.
  return with_sign(scaled(rest, b_exponent), x);
}

float fmodf(float x, float y) { return (float)fmod((double)x, (double)y); }

// C's fmin and fmax: the other operand of a NaN, and -0 below +0.
static double choose(double x, double y, int smaller) {
  if (x != x) return y;
  if (y != y) return x;
  if (x == y) return (bits_of(x) >> 63 != 0) == (smaller != 0) ? x : y;
  return (x < y) == (smaller != 0) ? x : y;
}

double fmin(double x, double y) { return choose(x, y, 1); }
double fmax(double x, double y) { return choose(x, y, 0); }
float fminf(float x, float y) { return (float)choose(x, y, 1); }
float fmaxf(float x, float y) { return (float)choose(x, y, 0); }

double pyasc_mod_f64(double x, double y) {
  const double rest = fmod(x, y);
  if (y == 0) return rest;
  if (rest == 0) return with_sign(0.0, y);
  return (y < 0) != (rest < 0) ? rest + y : rest;
}

float pyasc_mod_f32(float x, float y) {
  const float rest = fmodf(x, y);
  if (y == 0) return rest;
  if (rest == 0) return with_sign_f(0.0f, y);
  return (y < 0) != (rest < 0) ? rest + y : rest;
}

double pyasc_floordiv_f64(double x, double y) {
  if (y == 0) return x / y;
  const double rest = fmod(x, y);
  double quotient = (x - rest) / y;
  if (rest != 0 && (y < 0) != (rest < 0)) quotient -= 1;
  if (quotient == 0) return with_sign(0.0, x / y);
  const double whole = floor(quotient);
  return quotient - whole > 0.5 ? whole + 1 : whole;
}

float pyasc_floordiv_f32(float x, float y) {
  if (y == 0) return x / y;
  const float rest = fmodf(x, y);
  float quotient = (x - rest) / y;
  if (rest != 0 && (y < 0) != (rest < 0)) quotient -= 1;
  if (quotient == 0) return with_sign_f(0.0f, x / y);
  const float whole = floorf(quotient);
  return quotient - whole > 0.5f ? whole + 1 : whole;
}
