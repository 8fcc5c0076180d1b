#include "server/device/cpu/cores.h"

#include <errno.h>
#include <sched.h>

#include <memory>

#include "fmt/format.h"
#include "fmt/ranges.h"

namespace pyasc {
namespace {

// More than any kernel is configured for.
constexpr int kMostCores = 8192;

struct FreeSet {
  void operator()(cpu_set_t* set) const { CPU_FREE(set); }
};
using Set = std::unique_ptr<cpu_set_t, FreeSet>;
const size_t kSetBytes = CPU_ALLOC_SIZE(kMostCores);

Set EmptySet() {
  Set set(CPU_ALLOC(kMostCores));
  CPU_ZERO_S(kSetBytes, set.get());
  return set;
}

}  // namespace

std::vector<int> AllowedCores() {
  const Set set = EmptySet();
  std::vector<int> cores;
  if (::sched_getaffinity(0, kSetBytes, set.get()) == 0) {
    for (int core = 0; core < kMostCores; ++core) {
      if (CPU_ISSET_S(core, kSetBytes, set.get())) cores.push_back(core);
    }
  }
  if (cores.empty()) cores.push_back(0);
  return cores;
}

std::vector<std::vector<int>> ShareCores(const std::vector<int>& cores, size_t count) {
  std::vector<std::vector<int>> shares(count);
  for (size_t device = 0; device < count; ++device) {
    const size_t first = device * cores.size() / count;
    const size_t end = (device + 1) * cores.size() / count;
    shares[device].assign(cores.begin() + static_cast<ptrdiff_t>(first),
                          cores.begin() + static_cast<ptrdiff_t>(end));
    if (shares[device].empty()) shares[device].push_back(cores[first]);
  }
  return shares;
}

absl::Status StayOn(const std::vector<int>& cores) {
  const Set set = EmptySet();
  for (const int core : cores) CPU_SET_S(core, kSetBytes, set.get());
  if (::sched_setaffinity(0, kSetBytes, set.get()) == 0) return absl::OkStatus();
  return absl::ErrnoToStatus(errno, fmt::format("cannot stay on cores {}", fmt::join(cores, ",")));
}

}  // namespace pyasc
