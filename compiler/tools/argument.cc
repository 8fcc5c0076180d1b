#include "compiler/tools/argument.h"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

absl::Status Bad(std::string_view text, std::string_view what) {
  return absl::InvalidArgumentError(fmt::format("'{}' {}", text, what));
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// "f32" and "float32" alike.
std::optional<DType> ParseAnyDType(std::string_view text) {
  static constexpr std::pair<std::string_view, std::string_view> kShort[] = {
      {"bf", "bfloat"}, {"f", "float"}, {"i", "int"}, {"u", "uint"}};
  if (const auto dtype = ParseDType(text)) return dtype;
  for (const auto& [prefix, name] : kShort)
    if (text.starts_with(prefix))
      if (const auto dtype = ParseDType(fmt::format("{}{}", name, text.substr(prefix.size()))))
        return dtype;
  return std::nullopt;
}

absl::StatusOr<Argument> ParseTensor(std::string_view text) {
  const size_t bracket = text.find('[');
  const auto dtype = ParseAnyDType(text.substr(0, bracket));
  if (!dtype) return Bad(text, "names no dtype before its shape");
  Argument argument;
  argument.dtype = *dtype;
  std::string_view dims = Trim(text.substr(bracket + 1, text.size() - bracket - 2));
  while (!dims.empty()) {
    const size_t comma = std::min(dims.find(','), dims.size());
    const std::string_view one = Trim(dims.substr(0, comma));
    int64_t dim = -1;
    const auto [end, error] = std::from_chars(one.data(), one.data() + one.size(), dim);
    if (error != std::errc() || end != one.data() + one.size() || dim < 0)
      return Bad(text, "has a dim that is no size");
    argument.dims.push_back(dim == 0   ? DimClass::kZero
                            : dim == 1 ? DimClass::kOne
                                       : DimClass::kMany);
    dims.remove_prefix(std::min(comma + 1, dims.size()));
  }
  return argument;
}

absl::StatusOr<Scalar> ParseTuple(std::string_view text) {
  Scalar tuple;
  tuple.kind = ScalarKind::kTuple;
  std::string_view rest = Trim(text.substr(1, text.size() - 2));
  while (!rest.empty()) {
    int depth = 0;
    size_t end = 0;
    for (; end < rest.size() && (depth > 0 || rest[end] != ','); ++end)
      depth += rest[end] == '(' ? 1 : rest[end] == ')' ? -1 : 0;
    PYASC_ASSIGN_OR_RETURN(Scalar item, ParseScalar(rest.substr(0, end)));
    tuple.items.push_back(std::move(item));
    rest = Trim(rest.substr(std::min(end + 1, rest.size())));
  }
  return tuple;
}

absl::StatusOr<Scalar> ParseNumber(std::string_view text) {
  Scalar number;
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  constexpr size_t kMostDigits = 38;  // fit 128 bits
  if (!digits.empty() && digits.size() <= kMostDigits &&
      digits.find_first_not_of("0123456789") == digits.npos) {
    number.kind = ScalarKind::kInt;
    for (const char digit : digits) number.integer = number.integer * 10 + (digit - '0');
    if (negative) number.integer = -number.integer;
    return number;
  }
  const std::string copy(text);
  char* end = nullptr;
  number.kind = ScalarKind::kFloat;
  number.real = std::strtod(copy.c_str(), &end);
  if (copy.empty() || *end != '\0') return Bad(text, "is no tensor, scalar or 'omit'");
  return number;
}

// f32(1.5), int8(3)
absl::StatusOr<Scalar> ParseNumpy(std::string_view text, DType dtype) {
  const size_t open = text.find('(');
  PYASC_ASSIGN_OR_RETURN(Scalar value, ParseScalar(text.substr(open + 1, text.size() - open - 2)));
  if (IsFloat(dtype) && value.kind == ScalarKind::kInt)
    value.real = static_cast<double>(value.integer);
  value.kind = ScalarKind::kNumpy;
  value.dtype = dtype;
  return value;
}

}  // namespace

absl::StatusOr<Scalar> ParseScalar(std::string_view text) {
  text = Trim(text);
  Scalar scalar;
  if (text == "None") return scalar;
  if (text == "True" || text == "False") {
    scalar.kind = ScalarKind::kBool;
    scalar.integer = text == "True" ? 1 : 0;
    return scalar;
  }
  const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') &&
                      text.back() == text.front();
  if (quoted) {
    scalar.kind = ScalarKind::kString;
    scalar.text = text.substr(1, text.size() - 2);
    return scalar;
  }
  if (text.ends_with(')')) {
    if (text.starts_with('(')) return ParseTuple(text);
    if (const auto dtype = ParseAnyDType(text.substr(0, text.find('('))))
      return ParseNumpy(text, *dtype);
  }
  return ParseNumber(text);
}

absl::StatusOr<Argument> ParseArgument(std::string_view text) {
  text = Trim(text);
  if (text.ends_with(']'))
    return text.find('[') == text.npos ? Bad(text, "has no '['") : ParseTensor(text);
  Argument argument;
  argument.kind = ArgumentKind::kOmitted;
  if (text == "omit") return argument;
  PYASC_ASSIGN_OR_RETURN(argument.scalar, ParseScalar(text));
  argument.kind = ArgumentKind::kConstant;
  return argument;
}

absl::StatusOr<std::pair<std::string, std::string>> SplitAssignment(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == text.npos || equals == 0) return Bad(text, "is not of the form name=value");
  return std::pair(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
}

}  // namespace pyasc
