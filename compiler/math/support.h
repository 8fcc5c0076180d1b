// Functions that compiled kernels call: what LLVM's code generator takes for granted,
// exact integer and Python arithmetic, and elementary functions whose bits are the same
// on every machine. They are compiled for the baseline instruction set without
// contraction, have no writable data, call nobody else, and enter an image only where
// it refers to them.
//
// All assume round to nearest, ties to even. Error bounds are in units in the last place
// (ulp) of the exact result; 0.5 is correctly rounded.
#ifndef PYASC_COMPILER_MATH_SUPPORT_H_
#define PYASC_COMPILER_MATH_SUPPORT_H_

#include <stddef.h>
#include <stdint.h>

// Tests see the functions under a prefix, beside the host's own.
#ifndef PYASC_SUPPORT
#define PYASC_SUPPORT(name) name
#endif

#ifdef __cplusplus
extern "C" {
#define PYASC_RESTRICT
#else
#define PYASC_RESTRICT restrict
#endif

// Memory, as in C.
void* PYASC_SUPPORT(memcpy)(void* PYASC_RESTRICT to, const void* PYASC_RESTRICT from, size_t bytes);
void* PYASC_SUPPORT(memmove)(void* to, const void* from, size_t bytes);
void* PYASC_SUPPORT(memset)(void* to, int byte, size_t bytes);
int PYASC_SUPPORT(memcmp)(const void* a, const void* b, size_t bytes);

// 128-bit integers. Division truncates; the divisor is not 0. `overflow` becomes 1 if
// the product does not fit, else 0; the result is the product modulo 2^128.
// Method: one or two 128-by-64-bit divisions and a correction.
__int128 PYASC_SUPPORT(__divti3)(__int128 a, __int128 b);
__int128 PYASC_SUPPORT(__modti3)(__int128 a, __int128 b);
unsigned __int128 PYASC_SUPPORT(__udivti3)(unsigned __int128 a, unsigned __int128 b);
unsigned __int128 PYASC_SUPPORT(__umodti3)(unsigned __int128 a, unsigned __int128 b);
__int128 PYASC_SUPPORT(__muloti4)(__int128 a, __int128 b, int* overflow);

// Between floats and 128-bit integers: to float correctly rounded; to integer toward
// zero, saturating (NaN: the largest magnitude of its sign; negative to unsigned: 0).
double PYASC_SUPPORT(__floattidf)(__int128 x);
float PYASC_SUPPORT(__floattisf)(__int128 x);
double PYASC_SUPPORT(__floatuntidf)(unsigned __int128 x);
float PYASC_SUPPORT(__floatuntisf)(unsigned __int128 x);
__int128 PYASC_SUPPORT(__fixdfti)(double x);
__int128 PYASC_SUPPORT(__fixsfti)(float x);
unsigned __int128 PYASC_SUPPORT(__fixunsdfti)(double x);
unsigned __int128 PYASC_SUPPORT(__fixunssfti)(float x);

// float16 and bfloat16: correctly rounded, one rounding; a NaN stays one, with the top of
// its payload, quiet. LLVM passes both 16-bit types in the low bits of a float register.
#ifndef __cplusplus
_Float16 PYASC_SUPPORT(__truncdfhf2)(double x);
_Float16 PYASC_SUPPORT(__truncsfhf2)(float x);
float PYASC_SUPPORT(__extendhfsf2)(_Float16 x);
double PYASC_SUPPORT(__extendhfdf2)(_Float16 x);
_Float16 PYASC_SUPPORT(__truncdfbf2)(double x);
_Float16 PYASC_SUPPORT(__truncsfbf2)(float x);
_Float16 PYASC_SUPPORT(__floattihf)(__int128 x);
__int128 PYASC_SUPPORT(__fixhfti)(_Float16 x);
#endif

// Exact roundings to an integer, for targets without SSE4.1; signs of zeros as IEEE has
// them. rint, nearbyint and roundeven are one. Method: adding and subtracting 2^52.
double PYASC_SUPPORT(floor)(double x);
double PYASC_SUPPORT(ceil)(double x);
double PYASC_SUPPORT(trunc)(double x);
double PYASC_SUPPORT(rint)(double x);
double PYASC_SUPPORT(nearbyint)(double x);
double PYASC_SUPPORT(roundeven)(double x);
float PYASC_SUPPORT(floorf)(float x);
float PYASC_SUPPORT(ceilf)(float x);
float PYASC_SUPPORT(truncf)(float x);
float PYASC_SUPPORT(rintf)(float x);
float PYASC_SUPPORT(nearbyintf)(float x);
float PYASC_SUPPORT(roundevenf)(float x);

// The smaller and the larger; the other operand of a NaN; -0 is below +0.
double PYASC_SUPPORT(fmin)(double x, double y);
double PYASC_SUPPORT(fmax)(double x, double y);
float PYASC_SUPPORT(fminf)(float x, float y);
float PYASC_SUPPORT(fmaxf)(float x, float y);

// x - n y with n = x/y toward zero: exact. NaN for an infinite x or y = 0.
// Method: remainders of integer mantissas, eleven bits at a time.
double PYASC_SUPPORT(fmod)(double x, double y);
float PYASC_SUPPORT(fmodf)(float x, float y);

// x y + z, rounded once, for targets without FMA.
double PYASC_SUPPORT(fma)(double x, double y, double z);
float PYASC_SUPPORT(fmaf)(float x, float y, float z);

// Python's int / int: the correctly rounded quotient; b is not 0.
double PYASC_SUPPORT(pyasc_int_truediv)(__int128 a, __int128 b);

// Python's base ** exponent for exponent >= 0: 0 and *result, or 1 if it needs more than
// 128 bits (*result is then unspecified). 0 ** 0 is 1.
int PYASC_SUPPORT(pyasc_int_pow)(__int128 base, __int128 exponent, __int128* result);

// x % y and x // y of floats as Python and NumPy have them: the remainder has y's sign,
// the quotient is the floor of the rounded (x - x % y) / y, zeros carry the sign of y and
// of x / y. y = 0 is NumPy's: NaN, and x / y. The f32 forms compute in float32, as NumPy.
double PYASC_SUPPORT(pyasc_mod_f64)(double x, double y);
double PYASC_SUPPORT(pyasc_floordiv_f64)(double x, double y);
float PYASC_SUPPORT(pyasc_mod_f32)(float x, float y);
float PYASC_SUPPORT(pyasc_floordiv_f32)(float x, float y);

// The integer nearest to x, ties to even, as round(x) and numpy.rint have it.
double PYASC_SUPPORT(pyasc_round_f64)(double x);

// e^x. exp(-inf) = 0, exp(inf) = inf, a NaN comes back; results that are denormal are
// rounded once. Method: argument reduction by 2^(k/128), a table of 2^(k/128) in two
// doubles, Taylor's polynomial of degree 5 (f64) or 3 (f32, computed in float64).
// f64: at most 0.52 ulp; f32: at most 0.501 ulp.
double PYASC_SUPPORT(pyasc_exp_f64)(double x);
float PYASC_SUPPORT(pyasc_exp_f32)(float x);

// Logarithms: natural, to base 2 and 10, and of 1 + x. log(0) = -inf, of a negative number
// NaN, log(inf) = inf; log2 of a power of two and log10 of a power of ten are exact.
// Method: x = 2^k c (1 + r) with 128 values c whose inverses have 11 bits (r is exact),
// log(c) in two doubles, Taylor's polynomial of degree 9.
// f64: at most 0.53 ulp; f32 (computed in float64): at most 0.501 ulp.
double PYASC_SUPPORT(pyasc_log_f64)(double x);
double PYASC_SUPPORT(pyasc_log2_f64)(double x);
double PYASC_SUPPORT(pyasc_log10_f64)(double x);
double PYASC_SUPPORT(pyasc_log1p_f64)(double x);
float PYASC_SUPPORT(pyasc_log_f32)(float x);
float PYASC_SUPPORT(pyasc_log2_f32)(float x);
float PYASC_SUPPORT(pyasc_log10_f32)(float x);
float PYASC_SUPPORT(pyasc_log1p_f32)(float x);

// x^y with all of C99's special cases: 1 for y = 0 or x = 1 even with a NaN, NaN for x < 0
// and a y that is not an integer. Powers that are exactly representable are exact.
// Method: log(x) to 68 bits (as above, with r^2 and the sums in two doubles), times y in
// two doubles, e^ of that as above. f64: at most 0.54 ulp; f32 (computed in float64): at
// most 0.501 ulp.
double PYASC_SUPPORT(pyasc_pow_f64)(double x, double y);
float PYASC_SUPPORT(pyasc_pow_f32)(float x, float y);

// tanh. Method: Taylor's polynomial of degree 23 up to 1/4, then (e^2x - 1) / (e^2x + 1) with
// numerator and denominator in two doubles. f64: at most 0.56 ulp; f32: 0.501 ulp.
double PYASC_SUPPORT(pyasc_tanh_f64)(double x);
float PYASC_SUPPORT(pyasc_tanh_f32)(float x);

// sin and cos of any number, NaN for an infinite one. Method: x modulo pi/2 in two doubles
// from 192 bits of x 2/pi, exact integer arithmetic for every size of x; Taylor's
// polynomials of degree 17 and 18. f64: at most 0.90 ulp; f32: at most 0.501 ulp.
double PYASC_SUPPORT(pyasc_sin_f64)(double x);
double PYASC_SUPPORT(pyasc_cos_f64)(double x);
float PYASC_SUPPORT(pyasc_sin_f32)(float x);
float PYASC_SUPPORT(pyasc_cos_f32)(float x);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // PYASC_COMPILER_MATH_SUPPORT_H_
