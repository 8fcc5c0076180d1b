#include "server/device/launch_queue.h"

#include <utility>

#include "absl/synchronization/notification.h"
#include "base/steady_wait.h"
#include "fmt/format.h"

namespace pyasc {

LaunchQueue::LaunchQueue(Options options, RunLaunch run)
    : options_(std::move(options)), run_(std::move(run)), thread_([this] { Loop(); }) {}

LaunchQueue::~LaunchQueue() {
  {
    absl::MutexLock lock(&mutex_);
    closed_ = true;
    ending_ = true;
  }
  thread_.join();
}

void LaunchQueue::Submit(LaunchRequest request, Device::Done done) {
  Entry entry;
  entry.done = std::move(done);
  absl::MutexLock lock(&mutex_);
  // Under the lock: DropCancelled either sees the entry or came after the word was set.
  if (request.Cancelled()) {
    entry.refused = absl::CancelledError("the launch was cancelled");
  } else if (closed_) {
    entry.refused = absl::UnavailableError(fmt::format("device {} is shut down", options_.device));
  } else if (waiting_ >= options_.max_queued) {
    entry.refused = absl::ResourceExhaustedError(
        fmt::format("the queue of {} is full: {} launches wait", options_.device, waiting_));
  } else {
    entry.request = std::move(request);
    ++waiting_;
    waiting_ns_ += entry.request.expected_ns;
  }
  entries_.push_back(std::move(entry));
}

void LaunchQueue::Await(const std::function<void()>& task) {
  absl::Notification ran;
  Entry entry;
  entry.task = [&] {
    task();
    ran.Notify();
  };
  {
    absl::MutexLock lock(&mutex_);
    entries_.push_back(std::move(entry));
  }
  ran.WaitForNotification();
}

void LaunchQueue::DropCancelled() {
  std::deque<Entry> dropped;
  {
    absl::MutexLock lock(&mutex_);
    std::deque<Entry> kept;
    for (Entry& entry : entries_) {
      const bool drop = entry.refused.ok() && entry.request.Cancelled();
      (drop ? dropped : kept).push_back(std::move(entry));
    }
    entries_ = std::move(kept);
    waiting_ -= dropped.size();
    for (const Entry& entry : dropped) waiting_ns_ -= entry.request.expected_ns;
    ++answering_;
  }
  for (Entry& entry : dropped) Refuse(entry, absl::CancelledError("the launch was cancelled"));
  absl::MutexLock lock(&mutex_);
  --answering_;
}

void LaunchQueue::Close() {
  absl::MutexLock lock(&mutex_);
  closed_ = true;
}

bool LaunchQueue::WaitIdle(absl::Duration timeout) {
  absl::MutexLock lock(&mutex_);
  return AwaitFor(mutex_, absl::Condition(this, &LaunchQueue::Idle), timeout);
}

void LaunchQueue::Describe(DeviceInfo* info) const {
  absl::MutexLock lock(&mutex_);
  info->queue_depth = static_cast<uint32_t>(waiting_ + (running_ ? 1 : 0));
  info->backlog_ns = waiting_ns_ + (running_ ? running_ns_ : 0);
  info->launches = launches_;
  info->running = running_;
}

void LaunchQueue::Loop() {
  while (true) {
    Entry entry;
    {
      absl::MutexLock lock(&mutex_);
      mutex_.Await(absl::Condition(this, &LaunchQueue::Wake));
      if (entries_.empty()) return;
      entry = Take();
    }
    Process(std::move(entry));
    absl::MutexLock lock(&mutex_);
    running_.reset();
    --answering_;
  }
}

LaunchQueue::Entry LaunchQueue::Take() {
  Entry entry = std::move(entries_.front());
  entries_.pop_front();
  ++answering_;
  if (!entry.refused.ok() || entry.task != nullptr) return entry;
  entry.taken_ns = options_.clock->SteadyNs();
  running_ = RunningLaunch{entry.request.origin, entry.taken_ns};
  running_ns_ = entry.request.expected_ns;
  waiting_ns_ -= running_ns_;
  --waiting_;
  ++launches_;
  return entry;
}

void LaunchQueue::Process(Entry entry) {
  if (entry.task != nullptr) return entry.task();
  if (!entry.refused.ok()) return Refuse(entry, entry.refused);
  LaunchResult result = run_(entry.request);
  result.taken_ns = entry.taken_ns;
  entry.request = LaunchRequest();
  {
    absl::MutexLock lock(&mutex_);
    running_.reset();
  }
  entry.done(std::move(result));
}

void LaunchQueue::Refuse(Entry& entry, absl::Status why) {
  entry.request = LaunchRequest();
  LaunchResult result;
  result.status = std::move(why);
  entry.done(std::move(result));
}

}  // namespace pyasc
