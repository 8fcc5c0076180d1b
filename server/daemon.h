// The daemon as a whole: what starts before what, and what ends after what.
#ifndef PYASC_SERVER_DAEMON_H_
#define PYASC_SERVER_DAEMON_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "base/unique_fd.h"
#include "cache/kernel_store.h"
#include "server/auth/peers.h"
#include "server/config.h"
#include "server/kernels/registry.h"
#include "server/kernels/thread_pool.h"
#include "server/metrics/metrics.h"
#include "server/rpc/broker.h"
#include "server/rpc/listening_socket.h"
#include "server/rpc/rpc_server.h"
#include "server/sandbox/compile_service.h"
#include "server/sandbox/sandbox_choice.h"
#include "server/scheduler/scheduler.h"
#include "server/session/session_table.h"
#include "server/state.h"

namespace pyasc {

// Used by the main thread alone.
class Daemon {
 public:
  explicit Daemon(Config config) : config_(std::move(config)) {}

  // Until it answers calls. kAlreadyExists names the daemon that has the same state.
  // After a bad status only the destructor may follow.
  absl::Status Start();
  const std::string& socket() const { return config_.socket; }
  // Until a signal, AdminService.Stop or the time without sessions ends it.
  void Run();
  // Answers what is under way, within the drain timeout, and leaves nothing behind.
  void Stop();

 private:
  absl::Status PreparePlaces();
  absl::Status ConfineChildren();
  absl::Status StartCompiler();
  absl::Status OpenStore();
  void Tell(const std::string& what, const std::string& why) const;
  absl::Status StartDevices();
  // The device number `i` of its kind.
  absl::StatusOr<std::unique_ptr<Device>> StartDevice(const DeviceCount& wanted, size_t i);
  absl::Status StartServices();
  // Whether there was no session for too long; none is opened any more then.
  bool EndsIdle();

  const Config config_;
  State state_;
  std::string log_file_;  // the configuration's, beside a state that was moved
  std::string toolchain_;
  SandboxChoice sandbox_;
  UniqueFd signals_;
  UniqueFd stop_;  // eventfd
  // In the order of their start; each uses those above.
  std::unique_ptr<CompileService> compiler_;
  std::unique_ptr<KernelStore> store_;
  std::unique_ptr<Scheduler> scheduler_;
  std::unique_ptr<Metrics> metrics_;
  std::unique_ptr<SessionTable> sessions_;
  PeerTable peers_;
  Broker broker_;
  std::unique_ptr<RpcServer> rpc_;
  std::unique_ptr<Registry> registry_;
  std::unique_ptr<ThreadPool> pool_;
  std::unique_ptr<ListeningSocket> listening_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DAEMON_H_
