#include "base/log.h"

#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "gtest/gtest.h"

namespace pyasc {
namespace {

TEST(FormatEventTest, QuotesWhatIsNotPlain) {
  const struct {
    const char* name;
    std::string value, text, json;
  } kRows[] = {
      {"plain", "/run/a-b.sock", "v=/run/a-b.sock", R"("/run/a-b.sock")"},
      {"empty", "", R"(v="")", R"("")"},
      {"space", "a b", R"(v="a b")", R"("a b")"},
      {"forged field", "a level=error", R"(v="a level=error")", R"("a level=error")"},
      {"quote", "a\"b\\", R"(v="a\"b\\")", R"("a\"b\\")"},
      {"line break", "a\nevent=x\r", R"(v="a\nevent=x\u000d")", R"("a\nevent=x\u000d")"},
      {"terminal", "\x1b[2J\x7f", R"(v="\u001b[2J\u007f")", R"("\u001b[2J\u007f")"},
      {"unicode", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
       "v=\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\""},
      {"unicode line break", "a\xe2\x80\xa8\xc2\x85", R"(v="a\u2028\u0085")", R"("a\u2028\u0085")"},
      {"not utf-8", "a\xff\xc0\x80\xed\xa0\x80",
       "v=\"a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"",
       "\"a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
      {"cut utf-8", "\xe2\x82", "v=\"\xef\xbf\xbd\xef\xbf\xbd\"", "\"\xef\xbf\xbd\xef\xbf\xbd\""},
  };
  for (const auto& row : kRows) {
    EXPECT_EQ(FormatEvent(LogFormat::kText, "e", {{"v", row.value}}), "event=e " + row.text)
        << row.name;
    EXPECT_EQ(FormatEvent(LogFormat::kJson, "e", {{"v", row.value}}),
              R"("event":"e","v":)" + row.json)
        << row.name;
  }
}

TEST(FormatEventTest, NumbersAndBoolsHaveNoQuotes) {
  EXPECT_EQ(FormatEvent(LogFormat::kText, "e", {{"n", -3}, {"u", uint64_t{7}}, {"b", true}}),
            "event=e n=-3 u=7 b=true");
  EXPECT_EQ(FormatEvent(LogFormat::kJson, "e", {{"n", -3}, {"s", "7"}}),
            R"("event":"e","n":-3,"s":"7")");
}

class LogTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "/pyascd_log_XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    ASSERT_TRUE(StartLog({}).ok());
    std::filesystem::remove_all(folder_);
  }

  std::string Path() const { return folder_ + "/log"; }
  std::string Read() const {
    std::stringstream text;
    text << std::ifstream(Path()).rdbuf();
    return text.str();
  }

  std::string folder_;
};

TEST_F(LogTest, WritesOneLineAnEventWithUtcTime) {
  ASSERT_TRUE(StartLog({.file = Path(), .to_stderr = false}).ok());
  LogEvent(LogLevel::kWarn, "cache_row_bad", {{"why", "{} %s \n"}});
  LogEvent(LogLevel::kDebug, "not_shown");
  EXPECT_TRUE(std::regex_match(
      Read(),
      std::regex(
          R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z level=warning event=cache_row_bad why="\{\} %s \\n"\n)")))
      << Read();
}

TEST_F(LogTest, WritesJson) {
  ASSERT_TRUE(StartLog({.format = LogFormat::kJson, .file = Path(), .to_stderr = false}).ok());
  LogEvent(LogLevel::kInfo, "start", {{"pid", 7}});
  EXPECT_TRUE(std::regex_match(
      Read(), std::regex(R"(\{"time":"[0-9T:.-]+Z","level":"info","event":"start","pid":7\}\n)")))
      << Read();
}

TEST_F(LogTest, RotatesAndKeepsFilesPrivate) {
  ASSERT_TRUE(
      StartLog({.file = Path(), .max_file_bytes = 300, .max_files = 2, .to_stderr = false}).ok());
  for (int i = 0; i < 20; ++i) LogEvent(LogLevel::kInfo, "some_event", {{"number", i}});
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    ++files;
    struct stat status{};
    ASSERT_EQ(::stat(entry.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0600u) << entry.path();
    EXPECT_LE(entry.file_size(), 300u) << entry.path();
  }
  EXPECT_EQ(files, 2);
}

TEST_F(LogTest, SaysWhyAFileCannotBeOpened) {
  const absl::Status status = StartLog({.file = folder_});
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_NE(std::string(status.message()).find(folder_), std::string::npos);
}

TEST(LogNamesTest, ParsesItsOwnNamesOnly) {
  EXPECT_EQ(ParseLogLevel("warn"), LogLevel::kWarn);
  EXPECT_EQ(ParseLogLevel("WARN"), std::nullopt);
  EXPECT_EQ(ParseLogFormat("json"), LogFormat::kJson);
  EXPECT_EQ(ParseLogFormat("xml"), std::nullopt);
}

}  // namespace
}  // namespace pyasc
