// Starts pyascd-device for a device.
#ifndef PYASC_SERVER_SANDBOX_WORKER_PROCESS_H_
#define PYASC_SERVER_SANDBOX_WORKER_PROCESS_H_

#include <string>

#include "server/device/worker_process.h"

namespace pyasc {

// Starts workers from the executable at this path.
StartWorker WorkerStarter(std::string executable);

}  // namespace pyasc

#endif  // PYASC_SERVER_SANDBOX_WORKER_PROCESS_H_
