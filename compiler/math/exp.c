#include "compiler/math/exp_core.h"
#include "compiler/math/support.h"

double pyasc_exp_f64(double x) {
  if (x != x) return x;
  if (x > 709.8) return __builtin_inf();
  if (x < -746.0) return 0.0;
  return exp_of_sum(x, 0);
}

float pyasc_exp_f32(float x) {
  if (x != x) return x;
  if (x > 89.0f) return __builtin_inff();
  if (x < -104.0f) return 0.0f;
  const ExpParts at = exp_parts((double)x);
  const double tail = at.r * at.r * (0.5 + at.r * 0x1.5555555555555p-3);
  const double value = at.entry[0] + at.entry[0] * (at.r + tail);
  return (float)(value * power_of_two(at.e));
}
