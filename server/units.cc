#include "server/units.h"

#include <charconv>
#include <cmath>
#include <span>

#include "fmt/format.h"

namespace pyasc {
namespace {

struct Unit {
  std::string_view name;
  double factor;
};

constexpr Unit kByteUnits[] = {
    {"", 1},
    {"B", 1},
    {"KB", 1e3},
    {"MB", 1e6},
    {"GB", 1e9},
    {"TB", 1e12},
    {"KiB", 1024.0},
    {"MiB", 1048576.0},
    {"GiB", 1073741824.0},
    {"TiB", 1099511627776.0},
};

constexpr Unit kTimeUnits[] = {
    {"", 1}, {"s", 1}, {"min", 60}, {"m", 60}, {"h", 3600}, {"d", 86400},
};

constexpr double kTooLarge = 9.2e18;

absl::StatusOr<int64_t> Parse(std::string_view text, std::span<const Unit> units,
                              std::string_view example) {
  double number = 0;
  const char* const end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  while (rest != end && *rest == ' ') ++rest;
  const std::string_view name(rest, static_cast<size_t>(end - rest));
  for (const Unit& unit : units) {
    if (error != std::errc() || unit.name != name) continue;
    const double value = number * unit.factor;
    if (value >= 0 && value < kTooLarge) return static_cast<int64_t>(std::llround(value));
  }
  return absl::InvalidArgumentError(fmt::format("'{}' is not like '{}'", text, example));
}

}  // namespace

absl::StatusOr<int64_t> ParseBytes(std::string_view text) {
  return Parse(text, kByteUnits, "10GiB");
}

absl::StatusOr<int64_t> ParseSeconds(std::string_view text) {
  return Parse(text, kTimeUnits, "30min");
}

absl::StatusOr<int64_t> ParseCount(std::string_view text) {
  int64_t value = 0;
  const char* const end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && rest == end && value >= 0) return value;
  return absl::InvalidArgumentError(fmt::format("'{}' is no whole number", text));
}

}  // namespace pyasc
