// Starts pyascd-device for a device.
#ifndef PYASC_SERVER_SANDBOX_WORKER_PROCESS_H_
#define PYASC_SERVER_SANDBOX_WORKER_PROCESS_H_

#include <cstdint>
#include <string>

#include "base/confine.h"
#include "server/device/worker_process.h"

namespace pyasc {

struct WorkerOptions {
  Confinement confinement;
  uint64_t memory_bytes = 0;  // of its own, tensors apart; 0: no limit
};

// Starts workers from the executable at this path and waits until they are confined.
// kUnavailable, naming the path: it cannot be executed, or ended before that.
StartWorker WorkerStarter(std::string executable, WorkerOptions options = {});

}  // namespace pyasc

#endif  // PYASC_SERVER_SANDBOX_WORKER_PROCESS_H_
