// The process behind a device, as the device sees it. What starts it lies above this
// layer (server/sandbox) and is handed in.
#ifndef PYASC_SERVER_DEVICE_WORKER_PROCESS_H_
#define PYASC_SERVER_DEVICE_WORKER_PROCESS_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace pyasc {

class WorkerProcess {
 public:
  // Kills the process if it still runs, and reaps it.
  virtual ~WorkerProcess() = default;
  // The broker's end of the socket; valid as long as this object.
  virtual int socket() const = 0;
  // Sends SIGKILL if it still runs. Thread-safe.
  virtual void Kill() = 0;
  // Waits until it has ended, briefly of itself and then killed, and says how: "SIGSEGV",
  // "exit status 1". Call it when the socket has ended or after kShutdown.
  virtual std::string Reap() = 0;
};

// Starts a worker that maps the memfd `control_page` (server/device/worker/job.h).
using StartWorker = std::function<absl::StatusOr<std::unique_ptr<WorkerProcess>>(int control_page)>;

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_WORKER_PROCESS_H_
