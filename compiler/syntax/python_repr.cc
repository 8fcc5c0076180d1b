#include "compiler/syntax/python_repr.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>

#include "compiler/syntax/unicode.h"

namespace pyasc::syntax {
namespace {

// repr() switches to an exponent outside of these powers of ten.
constexpr int kMinFixed = -4;
constexpr int kMaxFixed = 16;

std::string EscapeCodePoint(char32_t c) {
  const auto number = static_cast<uint32_t>(c);
  if (c < 0x100) return fmt::format("\\x{:02x}", number);
  if (c < 0x10000) return fmt::format("\\u{:04x}", number);
  return fmt::format("\\U{:08x}", number);
}

}  // namespace

std::string EscapeString(std::string_view text, char quote) {
  std::string out;
  char32_t c = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    if (!NextCodePoint(text, &at, &c)) break;
    if (c == '\\' || c == static_cast<unsigned char>(quote)) {
      out.push_back('\\');
      out.push_back(static_cast<char>(c));
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\r') {
      out += "\\r";
    } else if (c == '\t') {
      out += "\\t";
    } else if (IsPrintable(c)) {
      out += text.substr(start, at - start);
    } else {
      out += EscapeCodePoint(c);
    }
  }
  return out;
}

std::string ReprString(std::string_view text) {
  const bool single = text.find('\'') != std::string_view::npos;
  const bool both = single && text.find('"') != std::string_view::npos;
  const char quote = single && !both ? '"' : '\'';
  return fmt::format("{0}{1}{0}", quote, EscapeString(text, quote));
}

std::string ReprFloat(double value) {
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (std::isnan(value)) return "nan";
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::scientific).ptr;
  const std::string_view text(buffer, static_cast<size_t>(end - buffer));
  const size_t mark = text.find('e');
  const int exponent = std::atoi(std::string(text.substr(mark + 1)).c_str());
  if (exponent < kMinFixed || exponent >= kMaxFixed) return std::string(text);
  const auto fixed =
      std::to_chars(buffer, buffer + sizeof(buffer), value, std::chars_format::fixed).ptr;
  std::string result(buffer, static_cast<size_t>(fixed - buffer));
  if (result.find('.') == std::string::npos) result += ".0";
  return result;
}

std::string ReprInteger(const Expr& literal) {
  return literal.big ? literal.text : fmt::format("{}", literal.integer);
}

std::string_view Symbol(Operator op) {
  constexpr std::string_view kSymbols[] = {
      "",   "+",  "-", "*",  "/", "//", "%",  "**",     "@",   "<<",
      ">>", "&",  "|", "^",  "-", "+",  "~",  "not",    "and", "or",
      "==", "!=", "<", "<=", ">", ">=", "is", "is not", "in",  "not in"};
  return kSymbols[static_cast<size_t>(op)];
}

}  // namespace pyasc::syntax
