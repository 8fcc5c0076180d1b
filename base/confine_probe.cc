#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "base/confine.h"
#include "base/status_macros.h"
#include "base/unique_fd.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

std::string SystemMessage(std::string_view what) {
  return fmt::format("{}: {}", what, ::strerror(errno));
}

// What `attempt` answers in a child, or how that ended; "" if it succeeded.
template <typename Attempt>
std::string InChild(Attempt attempt) {
  std::array<int, 2> ends;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return SystemMessage("pipe");
  const UniqueFd read_end(ends[0]);
  UniqueFd write_end(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) return SystemMessage("fork");
  if (child == 0) {
    const absl::Status status = attempt();
    const auto message = std::string(status.message());
    if (!status.ok() && ::write(write_end.get(), message.data(), message.size()) < 0) ::_exit(2);
    ::_exit(status.ok() ? 0 : 1);
  }
  write_end.reset();
  std::string message;
  std::array<char, 256> part;
  for (ssize_t got; (got = ::read(read_end.get(), part.data(), part.size())) > 0;) {
    message.append(part.data(), static_cast<size_t>(got));
  }
  int wait_status = 0;
  while (::waitpid(child, &wait_status, 0) < 0 && errno == EINTR) {
  }
  if (wait_status == 0) return "";
  return message.empty() ? fmt::format("an attempt ended with wait status {}", wait_status)
                         : message;
}

absl::Status TryFilter() {
  PYASC_RETURN_IF_ERROR(GiveUpRights({.level = SandboxLevel::kSystemCalls}));
  return FilterSystemCalls(FilterFor::kDevice);
}

absl::Status TryLandlock() { return GiveUpRights({.level = SandboxLevel::kLandlock}); }

absl::Status TryNamespaces() {
  if (::unshare(NamespaceFlags()) == 0) return absl::OkStatus();
  return absl::InternalError(SystemMessage("namespaces"));
}

}  // namespace

SandboxSupport ProbeSandbox() {
  SandboxSupport support;
  for (absl::Status (*attempt)() : {TryFilter, TryLandlock, TryNamespaces}) {
    support.missing = InChild(attempt);
    if (!support.missing.empty()) return support;
    ++support.level;
  }
  return support;
}

absl::Status ProbeAccount(const Account& account) {
  const std::string missing = InChild([&] { return GiveUpRights({.account = account}); });
  return missing.empty() ? absl::OkStatus() : absl::FailedPreconditionError(missing);
}

}  // namespace pyasc
