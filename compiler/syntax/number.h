// Python's numeric literals.
#ifndef PYASC_COMPILER_SYNTAX_NUMBER_H_
#define PYASC_COMPILER_SYNTAX_NUMBER_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "base/signature.h"

namespace pyasc::syntax {

enum class NumberKind : char { kInt, kFloat, kImaginary };

struct NumberScan {
  NumberKind kind = NumberKind::kInt;
  size_t end = 0;     // past the literal; of the offence if there is an error
  std::string error;  // CPython's words; empty: a number
};

// Scans the literal that starts at text[begin], a digit or a '.' before a digit.
NumberScan ScanNumber(std::string_view text, size_t begin);

struct IntegerValue {
  Int128 value = 0;
  bool big = false;  // does not fit; `decimal` holds it
  std::string decimal;
  bool too_long = false;  // over kMaxIntegerDigits
};

inline constexpr size_t kMaxIntegerDigits = 4300;

// The value of a literal that ScanNumber accepted as kInt.
IntegerValue ParseInteger(std::string_view literal);

// Correctly rounded; overflow is infinity. Of a literal accepted as kFloat.
double ParseFloat(std::string_view literal);

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_NUMBER_H_
