// From a registered operator and bound arguments to a kernel on a device.
#ifndef PYASC_SERVER_RPC_RESOLVE_H_
#define PYASC_SERVER_RPC_RESOLVE_H_

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/kernels/spec.h"
#include "server/rpc/broker.h"

namespace pyasc {

struct ResolveRequest {
  std::shared_ptr<const Operator> registered;  // shared with its session
  BoundLaunch launch;
  std::string backend;
  std::vector<std::string> stages;
  std::string request_id;  // for the log
};

struct Resolved {
  std::vector<Diagnostic> diagnostics;  // with spans; not empty: there is no kernel
  std::shared_ptr<const Analysis> analysis;
  BoundLaunch launch;
  Specialisation specialisation;
  Device* device = nullptr;
  KernelAnswer answer;
};

using ResolveDone = std::function<void(absl::StatusOr<Resolved>)>;

// On a thread that may block. `done` runs once, there or on a thread of the registry's.
// Statuses are those of Scheduler::Choose, BuildSpecialisation and Registry.
void Resolve(const Broker& broker, ResolveRequest request, ResolveDone done);

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_RESOLVE_H_
