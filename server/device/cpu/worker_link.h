// The broker's conversation with one worker process.
#ifndef PYASC_SERVER_DEVICE_CPU_WORKER_LINK_H_
#define PYASC_SERVER_DEVICE_CPU_WORKER_LINK_H_

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "base/digest.h"
#include "base/frame.h"
#include "server/device/cpu/control.h"
#include "server/device/cpu/report_check.h"
#include "server/device/device.h"
#include "server/device/worker_process.h"

namespace pyasc {

// Used by one thread, but for Kill().
class WorkerLink {
 public:
  // `control` outlives the link. A worker whose kernel goes on for `cancel_grace` after the
  // launch was cancelled is killed.
  WorkerLink(std::string device, std::unique_ptr<WorkerProcess> process, Control* control,
             absl::Duration cancel_grace)
      : device_(std::move(device)),
        process_(std::move(process)),
        control_(control),
        cancel_grace_(cancel_grace) {}

  // False once the worker died or broke the protocol, also while it was idle.
  bool Usable();
  // Requires: Usable(). A worker that dies or answers nonsense is reaped before this returns.
  LaunchResult Run(const LaunchRequest& request);
  // Lets the worker end, and reaps it.
  void Stop();
  // Requires: it is lost.
  WorkerLoss loss() const { return loss_; }
  // Thread-safe.
  void Kill() { process_->Kill(); }

 private:
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;

  struct LoadedKernel {
    uint64_t last_use = 0;
    uint32_t record_values = 0;
  };

  // A bad status is the worker's failure; the request's own is in the result.
  absl::StatusOr<LaunchResult> Converse(const LaunchRequest& request);
  absl::StatusOr<LaunchResult> AwaitReport(const LaunchRequest& request, RegionList* regions,
                                           uint32_t record_values);
  // The worker's next message. Cancels the kernel if the launch is, and then waits no
  // longer than until `deadline`, which the first such call sets.
  absl::StatusOr<Frame> AwaitFrame(const LaunchRequest& request, Deadline* deadline);
  // Hands the lines of a kPrinted frame on, or keeps them in `kept`, if they are not too many.
  absl::Status TakePrints(const Frame& frame, const LaunchRequest& request, LaunchResult* kept);
  absl::Status Load(const Executable& executable, int image);
  absl::Status UnloadOldest();
  absl::Status Allocate(const Frame& frame, const LaunchRequest& request, RegionList* regions);
  absl::Status Send(FrameType type, std::string_view payload, const std::vector<int>& fds = {});
  // Ends the worker after `failure` and says so, also in the log.
  absl::Status Lost(const absl::Status& failure, const LaunchRequest& request);
  absl::Status Explain(const absl::Status& failure, const LaunchRequest& request);

  const std::string device_;
  const std::unique_ptr<WorkerProcess> process_;
  Control* const control_;
  const absl::Duration cancel_grace_;
  bool lost_ = false;
  WorkerLoss loss_ = WorkerLoss::kDied;
  uint64_t uses_ = 0;
  std::unordered_map<Digest, LoadedKernel> loaded_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_CPU_WORKER_LINK_H_
