// pyascd: the broker. It never runs user code, never parses source, never links LLVM.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "base/log_field.h"
#include "base/status_macros.h"
#include "base/version.h"
#include "fmt/format.h"
#include "server/config.h"
#include "server/daemon.h"

namespace pyasc {
namespace {

constexpr int kFailure = 1;
constexpr int kUsage = 2;

Environment ReadEnvironment() {
  Environment environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos) continue;
    environment[std::string(text.substr(0, equals))] = text.substr(equals + 1);
  }
  return environment;
}

std::string Get(const Environment& environment, const char* name) {
  auto found = environment.find(name);
  return found == environment.end() ? "" : found->second;
}

// As Python's tempfile does, so that the client finds the same place.
std::string TemporaryDirectory(const Environment& environment) {
  for (const char* name : {"TMPDIR", "TEMP", "TMP"}) {
    const std::string directory = Get(environment, name);
    if (!directory.empty() && access(directory.c_str(), W_OK | X_OK) == 0) return directory;
  }
  return "/tmp";
}

// A runtime directory that cannot be written is as good as none.
void DropUnusableRuntime(Environment& environment) {
  if (access(Get(environment, "XDG_RUNTIME_DIR").c_str(), W_OK | X_OK) != 0) {
    environment.erase("XDG_RUNTIME_DIR");
  }
}

absl::StatusOr<Settings> SettingsOfFile(const std::string& path) {
  std::ifstream file(path);
  if (!file) return absl::InvalidArgumentError(fmt::format("cannot read {}", path));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  return SettingsOfToml(text, path);
}

// The file named by flag or environment, else the first there is in the usual places.
absl::StatusOr<Settings> SettingsOfFiles(const CommandLine& line, const Environment& environment) {
  const std::string named =
      line.config_file.empty() ? Get(environment, "PYASCD_CONFIG") : line.config_file;
  if (!named.empty()) return SettingsOfFile(named);
  std::string user = Get(environment, "XDG_CONFIG_HOME");
  if (user.empty()) user = Get(environment, "HOME") + "/.config";
  for (const std::string& path :
       {user + "/pyascd/pyascd.toml", std::string("/etc/pyascd/pyascd.toml")}) {
    if (access(path.c_str(), R_OK) == 0) return SettingsOfFile(path);
  }
  return Settings();
}

// What the configuration is made of, the weakest layer first.
struct Sources {
  std::vector<Settings> layers;
  Places places;
};

absl::StatusOr<Sources> ReadSources(const CommandLine& line) {
  Environment environment = ReadEnvironment();
  DropUnusableRuntime(environment);
  PYASC_ASSIGN_OR_RETURN(Settings file, SettingsOfFiles(line, environment));
  std::vector<std::string> warnings;
  Settings variables = SettingsOfEnvironment(environment, warnings);
  for (const std::string& warning : warnings) {
    std::fprintf(stderr, "pyascd: %s (pyascd --help)\n", warning.c_str());
  }
  Settings flags;
  for (const auto& [key, text] : line.settings) {
    flags[key] = {.text = text, .origin = "command line"};
  }
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  std::vector<Settings> layers = {std::move(file), std::move(variables), std::move(flags)};
  if (line.on_demand) layers = OnDemand(std::move(layers));
  return Sources{std::move(layers), DefaultPlaces(environment, TemporaryDirectory(environment),
                                                  getuid(), self.parent_path().string())};
}

int Fail(const absl::Status& status, int exit_code) {
  std::fprintf(stderr, "pyascd: %s\n", std::string(status.message()).c_str());
  return exit_code;
}

// One line: the socket. A reader that has gone does not matter.
void TellReady(int fd, const std::string& socket) {
  if (fd < 0) return;
  const std::string line = socket + "\n";
  if (write(fd, line.data(), line.size()) < 0) std::fprintf(stderr, "pyascd: nobody waits\n");
  close(fd);
}

int Show(const Sources& sources) {
  const auto shown = ShowConfig(sources.layers, sources.places);
  if (!shown.ok()) return Fail(shown.status(), kUsage);
  for (const auto& [key, setting] : *shown) {
    const std::string fields =
        FormatEvent(LogFormat::kJson, "option",
                    {{"key", key}, {"value", setting.text}, {"origin", setting.origin}});
    std::printf("{%s}\n", fields.c_str());
  }
  return 0;
}

int Main(int argc, char** argv) {
  const absl::StatusOr<CommandLine> line = ParseCommandLine(argc, argv, kPyascdVersion);
  if (!line.ok()) return Fail(line.status(), kUsage);
  if (line->print) {
    std::fputs(line->print->c_str(), stdout);
    return 0;
  }
  const absl::StatusOr<Sources> sources = ReadSources(*line);
  if (!sources.ok()) return Fail(sources.status(), kUsage);
  if (line->show_config) return Show(*sources);
  absl::StatusOr<Config> config = MakeConfig(sources->layers, sources->places);
  if (!config.ok()) return Fail(config.status(), kUsage);
  if (line->check_config) {
    std::puts("the configuration is valid");
    return 0;
  }
  Daemon daemon(*std::move(config));
  if (absl::Status started = daemon.Start(); !started.ok()) return Fail(started, kFailure);
  TellReady(line->ready_fd, daemon.socket());
  daemon.Run();
  daemon.Stop();
  return 0;
}

}  // namespace
}  // namespace pyasc

int main(int argc, char** argv) { return pyasc::Main(argc, argv); }
