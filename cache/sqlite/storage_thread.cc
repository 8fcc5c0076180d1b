#include "cache/sqlite/storage_thread.h"

#include <utility>

#include "absl/synchronization/notification.h"
#include "base/steady_wait.h"

namespace pyasc::sqlite {

StorageThread::StorageThread(const StorageThreadOptions& options,
                             std::function<void(std::vector<Write>)> run_batch)
    : options_(options), run_batch_(std::move(run_batch)), thread_([this] { Loop(); }) {}

StorageThread::~StorageThread() {
  {
    absl::MutexLock lock(&mutex_);
    stopping_ = true;
  }
  thread_.join();
}

bool StorageThread::Submit(Write write) {
  absl::MutexLock lock(&mutex_);
  if (waiting_bytes_ + write.bytes > options_.max_waiting_bytes) return false;
  waiting_bytes_ += write.bytes;
  waiting_.push_back(std::move(write));
  return true;
}

absl::Status StorageThread::Run(std::function<absl::Status()> apply) {
  absl::Notification finished;
  absl::Status outcome;
  {
    absl::MutexLock lock(&mutex_);
    urgent_ = true;
    waiting_.push_back({.apply = std::move(apply), .done = [&](const absl::Status& status) {
                          outcome = status;
                          finished.Notify();
                        }});
  }
  finished.WaitForNotification();
  return outcome;
}

std::vector<Write> StorageThread::Gather() {
  absl::MutexLock lock(&mutex_);
  AwaitFor(mutex_,
           absl::Condition(
               +[](StorageThread* self)
                    ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->mutex_) { return self->HasWork(); },
               this),
           options_.idle);
  if (!waiting_.empty()) {
    AwaitFor(mutex_,
             absl::Condition(
                 +[](StorageThread* self)
                      ABSL_EXCLUSIVE_LOCKS_REQUIRED(self->mutex_) { return self->MustHurry(); },
                 this),
             options_.gather);
  }
  urgent_ = false;
  waiting_bytes_ = 0;
  return std::exchange(waiting_, {});
}

void StorageThread::Loop() {
  while (true) {
    std::vector<Write> batch = Gather();
    const bool was_empty = batch.empty();
    run_batch_(std::move(batch));
    absl::MutexLock lock(&mutex_);
    if (stopping_ && was_empty && waiting_.empty()) return;
  }
}

}  // namespace pyasc::sqlite
