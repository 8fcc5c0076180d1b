#include "server/metrics/metrics.h"

#include <array>
#include <functional>
#include <map>
#include <utility>

#include "absl/synchronization/mutex.h"
#include "prometheus/counter.h"
#include "prometheus/gauge.h"
#include "prometheus/histogram.h"
#include "prometheus/registry.h"
#include "prometheus/text_serializer.h"

namespace pyasc {
namespace {

using prometheus::Counter;
using prometheus::Family;
using prometheus::Gauge;
using prometheus::Histogram;
using prometheus::Labels;

constexpr size_t kLevels = 4;
constexpr std::array<const char*, 2> kTiers = {"memory", "disk"};
constexpr std::array<const char*, 2> kResults = {"hit", "miss"};
constexpr std::array<const char*, 5> kOutcomes = {"success", "mistakes", "exception", "cancelled",
                                                  "failed"};
constexpr std::array kCompileOutcomes = {Outcome::kSuccess, Outcome::kMistakes, Outcome::kFailed};
constexpr std::array kLaunchOutcomes = {Outcome::kSuccess, Outcome::kException, Outcome::kCancelled,
                                        Outcome::kFailed};

// Seconds: launches take microseconds to minutes.
const Histogram::BucketBoundaries& Buckets() {
  static const auto* const buckets = new Histogram::BucketBoundaries{
      20e-6, 50e-6, 100e-6, 200e-6, 500e-6, 1e-3, 2e-3, 5e-3, 10e-3, 20e-3, 50e-3,
      0.1,   0.2,   0.5,    1,      2,      5,    10,   30,   60,    300};
  return *buckets;
}

double Seconds(int64_t ns) { return static_cast<double>(ns) / 1e9; }

template <typename T>
size_t Index(T value) {
  return static_cast<size_t>(value);
}

// Finds by a view, so that nothing is allocated for a look.
template <typename T>
using ByName = std::map<std::string, T, std::less<>>;

// A counter that others count: only its growth is known.
void Follow(Counter& counter, uint64_t value) {
  const double growth = static_cast<double>(value) - counter.Value();
  if (growth > 0) counter.Increment(growth);
}

class Builder {
 public:
  explicit Builder(prometheus::Registry* registry) : registry_(registry) {}
  Family<Counter>& Counters(const char* name, const char* help) {
    return prometheus::BuildCounter().Name(name).Help(help).Register(*registry_);
  }
  Family<Gauge>& Gauges(const char* name, const char* help) {
    return prometheus::BuildGauge().Name(name).Help(help).Register(*registry_);
  }
  Family<Histogram>& Histograms(const char* name, const char* help) {
    return prometheus::BuildHistogram().Name(name).Help(help).Register(*registry_);
  }

 private:
  prometheus::Registry* const registry_;
};

struct MethodSeries {
  Histogram* duration = nullptr;
  Counter* ok = nullptr;
};

struct CompileSeries {
  std::array<Histogram*, kLevels> duration{};
  std::array<std::array<Counter*, kOutcomes.size()>, kLevels> ended{};
};

struct DeviceSeries {
  Histogram* duration = nullptr;
  Histogram* wait = nullptr;
  Counter* busy = nullptr;
  Gauge* depth = nullptr;
  std::array<Counter*, kOutcomes.size()> ended{};
};

}  // namespace

struct Metrics::Series {
  explicit Series(const Options& options);
  void AddCalls(const Options& options);
  void AddCompiles(const Options& options);
  void AddLaunches(const Options& options);
  void AddCache();

  prometheus::Registry registry;
  Builder make{&registry};
  ByName<MethodSeries> methods;
  Family<Counter>* calls = nullptr;
  ByName<CompileSeries> backends;
  ByName<DeviceSeries> devices;
  ByName<Counter*> restarts;
  Gauge *sessions = nullptr, *tensors = nullptr, *tensor_bytes = nullptr;
  std::array<std::array<Counter*, kResults.size()>, kTiers.size()> asked{};
  std::array<Gauge*, kTiers.size()> cache_bytes{}, cache_kernels{};
  Counter *saved = nullptr, *quarantined = nullptr, *dropped = nullptr, *analyses = nullptr;
  absl::Mutex looking;  // one look at a time: it sets gauges, then reads them
};

Metrics::Series::Series(const Options& options) {
  make.Gauges("pyascd_build_info", "The daemon's version; always 1.")
      .Add({{"version", options.version}})
      .Set(1);
  make.Gauges("pyascd_start_time_seconds", "When the daemon started, since 1970 in UTC.")
      .Add({})
      .Set(static_cast<double>(options.started_unix_s));
  sessions = &make.Gauges("pyascd_sessions", "Sessions of clients that are open.").Add({});
  tensors = &make.Gauges("pyascd_tensor_buffers", "Pieces of tensor memory that are held.").Add({});
  tensor_bytes = &make.Gauges("pyascd_tensor_bytes", "Tensor memory that is held.").Add({});
  AddCalls(options);
  AddCompiles(options);
  AddLaunches(options);
  AddCache();
}

void Metrics::Series::AddCalls(const Options& options) {
  calls = &make.Counters("pyascd_rpc_requests_total", "Calls that have ended, by status.");
  auto& durations = make.Histograms("pyascd_rpc_duration_seconds", "From a call to its end.");
  for (const std::string& method : options.methods) {
    methods[method].duration = &durations.Add({{"method", method}}, Buckets());
    methods[method].ok = &calls->Add({{"method", method}, {"code", "OK"}});
  }
}

void Metrics::Series::AddCompiles(const Options& options) {
  auto& durations = make.Histograms("pyascd_compile_duration_seconds",
                                    "What compiling kernels took, also those in vain.");
  auto& ended = make.Counters("pyascd_compiles_total", "Compiles that have ended.");
  analyses =
      &make.Counters("pyascd_analyses_total", "Texts of operators that were parsed.").Add({});
  for (const std::string& backend : options.backends) {
    CompileSeries& found = backends[backend];
    for (size_t level = 0; level < kLevels; ++level) {
      const Labels labels = {{"backend", backend}, {"opt_level", std::to_string(level)}};
      found.duration[level] = &durations.Add(labels, Buckets());
      for (Outcome outcome : kCompileOutcomes) {
        Labels with_outcome = labels;
        with_outcome["outcome"] = kOutcomes[Index(outcome)];
        found.ended[level][Index(outcome)] = &ended.Add(with_outcome);
      }
    }
  }
}

void Metrics::Series::AddLaunches(const Options& options) {
  auto& durations = make.Histograms("pyascd_launch_duration_seconds",
                                    "From a launch's call to its answer, in the daemon.");
  auto& waits = make.Histograms("pyascd_queue_wait_seconds", "In the device's queue.");
  auto& busy = make.Counters("pyascd_device_busy_seconds_total", "Time with a launch under way.");
  auto& depths = make.Gauges("pyascd_queue_depth", "Launches that wait or run.");
  auto& ended = make.Counters("pyascd_launches_total", "Launches that have ended.");
  auto& restarted =
      make.Counters("pyascd_workers_restarts_total", "Workers that were replaced, and why.");
  for (const std::string& device : options.devices) {
    const Labels labels = {{"device", device}};
    DeviceSeries& found = devices[device];
    found.duration = &durations.Add(labels, Buckets());
    found.wait = &waits.Add(labels, Buckets());
    found.busy = &busy.Add(labels);
    found.depth = &depths.Add(labels);
    for (Outcome outcome : kLaunchOutcomes) {
      found.ended[Index(outcome)] =
          &ended.Add({{"device", device}, {"outcome", kOutcomes[Index(outcome)]}});
    }
  }
  for (const std::string& reason : options.restart_reasons) {
    restarts[reason] = &restarted.Add({{"reason", reason}});
  }
}

void Metrics::Series::AddCache() {
  auto& asks = make.Counters("pyascd_cache_requests_total", "Looks for kernels in the cache.");
  auto& bytes = make.Gauges("pyascd_cache_bytes", "What the cache takes.");
  auto& kernels = make.Gauges("pyascd_cache_kernels", "Kernels in the cache.");
  for (size_t tier = 0; tier < kTiers.size(); ++tier) {
    cache_bytes[tier] = &bytes.Add({{"tier", kTiers[tier]}});
    cache_kernels[tier] = &kernels.Add({{"tier", kTiers[tier]}});
    for (size_t result = 0; result < kResults.size(); ++result) {
      asked[tier][result] = &asks.Add({{"tier", kTiers[tier]}, {"result", kResults[result]}});
    }
  }
  saved = &make.Counters("pyascd_cache_saved_seconds_total",
                         "What compiling the kernels that came from the disk had taken.")
               .Add({});
  quarantined =
      &make.Counters("pyascd_cache_quarantined_total", "Rows that failed digest or MAC.").Add({});
  dropped = &make.Counters("pyascd_cache_dropped_writes_total", "Writes lost, as to a full disk.")
                 .Add({});
}

Metrics::Metrics(const Options& options) : series_(std::make_unique<Series>(options)) {}

Metrics::~Metrics() = default;

void Metrics::CallEnded(std::string_view method, absl::StatusCode code, int64_t duration_ns) {
  const auto found = series_->methods.find(method);
  if (found == series_->methods.end()) return;
  found->second.duration->Observe(Seconds(duration_ns));
  if (code == absl::StatusCode::kOk) return found->second.ok->Increment();
  // The family knows the series that there are; unknown codes have one name.
  series_->calls->Add({{"method", found->first}, {"code", absl::StatusCodeToString(code)}})
      .Increment();
}

void Metrics::CompileEnded(const CompileObservation& compile) {
  const auto found = series_->backends.find(compile.backend);
  if (found == series_->backends.end() || compile.opt_level >= kLevels) return;
  found->second.duration[compile.opt_level]->Observe(Seconds(compile.duration_ns));
  Counter* ended = found->second.ended[compile.opt_level][Index(compile.outcome)];
  if (ended != nullptr) ended->Increment();
}

void Metrics::CacheAsked(CacheTier tier, CacheResult result) {
  series_->asked[Index(tier)][Index(result)]->Increment();
}

void Metrics::CacheSaved(int64_t compile_ns) { series_->saved->Increment(Seconds(compile_ns)); }

void Metrics::LaunchEnded(const LaunchObservation& launch) {
  const auto found = series_->devices.find(launch.device);
  if (found == series_->devices.end()) return;
  found->second.duration->Observe(Seconds(launch.duration_ns));
  if (launch.wait_ns >= 0) found->second.wait->Observe(Seconds(launch.wait_ns));
  found->second.busy->Increment(Seconds(launch.busy_ns));
  Counter* ended = found->second.ended[Index(launch.outcome)];
  if (ended != nullptr) ended->Increment();
}

std::string Metrics::Text(const Gauges& now) {
  absl::MutexLock lock(&series_->looking);
  for (const Gauges::Device& device : now.devices) {
    const auto found = series_->devices.find(device.name);
    if (found != series_->devices.end()) found->second.depth->Set(device.queue_depth);
  }
  for (const Gauges::Restarts& restarts : now.worker_restarts) {
    const auto found = series_->restarts.find(restarts.reason);
    if (found != series_->restarts.end()) Follow(*found->second, restarts.count);
  }
  const auto set = [](Gauge* gauge, uint64_t value) { gauge->Set(static_cast<double>(value)); };
  set(series_->sessions, now.sessions);
  set(series_->tensors, now.tensor_buffers);
  set(series_->tensor_bytes, now.tensor_bytes);
  set(series_->cache_kernels[Index(CacheTier::kMemory)], now.memory_kernels);
  set(series_->cache_bytes[Index(CacheTier::kMemory)], now.memory_bytes);
  set(series_->cache_kernels[Index(CacheTier::kDisk)], now.disk_kernels);
  set(series_->cache_bytes[Index(CacheTier::kDisk)], now.disk_bytes);
  Follow(*series_->quarantined, now.quarantined);
  Follow(*series_->dropped, now.dropped_writes);
  Follow(*series_->analyses, now.analyses);
  return prometheus::TextSerializer().Serialize(series_->registry.Collect());
}

}  // namespace pyasc
