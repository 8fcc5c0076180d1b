#include "server/rpc/call_context.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include "base/log.h"
#include "server/rpc/test_server.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

constexpr char kTrace[] = "4bf92f3577b34da6a3ce929d0e0e4736";
constexpr char kSpan[] = "00f067aa0ba902b7";

std::string Traceparent(const std::string& trace, const std::string& span) {
  return "00-" + trace + "-" + span + "-01";
}

TEST(RequestId, IsTheSpanOfATraceContext) {
  EXPECT_EQ(RequestIdOf(Traceparent(kTrace, kSpan)), kSpan);
}

TEST(RequestId, WhatIsNoTraceContextGetsAnIdOfTheDaemonsOwn) {
  const std::string good = Traceparent(kTrace, kSpan);
  std::vector<std::string> rows = {"",
                                   "x",
                                   good + "-more",
                                   good.substr(1),
                                   "01" + good.substr(2),
                                   Traceparent(std::string(32, '0'), kSpan),
                                   Traceparent(kTrace, std::string(16, '0')),
                                   Traceparent(kTrace, "00F067AA0BA902B7"),
                                   Traceparent(kTrace, "00f067aa0ba902b\n"),
                                   Traceparent(kTrace, "x=1 event=stoppe"),
                                   std::string(1 << 20, 'a')};
  for (size_t i = 0; i < good.size(); ++i) {
    rows.push_back(good);
    rows.back()[i] = '~';
  }
  for (const std::string& row : rows) {
    const std::string id = RequestIdOf(row);
    EXPECT_THAT(id, MatchesRegex("[0-9a-f]{16}")) << row.substr(0, 100);
    EXPECT_NE(id, kSpan) << row.substr(0, 100);
    EXPECT_NE(id, RequestIdOf(row)) << row.substr(0, 100);
  }
}

// Calls of a server whose log is a file.
class RequestLogTest : public ::testing::Test {
 protected:
  RequestLogTest() {
    EXPECT_TRUE(StartLog({.level = LogLevel::kDebug, .file = path_, .to_stderr = false}).ok());
  }
  ~RequestLogTest() override {
    EXPECT_TRUE(StartLog({}).ok());
    std::remove(path_.c_str());
  }

  // The lines about an event that have a text in them.
  std::vector<std::string> Lines(const std::string& event, const std::string& text) const {
    std::ifstream file(path_);
    std::vector<std::string> found;
    for (std::string line; std::getline(file, line);) {
      const bool is_it = line.find(" event=" + event + " ") != std::string::npos;
      if (is_it && line.find(text) != std::string::npos) found.push_back(line);
    }
    return found;
  }

  grpc::Status Launch(const std::string& traceparent, v1::LaunchResponse* response) {
    grpc::ClientContext context;
    client_.Enter(context);
    context.AddMetadata(kTraceKey, traceparent);
    return server_.launches->Launch(&context, client_.LaunchOf(id_, x_, "", 2), response);
  }

  const std::string path_ = ::testing::TempDir() + "request_log";
  testing::TestServer server_;
  testing::TestClient client_{server_};
  const std::string id_ = client_.Register();
  const std::string x_ = client_.Put("abcdefgh");
  v1::LaunchResponse response_;
};

TEST_F(RequestLogTest, ALaunchThatFailedIsFoundByItsRequest) {
  server_.device->OnRun([](const LaunchRequest& request) {
    EXPECT_EQ(request.origin.request_id, kSpan);
    LaunchResult result;
    result.status = absl::UnavailableError("the worker died");
    return result;
  });
  EXPECT_FALSE(Launch(Traceparent(kTrace, kSpan), &response_).ok());
  const std::vector<std::string> lines = Lines("launch", std::string("request=") + kSpan);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(lines[0], AllOf(HasSubstr("level=warn"), HasSubstr("the worker died")));
}

TEST_F(RequestLogTest, ACompileProcessThatDiedIsFoundByTheRequestThatAsked) {
  server_.compiler.OnCompile([](const CompileRequest&) -> absl::StatusOr<Compilation> {
    return absl::UnavailableError("compile process was killed by SIGSEGV");
  });
  EXPECT_FALSE(Launch(Traceparent(kTrace, kSpan), &response_).ok());
  EXPECT_EQ(Lines("compile_failed", std::string("request=") + kSpan).size(), 1u);
  EXPECT_EQ(Lines("launch", std::string("request=") + kSpan).size(), 1u);
}

TEST_F(RequestLogTest, EveryCallIsLoggedWithItsMethodAndStatus) {
  grpc::ClientContext context;
  client_.Enter(context);
  context.AddMetadata(kTraceKey, Traceparent(kTrace, kSpan));
  v1::CompileResponse response;
  EXPECT_FALSE(server_.kernels->Compile(&context, v1::CompileRequest(), &response).ok());
  const std::vector<std::string> lines = Lines("rpc", std::string("request=") + kSpan);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(lines[0], AllOf(HasSubstr("method=Compile"), HasSubstr("status=NOT_FOUND"),
                              HasSubstr("level=info")));
}

TEST_F(RequestLogTest, WordsOfAClientThatAreNoIdNeverReachTheLog) {
  ASSERT_TRUE(Launch("00-evil request=1 event=stopped", &response_).ok());
  EXPECT_TRUE(Lines("launch", "evil").empty());
  EXPECT_TRUE(Lines("rpc", "evil").empty());
  // One call, one id.
  const std::vector<std::string> launches = Lines("launch", "request=");
  ASSERT_EQ(launches.size(), 1u);
  std::smatch id;
  ASSERT_TRUE(std::regex_search(launches[0], id, std::regex("request=[0-9a-f]{16} ")));
  EXPECT_EQ(Lines("rpc", id.str()).size(), 1u);
}

}  // namespace
}  // namespace pyasc
