#include "base/steady_wait.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

namespace pyasc {
namespace {

using std::chrono::steady_clock;

// A time that any wait can have, and that can be added to now.
constexpr absl::Duration kLongest = absl::Hours(24 * 365);
// How soon a mutex that was held is tried again.
constexpr std::chrono::milliseconds kTryAgain(1);

// One caller in AwaitFor, on its stack.
struct Wait {
  absl::Mutex* mutex;
  steady_clock::time_point end;
  bool expired = false;  // guarded by `mutex`
};

// Order of locks: a caller's mutex, then the one here. The thread comes the other way and
// therefore only tries.
class Timeouts {
 public:
  // Those of this process; a child of fork has its own. Live for ever: waits may outlast the
  // end of main.
  static Timeouts& Process() {
    static std::atomic<Timeouts*> process = nullptr;
    Timeouts* known = process.load();
    if (known != nullptr && known->pid_ == ::getpid()) return *known;
    auto fresh = std::unique_ptr<Timeouts>(new Timeouts);
    if (!process.compare_exchange_strong(known, fresh.get())) return *known;
    Timeouts* const timeouts = fresh.release();
    std::thread([timeouts] { timeouts->Loop(); }).detach();
    return *timeouts;
  }

  void Add(Wait* wait) {
    const std::lock_guard lock(mutex_);
    const auto added = waits_.emplace(wait->end, wait).first;
    if (added == waits_.begin()) changed_.notify_one();
  }

  // Afterwards the thread no longer knows it.
  void Remove(Wait* wait) {
    const std::lock_guard lock(mutex_);
    waits_.erase({wait->end, wait});
  }

 private:
  Timeouts() = default;

  [[noreturn]] void Loop() {
    std::unique_lock lock(mutex_);
    while (true) {
      if (waits_.empty()) {
        changed_.wait(lock);
      } else if (const auto first = waits_.begin()->first; steady_clock::now() < first) {
        changed_.wait_until(lock, first);
      } else if (!ExpireDue()) {
        changed_.wait_for(lock, kTryAgain);
      }
    }
  }

  // Whether every wait that is due was told; one whose mutex is held was not.
  bool ExpireDue() {
    const auto now = steady_clock::now();
    auto it = waits_.begin();
    bool all = true;
    while (it != waits_.end() && it->first <= now) {
      const bool told = Expire(*it->second);
      all = all && told;
      it = told ? waits_.erase(it) : std::next(it);
    }
    return all;
  }

  static bool Expire(Wait& wait) {
    if (!wait.mutex->TryLock()) return false;
    wait.expired = true;
    wait.mutex->Unlock();  // which looks at the conditions of those who wait
    return true;
  }

  const pid_t pid_ = ::getpid();
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<std::pair<steady_clock::time_point, Wait*>> waits_;
};

}  // namespace

void PrepareAwaitFor() { Timeouts::Process(); }

bool AwaitFor(absl::Mutex& mutex, const absl::Condition& condition, absl::Duration timeout) {
  if (condition.Eval() || timeout <= absl::ZeroDuration()) return condition.Eval();
  const auto span = absl::ToChronoNanoseconds(std::min(timeout, kLongest));
  Wait wait{&mutex, steady_clock::now() + span};
  auto ended = [&] { return wait.expired || condition.Eval(); };
  Timeouts::Process().Add(&wait);
  mutex.Await(absl::Condition(&ended));
  Timeouts::Process().Remove(&wait);
  return condition.Eval();
}

}  // namespace pyasc
