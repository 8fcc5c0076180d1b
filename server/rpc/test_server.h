// The whole broker around fakes, for tests of the services.
#ifndef PYASC_SERVER_RPC_TEST_SERVER_H_
#define PYASC_SERVER_RPC_TEST_SERVER_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cache/memory_store.h"
#include "pyascd/v1/admin_service.grpc.pb.h"
#include "pyascd/v1/kernel_service.grpc.pb.h"
#include "pyascd/v1/launch_service.grpc.pb.h"
#include "pyascd/v1/tensor_service.grpc.pb.h"
#include "server/rpc/rpc_server.h"
#include "server/testing/fake_compiler.h"
#include "server/testing/fake_device.h"

namespace pyasc::testing {

class TestServer {
 public:
  static constexpr uint64_t kQuotaBytes = 64 << 20;
  static constexpr uid_t kOwner = 1000;

  TestServer();
  ~TestServer();

  FakeCompiler compiler;
  std::unique_ptr<KernelStore> store = OpenMemoryStore({});
  FakeClock clock;
  std::shared_ptr<TensorQuota> quota = std::make_shared<TensorQuota>(kQuotaBytes);
  uid_t caller = kOwner;  // who all calls come from
  bool stopped = false;
  Broker broker;
  Metrics metrics{{.version = "1.2.3",
                   .methods = RpcServer::MethodNames(),
                   .devices = {"cpu:0", "null:0"},
                   .backends = {"cpu"},
                   .restart_reasons = {kWorkerLosses.begin(), kWorkerLosses.end()}}};
  FakeDevice* device = nullptr;  // "cpu:0"

  std::unique_ptr<RpcServer> rpc;
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<pyascd::v1::AdminService::Stub> admin;
  std::unique_ptr<pyascd::v1::KernelService::Stub> kernels;
  std::unique_ptr<pyascd::v1::TensorService::Stub> tensors;
  std::unique_ptr<pyascd::v1::LaunchService::Stub> launches;

 private:
  std::unique_ptr<SessionTable> sessions_;
  std::unique_ptr<Registry> registry_;
  std::unique_ptr<Scheduler> scheduler_;
  std::unique_ptr<ThreadPool> pool_;
};

// One client with a session of its own.
class TestClient {
 public:
  explicit TestClient(TestServer& server);
  ~TestClient() { End(); }
  void End();

  // Marks a call as this session's.
  void Enter(grpc::ClientContext& context) const;
  std::string Register(std::string name = "F", std::string text = "def f(x, out, alpha): ...");
  std::string Put(std::string_view bytes);
  std::string Get(const std::string& handle, uint64_t bytes);
  grpc::Status Launch(const pyascd::v1::LaunchRequest& request,
                      pyascd::v1::LaunchResponse* response);

  // f(x, out, 0.5) over float32 vectors in the given memory; "" leaves `out` out.
  pyascd::v1::LaunchRequest LaunchOf(const std::string& operator_id, const std::string& x,
                                     const std::string& out, int64_t elements) const;

 private:
  TestServer& server_;
  grpc::ClientContext session_context_;
  std::unique_ptr<grpc::ClientReader<pyascd::v1::SessionEvent>> session_;
  std::string id_;
};

void SetVector(const std::string& handle, int64_t elements, pyascd::v1::TensorView* view);

}  // namespace pyasc::testing

#endif  // PYASC_SERVER_RPC_TEST_SERVER_H_
