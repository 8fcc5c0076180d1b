#include "base/log.h"

#include <sys/stat.h>

#include <atomic>
#include <cstdio>
#include <exception>
#include <memory>
#include <vector>

#include "fmt/format.h"
#include "spdlog/logger.h"
#include "spdlog/pattern_formatter.h"
#include "spdlog/sinks/rotating_file_sink.h"
#include "spdlog/sinks/stdout_sinks.h"

namespace pyasc {
namespace {

struct Log {
  LogFormat format;
  std::unique_ptr<spdlog::logger> logger;
  const Log* replaced;  // kept in reach, or a leak checker would report it
};

// Set-ups are never freed: a thread may still be writing through the old one.
std::atomic<const Log*> current_log = nullptr;

spdlog::level::level_enum LibraryLevel(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarn:
      return spdlog::level::warn;
    case LogLevel::kError:
      break;
  }
  return spdlog::level::err;
}

const char* Pattern(LogFormat format) {
  if (format == LogFormat::kText) return "%Y-%m-%dT%H:%M:%S.%eZ level=%l %v";
  return R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})";
}

// Throws spdlog_ex.
std::vector<spdlog::sink_ptr> OpenSinks(const LogOptions& options) {
  std::vector<spdlog::sink_ptr> sinks;
  if (options.to_stderr) sinks.push_back(std::make_shared<spdlog::sinks::stderr_sink_mt>());
  if (options.file.empty()) return sinks;
  spdlog::file_event_handlers handlers;
  handlers.after_open = [](const spdlog::filename_t&, std::FILE* file) {
    static_cast<void>(::fchmod(::fileno(file), S_IRUSR | S_IWUSR));
  };
  const size_t older_files = options.max_files > 0 ? options.max_files - 1 : 0;
  sinks.push_back(std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
      options.file, options.max_file_bytes, older_files, /*rotate_on_open=*/false, handlers));
  return sinks;
}

// Throws spdlog_ex.
const Log* NewLog(const LogOptions& options) {
  const std::vector<spdlog::sink_ptr> sinks = OpenSinks(options);
  auto logger = std::make_unique<spdlog::logger>("pyascd", sinks.begin(), sinks.end());
  logger->set_formatter(std::make_unique<spdlog::pattern_formatter>(
      Pattern(options.format), spdlog::pattern_time_type::utc));
  logger->set_level(LibraryLevel(options.level));
  logger->flush_on(spdlog::level::debug);  // a crash loses nothing
  return new Log{options.format, std::move(logger), current_log.load()};
}

const Log& CurrentLog() {
  const Log* log = current_log.load();
  if (log != nullptr) return *log;
  static const Log* const to_stderr = NewLog(LogOptions());
  return *to_stderr;
}

}  // namespace

std::optional<LogLevel> ParseLogLevel(std::string_view name) {
  if (name == "debug") return LogLevel::kDebug;
  if (name == "info") return LogLevel::kInfo;
  if (name == "warn") return LogLevel::kWarn;
  if (name == "error") return LogLevel::kError;
  return std::nullopt;
}

std::optional<LogFormat> ParseLogFormat(std::string_view name) {
  if (name == "text") return LogFormat::kText;
  if (name == "json") return LogFormat::kJson;
  return std::nullopt;
}

absl::Status StartLog(const LogOptions& options) {
  try {
    current_log.store(NewLog(options));
  } catch (const std::exception& error) {
    return absl::UnavailableError(
        fmt::format("log file {} cannot be opened: {}", options.file, error.what()));
  }
  return absl::OkStatus();
}

bool LogsAt(LogLevel level) { return CurrentLog().logger->should_log(LibraryLevel(level)); }

void LogEvent(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) {
  const Log& log = CurrentLog();
  const spdlog::level::level_enum library_level = LibraryLevel(level);
  if (!log.logger->should_log(library_level)) return;
  // As one argument: a brace in a value is not a format.
  log.logger->log(library_level, spdlog::string_view_t(FormatEvent(log.format, event, fields)));
}

}  // namespace pyasc
