// The log: one event a line, in UTC, `event=... key=value`, or the same keys as JSON.
// Only log.cc knows the library behind it.
#ifndef PYASC_BASE_LOG_H_
#define PYASC_BASE_LOG_H_

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "base/log_field.h"

namespace pyasc {

// info: life cycle; warn: recovered; error: a person must look.
enum class LogLevel { kDebug, kInfo, kWarn, kError };

// From "debug", "info", "warn", "error"; and "text", "json".
std::optional<LogLevel> ParseLogLevel(std::string_view name);
std::optional<LogFormat> ParseLogFormat(std::string_view name);

struct LogOptions {
  LogFormat format = LogFormat::kText;
  LogLevel level = LogLevel::kInfo;  // and above
  std::string file;                  // "": none; made with mode 0600
  uint64_t max_file_bytes = 16u << 20;
  uint32_t max_files = 4;  // file, file.1, ...
  bool to_stderr = true;
};

// Replaces the log's set-up; until the first call events go to stderr as text. Not to be
// called while other threads log. The file's status if it cannot be opened: the set-up
// stays as it was.
absl::Status StartLog(const LogOptions& options);

// Whether events of a level are written: what only they need can be left out else.
bool LogsAt(LogLevel level);

// Writes one event; thread-safe, never throws, never more than one line. `event` and the
// keys are the program's own words: lower case, no spaces. Values may be anything but
// secrets and tensor contents.
void LogEvent(LogLevel level, std::string_view event, std::initializer_list<LogField> fields = {});

}  // namespace pyasc

#endif  // PYASC_BASE_LOG_H_
