// Prints on their way to the broker.
#ifndef PYASC_SERVER_DEVICE_WORKER_PRINT_STREAM_H_
#define PYASC_SERVER_DEVICE_WORKER_PRINT_STREAM_H_

#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "server/device/worker/job.h"

namespace pyasc {

// Sends prints together while they come fast. A thread of its own sees to it that none
// waits long, whatever the kernel does after its last one. Thread-safe.
class PrintStream {
 public:
  // Tells the broker; waits while it does not read.
  using Send = std::function<absl::Status(const std::vector<PrintRecord>& prints)>;

  explicit PrintStream(Send send);
  ~PrintStream();

  // The status of what was sent last: once the broker is gone, it stays gone.
  absl::Status Add(PrintRecord print);
  // Sends what waits.
  absl::Status Flush();

 private:
  void SendLoop();
  void SendWaiting() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool MaySend() const ABSL_SHARED_LOCKS_REQUIRED(mutex_) { return stopped_ || !waiting_.empty(); }

  const Send send_;
  absl::Mutex mutex_;
  std::vector<PrintRecord> waiting_ ABSL_GUARDED_BY(mutex_);
  size_t waiting_bytes_ ABSL_GUARDED_BY(mutex_) = 0;  // as slots
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_WORKER_PRINT_STREAM_H_
