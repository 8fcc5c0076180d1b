#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <utility>

#include "base/status_macros.h"
#include "base/suggestion.h"
#include "fmt/format.h"
#include "server/config.h"
#include "server/units.h"
#include "toml++/toml.h"

namespace pyasc {
namespace {

constexpr std::string_view kPrefix = "PYASCD_";
// Variables that are read elsewhere: the client's, the tests', and the path of the file itself.
constexpr std::string_view kOtherVariables[] = {"PYASCD_BIN", "PYASCD_CONFIG", "PYASCD_EXECUTABLE"};

constexpr char kOnDemandIdleExit[] = "30min";

const ConfigOption* FindOption(std::string_view key) {
  for (const ConfigOption& option : ConfigOptions()) {
    if (option.key == key) return &option;
  }
  return nullptr;
}

std::string FlagOf(std::string_view key) {
  std::string flag = fmt::format("--{}", key);
  std::replace(flag.begin() + 2, flag.end(), '_', '-');
  return flag;
}

std::string VariableOf(std::string_view key) {
  std::string name = fmt::format("{}{}", kPrefix, key);
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return name;
}

// ": did you mean NAME?" with the name that `write` gives the option; "" if none is near.
template <typename Write>
std::string HintFor(std::string_view name, Write write) {
  std::vector<std::string> names;
  for (const ConfigOption& option : ConfigOptions()) names.push_back(write(option.key));
  Suggestion suggestion(name);
  for (const std::string& known : names) suggestion.Consider(known);
  return suggestion.best().empty() ? "" : fmt::format(": did you mean {}?", suggestion.best());
}

std::string At(std::string_view file, const toml::source_position& where) {
  return fmt::format("{}:{}:{}", file, where.line, where.column);
}

absl::StatusOr<Setting> SettingOf(const toml::key& key, const toml::node& value,
                                  std::string_view file) {
  const std::string origin = At(file, key.source().begin);
  if (FindOption(key.str()) == nullptr) {
    const auto as_it_is = [](std::string_view name) { return std::string(name); };
    return absl::InvalidArgumentError(
        fmt::format("{}: unknown key '{}'{}", origin, key.str(), HintFor(key.str(), as_it_is)));
  }
  if (auto text = value.value_exact<std::string>()) return Setting{*text, origin};
  if (auto number = value.value_exact<int64_t>()) return Setting{std::to_string(*number), origin};
  return absl::InvalidArgumentError(
      fmt::format("{}: {} is neither a string nor a whole number", origin, key.str()));
}

std::string Absolute(const Environment& environment, const char* name, std::string otherwise) {
  auto found = environment.find(name);
  const bool usable = found != environment.end() && found->second.starts_with('/');
  return usable ? found->second : std::move(otherwise);
}

void AddOptions(CLI::App& app, std::map<std::string, std::string>& values, CommandLine& line) {
  app.add_option("--config", line.config_file, "the configuration file");
  app.add_option("--ready-fd", line.ready_fd,
                 "gets one line with the socket's path when the daemon answers");
  app.add_flag("--on-demand", line.on_demand,
               fmt::format("started by a client: an idle_exit of 0s means {}", kOnDemandIdleExit));
  app.add_flag("--check-config", line.check_config, "check the configuration and end");
  app.add_flag("--show-config", line.show_config,
               "print every option with its value and origin, one JSON object a line, and end");
  for (const ConfigOption& option : ConfigOptions()) {
    const std::string shown = option.default_text.empty()
                                  ? std::string(option.help)
                                  : fmt::format("{} [{}]", option.help, option.default_text);
    app.add_option(FlagOf(option.key), values[std::string(option.key)], shown);
  }
}

}  // namespace

absl::StatusOr<CommandLine> ParseCommandLine(int argc, const char* const* argv,
                                             std::string_view version) {
  CommandLine line;
  std::map<std::string, std::string> values;
  CLI::App app("pyascd compiles Python operators and runs them", "pyascd");
  app.footer(
      "Each option may also stand in the configuration file (deploy/pyascd.toml shows all)\n"
      "or in the environment as PYASCD_NAME; flags win over the environment over the file.");
  app.set_version_flag("--version", fmt::format("pyascd {}", version));
  AddOptions(app, values, line);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    line.print = app.help();
    return line;
  } catch (const CLI::CallForVersion& called) {
    line.print = fmt::format("{}\n", called.what());
    return line;
  } catch (const CLI::Error& error) {
    return absl::InvalidArgumentError(error.what());
  }
  for (auto& [key, value] : values) {
    if (app.count(FlagOf(key)) > 0) line.settings[key] = std::move(value);
  }
  return line;
}

absl::StatusOr<Settings> SettingsOfToml(std::string_view text, std::string_view file) {
  Settings settings;
  try {
    const toml::table table = toml::parse(text, file);
    for (const auto& [key, value] : table) {
      PYASC_ASSIGN_OR_RETURN(settings[std::string(key.str())], SettingOf(key, value, file));
    }
  } catch (const toml::parse_error& error) {
    return absl::InvalidArgumentError(
        fmt::format("{}: {}", At(file, error.source().begin), error.description()));
  }
  return settings;
}

Settings SettingsOfEnvironment(const Environment& environment, std::vector<std::string>& warnings) {
  Settings settings;
  for (const auto& [name, value] : environment) {
    if (!name.starts_with(kPrefix)) continue;
    if (std::find(std::begin(kOtherVariables), std::end(kOtherVariables), name) !=
        std::end(kOtherVariables)) {
      continue;
    }
    std::string key = name.substr(kPrefix.size());
    std::transform(key.begin(), key.end(), key.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (FindOption(key) == nullptr) {
      warnings.push_back(
          fmt::format("the variable {} means nothing{}", name, HintFor(name, VariableOf)));
      continue;
    }
    settings[key] = {.text = value, .origin = name};
  }
  return settings;
}

std::vector<Settings> OnDemand(std::vector<Settings> layers) {
  const auto strongest = std::find_if(layers.rbegin(), layers.rend(), [](const Settings& layer) {
    return layer.contains("idle_exit");
  });
  const bool chosen = strongest != layers.rend();
  // What is no time is an error where the layers are read.
  if (chosen && ParseSeconds(strongest->at("idle_exit").text).value_or(1) != 0) return layers;
  layers.push_back({{"idle_exit", {.text = kOnDemandIdleExit, .origin = "--on-demand"}}});
  return layers;
}

Places DefaultPlaces(const Environment& environment, std::string_view temporary_dir, unsigned uid,
                     std::string_view executable_dir) {
  const std::string home = Absolute(environment, "HOME", "/");
  const std::string state = Absolute(environment, "XDG_STATE_HOME", home + "/.local/state");
  const std::string cache = Absolute(environment, "XDG_CACHE_HOME", home + "/.cache");
  const std::string runtime = Absolute(environment, "XDG_RUNTIME_DIR", "");
  return {.socket = runtime.empty() ? fmt::format("{}/pyascd-{}/pyascd.sock", temporary_dir, uid)
                                    : runtime + "/pyascd/pyascd.sock",
          .state_dir = state + "/pyascd",
          .cache_dir = cache + "/pyascd",
          .local_cache_dir = fmt::format("{}/pyascd-cache-{}", temporary_dir, uid),
          .executable_dir = std::string(executable_dir)};
}

}  // namespace pyasc
