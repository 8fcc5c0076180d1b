// The queue of one device: launches run one after another on a thread of its own.
#ifndef PYASC_SERVER_DEVICE_LAUNCH_QUEUE_H_
#define PYASC_SERVER_DEVICE_LAUNCH_QUEUE_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "base/clock.h"
#include "server/device/device.h"

namespace pyasc {

// Thread-safe.
class LaunchQueue {
 public:
  using RunLaunch = std::function<LaunchResult(const LaunchRequest&)>;

  struct Options {
    std::string device;                     // its name, for messages
    size_t max_queued = 16384;              // launches above it answer kResourceExhausted
    const Clock* clock = &Clock::System();  // for LaunchResult::taken_ns; outlives the queue
  };

  // `run` is called on the queue's thread only.
  LaunchQueue(Options options, RunLaunch run);
  // Runs what is left, then ends the thread.
  ~LaunchQueue();

  // Runs `done` once, on the queue's thread, after all launches submitted before, also for
  // a launch that is refused. `done` of a launch cancelled while it waits runs within
  // DropCancelled.
  void Submit(LaunchRequest request, Device::Done done);
  // Runs `task` on the queue's thread, after all launches submitted before, and waits.
  void Await(const std::function<void()>& task);
  // Answers the launches that wait and are cancelled.
  void DropCancelled();
  // From now on launches answer kUnavailable.
  void Close();
  // Waits until nothing is queued, running or being answered; false after `timeout`.
  bool WaitIdle(absl::Duration timeout);

  // Fills in what a queue knows of its device: queue_depth (queued and running), backlog_ns,
  // launches (run so far) and running.
  void Describe(DeviceInfo* info) const;

 private:
  struct Entry {
    absl::Status refused;  // not ok: answered with this
    LaunchRequest request;
    Device::Done done;
    std::function<void()> task;  // instead of a launch
    int64_t taken_ns = 0;        // of a launch that runs
  };

  static void Refuse(Entry& entry, absl::Status why);
  void Loop();
  // The first entry, which counts as running from now on.
  Entry Take() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Process(Entry entry);
  bool Idle() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return entries_.empty() && answering_ == 0;
  }
  bool Wake() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return !entries_.empty() || ending_; }

  const Options options_;
  const RunLaunch run_;
  mutable absl::Mutex mutex_;
  std::deque<Entry> entries_ ABSL_GUARDED_BY(mutex_);
  size_t waiting_ ABSL_GUARDED_BY(mutex_) = 0;  // launches in entries_ that will run
  int64_t waiting_ns_ ABSL_GUARDED_BY(mutex_) = 0;
  std::optional<RunningLaunch> running_ ABSL_GUARDED_BY(mutex_);
  int64_t running_ns_ ABSL_GUARDED_BY(mutex_) = 0;  // expected, while running_
  int answering_ ABSL_GUARDED_BY(mutex_) = 0;       // threads that hold entries taken out
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  uint64_t launches_ ABSL_GUARDED_BY(mutex_) = 0;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_LAUNCH_QUEUE_H_
