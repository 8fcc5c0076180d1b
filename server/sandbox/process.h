// Our own executables as child processes.
#ifndef PYASC_SERVER_SANDBOX_PROCESS_H_
#define PYASC_SERVER_SANDBOX_PROCESS_H_

#include <sys/types.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "base/confine.h"
#include "base/unique_fd.h"

namespace pyasc {

// "SIGSEGV", "exit status 1": how a process with this wait status ended.
std::string DescribeExit(int wait_status);

enum class Namespaces {
  kShared,  // this process's
  kOwn,     // NamespaceFlags() of base/confine.h
};
// Those that a process needs which gives up that much.
Namespaces NamespacesFor(const Confinement& confinement);

// A child in a session of its own, so that a terminal's signals do not reach it; it dies
// with the thread that started it. Thread-safe.
class Process {
 public:
  // Runs `executable` with `fds` (at most 8) as its descriptors 3, 4, …, no other descriptor
  // but an empty stdin and our stderr (as stdout too), default signal handlers, no signal
  // blocked, and of our environment only what its libraries need. kUnavailable if it cannot be
  // executed. `fds` stay the caller's.
  static absl::StatusOr<std::unique_ptr<Process>> Start(
      const std::string& executable, const std::vector<std::string>& arguments,
      const std::vector<int>& fds, Namespaces namespaces = Namespaces::kShared);
  // Kills it and the processes it started, and reaps it.
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }
  // Becomes readable when it has ended.
  int handle() const { return handle_.get(); }
  // SIGKILL for it and the processes it started, unless it was reaped.
  void Kill();
  // Waits until it has ended and reaps it. Its wait status, or nullopt if it still runs
  // after `timeout_ms` (-1: none). May be called again.
  std::optional<int> Wait(int timeout_ms);

 private:
  Process(pid_t pid, UniqueFd handle) : pid_(pid), handle_(std::move(handle)) {}

  const pid_t pid_;
  const UniqueFd handle_;  // a pidfd
  absl::Mutex mutex_;
  std::optional<int> status_ ABSL_GUARDED_BY(mutex_);  // set: reaped
};

}  // namespace pyasc

#endif  // PYASC_SERVER_SANDBOX_PROCESS_H_
