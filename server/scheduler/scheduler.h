// Chooses the device of a launch. Each device has its own queue.
#ifndef PYASC_SERVER_SCHEDULER_SCHEDULER_H_
#define PYASC_SERVER_SCHEDULER_SCHEDULER_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "server/device/device.h"
#include "server/scheduler/run_times.h"

namespace pyasc {

// Thread-safe.
class Scheduler {
 public:
  // The first device is the default's kind.
  explicit Scheduler(std::vector<std::unique_ptr<Device>> devices);
  ~Scheduler();

  // The device for `backend`: "" (default kind), a kind ("cpu") or a name ("cpu:0"); of a
  // kind the one that is expected to be free first. kFailedPrecondition naming the devices there
  // are if none fits ("npu" too, until there is one: never quietly cpu).
  absl::StatusOr<Device*> Choose(std::string_view backend) const;
  std::vector<DeviceInfo> Devices() const;
  RunTimes& run_times() { return run_times_; }
  // Device::NoticeCancelled of all.
  void NoticeCancelled();
  void Shutdown();

 private:
  RunTimes run_times_;
  std::vector<std::unique_ptr<Device>> devices_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_SCHEDULER_SCHEDULER_H_
