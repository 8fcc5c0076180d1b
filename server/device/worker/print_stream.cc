#include "server/device/worker/print_stream.h"

#include <utility>

#include "absl/time/time.h"
#include "base/steady_wait.h"

namespace pyasc {
namespace {

constexpr size_t kSendBytes = 16u << 10;
// Long enough to gather lines, too short for somebody who reads them to notice.
constexpr absl::Duration kLongestWait = absl::Milliseconds(20);

}  // namespace

PrintStream::PrintStream(Send send) : send_(std::move(send)), thread_([this] { SendLoop(); }) {
  PrepareAwaitFor();  // a worker may start no thread later
}

PrintStream::~PrintStream() {
  {
    absl::MutexLock lock(&mutex_);
    stopped_ = true;
  }
  thread_.join();
}

absl::Status PrintStream::Add(PrintRecord print) {
  absl::MutexLock lock(&mutex_);
  waiting_bytes_ += (1 + print.values.size()) * sizeof(abi::Slot);
  waiting_.push_back(std::move(print));
  if (waiting_bytes_ >= kSendBytes) SendWaiting();
  return status_;
}

absl::Status PrintStream::Flush() {
  absl::MutexLock lock(&mutex_);
  SendWaiting();
  return status_;
}

void PrintStream::SendLoop() {
  absl::MutexLock lock(&mutex_);
  while (true) {
    mutex_.Await(absl::Condition(this, &PrintStream::MaySend));
    AwaitFor(mutex_, absl::Condition(&stopped_), kLongestWait);
    if (stopped_) return;
    SendWaiting();
  }
}

void PrintStream::SendWaiting() {
  if (waiting_.empty()) return;
  if (status_.ok()) status_ = send_(waiting_);
  waiting_.clear();
  waiting_bytes_ = 0;
}

}  // namespace pyasc
