// Waiting for a condition under an absl::Mutex with a timeout that no change of the wall clock
// moves. absl's own timed waits (20220623) turn a timeout into a time of day: when the clock
// is set back by an hour meanwhile, 5 ms become an hour.
#ifndef PYASC_BASE_STEADY_WAIT_H_
#define PYASC_BASE_STEADY_WAIT_H_

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace pyasc {

// Waits until `condition` holds or `timeout` has passed on the steady clock, and returns whether
// it holds. `mutex` is held before and after, and `condition` is read under it. Never early;
// late by what the machine takes to wake two threads. One thread of the process keeps the
// timeouts, started when it is first needed.
bool AwaitFor(absl::Mutex& mutex, const absl::Condition& condition, absl::Duration timeout)
    ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);

// Starts that thread, before a filter forbids threads.
void PrepareAwaitFor();

}  // namespace pyasc

#endif  // PYASC_BASE_STEADY_WAIT_H_
