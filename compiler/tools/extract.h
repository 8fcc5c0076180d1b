// One function out of a Python file.
#ifndef PYASC_COMPILER_TOOLS_EXTRACT_H_
#define PYASC_COMPILER_TOOLS_EXTRACT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace pyasc {

struct Extracted {
  std::string text;
  uint32_t first_line = 1;  // of the file
};

// The lines of the function named `name`, or of the only one if `name` is "".
// kNotFound, naming those there are, if there is none or more than one.
absl::StatusOr<Extracted> ExtractFunction(std::string_view file, std::string_view name);

}  // namespace pyasc

#endif  // PYASC_COMPILER_TOOLS_EXTRACT_H_
