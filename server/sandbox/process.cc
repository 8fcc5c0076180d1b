#include "server/sandbox/process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr int kFirstFd = 3;
constexpr size_t kMaxFds = 8;
constexpr size_t kStackBytes = 64 << 10;

// What a child keeps of our environment: where libraries lie, and how sanitizers report.
// The rest may hold secrets, and a child reads what others have written.
constexpr std::array<std::string_view, 5> kKeptVariables = {
    "LD_LIBRARY_PATH=", "ASAN_OPTIONS=", "LSAN_OPTIONS=", "UBSAN_OPTIONS=", "TSAN_OPTIONS="};

// What the child needs between clone and exec. It shares our memory until then, so it
// only makes system calls.
struct Birth {
  const char* executable;
  char* const* arguments;
  char* const* environment;
  const int* fds;
  int fd_count;
  pid_t parent;   // as the child sees it
  int error = 0;  // set by the child if it could not exec
};

bool PlaceFds(const Birth& birth) {
  // First out of the way of the numbers wanted, then to them.
  std::array<int, kMaxFds> moved;
  const int above = kFirstFd + static_cast<int>(moved.size());
  for (int i = 0; i < birth.fd_count; ++i) {
    moved[static_cast<size_t>(i)] = ::fcntl(birth.fds[i], F_DUPFD_CLOEXEC, above);
    if (moved[static_cast<size_t>(i)] < 0) return false;
  }
  for (int i = 0; i < birth.fd_count; ++i) {
    if (::dup2(moved[static_cast<size_t>(i)], kFirstFd + i) < 0) return false;
  }
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing < 0 || ::dup2(nothing, STDIN_FILENO) < 0) return false;
  if (::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return false;
  // All of ours are close-on-exec; this is for what libraries opened otherwise.
  ::syscall(SYS_close_range, kFirstFd + birth.fd_count, ~0u, CLOSE_RANGE_CLOEXEC);
  return true;
}

void ResetSignals() {
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &action, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

int Born(void* argument) {
  auto* birth = static_cast<Birth*>(argument);
  ::setsid();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != birth->parent) ::_exit(127);
  if (PlaceFds(*birth)) {
    ResetSignals();
    ::execve(birth->executable, birth->arguments, birth->environment);
  }
  birth->error = errno;
  ::_exit(127);
}

std::vector<char*> ChildEnvironment() {
  std::vector<char*> kept;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const bool keep = std::any_of(
        kKeptVariables.begin(), kKeptVariables.end(),
        [&](std::string_view name) { return std::string_view(*variable).starts_with(name); });
    if (keep) kept.push_back(*variable);
  }
  kept.push_back(nullptr);
  return kept;
}

// The child's pid, or -1. All signals are blocked meanwhile: our handlers must not run in
// a child that shares our memory.
pid_t Clone(Birth* birth, char* stack, int namespaces) {
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid =
      ::clone(Born, stack + kStackBytes, CLONE_VM | CLONE_VFORK | SIGCHLD | namespaces, birth);
  const int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return pid;
}

}  // namespace

Namespaces NamespacesFor(const Confinement& confinement) {
  return confinement.level >= SandboxLevel::kNamespaces ? Namespaces::kOwn : Namespaces::kShared;
}

std::string DescribeExit(int wait_status) {
  if (WIFSIGNALED(wait_status)) {
    const char* name = ::sigabbrev_np(WTERMSIG(wait_status));
    return name != nullptr ? fmt::format("SIG{}", name)
                           : fmt::format("signal {}", WTERMSIG(wait_status));
  }
  return fmt::format("exit status {}", WEXITSTATUS(wait_status));
}

absl::StatusOr<std::unique_ptr<Process>> Process::Start(const std::string& executable,
                                                        const std::vector<std::string>& arguments,
                                                        const std::vector<int>& fds,
                                                        Namespaces namespaces) {
  PYASCD_CHECK(fds.size() <= kMaxFds);
  std::vector<char*> argv{const_cast<char*>(executable.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const bool own = namespaces == Namespaces::kOwn;
  // The first process of a namespace has no parent there. One that ended before the child
  // asked for its death signal shows as the end of their socket.
  const std::vector<char*> environment = ChildEnvironment();
  Birth birth{executable.c_str(),           argv.data(),         environment.data(), fds.data(),
              static_cast<int>(fds.size()), own ? 0 : ::getpid()};
  const auto stack = std::make_unique<char[]>(kStackBytes);
  const pid_t pid = Clone(&birth, stack.get(), own ? NamespaceFlags() : 0);
  if (pid < 0) {
    return absl::UnavailableError(
        fmt::format("cannot start {}: {}", executable, ::strerror(errno)));
  }
  UniqueFd handle(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  const int handle_error = errno;
  std::unique_ptr<Process> process(new Process(pid, std::move(handle)));
  if (birth.error != 0) {
    return absl::UnavailableError(
        fmt::format("cannot execute {}: {}", executable, ::strerror(birth.error)));
  }
  if (!process->handle_.valid()) {
    return absl::UnavailableError(fmt::format("pidfd_open: {}", ::strerror(handle_error)));
  }
  return process;
}

Process::~Process() {
  Kill();
  Wait(-1);
}

void Process::Kill() {
  absl::MutexLock lock(&mutex_);
  // Not reaped, so the number is still the child's, and its session is its group.
  if (status_.has_value()) return;
  ::kill(pid_, SIGKILL);
  ::kill(-pid_, SIGKILL);
}

std::optional<int> Process::Wait(int timeout_ms) {
  if (handle_.valid()) {
    pollfd ended{handle_.get(), POLLIN, 0};
    int ready;
    do {
      ready = ::poll(&ended, 1, timeout_ms);
    } while (ready < 0 && errno == EINTR);
    if (ready == 0) return std::nullopt;
  }
  absl::MutexLock lock(&mutex_);
  if (status_.has_value()) return status_;
  // What it started ends with it.
  ::kill(-pid_, SIGKILL);
  int status = 0;
  while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  status_ = status;
  return status_;
}

}  // namespace pyasc
