#include "compiler/syntax/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/syntax/codes.h"
#include "compiler/syntax/unicode.h"

namespace pyasc::syntax {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// "\r\n" and a lone "\r" end a line, as for Python.
std::string WithNewlines(std::string_view raw) {
  std::string text;
  text.reserve(raw.size());
  for (size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\r') {
      text.push_back(raw[i]);
      continue;
    }
    text.push_back('\n');
    if (i + 1 < raw.size() && raw[i + 1] == '\n') ++i;
  }
  return text;
}

// The first offset that is not text, or npos; `*code` and `*message` say why.
size_t FirstBadByte(std::string_view text, std::string* code, std::string* message) {
  char32_t c = 0;
  for (size_t at = 0; at < text.size();) {
    if (text[at] == '\0') {
      *code = codes::kNullByte;
      *message = "source code cannot contain null bytes";
      return at;
    }
    const size_t start = at;
    if (NextCodePoint(text, &at, &c)) continue;
    *code = codes::kNotUtf8;
    *message = fmt::format("the text is not UTF-8: unexpected byte 0x{:02x}",
                           static_cast<unsigned char>(text[start]));
    return start;
  }
  return std::string_view::npos;
}

}  // namespace

SourceText::SourceText(std::string text) : text_(std::move(text)) {
  line_starts_.push_back(0);
  for (size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

std::optional<SourceText> SourceText::Create(std::string_view raw,
                                             std::vector<Diagnostic>* diagnostics) {
  if (raw.size() > kMaxSourceBytes) {
    diagnostics->push_back({codes::kTooLarge,
                            fmt::format("the operator's text has {} bytes, more than the limit of "
                                        "{} bytes (kMaxSourceBytes)",
                                        raw.size(), kMaxSourceBytes),
                            "split the operator, or pass tables as tensors",
                            {1, 0, 1, 0}});
    return std::nullopt;
  }
  if (raw.starts_with(kByteOrderMark)) raw.remove_prefix(kByteOrderMark.size());
  SourceText source(WithNewlines(raw));
  Diagnostic bad;
  const size_t at = FirstBadByte(source.text(), &bad.code, &bad.message);
  if (at == std::string_view::npos) return source;
  bad.hint = "save the file as UTF-8 text";
  bad.span = source.Span(at, at + 1);
  diagnostics->push_back(std::move(bad));
  return std::nullopt;
}

uint32_t SourceText::Line(size_t offset) const {
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<uint32_t>(next - line_starts_.begin());
}

SourceSpan SourceText::Span(size_t begin, size_t end) const {
  SourceSpan span;
  span.line = Line(begin);
  span.column = static_cast<uint32_t>(begin - line_starts_[span.line - 1]);
  span.end_line = Line(end);
  span.end_column = static_cast<uint32_t>(end - line_starts_[span.end_line - 1]);
  return span;
}

}  // namespace pyasc::syntax
