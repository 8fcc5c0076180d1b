#include "server/scheduler/run_times.h"

namespace pyasc {
namespace {

constexpr int64_t kUnknownNs = 1'000'000;
constexpr size_t kMostKernels = 4096;
constexpr int64_t kWeight = 4;  // of the mean so far, against one launch

}  // namespace

int64_t RunTimes::ExpectedNs(const Digest& kernel) const {
  absl::MutexLock lock(&mutex_);
  const auto found = mean_ns_.find(kernel);
  return found == mean_ns_.end() ? kUnknownNs : found->second;
}

void RunTimes::Learn(const Digest& kernel, int64_t run_ns) {
  absl::MutexLock lock(&mutex_);
  // Those in use come back with their next launch.
  if (mean_ns_.size() >= kMostKernels && !mean_ns_.contains(kernel)) mean_ns_.clear();
  const auto [entry, fresh] = mean_ns_.try_emplace(kernel, run_ns);
  if (!fresh) entry->second += (run_ns - entry->second) / kWeight;
}

}  // namespace pyasc
