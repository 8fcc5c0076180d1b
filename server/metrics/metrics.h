// What the daemon counts, as text for Prometheus. Only metrics.cc knows the library behind it.
#ifndef PYASC_SERVER_METRICS_METRICS_H_
#define PYASC_SERVER_METRICS_METRICS_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace pyasc {

enum class CacheTier { kMemory, kDisk };
enum class CacheResult { kHit, kMiss };

// How a compile or a launch ended: kMistakes is a compile's, kException a launch's.
enum class Outcome { kSuccess, kMistakes, kException, kCancelled, kFailed };

struct CompileObservation {
  std::string_view backend;
  uint32_t opt_level = 0;
  Outcome outcome = Outcome::kSuccess;
  int64_t duration_ns = 0;
};

struct LaunchObservation {
  std::string_view device;
  Outcome outcome = Outcome::kSuccess;
  int64_t duration_ns = 0;  // from the call to its answer, in the daemon
  int64_t wait_ns = -1;     // in the device's queue; negative: its turn never came
  int64_t busy_ns = 0;      // of the device
};

// What is asked for when somebody looks; counts are since the daemon's start.
struct Gauges {
  struct Device {
    std::string name;
    uint32_t queue_depth = 0;
  };
  struct Restarts {
    std::string_view reason;  // one of Options::restart_reasons
    uint64_t count = 0;
  };
  std::vector<Device> devices;
  std::vector<Restarts> worker_restarts;
  uint64_t sessions = 0;
  uint64_t tensor_buffers = 0, tensor_bytes = 0;
  uint64_t memory_kernels = 0, memory_bytes = 0;
  uint64_t disk_kernels = 0, disk_bytes = 0;
  uint64_t quarantined = 0, dropped_writes = 0;
  uint64_t analyses = 0;
};

// Thread-safe. Its labels have the values of Options, of the enums above and of levels 0 to 3
// alone; an observation with another value is left out, so that nobody can make it grow.
class Metrics {
 public:
  struct Options {
    std::string version;
    int64_t started_unix_s = 0;
    std::vector<std::string> methods;
    std::vector<std::string> devices;
    std::vector<std::string> backends;
    std::vector<std::string> restart_reasons;
  };

  explicit Metrics(const Options& options);
  ~Metrics();

  void CallEnded(std::string_view method, absl::StatusCode code, int64_t duration_ns);
  void CompileEnded(const CompileObservation& compile);
  // A look for a kernel.
  void CacheAsked(CacheTier tier, CacheResult result);
  // A kernel came from the disk whose compile had taken so long.
  void CacheSaved(int64_t compile_ns);
  void LaunchEnded(const LaunchObservation& launch);

  // All of it, in Prometheus's text format 0.0.4.
  std::string Text(const Gauges& now);

 private:
  struct Series;
  const std::unique_ptr<Series> series_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_METRICS_METRICS_H_
