#include "compiler/syntax/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>

namespace pyasc::syntax {
namespace {

struct Range {
  char32_t first, last;
};

template <size_t kCount>
bool In(const Range (&ranges)[kCount], char32_t c) {
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [c](const Range& range) { return range.first <= c && c <= range.last; });
}

// Letters by category that NFKC turns into something that cannot start a name.
constexpr Range kNotStart[] = {
    {0x037A, 0x037A}, {0x0E33, 0x0E33}, {0x0EB3, 0x0EB3}, {0x2E2F, 0x2E2F}, {0xFC5E, 0xFC63},
    {0xFDFA, 0xFDFB}, {0xFE70, 0xFE70}, {0xFE72, 0xFE72}, {0xFE74, 0xFE74}, {0xFE76, 0xFE76},
    {0xFE78, 0xFE78}, {0xFE7A, 0xFE7A}, {0xFE7C, 0xFE7C}, {0xFE7E, 0xFE7E}, {0xFF9E, 0xFF9F}};
// ... or continue one.
constexpr Range kNotContinue[] = {{0x037A, 0x037A}, {0x2E2F, 0x2E2F}, {0xFC5E, 0xFC63},
                                  {0xFDFA, 0xFDFB}, {0xFE70, 0xFE70}, {0xFE72, 0xFE72},
                                  {0xFE74, 0xFE74}, {0xFE76, 0xFE76}, {0xFE78, 0xFE78},
                                  {0xFE7A, 0xFE7A}, {0xFE7C, 0xFE7C}, {0xFE7E, 0xFE7E}};
// Unicode's Other_ID_Start and Other_ID_Continue.
constexpr Range kOtherStart[] = {{0x1885, 0x1886}, {0x2118, 0x2118}, {0x212E, 0x212E}};
constexpr Range kOtherContinue[] = {
    {0x00B7, 0x00B7}, {0x0387, 0x0387}, {0x1369, 0x1371}, {0x19DA, 0x19DA}};

bool IsStartCategory(utf8proc_category_t category) {
  switch (category) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_NL:
      return true;
    default:
      return false;
  }
}

bool IsContinueCategory(utf8proc_category_t category) {
  switch (category) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_PC:
      return true;
    default:
      return IsStartCategory(category);
  }
}

utf8proc_category_t Category(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}

bool IsAsciiLetter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

}  // namespace

bool NextCodePoint(std::string_view text, size_t* position, char32_t* code_point) {
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data()) + *position;
  if (*bytes < 0x80) {
    *code_point = *bytes;
    ++*position;
    return true;
  }
  utf8proc_int32_t c = 0;
  const auto rest = static_cast<utf8proc_ssize_t>(std::min<size_t>(text.size() - *position, 4));
  const utf8proc_ssize_t length = utf8proc_iterate(bytes, rest, &c);
  if (length <= 0) return false;
  *code_point = static_cast<char32_t>(c);
  *position += static_cast<size_t>(length);
  return true;
}

void AppendUtf8(char32_t code_point, std::string* out) {
  utf8proc_uint8_t bytes[4];
  const utf8proc_ssize_t length =
      utf8proc_encode_char(static_cast<utf8proc_int32_t>(code_point), bytes);
  out->append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(length));
}

bool IsSurrogate(char32_t code_point) { return code_point >= 0xD800 && code_point <= 0xDFFF; }

bool IsIdentifierStart(char32_t c) {
  if (c < 0x80) return IsAsciiLetter(c) || c == '_';
  return (IsStartCategory(Category(c)) && !In(kNotStart, c)) || In(kOtherStart, c);
}

bool IsIdentifierContinue(char32_t c) {
  if (c < 0x80) return IsAsciiLetter(c) || c == '_' || (c >= '0' && c <= '9');
  return (IsContinueCategory(Category(c)) && !In(kNotContinue, c)) || In(kOtherStart, c) ||
         In(kOtherContinue, c);
}

bool IsPrintable(char32_t c) {
  if (c < 0x7F) return c >= ' ';
  switch (Category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_ZS:
      return false;
    default:
      return true;
  }
}

std::string Nfkc(std::string_view text) {
  utf8proc_uint8_t* normal = nullptr;
  const utf8proc_ssize_t length = utf8proc_map(
      reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
      static_cast<utf8proc_ssize_t>(text.size()), &normal,
      static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT));
  if (length < 0) return std::string(text);
  std::string result(reinterpret_cast<const char*>(normal), static_cast<size_t>(length));
  std::free(normal);
  return result;
}

}  // namespace pyasc::syntax
