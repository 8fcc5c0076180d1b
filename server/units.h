// Sizes and durations as people write them.
#ifndef PYASC_SERVER_UNITS_H_
#define PYASC_SERVER_UNITS_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"

namespace pyasc {

// "4096", "10GiB", "1.5 MB"; kInvalidArgument with the text for anything else, and for
// what does not fit 63 bits.
absl::StatusOr<int64_t> ParseBytes(std::string_view text);

// "30", "30s", "1.5min", "2h", "1d".
absl::StatusOr<int64_t> ParseSeconds(std::string_view text);

// "1000", a whole number not below 0.
absl::StatusOr<int64_t> ParseCount(std::string_view text);

}  // namespace pyasc

#endif  // PYASC_SERVER_UNITS_H_
