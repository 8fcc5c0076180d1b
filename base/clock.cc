#include "base/clock.h"

#include <chrono>

namespace pyasc {
namespace {

class SystemClock : public Clock {
 public:
  int64_t UnixSeconds() const override {
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now())
        .time_since_epoch()
        .count();
  }

  int64_t SteadyNs() const override {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
  }
};

}  // namespace

const Clock& Clock::System() {
  static const auto* const clock = new SystemClock;
  return *clock;
}

}  // namespace pyasc
