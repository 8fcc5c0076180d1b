// How an event becomes one line.
#ifndef PYASC_BASE_LOG_FIELD_H_
#define PYASC_BASE_LOG_FIELD_H_

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace pyasc {

enum class LogFormat { kText, kJson };

// One key and its value.
class LogField {
 public:
  LogField(std::string_view key, std::string_view value) : key_(key), text_(value) {}
  LogField(std::string_view key, const std::string& value) : key_(key), text_(value) {}
  LogField(std::string_view key, const char* value) : key_(key), text_(value) {}
  LogField(std::string_view key, bool value)
      : key_(key), text_(value ? "true" : "false"), literal_(true) {}
  template <typename T>
    requires std::integral<T>
  LogField(std::string_view key, T value)
      : key_(key), text_(std::to_string(value)), literal_(true) {}

  const std::string& key() const { return key_; }
  const std::string& text() const { return text_; }
  // A number or a bool: written without quotes.
  bool literal() const { return literal_; }

 private:
  std::string key_;
  std::string text_;
  bool literal_ = false;
};

// `event=name key=value` or `"event":"name","key":"value"`, without the line's end.
// Line breaks, controls and bytes that are not UTF-8 come out escaped or replaced.
std::string FormatEvent(LogFormat format, std::string_view event,
                        std::initializer_list<LogField> fields);

}  // namespace pyasc

#endif  // PYASC_BASE_LOG_FIELD_H_
