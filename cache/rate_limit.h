// Keeps a repeated event from filling the log.
#ifndef PYASC_CACHE_RATE_LIMIT_H_
#define PYASC_CACHE_RATE_LIMIT_H_

#include <atomic>
#include <cstdint>
#include <limits>

#include "base/clock.h"

namespace pyasc {

// Thread-safe.
class RateLimit {
 public:
  // `clock` must outlive it.
  RateLimit(const Clock& clock, int64_t period_s)
      : clock_(clock), period_ns_(period_s * 1'000'000'000) {}

  // True the first time, and then once a period.
  bool Allow() {
    const int64_t now = clock_.SteadyNs();
    int64_t next = next_ns_.load();
    return now >= next && next_ns_.compare_exchange_strong(next, now + period_ns_);
  }

 private:
  const Clock& clock_;
  const int64_t period_ns_;
  std::atomic<int64_t> next_ns_ = std::numeric_limits<int64_t>::min();
};

}  // namespace pyasc

#endif  // PYASC_CACHE_RATE_LIMIT_H_
