// A device that accepts every launch and computes nothing: the skeleton of a device, and
// the floor in benchmarks. Outputs that a kernel would create come back without elements
// (every dimension zero), since only running a kernel tells their shape; all other
// tensors come back as they were.
#ifndef PYASC_SERVER_DEVICE_NULL_NULL_DEVICE_H_
#define PYASC_SERVER_DEVICE_NULL_NULL_DEVICE_H_

#include <memory>
#include <string>

#include "server/device/device.h"
#include "server/device/launch_queue.h"

namespace pyasc {

class NullDevice : public Device {
 public:
  explicit NullDevice(std::string name);

  DeviceInfo Info() const override;
  Target CompileTarget() const override;
  void Submit(LaunchRequest request, Done done) override;
  void NoticeCancelled() override { queue_.DropCancelled(); }
  void Shutdown() override;

 private:
  const std::string name_;
  LaunchQueue queue_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_NULL_NULL_DEVICE_H_
