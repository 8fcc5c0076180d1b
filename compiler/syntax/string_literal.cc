#include "compiler/syntax/string_literal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

#include "compiler/syntax/codes.h"
#include "compiler/syntax/unicode.h"

namespace pyasc::syntax {
namespace {

constexpr char32_t kMaxCodePoint = 0x10FFFF;

int HexValue(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The one character an escape of one letter stands for, or 0.
char SimpleEscape(char c) {
  switch (c) {
    case '\\':
    case '\'':
    case '"':
      return c;
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    default:
      return 0;
  }
}

class Decoder {
 public:
  Decoder(const SourceText& source, size_t begin, size_t end, std::string* out, Diagnostic* error)
      : source_(source),
        text_(source.text().substr(0, end)),
        at_(begin),
        out_(out),
        error_(error) {}

  bool Run() {
    while (at_ < text_.size()) {
      const size_t backslash = std::min(text_.find('\\', at_), text_.size());
      out_->append(text_.substr(at_, backslash - at_));
      at_ = backslash;
      if (at_ < text_.size() && !Escape()) return false;
    }
    return true;
  }

 private:
  bool Fail(const char* code, std::string message, std::string hint = "") {
    *error_ = {code, std::move(message), std::move(hint), source_.Span(start_, at_)};
    return false;
  }

  bool Escape() {
    start_ = at_++;
    if (at_ >= text_.size()) {  // before the brace of an f-string: itself
      out_->push_back('\\');
      return true;
    }
    const char c = text_[at_++];
    if (c == '\n') return true;
    if (const char simple = SimpleEscape(c); simple != 0) {
      out_->push_back(simple);
      return true;
    }
    if (c == 'x') return Hex(2, "\\xXX");
    if (c == 'u') return Hex(4, "\\uXXXX");
    if (c == 'U') return Hex(8, "\\UXXXXXXXX");
    if (c == 'N') {
      return Fail(codes::kNamedEscape, "\\N escapes are not supported",
                  "write the character itself or its \\u escape");
    }
    if (c >= '0' && c <= '7') return Octal(c);
    out_->push_back('\\');
    --at_;
    return true;
  }

  bool Hex(int digits, std::string_view form) {
    char32_t value = 0;
    for (int i = 0; i < digits; ++i) {
      const int digit = at_ < text_.size() ? HexValue(text_[at_]) : -1;
      if (digit < 0) return Fail(codes::kEscape, fmt::format("truncated {} escape", form));
      value = value * 16 + static_cast<char32_t>(digit);
      ++at_;
    }
    if (value > kMaxCodePoint) return Fail(codes::kEscape, "illegal Unicode character");
    if (IsSurrogate(value)) {
      return Fail(codes::kSurrogate, "a lone surrogate in a string is not supported",
                  "write the whole character with \\U");
    }
    AppendUtf8(value, out_);
    return true;
  }

  bool Octal(char first) {
    char32_t value = static_cast<char32_t>(first - '0');
    for (int i = 0; i < 2 && at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '7'; ++i) {
      value = value * 8 + static_cast<char32_t>(text_[at_++] - '0');
    }
    AppendUtf8(value, out_);
    return true;
  }

  const SourceText& source_;
  std::string_view text_;
  size_t at_;
  size_t start_ = 0;  // of the escape
  std::string* out_;
  Diagnostic* error_;
};

}  // namespace

StringParts SplitString(const SourceText& source, const Token& token) {
  const std::string_view text = source.text();
  StringParts parts;
  size_t at = token.begin;
  for (; text[at] != '"' && text[at] != '\''; ++at) {
    const char lower = static_cast<char>(text[at] | 0x20);
    parts.raw |= lower == 'r';
    parts.bytes |= lower == 'b';
    parts.format |= lower == 'f';
  }
  const std::string_view rest = source.Slice(at, token.end);
  const bool triple = rest.size() >= 6 && rest[1] == rest[0] && rest[2] == rest[0];
  const size_t quotes = triple ? 3 : 1;
  parts.begin = at + quotes;
  parts.end = token.end - quotes;
  return parts;
}

bool DecodeEscapes(const SourceText& source, size_t begin, size_t end, std::string* out,
                   Diagnostic* error) {
  return Decoder(source, begin, end, out, error).Run();
}

}  // namespace pyasc::syntax
