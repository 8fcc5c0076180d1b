#include "server/rpc/launch_service.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/rpc/test_server.h"
#include "server/tensor/crc32c.h"

namespace pyasc::testing {
namespace {

namespace v1 = pyascd::v1;
using grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LaunchServiceTest : public ::testing::Test {
 protected:
  LaunchResult Failing(absl::Status status) {
    LaunchResult result;
    result.status = std::move(status);
    return result;
  }

  TestServer server_;
  TestClient client_{server_};
  const std::string id_ = client_.Register();
};

TEST_F(LaunchServiceTest, AWrittenTensorGetsNewMemoryAndTheOldStays) {
  const std::string x = client_.Put("abcdefgh"), out = client_.Put("........");
  v1::LaunchResponse response;
  ASSERT_TRUE(client_.Launch(client_.LaunchOf(id_, x, out, 2), &response).ok());
  ASSERT_TRUE(response.has_success());
  ASSERT_EQ(response.success().written_size(), 1);
  const v1::WrittenTensor& written = response.success().written(0);
  EXPECT_EQ(written.parameter(), 1u);
  EXPECT_FALSE(written.created());
  EXPECT_EQ(written.view().dtype(), v1::DATA_TYPE_FLOAT32);
  EXPECT_THAT(written.view().shape(), ::testing::ElementsAre(2));
  EXPECT_EQ(client_.Get(written.view().handle(), 8), "abcdefgh");
  EXPECT_EQ(client_.Get(out, 8), "........");
  EXPECT_EQ(response.device(), "cpu:0");
  EXPECT_TRUE(response.kernel().compiled());
  EXPECT_EQ(response.run_ns(), 1000);
}

std::vector<std::string> SpanNames(const v1::LaunchResponse& response) {
  std::vector<std::string> names;
  for (const v1::Span& span : response.spans()) names.push_back(span.name());
  return names;
}

TEST_F(LaunchServiceTest, AnAnswerTellsWhatTheLaunchDidAndWhetherItCompiled) {
  const v1::LaunchRequest request =
      client_.LaunchOf(id_, client_.Put("abcdefgh"), client_.Put("........"), 2);
  v1::LaunchResponse first, second;
  ASSERT_TRUE(client_.Launch(request, &first).ok());
  ASSERT_TRUE(client_.Launch(request, &second).ok());
  EXPECT_THAT(SpanNames(first), ElementsAre("accept", "decode", "resolve", "compile", "queue",
                                            "dispatch", "run", "collect", "respond"));
  EXPECT_THAT(SpanNames(second), ElementsAre("accept", "decode", "resolve", "queue", "dispatch",
                                             "run", "collect", "respond"));
  for (const v1::Span& span : second.spans()) {
    EXPECT_EQ(span.start_ns(), server_.clock.SteadyNs()) << span.name();
  }
}

TEST_F(LaunchServiceTest, AnAnswerWithMistakesTellsWhatItTookToFindThem) {
  server_.compiler.OnCompile([](const CompileRequest&) {
    Compilation compilation;
    compilation.diagnostics.push_back({.code = "PA0101", .message = "no"});
    return compilation;
  });
  v1::LaunchResponse response;
  ASSERT_TRUE(
      client_.Launch(client_.LaunchOf(id_, client_.Put("abcdefgh"), "", 2), &response).ok());
  ASSERT_TRUE(response.has_compile_errors());
  EXPECT_THAT(SpanNames(response),
              ElementsAre("accept", "decode", "resolve", "compile", "respond"));
}

TEST_F(LaunchServiceTest, AnOmittedOutputIsCreated) {
  v1::LaunchResponse response;
  ASSERT_TRUE(
      client_.Launch(client_.LaunchOf(id_, client_.Put("abcdefgh"), "", 2), &response).ok());
  ASSERT_EQ(response.success().written_size(), 1);
  EXPECT_TRUE(response.success().written(0).created());
  EXPECT_EQ(client_.Get(response.success().written(0).view().handle(), 8), "abcdefgh");
}

TEST_F(LaunchServiceTest, SmallTensorsTravelInsideTheLaunchAndNameNoMemory) {
  v1::LaunchRequest request = client_.LaunchOf(id_, "", ".", 2);
  v1::InlineMemory* memory = request.add_inline_memory();
  memory->set_data("abcdefgh");
  memory->set_crc32c(Crc32c(memory->data()));
  *request.add_inline_memory() = *memory;
  v1::LaunchArgument::Tensor* out = request.mutable_arguments(1)->mutable_tensor();
  out->mutable_view()->clear_handle();
  out->set_resizable(false);
  out->set_inline_index(1);
  v1::LaunchResponse response;
  ASSERT_TRUE(client_.Launch(request, &response).ok());
  ASSERT_EQ(response.success().written_size(), 1);
  EXPECT_EQ(response.success().written(0).view().handle(), "");
  ASSERT_EQ(response.success().inline_memory_size(), 1);
  EXPECT_EQ(response.success().inline_memory(0).data(), "abcdefgh");
  while (server_.quota->buffers() != 0) std::this_thread::yield();
}

TEST_F(LaunchServiceTest, TensorsThatAreNowhereOrResizableWithoutAHandleAreRefused) {
  v1::LaunchResponse response;
  v1::LaunchRequest request = client_.LaunchOf(id_, "", "", 2);
  EXPECT_EQ(client_.Launch(request, &response).error_code(), StatusCode::INVALID_ARGUMENT);
  request.add_inline_memory()->set_data("abcdefgh");
  EXPECT_EQ(client_.Launch(request, &response).error_code(), StatusCode::DATA_LOSS);
  request.mutable_inline_memory(0)->set_crc32c(Crc32c("abcdefgh"));
  request.mutable_arguments(0)->mutable_tensor()->set_resizable(true);
  EXPECT_EQ(client_.Launch(request, &response).error_code(), StatusCode::INVALID_ARGUMENT);
  request.mutable_arguments(0)->mutable_tensor()->set_resizable(false);
  request.set_inline_created(true);
  EXPECT_TRUE(client_.Launch(request, &response).ok());
  EXPECT_EQ(response.success().inline_memory_size(), 1);
}

TEST_F(LaunchServiceTest, TheDeviceGetsTheRuntimeAttributes) {
  std::vector<Scalar> attributes;
  server_.device->OnRun([&](const LaunchRequest& request) {
    attributes = request.attributes;
    return FakeDevice::CopyFirstToSecond(request);
  });
  v1::LaunchResponse response;
  ASSERT_TRUE(client_.Launch(client_.LaunchOf(id_, client_.Put("abcd"), "", 1), &response).ok());
  ASSERT_EQ(attributes.size(), 1u);
  EXPECT_EQ(attributes[0].real, 0.5);
}

TEST_F(LaunchServiceTest, AnotherAttributeOrSizeCompilesNothing) {
  v1::LaunchResponse response;
  ASSERT_TRUE(
      client_.Launch(client_.LaunchOf(id_, client_.Put("12345678"), "", 2), &response).ok());
  v1::LaunchRequest request = client_.LaunchOf(id_, client_.Put(std::string(40, 'x')), "", 10);
  request.mutable_arguments(2)->mutable_attribute()->set_real(7);
  ASSERT_TRUE(client_.Launch(request, &response).ok());
  EXPECT_FALSE(response.kernel().compiled());
  EXPECT_EQ(server_.compiler.compiles(), 1);
}

// A kernel that can raise at site 0 and print at site 1.
Compilation TalkingKernel(const CompileRequest& request) {
  Compilation made = FakeCompiler::DefaultCompilation(request);
  Site raises, prints;
  raises.point = 2;
  raises.exception = "ValueError";
  raises.parts.resize(1);
  raises.parts[0].slot = 0;
  raises.parts[0].kind = ScalarKind::kInt;
  raises.loops = {"n"};
  raises.loop_slot = 1;
  prints.parts.resize(1);
  prints.parts[0].literal = "hello";
  made.meta.sites = {raises, prints};
  return made;
}

// It printed and then raised.
LaunchResult RaisedAfterPrint(const LaunchRequest& request) {
  LaunchResult result;
  result.tensors = request.tensors;
  result.raised = true;
  result.exception.values.resize(1);
  result.exception.values[0].kind = ScalarKind::kInt;
  result.exception.values[0].integer = 5;
  result.exception.loop_indices = {3};
  result.prints.resize(1);
  result.prints[0].site = 1;
  return result;
}

TEST_F(LaunchServiceTest, TheOperatorsExceptionIsAnAnswerAndKeepsNothing) {
  server_.compiler.OnCompile(TalkingKernel);
  server_.device->OnRun(RaisedAfterPrint);
  const std::string x = client_.Put("abcd"), out = client_.Put("....");
  const uint64_t before = server_.quota->bytes();
  v1::LaunchResponse response;
  ASSERT_TRUE(client_.Launch(client_.LaunchOf(id_, x, out, 1), &response).ok());
  ASSERT_TRUE(response.has_exception()) << response.DebugString();
  EXPECT_EQ(response.exception().type(), "ValueError");
  EXPECT_EQ(response.exception().span().line(), 3u);
  EXPECT_EQ(response.exception().parts(0).value().integer(), "\x05");
  EXPECT_EQ(response.exception().loops(0).name(), "n");
  ASSERT_EQ(response.prints_size(), 1);
  EXPECT_EQ(response.prints(0).parts(0).literal(), "hello");
  EXPECT_EQ(response.prints(0).end(), "\n");
  EXPECT_EQ(server_.quota->bytes(), before);
}

TEST_F(LaunchServiceTest, CompileErrorsAreAnAnswer) {
  server_.compiler.OnCompile([](const CompileRequest&) {
    Compilation compilation;
    compilation.diagnostics.resize(1);
    compilation.diagnostics[0].code = "PA0301";
    compilation.diagnostics[0].point = 0;
    return compilation;
  });
  v1::LaunchResponse response;
  ASSERT_TRUE(client_.Launch(client_.LaunchOf(id_, client_.Put("abcd"), "", 1), &response).ok());
  ASSERT_EQ(response.compile_errors().diagnostics_size(), 1);
  EXPECT_EQ(response.compile_errors().diagnostics(0).span().line(), 1u);
}

TEST_F(LaunchServiceTest, BadLaunchesAreRefused) {
  const std::string x = client_.Put("abcd");
  TestClient other(server_);
  v1::LaunchRequest good = client_.LaunchOf(id_, x, "", 1);
  v1::LaunchRequest unknown = good, theirs = good, npu = good, few = good, outside = good,
                    rank = good, strides = good, scalar = good, omitted = good;
  unknown.set_operator_id("no such operator");
  theirs.mutable_arguments(0)->mutable_tensor()->mutable_view()->set_handle(other.Put("abcd"));
  npu.set_backend("npu");
  few.mutable_arguments()->RemoveLast();
  outside.mutable_arguments(0)->mutable_tensor()->mutable_view()->set_offset(4);
  for (int i = 0; i < 40; ++i) {
    rank.mutable_arguments(0)->mutable_tensor()->mutable_view()->add_shape(1);
    rank.mutable_arguments(0)->mutable_tensor()->mutable_view()->add_strides(4);
  }
  strides.mutable_arguments(0)->mutable_tensor()->mutable_view()->clear_strides();
  scalar.mutable_arguments(2)->mutable_attribute()->clear_value();
  omitted.mutable_arguments(0)->mutable_omitted();
  struct Case {
    const char* name;
    v1::LaunchRequest request;
    StatusCode code;
  };
  const Case cases[] = {
      {"unknown operator", unknown, StatusCode::NOT_FOUND},
      {"handle of another session", theirs, StatusCode::NOT_FOUND},
      {"no such device", npu, StatusCode::FAILED_PRECONDITION},
      {"too few arguments", few, StatusCode::INVALID_ARGUMENT},
      {"view outside", outside, StatusCode::INVALID_ARGUMENT},
      {"rank over 32", rank, StatusCode::INVALID_ARGUMENT},
      {"no strides", strides, StatusCode::INVALID_ARGUMENT},
      {"scalar without value", scalar, StatusCode::INVALID_ARGUMENT},
      {"input left out", omitted, StatusCode::INVALID_ARGUMENT},
  };
  for (const Case& c : cases) {
    v1::LaunchResponse response;
    const grpc::Status status = client_.Launch(c.request, &response);
    EXPECT_EQ(status.error_code(), c.code) << c.name << ": " << status.error_message();
  }
}

TEST_F(LaunchServiceTest, WhatTheDeviceCannotDoIsTheStatus) {
  const std::string x = client_.Put("abcd"), out = client_.Put("....");
  const uint64_t before = server_.quota->bytes();
  struct Case {
    absl::Status status;
    StatusCode code;
  };
  const Case cases[] = {
      {absl::UnavailableError("the worker was killed by SIGKILL"), StatusCode::UNAVAILABLE},
      {absl::ResourceExhaustedError("no memory"), StatusCode::RESOURCE_EXHAUSTED},
      {absl::CancelledError("cancelled"), StatusCode::CANCELLED},
  };
  for (const Case& c : cases) {
    server_.device->OnRun([&](const LaunchRequest&) { return Failing(c.status); });
    v1::LaunchResponse response;
    const grpc::Status status = client_.Launch(client_.LaunchOf(id_, x, out, 1), &response);
    EXPECT_EQ(status.error_code(), c.code);
    EXPECT_EQ(status.error_message(), c.status.message());
    EXPECT_EQ(server_.quota->bytes(), before);
    EXPECT_EQ(client_.Get(out, 4), "....");
  }
}

TEST_F(LaunchServiceTest, ADeadCompileProcessMayBeTriedAgain) {
  server_.compiler.OnCompile([](const CompileRequest&) -> absl::StatusOr<Compilation> {
    return absl::UnavailableError("the compile process was killed by SIGSEGV");
  });
  const v1::LaunchRequest request = client_.LaunchOf(id_, client_.Put("abcd"), "", 1);
  v1::LaunchResponse response;
  EXPECT_EQ(client_.Launch(request, &response).error_code(), StatusCode::UNAVAILABLE);
  server_.compiler.OnCompile(FakeCompiler::DefaultCompilation);
  EXPECT_TRUE(client_.Launch(request, &response).ok());
}

TEST_F(LaunchServiceTest, SixtyFourClientsShareOneCompile) {
  std::atomic<int> ok{0}, compiled{0};
  std::vector<std::thread> clients;
  for (int i = 0; i < 64; ++i) {
    clients.emplace_back([&] {
      TestClient client(server_);
      v1::LaunchResponse response;
      const std::string id = client.Register("F", "def shared(x, out, alpha): ...");
      ok += client.Launch(client.LaunchOf(id, client.Put("abcd"), "", 1), &response).ok();
      compiled += response.kernel().compiled();
    });
  }
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(ok, 64);
  EXPECT_EQ(compiled, 1);
  EXPECT_EQ(server_.compiler.compiles(), 1);
  EXPECT_EQ(server_.compiler.analyses(), 2);  // the fixture's text and this one
}

TEST_F(LaunchServiceTest, ACancelledLaunchAnswersAtOnceAndIsDiscarded) {
  const v1::LaunchRequest request = client_.LaunchOf(id_, client_.Put("abcd"), "", 1);
  const uint64_t before = server_.quota->bytes();
  server_.device->Hold();
  grpc::ClientContext context;
  client_.Enter(context);
  v1::LaunchResponse response;
  grpc::Status status;
  std::thread caller([&] { status = server_.launches->Launch(&context, request, &response); });
  server_.device->AwaitHeld(1);
  context.TryCancel();
  server_.device->AwaitCancelled(1);
  caller.join();
  EXPECT_EQ(status.error_code(), StatusCode::CANCELLED);
  server_.device->Release();
  // Ends once the launch has; its answer may have raced the cancellation, not its memory.
  server_.rpc->Shutdown(absl::InfiniteDuration());
  server_.broker.pool->Stop();
  EXPECT_LE(server_.quota->bytes(), before);
}

TEST_F(LaunchServiceTest, MemoryMadeDuringALaunchIsChargedAtOnce) {
  absl::Status second;
  server_.device->OnRun([&](const LaunchRequest& request) {
    const auto first = request.Allocate(TestServer::kQuotaBytes / 2);
    second = request.Allocate(TestServer::kQuotaBytes / 2).status();
    return FakeDevice::CopyFirstToSecond(request);
  });
  v1::LaunchResponse response;
  const std::string x = client_.Put("abcd");
  EXPECT_TRUE(client_.Launch(client_.LaunchOf(id_, x, "", 1), &response).ok());
  EXPECT_EQ(second.code(), absl::StatusCode::kResourceExhausted) << second;
  EXPECT_EQ(server_.quota->bytes(), 8u);
}

TEST_F(LaunchServiceTest, ADeadlineHoldsWhileTheDeviceIsBusy) {
  server_.device->Hold();
  grpc::ClientContext context;
  client_.Enter(context);
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(20));
  v1::LaunchResponse response;
  EXPECT_EQ(server_.launches
                ->Launch(&context, client_.LaunchOf(id_, client_.Put("abcd"), "", 1), &response)
                .error_code(),
            StatusCode::DEADLINE_EXCEEDED);
  server_.device->Release();  // whether the launch has come so far or not
}

TEST_F(LaunchServiceTest, ASessionsEndCancelsItsLaunchesAlone) {
  TestClient other(server_);
  const std::string other_id = other.Register();
  const v1::LaunchRequest request = client_.LaunchOf(id_, client_.Put("abcd"), "", 1);
  const v1::LaunchRequest theirs = other.LaunchOf(other_id, other.Put("abcd"), "", 1);
  server_.device->Hold();
  grpc::Status status, their_status;
  v1::LaunchResponse response, their_response;
  std::thread caller([&] { status = client_.Launch(request, &response); });
  std::thread other_caller([&] { their_status = other.Launch(theirs, &their_response); });
  server_.device->AwaitHeld(2);
  client_.End();
  server_.device->AwaitCancelled(1);
  server_.device->Release();
  caller.join();
  other_caller.join();
  EXPECT_FALSE(status.ok());
  EXPECT_TRUE(their_status.ok()) << their_status.error_message();
}

TEST_F(LaunchServiceTest, ALaunchCancelledWhileItCompilesNeverReachesTheDevice) {
  absl::Notification compiling, cancelled;
  server_.compiler.OnCompile([&](const CompileRequest& compile) {
    compiling.Notify();
    cancelled.WaitForNotification();
    return FakeCompiler::DefaultCompilation(compile);
  });
  const v1::LaunchRequest request = client_.LaunchOf(id_, client_.Put("abcd"), "", 1);
  grpc::ClientContext context;
  client_.Enter(context);
  v1::LaunchResponse response;
  std::thread caller([&] { server_.launches->Launch(&context, request, &response); });
  compiling.WaitForNotification();
  context.TryCancel();
  caller.join();
  client_.End();
  server_.device->AwaitNotices(2);  // the call's and the session's
  cancelled.Notify();
  server_.rpc->Shutdown(absl::InfiniteDuration());
  EXPECT_EQ(server_.device->Info().launches, 0u);
}

TEST_F(LaunchServiceTest, AStoppingDaemonFinishesWhatIsUnderWayAndTakesNoMore) {
  server_.device->Hold();
  const v1::LaunchRequest request = client_.LaunchOf(id_, client_.Put("abcd"), "", 1);
  grpc::Status status;
  v1::LaunchResponse response;
  std::thread caller([&] { status = client_.Launch(request, &response); });
  server_.device->AwaitHeld(1);
  std::thread stopper([&] { server_.rpc->Shutdown(absl::InfiniteDuration()); });
  // Answers UNAVAILABLE as soon as the drain has begun.
  grpc::Status late;
  do {
    v1::LaunchResponse refused;
    v1::LaunchRequest unknown = request;
    unknown.set_operator_id("no such operator");
    late = client_.Launch(unknown, &refused);
  } while (late.error_code() == StatusCode::NOT_FOUND);
  EXPECT_EQ(late.error_code(), StatusCode::UNAVAILABLE);
  server_.device->Release();
  caller.join();
  stopper.join();
  EXPECT_TRUE(status.ok()) << status.error_message();
}

TEST_F(LaunchServiceTest, ALaunchThatAStopEndsSaysSo) {
  server_.device->OnRun([this](const LaunchRequest& request) {
    return request.Cancelled() ? Failing(absl::CancelledError("by the device"))
                               : FakeDevice::CopyFirstToSecond(request);
  });
  const v1::LaunchRequest request = client_.LaunchOf(id_, client_.Put("abcd"), "", 1);
  server_.device->Hold();
  v1::LaunchResponse response;
  grpc::Status status;
  std::thread caller([&] { status = client_.Launch(request, &response); });
  server_.device->AwaitHeld(1);
  std::thread stopper([&] { server_.rpc->Shutdown(absl::ZeroDuration()); });
  server_.device->AwaitCancelled(1);
  server_.device->Release();
  caller.join();
  stopper.join();
  EXPECT_EQ(status.error_code(), StatusCode::ABORTED);
  EXPECT_THAT(status.error_message(), HasSubstr("the daemon was stopped"));
}

}  // namespace
}  // namespace pyasc::testing
