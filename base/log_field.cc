#include "base/log_field.h"

#include <cstdint>

#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

// The length of the UTF-8 sequence that `text` starts with and its code point; 0 if it
// is not one.
size_t DecodeUtf8(std::string_view text, uint32_t* point) {
  const auto byte = [text](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t first = byte(0);
  if (first < 0x80) {
    *point = first;
    return 1;
  }
  const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  *point = first & (0x7fu >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    *point = *point << 6 | (byte(i) & 0x3fu);
  }
  const bool overlong = (length == 3 && *point < 0x800) || (length == 4 && *point < 0x10000);
  const bool surrogate = *point >= 0xd800 && *point < 0xe000;
  return overlong || surrogate || *point > 0x10ffff ? 0 : length;
}

// What some reader would take for a line's end or a terminal for a command.
bool IsControl(uint32_t point) {
  return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x2028 || point == 0x2029;
}

void AppendQuoted(std::string_view value, std::string* out) {
  *out += '"';
  while (!value.empty()) {
    uint32_t point = 0;
    const size_t length = DecodeUtf8(value, &point);
    if (length == 0) {
      *out += kReplacement;
    } else if (point == '\n') {
      *out += "\\n";
    } else if (IsControl(point)) {
      *out += fmt::format("\\u{:04x}", point);
    } else {
      if (point == '"' || point == '\\') *out += '\\';
      *out += value.substr(0, length);
    }
    value.remove_prefix(length == 0 ? 1 : length);
  }
  *out += '"';
}

bool IsPlain(std::string_view value) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+,";
  return !value.empty() && value.find_first_not_of(kPlain) == std::string_view::npos;
}

void AppendText(const LogField& field, std::string* out) {
  *out += field.key();
  *out += '=';
  if (field.literal() || IsPlain(field.text())) {
    *out += field.text();
  } else {
    AppendQuoted(field.text(), out);
  }
}

void AppendJson(const LogField& field, std::string* out) {
  AppendQuoted(field.key(), out);
  *out += ':';
  if (field.literal()) {
    *out += field.text();
  } else {
    AppendQuoted(field.text(), out);
  }
}

}  // namespace

std::string FormatEvent(LogFormat format, std::string_view event,
                        std::initializer_list<LogField> fields) {
  const auto append = format == LogFormat::kText ? AppendText : AppendJson;
  const char separator = format == LogFormat::kText ? ' ' : ',';
  std::string line;
  append(LogField("event", event), &line);
  for (const LogField& field : fields) {
    line += separator;
    append(field, &line);
  }
  return line;
}

}  // namespace pyasc
