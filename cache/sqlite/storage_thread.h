// The one thread that writes: it gathers what comes within a few milliseconds into one
// batch, so that one commit serves all of them.
#ifndef PYASC_CACHE_SQLITE_STORAGE_THREAD_H_
#define PYASC_CACHE_SQLITE_STORAGE_THREAD_H_

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace pyasc::sqlite {

// One change, applied inside the batch's transaction. It may be applied again if the
// transaction had to be repeated.
struct Write {
  std::function<absl::Status()> apply;
  // Called once with the outcome, after the commit; may be null.
  std::function<void(const absl::Status&)> done;
  size_t bytes = 0;  // of memory that it holds while it waits
};

struct StorageThreadOptions {
  absl::Duration gather = absl::Milliseconds(5);
  absl::Duration idle = absl::Seconds(30);  // an empty batch is run this often
  size_t max_waiting_bytes = 64u << 20;
};

// Thread-safe. The destructor runs what still waits and then one last empty batch.
class StorageThread {
 public:
  // `run_batch` is called on the thread only, one batch after another; it calls each
  // write's apply and done.
  StorageThread(const StorageThreadOptions& options,
                std::function<void(std::vector<Write>)> run_batch);
  ~StorageThread();

  // Never blocks on storage. False, and nothing done, if too much waits already.
  bool Submit(Write write) ABSL_LOCKS_EXCLUDED(mutex_);
  // Submits whatever waits, without gathering more, and blocks until it is done.
  absl::Status Run(std::function<absl::Status()> apply) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  void Loop() ABSL_LOCKS_EXCLUDED(mutex_);
  // The next batch; empty after an idle time or at the end.
  std::vector<Write> Gather() ABSL_LOCKS_EXCLUDED(mutex_);
  bool HasWork() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return stopping_ || !waiting_.empty();
  }
  bool MustHurry() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return stopping_ || urgent_; }

  const StorageThreadOptions options_;
  const std::function<void(std::vector<Write>)> run_batch_;
  absl::Mutex mutex_;
  std::vector<Write> waiting_ ABSL_GUARDED_BY(mutex_);
  size_t waiting_bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  bool urgent_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace pyasc::sqlite

#endif  // PYASC_CACHE_SQLITE_STORAGE_THREAD_H_
