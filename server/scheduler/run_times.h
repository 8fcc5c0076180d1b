// How long kernels run, from their launches so far.
#ifndef PYASC_SERVER_SCHEDULER_RUN_TIMES_H_
#define PYASC_SERVER_SCHEDULER_RUN_TIMES_H_

#include <cstdint>
#include <unordered_map>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "base/digest.h"

namespace pyasc {

// Thread-safe. Remembers a bounded number of kernels.
class RunTimes {
 public:
  // What a launch of `kernel` is expected to take: a mean in which later launches count
  // more, a millisecond for a kernel that never ran.
  int64_t ExpectedNs(const Digest& kernel) const;
  void Learn(const Digest& kernel, int64_t run_ns);

 private:
  mutable absl::Mutex mutex_;
  std::unordered_map<Digest, int64_t> mean_ns_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace pyasc

#endif  // PYASC_SERVER_SCHEDULER_RUN_TIMES_H_
