// Configuration as text: a file, flags, or variables; each ends in a Config or a message.
#include <string>
#include <vector>

#include "base/status_macros.h"
#include "server/config.h"
#include "tests/fuzz/fuzz.h"

namespace {

using pyasc::Settings;

std::vector<std::string> Lines(std::string_view text) {
  std::vector<std::string> lines;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find('\n', start), text.size());
    // As the strings of argv and environ, they hold no NUL.
    lines.emplace_back(std::string(text.substr(start, end - start)).c_str());
    start = end + 1;
  }
  return lines;
}

Settings OfFlags(std::string_view text) {
  std::vector<const char*> argv = {"pyascd"};
  const std::vector<std::string> lines = Lines(text);
  for (const std::string& line : lines) argv.push_back(line.c_str());
  const auto parsed = pyasc::ParseCommandLine(static_cast<int>(argv.size()), argv.data(), "1");
  Settings settings;
  if (!parsed.ok()) return settings;
  for (const auto& [key, value] : parsed->settings) settings[key] = {value, "--" + key};
  return settings;
}

Settings OfEnvironment(std::string_view text) {
  pyasc::Environment environment;
  for (const std::string& line : Lines(text)) {
    const size_t equals = std::min(line.find('='), line.size());
    environment[line.substr(0, equals)] = line.substr(std::min(equals + 1, line.size()));
  }
  std::vector<std::string> unknown;
  return pyasc::SettingsOfEnvironment(environment, unknown);
}

Settings OfToml(std::string_view text) {
  const absl::StatusOr<Settings> settings = pyasc::SettingsOfToml(text, "pyascd.toml");
  return settings.ok() ? *settings : Settings();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto [kind, text] = pyasc::fuzz::Split(data, size);
  Settings settings;
  switch (static_cast<pyasc::fuzz::ConfigKind>(kind)) {
    case pyasc::fuzz::ConfigKind::kToml:
      settings = OfToml(text);
      break;
    case pyasc::fuzz::ConfigKind::kFlags:
      settings = OfFlags(text);
      break;
    case pyasc::fuzz::ConfigKind::kEnvironment:
      settings = OfEnvironment(text);
      break;
  }
  const pyasc::Places places{"/socket", "/state", "/cache", "/bin"};
  const absl::StatusOr<pyasc::Config> config = pyasc::MakeConfig({settings}, places);
  if (config.ok()) PYASCD_CHECK(config->cache_max_bytes >= 0 && config->tensor_quota_bytes >= 0);
  return 0;
}
