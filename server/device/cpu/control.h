// The broker's side of the page it shares with a device worker, and how it is woken while
// it waits for one.
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
  // Asks the running kernel alone to give up, until Renew().
  void Cancel();
  // Forgets what an earlier worker or launch left there; Stop() stays in force.
  void Renew();

  // Ends AwaitMessage, this one or the next.
  void Wake();
  // Waits until `socket` has something to read (true) or somebody called Wake.
  bool AwaitMessage(int socket);

 private:
  Control(std::shared_ptr<Buffer> memory, ControlPage* page, UniqueFd wake)
      : memory_(std::move(memory)), page_(page), wake_(std::move(wake)) {}

  const std::shared_ptr<Buffer> memory_;
  ControlPage* const page_;
  const UniqueFd wake_;  // eventfd
  std::atomic<bool> stopped_ = false;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_CPU_CONTROL_H_
