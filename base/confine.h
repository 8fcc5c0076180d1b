// What a process gives up before it touches anything hostile. For the calling process,
// early in its main or between fork and the first byte read.
#ifndef PYASC_BASE_CONFINE_H_
#define PYASC_BASE_CONFINE_H_

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace pyasc {

// Hard and soft limit both, but for processor time, where SIGXCPU tells the cause a second
// before SIGKILL comes; nullopt leaves one as it is. No limit is ever raised.
struct ResourceLimits {
  std::optional<uint64_t> address_space_bytes;
  std::optional<uint64_t> data_bytes;  // brk and private writable mappings
  std::optional<uint64_t> file_bytes;
  std::optional<uint64_t> open_files;
  std::optional<uint64_t> cpu_s;
  std::optional<uint64_t> core_bytes = 0;
};

// How a process ends itself that gets no memory, mostly for its `data_bytes`.
inline constexpr int kExitOutOfMemory = 71;

// kInternal names the limit the system refused.
absl::Status ApplyLimits(const ResourceLimits& limits);

// No set-uid program can give anything back after this.
absl::Status SetNoNewPrivileges();

// A machine that runs out of memory ends this process before others. Where that is refused
// nothing changes. Needs /proc, so call it before GiveUpRights.
void DieFirstOfMemory();

// SIGKILL for this process when the thread that forked it ends. kAborted if it ended
// before the call: `parent` is the pid the caller knew it by before the fork.
absl::Status DieWithParent(pid_t parent);

// How much of the machine a confined process can still name. Each holds what those before
// it hold.
enum class SandboxLevel : int {
  kSystemCalls = 1,  // no new privileges, a system call filter, limits: on every machine
  kLandlock = 2,     // no file by path, no TCP, no signal or abstract socket outwards
  kNamespaces = 3,   // network, IPC, processes, mounts of its own
};
inline constexpr SandboxLevel kHighestSandboxLevel = SandboxLevel::kNamespaces;

struct Account {
  uid_t uid = 0;
  gid_t gid = 0;
};

// What a process is told to give up by the one that starts it.
struct Confinement {
  SandboxLevel level = SandboxLevel::kSystemCalls;
  std::optional<Account> account;  // nullopt: stays whose it is

  // As options of a command line.
  std::vector<std::string> Arguments() const;
  // Takes one such option; false: it is another's. kInvalidArgument: it is malformed.
  absl::StatusOr<bool> TakeArgument(std::string_view argument);
};

// Takes the account without any other group, sets no_new_privs, applies Landlock from
// kLandlock on. For kNamespaces the process was started with NamespaceFlags(). Landlock
// binds the calling thread and what it starts, so call this before the first thread.
// kInternal names what the system refused.
absl::Status GiveUpRights(const Confinement& confinement);

// Flags of clone(2) that give a process namespaces of its own: as root directly, for
// others within a user namespace in which it is nobody.
int NamespaceFlags();

// Who calls: each gets only the system calls that it makes.
enum class FilterFor { kCompile, kDevice };

// Filters the system calls of all threads of this process, the calling one's pid being the
// only one that it may signal; requires no_new_privs. Start threads before: none can be
// started after. What honest code never tries (another program, process or socket) kills
// the process with SIGSYS; the rest that is not allowed answers EPERM.
absl::Status FilterSystemCalls(FilterFor whom);

// What this machine can do.
struct SandboxSupport {
  int level = 0;        // the highest that works; 0: not even kSystemCalls
  std::string missing;  // what the next one lacks; "" at the highest
};

// Tries each level in a child. Call it before the process has threads.
SandboxSupport ProbeSandbox();

// OK if a child of this process can become `account`.
absl::Status ProbeAccount(const Account& account);

}  // namespace pyasc

#endif  // PYASC_BASE_CONFINE_H_
