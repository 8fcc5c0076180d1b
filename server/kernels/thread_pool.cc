#include "server/kernels/thread_pool.h"

#include <utility>

namespace pyasc {

ThreadPool::ThreadPool(int threads) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Run(); });
}

ThreadPool::~ThreadPool() { Stop(); }

void ThreadPool::Post(std::function<void()> task) {
  absl::MutexLock lock(&mutex_);
  if (!stopped_) tasks_.push_back(std::move(task));
}

void ThreadPool::Stop() {
  {
    absl::MutexLock lock(&mutex_);
    stopped_ = true;
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void ThreadPool::Run() {
  for (;;) {
    std::function<void()> task;
    {
      absl::MutexLock lock(&mutex_);
      mutex_.Await(absl::Condition(this, &ThreadPool::ReadyOrStopped));
      if (tasks_.empty()) return;
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
}

}  // namespace pyasc
