// What the daemon is told: defaults, file, environment, flags, the later winning.
#ifndef PYASC_SERVER_CONFIG_H_
#define PYASC_SERVER_CONFIG_H_

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace pyasc {

struct DeviceCount {
  std::string kind;
  size_t count = 1;

  friend bool operator==(const DeviceCount&, const DeviceCount&) = default;
};

struct Config {
  std::string socket;
  std::string state_dir;
  std::string cache_dir;
  std::string local_cache_dir;  // where `cache_dir` cannot be used; no option
  std::string log_file;         // "-": the standard error stream alone
  std::string log_level;
  std::string log_format;
  std::vector<DeviceCount> devices;  // the first kind is the default
  int64_t cache_max_bytes = 0;
  int64_t cache_max_entries = 0;
  int64_t tensor_quota_bytes = 0;
  int64_t idle_exit_s = 0;  // 0: never
  int64_t drain_timeout_s = 0;
  int64_t compile_timeout_s = 0;
  int sandbox_level = 0;     // 0: the highest there is
  std::string sandbox_user;  // "": nobody
  int64_t worker_memory_bytes = 0;
  std::string compile_executable;
  std::string device_executable;
};

// The log's place unless one is configured.
std::string LogFileIn(const std::string& state_dir);

// One option: its key in the file; the flag is --key with hyphens, the variable PYASCD_KEY.
struct ConfigOption {
  std::string_view key;
  std::string_view default_text;  // "": a place, see Places
  std::string_view help;
  absl::Status (*set)(Config& config, const std::string& text);
};

// All of them, in the order of deploy/pyascd.toml.
std::span<const ConfigOption> ConfigOptions();

using Environment = std::map<std::string, std::string>;

// The defaults of options that are places: by XDG's rules.
struct Places {
  std::string socket, state_dir, cache_dir, local_cache_dir;
  std::string executable_dir;  // of this program: the others lie beside it
};
Places DefaultPlaces(const Environment& environment, std::string_view temporary_dir, unsigned uid,
                     std::string_view executable_dir);

struct CommandLine {
  std::map<std::string, std::string> settings;  // by key
  std::string config_file;                      // "": the usual places
  int ready_fd = -1;
  bool on_demand = false;  // see OnDemand
  bool check_config = false;
  bool show_config = false;
  std::optional<std::string> print;  // --help, --version: print it and end well
};

// kInvalidArgument with a text for the user.
absl::StatusOr<CommandLine> ParseCommandLine(int argc, const char* const* argv,
                                             std::string_view version);

// Settings of a file by key, each with where it stands. kInvalidArgument: not TOML, an
// unknown key or a value of the wrong type, with file, line and column.
struct Setting {
  std::string text;
  std::string origin;  // "pyascd.toml:3:1", "PYASCD_SOCKET", "--socket"
};
using Settings = std::map<std::string, Setting>;
absl::StatusOr<Settings> SettingsOfToml(std::string_view toml, std::string_view file);

// PYASCD_... variables; `warnings` gets a line for each that means nothing, with the name that
// was meant where one is near.
Settings SettingsOfEnvironment(const Environment& environment, std::vector<std::string>& warnings);

// The layers of a daemon that a client has started, which ends when nobody uses it: an
// idle_exit of 0s, which deploy/pyascd.toml has for services, means 30min here.
std::vector<Settings> OnDemand(std::vector<Settings> layers);

// The configuration that `layers` (weakest first) make over the defaults.
// kInvalidArgument naming the origin of a value that is refused.
absl::StatusOr<Config> MakeConfig(const std::vector<Settings>& layers, const Places& places);

// What MakeConfig makes of the layers: each option's value as text, places filled in, with its
// origin, in the order of ConfigOptions. Statuses are MakeConfig's.
struct ShownOption {
  std::string_view key;
  Setting setting;
};
absl::StatusOr<std::vector<ShownOption>> ShowConfig(const std::vector<Settings>& layers,
                                                    const Places& places);

}  // namespace pyasc

#endif  // PYASC_SERVER_CONFIG_H_
