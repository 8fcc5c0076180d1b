// A device that computes what a test tells it to.
#ifndef PYASC_SERVER_TESTING_FAKE_DEVICE_H_
#define PYASC_SERVER_TESTING_FAKE_DEVICE_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "server/device/device.h"

namespace pyasc::testing {

// Thread-safe. Runs each launch within Submit, unless it holds them.
class FakeDevice : public Device {
 public:
  using RunFunction = std::function<LaunchResult(const LaunchRequest&)>;

  explicit FakeDevice(std::string kind = "cpu") : kind_(std::move(kind)) {}

  // Copies the bytes of the first tensor to the second, creating it if need be.
  static LaunchResult CopyFirstToSecond(const LaunchRequest& request);

  DeviceInfo Info() const override;
  Target CompileTarget() const override { return {.device_kind = kind_, .cpu_features = 0}; }
  void Submit(LaunchRequest request, Done done) override;
  // Only counted: a device may also finish what is cancelled.
  void NoticeCancelled() override;
  void Shutdown() override {}

  void OnRun(RunFunction function);
  // Launches submitted from now on wait for Release.
  void Hold();
  void Release();
  // Returns when `count` launches wait.
  void AwaitHeld(size_t count);
  // Returns when `count` of the launches that wait are cancelled and the device was told.
  void AwaitCancelled(size_t count);
  // Returns when NoticeCancelled was called `count` times.
  void AwaitNotices(size_t count);

 private:
  const std::string kind_;
  mutable absl::Mutex mutex_;
  RunFunction run_ ABSL_GUARDED_BY(mutex_) = CopyFirstToSecond;
  bool holding_ ABSL_GUARDED_BY(mutex_) = false;
  std::vector<std::pair<LaunchRequest, Done>> held_ ABSL_GUARDED_BY(mutex_);
  size_t notices_ ABSL_GUARDED_BY(mutex_) = 0;
  size_t cancelled_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t launches_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace pyasc::testing

#endif  // PYASC_SERVER_TESTING_FAKE_DEVICE_H_
