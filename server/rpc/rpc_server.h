// The gRPC server with all services, and the connections it gets.
#ifndef PYASC_SERVER_RPC_RPC_SERVER_H_
#define PYASC_SERVER_RPC_RPC_SERVER_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "server/rpc/acceptor.h"
#include "server/rpc/admin_service.h"
#include "server/rpc/broker.h"
#include "server/rpc/kernel_service.h"
#include "server/rpc/launch_service.h"
#include "server/rpc/launcher.h"
#include "server/rpc/tensor_service.h"

namespace pyasc {

// Answers calls of channels that come from InProcessChannel or from Listen.
class RpcServer {
 public:
  static constexpr int kMaxMessageBytes = 16 << 20;
  static constexpr int kMaxCallsPerConnection = 4096;

  // Of all services of pyascd.v1.
  static std::vector<std::string> MethodNames();
  // `broker` outlives the server.
  static absl::StatusOr<std::unique_ptr<RpcServer>> Create(const Broker* broker);
  ~RpcServer();

  // Accepts connections of `listening` from now on; `peers` learns who they are.
  absl::Status Listen(int listening, PeerTable* peers, Acceptor::Options options = {});
  std::shared_ptr<grpc::Channel> InProcessChannel();

  // Accepts no more, refuses new launches, waits for those under way and lets clients fetch
  // what they wrote; those that last longer are ended. Ends sessions and then all calls. Call it
  // before the broker's pool stops.
  void Shutdown(absl::Duration drain_timeout);

 private:
  explicit RpcServer(const Broker* broker);

  const Broker* const broker_;
  SessionStreams streams_;
  Launcher launcher_;
  AdminService admin_;
  KernelService kernels_;
  TensorService tensors_;
  LaunchService launches_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Acceptor> acceptor_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_RPC_SERVER_H_
