// A fixed number of threads for work that blocks.
#ifndef PYASC_SERVER_KERNELS_THREAD_POOL_H_
#define PYASC_SERVER_KERNELS_THREAD_POOL_H_

#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace pyasc {

// Thread-safe. Tasks start in the order they were posted.
class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool();  // Stop()
  // After Stop the task is dropped, and destroyed on the caller's thread.
  void Post(std::function<void()> task);
  // Runs what was posted before, then ends the threads. Not from a task.
  void Stop();

 private:
  bool ReadyOrStopped() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return stopped_ || !tasks_.empty();
  }
  void Run();

  absl::Mutex mutex_;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::deque<std::function<void()>> tasks_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::thread> threads_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_KERNELS_THREAD_POOL_H_
