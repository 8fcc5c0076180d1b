// Distance of a result from the exact one, in units in the last place.
#ifndef PYASC_COMPILER_MATH_TESTING_ULP_H_
#define PYASC_COMPILER_MATH_TESTING_ULP_H_

#include <ostream>
#include <string_view>
#include <vector>

namespace pyasc::math {

using Quad = __float128;

// Error of `got`, a result of double or float precision, against `want`. 0 where both
// are the same infinity or NaN; infinity where only one is. A result beyond the largest
// number must be infinity.
double UlpError(double got, Quad want);
double UlpErrorF32(float got, Quad want);

Quad ExactPow(double x, double y);

// An elementary function of one argument and what it is measured against.
struct Elementary {
  std::string_view name;
  double (*f64)(double);
  float (*f32)(float);
  Quad (*exact)(Quad);
  double (*host)(double);  // good to about 1e-16: the reference of float32 sweeps
  // Where results are neither constant nor NaN.
  double low, high;
};

// For test output.
inline std::ostream& operator<<(std::ostream& out, const Elementary& function) {
  return out << function.name;
}

const std::vector<Elementary>& ElementaryFunctions();

// Arguments in [low, high] that have uniformly distributed bit patterns (so all
// exponents), or values. Deterministic.
class Samples {
 public:
  Samples(double low, double high, unsigned long long seed);
  double Next();

 private:
  unsigned long long Random();

  double low_, high_;
  unsigned long long state_;
  bool by_value_ = false;
};

}  // namespace pyasc::math

#endif  // PYASC_COMPILER_MATH_TESTING_ULP_H_
