// The support blob's functions under the prefix blob_, beside the host's own.
#ifndef PYASC_COMPILER_MATH_TESTING_BLOB_H_
#define PYASC_COMPILER_MATH_TESTING_BLOB_H_

#define PYASC_SUPPORT(name) blob_##name
#include "compiler/math/support.h"

// The 16-bit floats come in the low bits of a float register.
extern "C" {
float blob___truncdfhf2(double x);
float blob___truncsfhf2(float x);
float blob___extendhfsf2(float half_bits);
double blob___extendhfdf2(float half_bits);
float blob___truncdfbf2(double x);
float blob___truncsfbf2(float x);
float blob___floattihf(__int128 x);
__int128 blob___fixhfti(float half_bits);
}

#endif  // PYASC_COMPILER_MATH_TESTING_BLOB_H_
