#include "server/config.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Places kPlaces{
    .socket = "/run/s", .state_dir = "/state", .cache_dir = "/cache", .executable_dir = "/bin"};

Settings Of(const std::string& key, const std::string& text) {
  return {{key, {.text = text, .origin = "here"}}};
}

TEST(MakeConfig, DefaultsAreThePlaces) {
  Config config = MakeConfig({}, kPlaces).value();
  EXPECT_EQ(config.socket, "/run/s");
  EXPECT_EQ(config.log_file, "/state/pyascd.log");
  EXPECT_EQ(config.cache_dir, "/cache");
  EXPECT_EQ(config.compile_executable, "/bin/pyascd-compile");
  EXPECT_EQ(config.device_executable, "/bin/pyascd-device");
  EXPECT_THAT(config.devices, ElementsAre(DeviceCount{"cpu"}));
  EXPECT_EQ(config.idle_exit_s, 0);
}

TEST(MakeConfig, TheLogFollowsTheState) {
  EXPECT_EQ(MakeConfig({Of("state_dir", "/elsewhere")}, kPlaces)->log_file,
            "/elsewhere/pyascd.log");
}

TEST(MakeConfig, LaterLayersWin) {
  Config config =
      MakeConfig({Of("socket", "/file"), Of("socket", "/env"), Of("socket", "/flag")}, kPlaces)
          .value();
  EXPECT_EQ(config.socket, "/flag");
}

TEST(ShowConfig, SaysValueAndOriginOfEveryOption) {
  const auto shown =
      ShowConfig({Of("log_level", "warn"), {{"cache_dir", {.text = "/c", .origin = "file:2:1"}}}},
                 kPlaces)
          .value();
  ASSERT_EQ(shown.size(), ConfigOptions().size());
  std::map<std::string_view, std::string> found;
  for (const auto& [key, setting] : shown) found[key] = setting.text + " of " + setting.origin;
  EXPECT_EQ(found["log_level"], "warn of here");
  EXPECT_EQ(found["cache_dir"], "/c of file:2:1");
  EXPECT_EQ(found["socket"], "/run/s of default");
  EXPECT_EQ(found["tensor_quota"], "16GiB of default");
  EXPECT_FALSE(ShowConfig({Of("log_level", "loud")}, kPlaces).ok());
}

TEST(MakeConfig, UnderstandsUnitsAndLists) {
  Config config = MakeConfig({Of("idle_exit", "30min"), Of("tensor_quota", "1GiB"),
                              Of("devices", "null,cpu=2"), Of("cache_max_entries", "7")},
                             kPlaces)
                      .value();
  EXPECT_EQ(config.idle_exit_s, 1800);
  EXPECT_EQ(config.tensor_quota_bytes, int64_t{1} << 30);
  EXPECT_THAT(config.devices, ElementsAre(DeviceCount{"null"}, DeviceCount{"cpu", 2}));
  EXPECT_EQ(config.cache_max_entries, 7);
  EXPECT_EQ(config.sandbox_level, 0);
  EXPECT_EQ(MakeConfig({Of("sandbox", "2")}, kPlaces)->sandbox_level, 2);
}

TEST(MakeConfig, RefusedValuesNameTheirOriginAndKey) {
  struct Case {
    const char* key;
    const char* text;
    const char* message;
  };
  const Case cases[] = {
      {"log_level", "loud", "here: log_level: 'loud' is not one of debug, info, warn, error"},
      {"log_format", "xml", "here: log_format: 'xml' is not one of text, json"},
      {"devices", "npu", "here: devices: 'npu' is not one of cpu, null"},
      {"devices", "", "here: devices: '' is not one of cpu, null"},
      {"devices", "cpu,cpu=2", "here: devices: 'cpu' twice"},
      {"devices", "cpu=0", "here: devices: 'cpu=0': 1 to 64 devices of a kind"},
      {"devices", "null=65", "here: devices: 'null=65': 1 to 64 devices of a kind"},
      {"devices", "cpu=two", "here: devices: 'two' is no whole number"},
      {"cache_max_bytes", "much", "here: cache_max_bytes: 'much' is not like '10GiB'"},
      {"idle_exit", "soon", "here: idle_exit: 'soon' is not like '30min'"},
      {"compile_timeout", "0s", "here: compile_timeout: '0s' is not from 1s to 24h"},
      {"compile_timeout", "597h", "here: compile_timeout: '597h' is not from 1s to 24h"},
      {"sandbox", "4", "here: sandbox: '4' is not one of auto, 1, 2, 3"},
      {"cache_max_entries", "1.5", "here: cache_max_entries: '1.5' is no whole number"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(MakeConfig({Of(c.key, c.text)}, kPlaces).status(),
              absl::InvalidArgumentError(c.message));
  }
}

TEST(SettingsOfToml, KnowsStringsAndWholeNumbers) {
  Settings settings = SettingsOfToml("socket = \"/s\"\n cache_max_entries = 5\n", "f").value();
  EXPECT_EQ(settings["socket"].text, "/s");
  EXPECT_EQ(settings["socket"].origin, "f:1:1");
  EXPECT_EQ(settings["cache_max_entries"].text, "5");
  EXPECT_EQ(settings["cache_max_entries"].origin, "f:2:2");
}

TEST(SettingsOfToml, MistakesNameFileLineAndColumn) {
  struct Case {
    const char* toml;
    const char* message;
  };
  const Case cases[] = {
      {"socket = \"/s\"\nmax_bites = 5\n", "f:2:1: unknown key 'max_bites'"},
      {"\nlog_levle = 'warn'\n", "f:2:1: unknown key 'log_levle': did you mean log_level?"},
      {"[log]\nlevel = 5\n", "f:1:2: unknown key 'log'"},
      {"socket = 1.5\n", "f:1:1: socket is neither a string nor a whole number"},
      {"socket = \n", "f:1:"},
  };
  for (const Case& c : cases) {
    const absl::Status status = SettingsOfToml(c.toml, "f").status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << c.toml;
    EXPECT_THAT(std::string(status.message()), HasSubstr(c.message));
  }
}

TEST(SettingsOfEnvironment, TakesItsOwnVariablesAndReportsTheRest) {
  std::vector<std::string> warnings;
  Settings settings = SettingsOfEnvironment({{"PYASCD_LOG_LEVEL", "warn"},
                                             {"PYASCD_SOKET", "/s"},
                                             {"PYASCD_ZZZ", "1"},
                                             {"PYASCD_CONFIG", "/f"},
                                             {"PYASCD_BIN", "/build/bin"},
                                             {"PYASCD_EXECUTABLE", "/bin/pyascd"},
                                             {"PATH", "/bin"}},
                                            warnings);
  EXPECT_EQ(settings.size(), 1u);
  EXPECT_EQ(settings["log_level"].text, "warn");
  EXPECT_EQ(settings["log_level"].origin, "PYASCD_LOG_LEVEL");
  EXPECT_THAT(warnings,
              ElementsAre("the variable PYASCD_SOKET means nothing: did you mean PYASCD_SOCKET?",
                          "the variable PYASCD_ZZZ means nothing"));
}

absl::StatusOr<CommandLine> Parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "pyascd");
  return ParseCommandLine(static_cast<int>(arguments.size()), arguments.data(), "1.2.3");
}

TEST(ParseCommandLine, KeepsWhatIsGiven) {
  CommandLine line = Parse({"--socket", "/s", "--idle-exit=30min", "--ready-fd", "7", "--config",
                            "/c", "--check-config"})
                         .value();
  EXPECT_EQ(line.settings.size(), 2u);
  EXPECT_EQ(line.settings["socket"], "/s");
  EXPECT_EQ(line.settings["idle_exit"], "30min");
  EXPECT_EQ(line.ready_fd, 7);
  EXPECT_EQ(line.config_file, "/c");
  EXPECT_TRUE(line.check_config);
  EXPECT_FALSE(line.print.has_value());
}

TEST(ParseCommandLine, ADaemonOnDemandEndsWhenIdleUnlessConfiguredOtherwise) {
  EXPECT_FALSE(Parse({})->on_demand);
  EXPECT_TRUE(Parse({"--on-demand"})->on_demand);
  EXPECT_EQ(MakeConfig(OnDemand({}), kPlaces)->idle_exit_s, 1800);
  EXPECT_EQ(MakeConfig(OnDemand({Of("idle_exit", "0s")}), kPlaces)->idle_exit_s, 1800);
  EXPECT_EQ(MakeConfig(OnDemand({Of("idle_exit", "0min")}), kPlaces)->idle_exit_s, 1800);
  EXPECT_EQ(MakeConfig(OnDemand({Of("idle_exit", "1s")}), kPlaces)->idle_exit_s, 1);
  // The strongest layer, which comes last, decides.
  const auto both = [](const char* weak, const char* strong) {
    return MakeConfig(OnDemand({Of("idle_exit", weak), Of("idle_exit", strong)}), kPlaces);
  };
  EXPECT_EQ(both("2h", "0s")->idle_exit_s, 1800);
  EXPECT_EQ(both("0s", "1s")->idle_exit_s, 1);
  EXPECT_FALSE(both("1s", "soon").ok());
}

TEST(ParseCommandLine, HelpNamesEveryOption) {
  const std::string help = Parse({"--help"})->print.value();
  for (const ConfigOption& option : ConfigOptions()) {
    std::string flag = "--" + std::string(option.key);
    std::replace(flag.begin(), flag.end(), '_', '-');
    EXPECT_THAT(help, HasSubstr(flag));
  }
  EXPECT_EQ(Parse({"--version"})->print.value(), "pyascd 1.2.3\n");
}

TEST(ParseCommandLine, RefusesWhatItDoesNotKnow) {
  for (const char* argument : {"--soket", "stray", "--ready-fd=x"}) {
    EXPECT_EQ(Parse({argument}).status().code(), absl::StatusCode::kInvalidArgument) << argument;
  }
}

TEST(DefaultPlaces, FollowXdg) {
  Places bare = DefaultPlaces({{"HOME", "/home/u"}}, "/tmp", 1000, "/bin");
  EXPECT_EQ(bare.socket, "/tmp/pyascd-1000/pyascd.sock");
  EXPECT_EQ(bare.state_dir, "/home/u/.local/state/pyascd");
  EXPECT_EQ(bare.cache_dir, "/home/u/.cache/pyascd");
  EXPECT_EQ(bare.local_cache_dir, "/tmp/pyascd-cache-1000");
  Places set = DefaultPlaces({{"HOME", "/home/u"},
                              {"XDG_RUNTIME_DIR", "/run/user/1000"},
                              {"XDG_STATE_HOME", "/st"},
                              {"XDG_CACHE_HOME", "relative"}},
                             "/tmp", 1000, "/bin");
  EXPECT_EQ(set.socket, "/run/user/1000/pyascd/pyascd.sock");
  EXPECT_EQ(set.state_dir, "/st/pyascd");
  EXPECT_EQ(set.cache_dir, "/home/u/.cache/pyascd");
}

TEST(DeployedFile, HasEveryOptionWithItsDefault) {
  std::ifstream file(PYASCD_SOURCE_DIR "/deploy/pyascd.toml");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  absl::StatusOr<Settings> settings = SettingsOfToml(text, "pyascd.toml");
  ASSERT_TRUE(settings.ok()) << settings.status();
  for (const ConfigOption& option : ConfigOptions()) {
    ASSERT_EQ(settings->count(std::string(option.key)), 1u) << option.key;
    EXPECT_EQ(settings->at(std::string(option.key)).text, option.default_text) << option.key;
  }
  EXPECT_EQ(settings->size(), ConfigOptions().size());
}

}  // namespace
}  // namespace pyasc
