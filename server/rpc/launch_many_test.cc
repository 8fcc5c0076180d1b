#include "server/rpc/launch_many.h"

#include <memory>
#include <set>
#include <string>

#include "absl/synchronization/notification.h"
#include "gtest/gtest.h"
#include "server/rpc/test_server.h"

namespace pyasc::testing {
namespace {

namespace v1 = pyascd::v1;

constexpr int kManyLines = 2000;

// A kernel that prints at site 0, and a launch of it that prints many long lines.
Compilation PrintingKernel(const CompileRequest& request) {
  Compilation made = FakeCompiler::DefaultCompilation(request);
  Site prints;
  prints.parts.resize(1);
  prints.parts[0].literal = std::string(8 << 10, 'x');
  made.meta.sites = {prints};
  return made;
}

LaunchResult PrintMany(const LaunchRequest& request) {
  for (int i = 0; i < kManyLines && !request.Cancelled(); ++i) request.on_prints({{0, {}}});
  return FakeDevice::CopyFirstToSecond(request);
}

class LaunchManyTest : public ::testing::Test {
 protected:
  std::unique_ptr<grpc::ClientReader<v1::LaunchManyResponse>> LaunchPrinting(
      grpc::ClientContext* context) {
    server_.compiler.OnCompile(PrintingKernel);
    server_.device->OnRun(PrintMany);
    v1::LaunchManyRequest request;
    request.set_prints_meanwhile(true);
    *request.add_launches() = client_.LaunchOf(id_, client_.Put("abcd"), "", 1);
    client_.Enter(*context);
    return server_.launches->LaunchMany(context, request);
  }

  TestServer server_;
  TestClient client_{server_};
  const std::string id_ = client_.Register();
};

TEST_F(LaunchManyTest, EachLaunchHasItsAnswerOrItsError) {
  v1::LaunchManyRequest request;
  for (int i = 0; i < 20; ++i) {
    *request.add_launches() = client_.LaunchOf(id_, client_.Put("abcd"), "", 1);
  }
  request.mutable_launches(7)->set_operator_id("no such operator");
  grpc::ClientContext context;
  client_.Enter(context);
  auto reader = server_.launches->LaunchMany(&context, request);
  v1::LaunchManyResponse response;
  std::set<uint32_t> seen;
  while (reader->Read(&response)) {
    EXPECT_TRUE(seen.insert(response.index()).second) << "twice: " << response.index();
    const int expected = response.index() == 7 ? grpc::StatusCode::NOT_FOUND : 0;
    EXPECT_EQ(response.status_code(), expected) << response.status_message();
    EXPECT_EQ(response.response().has_success(), expected == 0);
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(seen.size(), 20u);
}

TEST_F(LaunchManyTest, NoLaunchesAreAnEmptyStream) {
  grpc::ClientContext context;
  client_.Enter(context);
  auto reader = server_.launches->LaunchMany(&context, v1::LaunchManyRequest());
  v1::LaunchManyResponse response;
  EXPECT_FALSE(reader->Read(&response));
  EXPECT_TRUE(reader->Finish().ok());
}

TEST_F(LaunchManyTest, AnswersOfACancelledStreamAreDiscarded) {
  const uint64_t before = server_.quota->bytes();
  v1::LaunchManyRequest request;
  const std::string x = client_.Put("abcd");
  for (int i = 0; i < 3; ++i) *request.add_launches() = client_.LaunchOf(id_, x, "", 1);
  server_.device->Hold();
  grpc::ClientContext context;
  client_.Enter(context);
  auto reader = server_.launches->LaunchMany(&context, request);
  server_.device->AwaitHeld(3);
  context.TryCancel();
  server_.device->AwaitCancelled(3);
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
  server_.device->Release();
  client_.End();
  server_.rpc->Shutdown(absl::InfiniteDuration());
  server_.broker.pool->Stop();
  EXPECT_EQ(server_.quota->bytes(), before);
}

TEST_F(LaunchManyTest, PrintsComeBeforeTheAnswerHoweverManyTheyAre) {
  grpc::ClientContext context;
  auto reader = LaunchPrinting(&context);
  v1::LaunchManyResponse response;
  int lines = 0, answers = 0;
  while (reader->Read(&response)) {
    EXPECT_EQ(answers, 0);
    lines += response.prints_meanwhile_size();
    answers += response.has_response() ? 1 : 0;
  }
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(lines, kManyLines);
  EXPECT_EQ(answers, 1);
}

TEST_F(LaunchManyTest, AClientThatReadsNoPrintsHoldsUpNobodyOnceItIsGone) {
  grpc::ClientContext context;
  auto reader = LaunchPrinting(&context);
  v1::LaunchManyResponse response;
  ASSERT_TRUE(reader->Read(&response));
  context.TryCancel();
  EXPECT_EQ(reader->Finish().error_code(), grpc::StatusCode::CANCELLED);
  client_.End();
  server_.rpc->Shutdown(absl::InfiniteDuration());
}

TEST_F(LaunchManyTest, LaunchesAfterTheSessionsEndAreNotCounted) {
  absl::Notification running, ended;
  const std::string x = client_.Put("abcd");
  // Compiles, so that all launches below run on one thread, one after another.
  v1::LaunchResponse first;
  ASSERT_TRUE(client_.Launch(client_.LaunchOf(id_, x, "", 1), &first).ok());
  server_.device->OnRun([&](const LaunchRequest& request) {
    if (!running.HasBeenNotified()) running.Notify();
    ended.WaitForNotification();
    return FakeDevice::CopyFirstToSecond(request);
  });
  v1::LaunchManyRequest request;
  for (int i = 0; i < 100; ++i) *request.add_launches() = client_.LaunchOf(id_, x, "", 1);
  grpc::ClientContext context;
  client_.Enter(context);
  auto reader = server_.launches->LaunchMany(&context, request);
  running.WaitForNotification();
  client_.End();
  server_.device->AwaitNotices(1);
  ended.Notify();
  v1::LaunchManyResponse response;
  int answers = 0;
  while (reader->Read(&response)) ++answers;
  EXPECT_TRUE(reader->Finish().ok());
  EXPECT_EQ(answers, 100);
  EXPECT_EQ(server_.device->Info().launches, 2u);
}

}  // namespace
}  // namespace pyasc::testing
