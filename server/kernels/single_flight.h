// Many who ask the same at one time, and one who works for all.
#ifndef PYASC_SERVER_KERNELS_SINGLE_FLIGHT_H_
#define PYASC_SERVER_KERNELS_SINGLE_FLIGHT_H_

#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "base/digest.h"

namespace pyasc {

// Thread-safe.
template <typename T>
class SingleFlight {
 public:
  using Done = std::function<void(absl::StatusOr<T>)>;

  // True: the caller leads, and must Land the key. False: `done` waits for who does.
  bool Join(const Digest& key, Done done) {
    absl::MutexLock lock(&mutex_);
    auto [flight, leads] = waiting_.try_emplace(key);
    flight->second.push_back(std::move(done));
    return leads;
  }

  // Answers the leader with `first` and everybody else with `others`, without a lock held.
  void Land(const Digest& key, const absl::StatusOr<T>& first, const absl::StatusOr<T>& others) {
    std::vector<Done> landed;
    {
      absl::MutexLock lock(&mutex_);
      auto flight = waiting_.find(key);
      landed = std::move(flight->second);
      waiting_.erase(flight);
    }
    for (size_t i = 0; i < landed.size(); ++i) landed[i](i == 0 ? first : others);
  }

 private:
  absl::Mutex mutex_;
  // The leader's own callback is the first of each.
  std::unordered_map<Digest, std::vector<Done>> waiting_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace pyasc

#endif  // PYASC_SERVER_KERNELS_SINGLE_FLIGHT_H_
