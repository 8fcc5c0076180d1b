// The support blob: the functions of compiler/math/support.h as one relocatable object.
#ifndef PYASC_COMPILER_MATH_SUPPORT_OBJECT_H_
#define PYASC_COMPILER_MATH_SUPPORT_OBJECT_H_

#include <string_view>

namespace pyasc::math {

// The bytes of an ELF object for the host's architecture: hidden symbols, one section a
// function, no writable bytes, only PC-relative relocations, no undefined symbols.
std::string_view SupportObject();

}  // namespace pyasc::math

#endif  // PYASC_COMPILER_MATH_SUPPORT_OBJECT_H_
