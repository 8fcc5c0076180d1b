// The host's cores as a device. Kernels run in a worker process: a kernel that crashes
// takes its worker with it, never the broker.
#ifndef PYASC_SERVER_DEVICE_CPU_CPU_DEVICE_H_
#define PYASC_SERVER_DEVICE_CPU_CPU_DEVICE_H_

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "server/device/cpu/control.h"
#include "server/device/cpu/worker_link.h"
#include "server/device/device.h"
#include "server/device/launch_queue.h"
#include "server/device/worker_process.h"

namespace pyasc {

struct CpuOptions {
  std::string name = "cpu:0";
  StartWorker start_worker;
  std::vector<int> cores;  // those that the device keeps to; empty: all allowed ones
  size_t max_queued = 16384;
  // How long Shutdown waits for launches before it asks kernels to give up, and then
  // again before it kills the worker.
  absl::Duration shutdown_grace = absl::Seconds(5);
  // How long a cancelled kernel may go on before its worker is killed.
  absl::Duration cancel_grace = absl::Seconds(1);
};

// A worker that died is replaced when the next launch comes; the launch it held answers
// kUnavailable and is not repeated: it may have been the cause.
class CpuDevice : public Device {
 public:
  // Starts the first worker, which keeps to the device's cores.
  static absl::StatusOr<std::unique_ptr<CpuDevice>> Create(CpuOptions options);
  ~CpuDevice() override;

  DeviceInfo Info() const override;
  Target CompileTarget() const override;
  void Submit(LaunchRequest request, Done done) override;
  void NoticeCancelled() override;
  void Shutdown() override;

 private:
  CpuDevice(CpuOptions options, std::unique_ptr<Control> control);

  // On the queue's thread.
  LaunchResult Run(const LaunchRequest& request);
  absl::Status EnsureWorker();

  const CpuOptions options_;
  const std::unique_ptr<Control> control_;
  const std::string model_;
  const uint32_t cores_;  // how many it uses
  mutable absl::Mutex mutex_;
  // Replaced on the queue's thread only, which therefore reads it without the lock.
  std::unique_ptr<WorkerLink> worker_;
  bool killed_ ABSL_GUARDED_BY(mutex_) = false;
  uint64_t starts_ ABSL_GUARDED_BY(mutex_) = 0;
  std::array<uint64_t, kWorkerLosses.size()> restarts_ ABSL_GUARDED_BY(mutex_){};
  LaunchQueue queue_;  // last: its thread uses all of the above
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_CPU_CPU_DEVICE_H_
