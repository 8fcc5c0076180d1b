// Time, injected so that tests need none.
#ifndef PYASC_BASE_CLOCK_H_
#define PYASC_BASE_CLOCK_H_

#include <atomic>
#include <cstdint>

namespace pyasc {

// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  // Seconds since 1970 in UTC; may jump in both directions.
  virtual int64_t UnixSeconds() const = 0;
  // Never runs backwards; its zero means nothing.
  virtual int64_t SteadyNs() const = 0;

  // The machine's clock; lives for ever.
  static const Clock& System();
};

// Stands still until it is told otherwise.
class FakeClock : public Clock {
 public:
  int64_t UnixSeconds() const override { return unix_s_.load(); }
  int64_t SteadyNs() const override { return steady_ns_.load(); }

  // Both clocks advance.
  void Advance(int64_t seconds) {
    unix_s_ += seconds;
    steady_ns_ += seconds * 1'000'000'000;
  }
  // Somebody sets the wall clock.
  void SetUnixSeconds(int64_t seconds) { unix_s_ = seconds; }

 private:
  std::atomic<int64_t> unix_s_ = 1'700'000'000;
  std::atomic<int64_t> steady_ns_ = 1'000'000'000;
};

}  // namespace pyasc

#endif  // PYASC_BASE_CLOCK_H_
