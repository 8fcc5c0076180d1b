// The process that forks compile processes: single-threaded, warm, and always with one
// child ready that has never had a job.
#ifndef PYASC_COMPILER_ZYGOTE_ZYGOTE_H_
#define PYASC_COMPILER_ZYGOTE_ZYGOTE_H_

#include <cstdint>

#include "absl/status/status.h"
#include "base/unique_fd.h"
#include "compiler/zygote/child.h"

namespace pyasc {

// Says kReady on `control`, then gives every kJob's descriptor to a child of its own and
// reports each such child's end with kExited; kKill ends one early. Where no child can be
// started the job's socket gets a kFault and kExited names pid 0.
//
// Returns OK at the end of the control stream (children die with this process), a bad
// status for a malformed frame or a failing system call. Nothing a child does ends it.
// A child may use `processor_s` seconds of processor time. Call it from a single-threaded process
// that ignores SIGINT and SIGPIPE.
absl::Status RunZygote(UniqueFd control, uint64_t processor_s, JobHandler& handler);

}  // namespace pyasc

#endif  // PYASC_COMPILER_ZYGOTE_ZYGOTE_H_
