#include "server/config.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/units.h"

namespace pyasc {
namespace {

template <std::string Config::* member>
absl::Status SetText(Config& config, const std::string& text) {
  config.*member = text;
  return absl::OkStatus();
}

template <int64_t Config::* member, absl::StatusOr<int64_t> (*parse)(std::string_view)>
absl::Status SetNumber(Config& config, const std::string& text) {
  PYASC_ASSIGN_OR_RETURN(config.*member, parse(text));
  return absl::OkStatus();
}

absl::Status OneOf(const std::string& text, std::initializer_list<std::string_view> allowed) {
  std::string names;
  for (std::string_view name : allowed) {
    if (text == name) return absl::OkStatus();
    names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  }
  return absl::InvalidArgumentError(fmt::format("'{}' is not one of {}", text, names));
}

absl::Status SetLevel(Config& config, const std::string& text) {
  config.log_level = text;
  return OneOf(text, {"debug", "info", "warn", "error"});
}

absl::Status SetFormat(Config& config, const std::string& text) {
  config.log_format = text;
  return OneOf(text, {"text", "json"});
}

// Milliseconds of it fit an int; 0 would end every compile at once.
absl::Status SetCompileTimeout(Config& config, const std::string& text) {
  constexpr int64_t kMostSeconds = 24 * 3600;
  PYASC_ASSIGN_OR_RETURN(config.compile_timeout_s, ParseSeconds(text));
  if (config.compile_timeout_s >= 1 && config.compile_timeout_s <= kMostSeconds) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(fmt::format("'{}' is not from 1s to 24h", text));
}

absl::Status SetSandbox(Config& config, const std::string& text) {
  PYASC_RETURN_IF_ERROR(OneOf(text, {"auto", "1", "2", "3"}));
  config.sandbox_level = text == "auto" ? 0 : text[0] - '0';
  return absl::OkStatus();
}

constexpr int64_t kMostDevices = 64;  // of a kind

// "cpu" or "cpu=2".
absl::StatusOr<DeviceCount> ParseDevice(const std::string& text) {
  const size_t equals = std::min(text.find('='), text.size());
  DeviceCount device{.kind = text.substr(0, equals)};
  PYASC_RETURN_IF_ERROR(OneOf(device.kind, {"cpu", "null"}));
  if (equals == text.size()) return device;
  PYASC_ASSIGN_OR_RETURN(const int64_t count, ParseCount(text.substr(equals + 1)));
  if (count < 1 || count > kMostDevices) {
    return absl::InvalidArgumentError(
        fmt::format("'{}': 1 to {} devices of a kind", text, kMostDevices));
  }
  device.count = static_cast<size_t>(count);
  return device;
}

absl::Status SetDevices(Config& config, const std::string& text) {
  config.devices.clear();
  for (size_t start = 0; start <= text.size();) {
    const size_t comma = std::min(text.find(',', start), text.size());
    PYASC_ASSIGN_OR_RETURN(DeviceCount device, ParseDevice(text.substr(start, comma - start)));
    for (const DeviceCount& known : config.devices) {
      if (device.kind != known.kind) continue;
      return absl::InvalidArgumentError(fmt::format("'{}' twice", device.kind));
    }
    config.devices.push_back(std::move(device));
    start = comma + 1;
  }
  return absl::OkStatus();
}

constexpr auto kOptions = std::to_array<ConfigOption>({
    {"socket", "", "the Unix socket to listen on", SetText<&Config::socket>},
    {"state_dir", "", "lock and log", SetText<&Config::state_dir>},
    {"cache_dir", "", "the database of compiled kernels", SetText<&Config::cache_dir>},
    {"log_file", "", "the log; - for the standard error stream alone", SetText<&Config::log_file>},
    {"log_level", "info", "the least that is logged: debug, info, warn, error", SetLevel},
    {"log_format", "text", "text or json", SetFormat},
    {"devices", "cpu",
     "kinds of devices and how many, the default first: cpu or null, cpu=2 for two", SetDevices},
    {"cache_max_bytes", "2GiB", "kernels kept on disk, in bytes",
     SetNumber<&Config::cache_max_bytes, ParseBytes>},
    {"cache_max_entries", "100000", "kernels kept on disk, in number",
     SetNumber<&Config::cache_max_entries, ParseCount>},
    {"tensor_quota", "16GiB", "tensor memory of all sessions together",
     SetNumber<&Config::tensor_quota_bytes, ParseBytes>},
    {"idle_exit", "0s", "ends after so long without a session; 0s: never",
     SetNumber<&Config::idle_exit_s, ParseSeconds>},
    {"drain_timeout", "10s", "what launches under way get when the daemon stops",
     SetNumber<&Config::drain_timeout_s, ParseSeconds>},
    {"compile_timeout", "60s", "a compile that takes longer is killed; 1s to 24h",
     SetCompileTimeout},
    {"worker_memory", "16GiB", "what a device worker may use beside tensors",
     SetNumber<&Config::worker_memory_bytes, ParseBytes>},
    {"sandbox", "auto",
     "confines operators: 1 system call filter, 2 Landlock, 3 namespaces; auto: what there is",
     SetSandbox},
    {"sandbox_user", "", "whom root's compilers and workers become; nobody unless given",
     SetText<&Config::sandbox_user>},
    {"compile_executable", "", "pyascd-compile; beside this program unless given",
     SetText<&Config::compile_executable>},
    {"device_executable", "", "pyascd-device; beside this program unless given",
     SetText<&Config::device_executable>},
});

void FillPlaces(Config& config, const Places& places) {
  const auto fill = [](std::string& value, const std::string& place) {
    if (value.empty()) value = place;
  };
  fill(config.socket, places.socket);
  fill(config.state_dir, places.state_dir);
  fill(config.cache_dir, places.cache_dir);
  config.local_cache_dir = places.local_cache_dir;
  fill(config.log_file, LogFileIn(config.state_dir));
  fill(config.compile_executable, places.executable_dir + "/pyascd-compile");
  fill(config.device_executable, places.executable_dir + "/pyascd-device");
}

// The strongest layer's word, else the default.
Setting ChosenSetting(const std::vector<Settings>& layers, const ConfigOption& option) {
  Setting chosen{.text = std::string(option.default_text), .origin = "default"};
  for (const Settings& layer : layers) {
    if (auto found = layer.find(std::string(option.key)); found != layer.end()) {
      chosen = found->second;
    }
  }
  return chosen;
}

// The value of an option that is a place; null for others.
const std::string* PlaceOf(const Config& config, std::string_view key) {
  const std::pair<std::string_view, const std::string*> all[] = {
      {"socket", &config.socket},
      {"state_dir", &config.state_dir},
      {"cache_dir", &config.cache_dir},
      {"log_file", &config.log_file},
      {"compile_executable", &config.compile_executable},
      {"device_executable", &config.device_executable}};
  for (const auto& [name, value] : all) {
    if (name == key) return value;
  }
  return nullptr;
}

}  // namespace

std::string LogFileIn(const std::string& state_dir) { return state_dir + "/pyascd.log"; }

std::span<const ConfigOption> ConfigOptions() { return kOptions; }

absl::StatusOr<Config> MakeConfig(const std::vector<Settings>& layers, const Places& places) {
  Config config;
  for (const ConfigOption& option : kOptions) {
    const Setting chosen = ChosenSetting(layers, option);
    const absl::Status status = option.set(config, chosen.text);
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          fmt::format("{}: {}: {}", chosen.origin, option.key, std::string(status.message())));
    }
  }
  FillPlaces(config, places);
  return config;
}

absl::StatusOr<std::vector<ShownOption>> ShowConfig(const std::vector<Settings>& layers,
                                                    const Places& places) {
  PYASC_ASSIGN_OR_RETURN(const Config config, MakeConfig(layers, places));
  std::vector<ShownOption> shown;
  for (const ConfigOption& option : kOptions) {
    Setting chosen = ChosenSetting(layers, option);
    if (const std::string* place = PlaceOf(config, option.key)) chosen.text = *place;
    shown.push_back({option.key, std::move(chosen)});
  }
  return shown;
}

}  // namespace pyasc
