// What the services work with. One a daemon; everything it points to outlives the services.
#ifndef PYASC_SERVER_RPC_BROKER_H_
#define PYASC_SERVER_RPC_BROKER_H_

#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "cache/kernel_store.h"
#include "server/auth/peers.h"
#include "server/kernels/registry.h"
#include "server/kernels/thread_pool.h"
#include "server/metrics/metrics.h"
#include "server/scheduler/scheduler.h"
#include "server/session/session_table.h"

namespace pyasc {

inline constexpr uint32_t kProtocol = 1;

struct DaemonInfo {
  std::string version;
  int64_t pid = 0;
  std::string state_directory;
  std::string log_path;
  uint32_t sandbox_level = 0;
  std::string sandbox_missing;
  std::string sandbox_user;
};

struct Broker {
  uid_t owner = 0;
  // Who a gRPC peer is ("fd:N").
  std::function<absl::StatusOr<Identity>(std::string_view peer)> identify;
  DaemonInfo info;
  const Clock* clock = nullptr;
  std::shared_ptr<TensorQuota> quota;  // shared with every buffer charged to it
  SessionTable* sessions = nullptr;
  Registry* registry = nullptr;
  Scheduler* scheduler = nullptr;
  KernelStore* store = nullptr;
  Metrics* metrics = nullptr;
  ThreadPool* pool = nullptr;  // for what blocks: never gRPC's threads
  std::function<void()> stop;  // asks the daemon to end; returns at once
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_BROKER_H_
