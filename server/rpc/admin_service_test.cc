#include "server/rpc/admin_service.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/rpc/test_server.h"

namespace pyasc::testing {
namespace {

namespace v1 = pyascd::v1;
using ::testing::Contains;
using ::testing::ElementsAre;

class AdminServiceTest : public ::testing::Test {
 protected:
  v1::GetStatusResponse Status() {
    grpc::ClientContext context;
    v1::GetStatusResponse response;
    EXPECT_TRUE(server_.admin->GetStatus(&context, v1::GetStatusRequest(), &response).ok());
    return response;
  }

  v1::ListKernelsResponse Kernels() {
    grpc::ClientContext context;
    v1::ListKernelsResponse response;
    EXPECT_TRUE(server_.admin->ListKernels(&context, v1::ListKernelsRequest(), &response).ok());
    return response;
  }

  void LaunchOnce(TestClient& client) {
    v1::LaunchResponse response;
    EXPECT_TRUE(
        client.Launch(client.LaunchOf(client.Register(), client.Put("abcd"), "", 1), &response)
            .ok());
  }

  std::string MetricsText() {
    grpc::ClientContext context;
    v1::GetMetricsResponse response;
    EXPECT_TRUE(server_.admin->GetMetrics(&context, v1::GetMetricsRequest(), &response).ok());
    return response.text();
  }

  TestServer server_;
};

TEST_F(AdminServiceTest, MetricsCountWhatHappens) {
  const auto expect = [this](const std::vector<const char*>& lines) {
    const std::string text = MetricsText();
    for (const char* line : lines) EXPECT_THAT(text, ::testing::HasSubstr(line));
  };
  expect({"pyascd_sessions 0\n", "pyascd_rpc_requests_total{code=\"OK\",method=\"Launch\"} 0\n"});
  TestClient client(server_);
  LaunchOnce(client);
  server_.device->OnRun([](const LaunchRequest& request) {
    LaunchResult result;
    result.status = absl::UnavailableError("died");
    result.tensors = request.tensors;
    return result;
  });
  v1::LaunchResponse response;
  EXPECT_FALSE(
      client.Launch(client.LaunchOf(client.Register(), client.Put("abcd"), "", 1), &response).ok());
  expect({"pyascd_sessions 1\n", "pyascd_launches_total{device=\"cpu:0\",outcome=\"success\"} 1\n",
          "pyascd_launches_total{device=\"cpu:0\",outcome=\"failed\"} 1\n",
          "pyascd_launch_duration_seconds_count{device=\"cpu:0\"} 2\n",
          "pyascd_rpc_requests_total{code=\"OK\",method=\"Launch\"} 1\n",
          "pyascd_rpc_requests_total{code=\"UNAVAILABLE\",method=\"Launch\"} 1\n",
          "pyascd_rpc_requests_total{code=\"OK\",method=\"Put\"} 2\n",
          "pyascd_rpc_requests_total{code=\"OK\",method=\"GetMetrics\"} 1\n",
          "pyascd_cache_requests_total{result=\"hit\",tier=\"memory\"} 1\n",
          "pyascd_cache_kernels{tier=\"disk\"} 1\n",
          "pyascd_compiles_total{backend=\"cpu\",opt_level=\"3\",outcome=\"success\"} 1\n"});
}

TEST_F(AdminServiceTest, InfoNeedsNoSession) {
  grpc::ClientContext context;
  v1::GetInfoResponse response;
  ASSERT_TRUE(server_.admin->GetInfo(&context, v1::GetInfoRequest(), &response).ok());
  EXPECT_EQ(response.version(), "1.2.3");
  EXPECT_EQ(response.protocol(), 1u);
  EXPECT_EQ(response.pid(), 42);
  EXPECT_EQ(response.state_directory(), "/state");
  EXPECT_EQ(response.log_path(), "/log");
  EXPECT_THAT(response.capabilities(), Contains("launch-many"));
  EXPECT_THAT(response.backends(), ElementsAre("cpu", "null"));
  EXPECT_EQ(response.default_backend(), "cpu");
}

TEST_F(AdminServiceTest, DevicesAreListed) {
  grpc::ClientContext context;
  v1::ListDevicesResponse response;
  ASSERT_TRUE(server_.admin->ListDevices(&context, v1::ListDevicesRequest(), &response).ok());
  ASSERT_EQ(response.devices_size(), 2);
  EXPECT_EQ(response.devices(0).name(), "cpu:0");
  EXPECT_TRUE(response.devices(0).computes());
}

TEST_F(AdminServiceTest, StatusCountsWhatThereIs) {
  TestClient client(server_);
  LaunchOnce(client);
  server_.clock.Advance(5);
  const v1::GetStatusResponse status = Status();
  EXPECT_EQ(status.uptime_seconds(), 5);
  EXPECT_EQ(status.sessions(), 1u);
  EXPECT_EQ(status.tensors(), 2u);
  EXPECT_EQ(status.tensor_bytes(), 8u);
  EXPECT_EQ(status.launches(), 1u);
  EXPECT_EQ(status.compiles(), 1u);
  EXPECT_EQ(status.kernels(), 1u);
  EXPECT_EQ(status.analyses(), 1u);
}

TEST_F(AdminServiceTest, StatusTellsTheSandbox) {
  server_.broker.info.sandbox_level = 2;
  server_.broker.info.sandbox_missing = "namespaces: Operation not permitted";
  server_.broker.info.sandbox_user = "65534:65534";
  const v1::GetStatusResponse status = Status();
  EXPECT_EQ(status.sandbox_level(), 2u);
  EXPECT_EQ(status.sandbox_missing(), "namespaces: Operation not permitted");
  EXPECT_EQ(status.sandbox_user(), "65534:65534");
}

TEST_F(AdminServiceTest, TheEndOfASessionFreesItsMemory) {
  {
    TestClient client(server_);
    client.Put("abcd");
    EXPECT_EQ(server_.quota->bytes(), 4u);
  }
  server_.rpc->Shutdown(absl::InfiniteDuration());
  server_.broker.pool->Stop();
  EXPECT_EQ(server_.quota->bytes(), 0u);
  EXPECT_EQ(server_.broker.sessions->size(), 0u);
}

TEST_F(AdminServiceTest, ShutdownEndsOpenSessions) {
  TestClient client(server_);
  server_.rpc->Shutdown(absl::InfiniteDuration());
  EXPECT_EQ(server_.broker.sessions->size(), 0u);
}

TEST_F(AdminServiceTest, KernelsAreListedAndCleared) {
  TestClient client(server_);
  LaunchOnce(client);
  const v1::ListKernelsResponse kernels = Kernels();
  ASSERT_EQ(kernels.kernels_size(), 1);
  EXPECT_EQ(kernels.kernels(0).operator_name(), "F");
  EXPECT_EQ(kernels.kernels(0).kernel().opt_level(), 3u);
  EXPECT_EQ(kernels.kernels(0).kernel().device_kind(), "cpu");
  EXPECT_EQ(kernels.kernels(0).kernel().image_bytes(), MinimalImage().size());
  grpc::ClientContext context;
  v1::ClearCacheResponse response;
  ASSERT_TRUE(server_.admin->ClearCache(&context, v1::ClearCacheRequest(), &response).ok());
  EXPECT_EQ(Kernels().kernels_size(), 0);
  LaunchOnce(client);
  EXPECT_EQ(Status().compiles(), 2u);
}

TEST_F(AdminServiceTest, AStopOfAnIdleDaemonGoesOnForSessionsAndNamesThem) {
  v1::StopRequest request;
  request.set_only_idle(true);
  {
    TestClient client(server_);
    grpc::ClientContext context;
    v1::StopResponse response;
    ASSERT_TRUE(server_.admin->Stop(&context, request, &response).ok());
    ASSERT_EQ(response.sessions_size(), 1);
    EXPECT_EQ(response.sessions(0).client_name(), "test_client");
    EXPECT_EQ(response.sessions(0).client_version(), "1.2");
    EXPECT_EQ(response.sessions(0).pid(), 1);
    EXPECT_EQ(response.sessions(0).session().size(), 8u);
    EXPECT_FALSE(server_.stopped);
  }
  ASSERT_TRUE(server_.broker.sessions->AwaitEmpty(absl::InfiniteDuration()));
  grpc::ClientContext context;
  v1::StopResponse response;
  ASSERT_TRUE(server_.admin->Stop(&context, request, &response).ok());
  EXPECT_EQ(response.sessions_size(), 0);
  EXPECT_TRUE(server_.stopped);
}

// The main thread, which ends the daemon, may not even have woken up.
TEST_F(AdminServiceTest, NoSessionIsOpenedOnceAnIdleDaemonIsStopped) {
  v1::StopRequest request;
  request.set_only_idle(true);
  grpc::ClientContext context;
  v1::StopResponse response;
  ASSERT_TRUE(server_.admin->Stop(&context, request, &response).ok());
  grpc::ClientContext late;
  auto stream = server_.admin->OpenSession(&late, v1::OpenSessionRequest());
  v1::SessionEvent event;
  EXPECT_FALSE(stream->Read(&event));
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::UNAVAILABLE);
}

TEST_F(AdminServiceTest, AClientsNameHasALimit) {
  grpc::ClientContext context;
  v1::OpenSessionRequest request;
  request.set_client_name(std::string(1025, 'n'));
  auto stream = server_.admin->OpenSession(&context, request);
  v1::SessionEvent event;
  EXPECT_FALSE(stream->Read(&event));
  EXPECT_EQ(stream->Finish().error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

TEST_F(AdminServiceTest, StopAsksTheDaemon) {
  grpc::ClientContext context;
  v1::StopResponse response;
  ASSERT_TRUE(server_.admin->Stop(&context, v1::StopRequest(), &response).ok());
  EXPECT_TRUE(server_.stopped);
}

}  // namespace
}  // namespace pyasc::testing
