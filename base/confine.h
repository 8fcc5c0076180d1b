// What a process gives up before it touches anything hostile. For the calling process,
// early in its main or between fork and the first byte read.
#ifndef PYASC_BASE_CONFINE_H_
#define PYASC_BASE_CONFINE_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>

#include "absl/status/status.h"

namespace pyasc {

// Hard and soft limit both; nullopt leaves one as it is. No limit is ever raised.
struct ResourceLimits {
  std::optional<uint64_t> address_space_bytes;
  std::optional<uint64_t> data_bytes;  // brk and private writable mappings
  std::optional<uint64_t> file_bytes;
  std::optional<uint64_t> open_files;
  std::optional<uint64_t> cpu_s;
  std::optional<uint64_t> core_bytes = 0;
};

// kInternal names the limit the system refused.
absl::Status ApplyLimits(const ResourceLimits& limits);

// No set-uid program can give anything back after this.
absl::Status SetNoNewPrivileges();

// SIGKILL for this process when the thread that forked it ends. kAborted if it ended
// before the call: `parent` is the pid the caller knew it by before the fork.
absl::Status DieWithParent(pid_t parent);

}  // namespace pyasc

#endif  // PYASC_BASE_CONFINE_H_
