// The arguments that pyascc is told on its command line.
#ifndef PYASC_COMPILER_TOOLS_ARGUMENT_H_
#define PYASC_COMPILER_TOOLS_ARGUMENT_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "base/signature.h"
#include "base/specialisation.h"

namespace pyasc {

// Reads "f32[1,3,224,224]" (a C-order tensor), "omit", or a scalar: 3, -0.5, True, None,
// "text", 'text', (1, 2), f32(1.5). A scalar becomes kConstant: only the parameter tells
// whether its value belongs to the key.
absl::StatusOr<Argument> ParseArgument(std::string_view text);

absl::StatusOr<Scalar> ParseScalar(std::string_view text);

// Splits "name=value".
absl::StatusOr<std::pair<std::string, std::string>> SplitAssignment(std::string_view text);

}  // namespace pyasc

#endif  // PYASC_COMPILER_TOOLS_ARGUMENT_H_
