// The life of one compile process: one job, one answer.
#ifndef PYASC_COMPILER_ZYGOTE_CHILD_H_
#define PYASC_COMPILER_ZYGOTE_CHILD_H_

#include <sys/types.h>

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "base/frame.h"
#include "base/unique_fd.h"

namespace pyasc {

struct Answer {
  FrameType type = FrameType::kFault;
  std::string payload;
};

// What a compile process does; the zygote makes it once, children inherit it.
class JobHandler {
 public:
  virtual ~JobHandler() = default;

  // Runs in a fresh child before it has a job: touches the memory that Handle will
  // write, so that the job does not pay for the copies. A failure shows in Handle.
  virtual void Warm() = 0;

  // Answers one request, in a child. A bad status becomes a kFault with its message.
  virtual absl::StatusOr<Answer> Handle(const Frame& request) = 0;
};

// Takes over a process just forked by `zygote` (its pid): confines it (512 MiB of data,
// `processor_s` seconds of processor time, no core, the system calls of FilterFor::kCompile,
// no descriptors but stdio and `handoff`; it dies with the zygote, which gave up what else
// there is), warms the handler up, waits on `handoff` for a
// kJob frame, answers the one request on the job's socket and exits. A peer that closes
// the job's socket before it has its answer kills the process (SIGIO).
[[noreturn]] void RunChild(UniqueFd handoff, pid_t zygote, uint64_t processor_s,
                           JobHandler& handler);

}  // namespace pyasc

#endif  // PYASC_COMPILER_ZYGOTE_CHILD_H_
