// The broker's side of the page it shares with a device worker.
#ifndef PYASC_SERVER_DEVICE_CPU_CONTROL_H_
#define PYASC_SERVER_DEVICE_CPU_CONTROL_H_

#include <atomic>
#include <memory>

#include "absl/status/statusor.h"
#include "server/device/device.h"
#include "server/device/worker/job.h"

namespace pyasc {

// Thread-safe. The worker may write anything to the page; nothing here trusts it.
class Control {
 public:
  static absl::StatusOr<std::unique_ptr<Control>> Create();
  ~Control();
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  int fd() const { return memory_->memory.get(); }
  // Asks the running kernel and all later ones to give up.
  void Stop();
  // Forgets what an earlier worker left there; Stop() stays in force.
  void Renew();

 private:
  Control(std::shared_ptr<Buffer> memory, ControlPage* page)
      : memory_(std::move(memory)), page_(page) {}

  const std::shared_ptr<Buffer> memory_;
  ControlPage* const page_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_CPU_CONTROL_H_
