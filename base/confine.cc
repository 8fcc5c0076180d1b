#include "base/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <string_view>

#include "base/confine_landlock.h"
#include "base/status_macros.h"
#include "base/unique_fd.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

absl::Status ApplyLimit(std::string_view name, __rlimit_resource resource,
                        std::optional<uint64_t> value, uint64_t warned_before = 0) {
  if (!value.has_value()) return absl::OkStatus();
  rlimit limit;
  int failed = ::getrlimit(resource, &limit);
  if (failed == 0) {
    limit.rlim_max = std::min<rlim_t>(limit.rlim_max, *value + warned_before);
    limit.rlim_cur = limit.rlim_max - std::min<rlim_t>(limit.rlim_max, warned_before);
    failed = ::setrlimit(resource, &limit);
  }
  if (failed == 0) return absl::OkStatus();
  return absl::InternalError(fmt::format("limit {}={}: {}", name, *value, ::strerror(errno)));
}

constexpr std::string_view kLevelOption = "--sandbox=";
constexpr std::string_view kAccountOption = "--account=";

absl::Status SystemError(std::string_view what) {
  return absl::InternalError(fmt::format("{}: {}", what, ::strerror(errno)));
}

// A whole number and nothing else.
template <typename Number>
std::optional<Number> ParseNumber(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Changing who one is clears the parent's death signal, so it is set again. A parent that
// dies in between is noticed by its socket, which the process reads next.
absl::Status BecomeAccount(const Account& account) {
  int death_signal = 0;
  if (::prctl(PR_GET_PDEATHSIG, &death_signal) != 0) return SystemError("parent death signal");
  if (::setgroups(0, nullptr) != 0) return SystemError("setgroups");
  if (::setresgid(account.gid, account.gid, account.gid) != 0) {
    return SystemError(fmt::format("setresgid {}", account.gid));
  }
  if (::setresuid(account.uid, account.uid, account.uid) != 0) {
    return SystemError(fmt::format("setresuid {}", account.uid));
  }
  if (::prctl(PR_SET_PDEATHSIG, death_signal) != 0) return SystemError("parent death signal");
  return absl::OkStatus();
}

// Inherited from whoever started the daemon, it would make all that is readable executable.
absl::Status DropReadImpliesExec() {
  const int persona = ::personality(0xffffffff);
  if (persona < 0 || (persona & READ_IMPLIES_EXEC) == 0) return absl::OkStatus();
  if (::personality(static_cast<unsigned>(persona) & ~unsigned{READ_IMPLIES_EXEC}) >= 0) {
    return absl::OkStatus();
  }
  return SystemError("personality");
}

}  // namespace

absl::Status ApplyLimits(const ResourceLimits& limits) {
  PYASC_RETURN_IF_ERROR(ApplyLimit("address_space_bytes", RLIMIT_AS, limits.address_space_bytes));
  PYASC_RETURN_IF_ERROR(ApplyLimit("data_bytes", RLIMIT_DATA, limits.data_bytes));
  PYASC_RETURN_IF_ERROR(ApplyLimit("file_bytes", RLIMIT_FSIZE, limits.file_bytes));
  PYASC_RETURN_IF_ERROR(ApplyLimit("open_files", RLIMIT_NOFILE, limits.open_files));
  PYASC_RETURN_IF_ERROR(ApplyLimit("cpu_s", RLIMIT_CPU, limits.cpu_s, 1));
  return ApplyLimit("core_bytes", RLIMIT_CORE, limits.core_bytes);
}

absl::Status SetNoNewPrivileges() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) return absl::OkStatus();
  return absl::InternalError(fmt::format("no_new_privs: {}", ::strerror(errno)));
}

void DieFirstOfMemory() {
  const UniqueFd file(::open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC));
  constexpr std::string_view kMost = "1000";
  if (file.valid()) (void)!::write(file.get(), kMost.data(), kMost.size());
}

absl::Status DieWithParent(pid_t parent) {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) {
    return absl::InternalError(fmt::format("parent death signal: {}", ::strerror(errno)));
  }
  if (::getppid() != parent) {
    return absl::AbortedError(fmt::format("parent {} is gone", parent));
  }
  return absl::OkStatus();
}

std::vector<std::string> Confinement::Arguments() const {
  std::vector<std::string> arguments{fmt::format("{}{}", kLevelOption, static_cast<int>(level))};
  if (account.has_value()) {
    arguments.push_back(fmt::format("{}{}:{}", kAccountOption, account->uid, account->gid));
  }
  return arguments;
}

absl::StatusOr<bool> Confinement::TakeArgument(std::string_view argument) {
  const auto malformed = [&] {
    return absl::InvalidArgumentError(fmt::format("malformed option {}", argument));
  };
  if (argument.starts_with(kLevelOption)) {
    const auto number = ParseNumber<int>(argument.substr(kLevelOption.size()));
    if (!number.has_value() || *number < 1 || *number > static_cast<int>(kHighestSandboxLevel)) {
      return malformed();
    }
    level = static_cast<SandboxLevel>(*number);
    return true;
  }
  if (!argument.starts_with(kAccountOption)) return false;
  const std::string_view text = argument.substr(kAccountOption.size());
  const size_t colon = std::min(text.find(':'), text.size());
  const auto uid = ParseNumber<uid_t>(text.substr(0, colon));
  const auto gid = ParseNumber<gid_t>(text.substr(std::min(colon + 1, text.size())));
  if (!uid.has_value() || !gid.has_value()) return malformed();
  account = Account{*uid, *gid};
  return true;
}

absl::Status GiveUpRights(const Confinement& confinement) {
  if (confinement.account.has_value()) {
    PYASC_RETURN_IF_ERROR(BecomeAccount(*confinement.account));
  }
  PYASC_RETURN_IF_ERROR(SetNoNewPrivileges());
  PYASC_RETURN_IF_ERROR(DropReadImpliesExec());
  if (confinement.level < SandboxLevel::kLandlock) return absl::OkStatus();
  return ApplyLandlock();
}

int NamespaceFlags() {
  const int flags = CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWUTS;
  return ::geteuid() == 0 ? flags : flags | CLONE_NEWUSER;
}

}  // namespace pyasc
