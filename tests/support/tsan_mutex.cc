// Tells the thread sanitizer of absl's locks. The distribution's absl is not built with it,
// so that without this every use of a lock would look like a race. The definitions here go
// before those of libabsl_synchronization.so, which they call; gRPC's calls come here too.
// For the preset tsan alone.
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

extern "C" {
void __tsan_acquire(void* address);
void __tsan_release(void* address);
void AnnotateIgnoreReadsBegin(const char* file, int line);
void AnnotateIgnoreReadsEnd(const char* file, int line);
}

namespace {

// The library's own function.
template <typename Function>
Function* Original(Function* /*ours*/, const char* symbol) {
  void* found = ::dlsym(RTLD_NEXT, symbol);
  if (found == nullptr) {
    std::fprintf(stderr, "tsan_mutex: no %s: absl is not Debian 12's\n", symbol);
    std::abort();
  }
  return reinterpret_cast<Function*>(found);
}

void Taken(const void* lock) { __tsan_acquire(const_cast<void*>(lock)); }
void Given(const void* lock) { __tsan_release(const_cast<void*>(lock)); }

// The library calls the conditions of waiting threads, on any thread, while it holds the
// lock; here that is before Taken or after Given. What they read is no race.
class Conditions {
 public:
  Conditions() { AnnotateIgnoreReadsBegin(__FILE__, __LINE__); }
  ~Conditions() { AnnotateIgnoreReadsEnd(__FILE__, __LINE__); }
  Conditions(const Conditions&) = delete;
  Conditions& operator=(const Conditions&) = delete;
};

}  // namespace

// Defines `name` under the library's symbol; CALL is the library's.
// Defines `name` in front of the library's symbol and looks up what it hides, at its first
// call: locks are taken before any static is initialised.
#define INTERPOSE(result, name, symbol, parameters, body)  \
  extern "C" result name parameters asm(symbol);           \
  extern "C" result name parameters {                      \
    static auto* const original = Original(&name, symbol); \
    body                                                   \
  }

using absl::Condition;
using absl::Duration;
using absl::Mutex;
using absl::Time;

INTERPOSE(void, Lock, "_ZN4absl7debian35Mutex4LockEv", (Mutex * mutex), {
  original(mutex);
  Taken(mutex);
})

INTERPOSE(bool, TryLock, "_ZN4absl7debian35Mutex7TryLockEv", (Mutex * mutex), {
  const bool taken = original(mutex);
  if (taken) Taken(mutex);
  return taken;
})

INTERPOSE(void, Unlock, "_ZN4absl7debian35Mutex6UnlockEv", (Mutex * mutex), {
  const Conditions conditions;
  Given(mutex);
  original(mutex);
})

INTERPOSE(void, LockWhen, "_ZN4absl7debian35Mutex8LockWhenERKNS0_9ConditionE",
          (Mutex * mutex, const Condition& condition), {
            const Conditions conditions;
            original(mutex, condition);
            Taken(mutex);
          })

INTERPOSE(void, Await, "_ZN4absl7debian35Mutex5AwaitERKNS0_9ConditionE",
          (Mutex * mutex, const Condition& condition), {
            const Conditions conditions;
            Given(mutex);
            original(mutex, condition);
            Taken(mutex);
          })

INTERPOSE(bool, AwaitWithTimeout,
          "_ZN4absl7debian35Mutex16AwaitWithTimeoutERKNS0_9ConditionENS0_8DurationE",
          (Mutex * mutex, const Condition& condition, Duration timeout), {
            const Conditions conditions;
            Given(mutex);
            const bool held = original(mutex, condition, timeout);
            Taken(mutex);
            return held;
          })

INTERPOSE(bool, AwaitWithDeadline,
          "_ZN4absl7debian35Mutex17AwaitWithDeadlineERKNS0_9ConditionENS0_4TimeE",
          (Mutex * mutex, const Condition& condition, Time deadline), {
            const Conditions conditions;
            Given(mutex);
            const bool held = original(mutex, condition, deadline);
            Taken(mutex);
            return held;
          })

INTERPOSE(void, Wait, "_ZN4absl7debian37CondVar4WaitEPNS0_5MutexE", (void* variable, Mutex* mutex),
          {
            const Conditions conditions;
            Given(mutex);
            original(variable, mutex);
            Taken(mutex);
          })

INTERPOSE(bool, WaitWithTimeout,
          "_ZN4absl7debian37CondVar15WaitWithTimeoutEPNS0_5MutexENS0_8DurationE",
          (void* variable, Mutex* mutex, Duration timeout), {
            const Conditions conditions;
            Given(mutex);
            const bool signalled = original(variable, mutex, timeout);
            Taken(mutex);
            return signalled;
          })

// These two have a path that takes no lock.
INTERPOSE(void, Notify, "_ZN4absl7debian312Notification6NotifyEv", (void* notification), {
  Given(notification);
  original(notification);
})

INTERPOSE(void, WaitForNotification, "_ZNK4absl7debian312Notification19WaitForNotificationEv",
          (const void* notification), {
            original(notification);
            Taken(notification);
          })

INTERPOSE(bool, DecrementCount, "_ZN4absl7debian315BlockingCounter14DecrementCountEv",
          (void* counter), {
            Given(counter);
            return original(counter);
          })

INTERPOSE(void, WaitForCounter, "_ZN4absl7debian315BlockingCounter4WaitEv", (void* counter), {
  original(counter);
  Taken(counter);
})
