#include "compiler/tools/report.h"

#include <algorithm>

#include "fmt/format.h"

namespace pyasc {
namespace {

std::string_view LineOf(std::string_view text, uint32_t line) {
  for (; line > 1 && !text.empty(); --line)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  return text.substr(0, std::min(text.find('\n'), text.size()));
}

// Characters in the first `bytes` bytes of UTF-8.
size_t Characters(std::string_view line, size_t bytes) {
  const std::string_view head = line.substr(0, bytes);
  return static_cast<size_t>(
      std::count_if(head.begin(), head.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

}  // namespace

std::string Report(const Diagnostic& diagnostic, const LineTable& lines, std::string_view text,
                   std::string_view file, uint32_t first_line) {
  SourceSpan span = diagnostic.span;
  if (diagnostic.point >= 0 && static_cast<size_t>(diagnostic.point) < lines.spans.size())
    span = lines.spans[static_cast<size_t>(diagnostic.point)];
  const uint32_t line = std::max(span.line, 1u);
  const std::string_view source = LineOf(text, line);
  const size_t column = Characters(source, span.column);
  size_t width = 1;
  if (span.end_line == span.line && span.end_column > span.column)
    width = std::max<size_t>(Characters(source, span.end_column) - column, 1);
  std::string report = fmt::format("{}:{}:{}: error: {} [{}]\n", file, first_line + line - 1,
                                   column + 1, diagnostic.message, diagnostic.code);
  report +=
      fmt::format("{}\n{}^{}\n", source, std::string(column, ' '), std::string(width - 1, '~'));
  if (!diagnostic.hint.empty()) report += fmt::format("hint: {}\n", diagnostic.hint);
  return report;
}

}  // namespace pyasc
