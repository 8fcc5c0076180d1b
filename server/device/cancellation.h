// Whether anybody still wants what a call asked for.
#ifndef PYASC_SERVER_DEVICE_CANCELLATION_H_
#define PYASC_SERVER_DEVICE_CANCELLATION_H_

#include <atomic>
#include <memory>
#include <utility>

namespace pyasc {

// Set once, from any thread. Devices look at it when they are told to
// (Device::NoticeCancelled) and before they start a launch.
class Cancellation {
 public:
  Cancellation() = default;
  // Also cancelled once `wider` is: a call by its session.
  explicit Cancellation(std::shared_ptr<const Cancellation> wider) : wider_(std::move(wider)) {}

  void Cancel() { cancelled_.store(true); }
  bool cancelled() const { return cancelled_.load() || (wider_ != nullptr && wider_->cancelled()); }

 private:
  std::atomic<bool> cancelled_ = false;
  const std::shared_ptr<const Cancellation> wider_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_CANCELLATION_H_
