#include "base/confine.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>

#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

absl::Status ApplyLimit(std::string_view name, __rlimit_resource resource,
                        std::optional<uint64_t> value) {
  if (!value.has_value()) return absl::OkStatus();
  rlimit limit;
  int failed = ::getrlimit(resource, &limit);
  if (failed == 0) {
    limit.rlim_max = std::min<rlim_t>(limit.rlim_max, *value);
    limit.rlim_cur = limit.rlim_max;
    failed = ::setrlimit(resource, &limit);
  }
  if (failed == 0) return absl::OkStatus();
  return absl::InternalError(fmt::format("limit {}={}: {}", name, *value, ::strerror(errno)));
}

}  // namespace

absl::Status ApplyLimits(const ResourceLimits& limits) {
  PYASC_RETURN_IF_ERROR(ApplyLimit("address_space_bytes", RLIMIT_AS, limits.address_space_bytes));
  PYASC_RETURN_IF_ERROR(ApplyLimit("data_bytes", RLIMIT_DATA, limits.data_bytes));
  PYASC_RETURN_IF_ERROR(ApplyLimit("file_bytes", RLIMIT_FSIZE, limits.file_bytes));
  PYASC_RETURN_IF_ERROR(ApplyLimit("open_files", RLIMIT_NOFILE, limits.open_files));
  PYASC_RETURN_IF_ERROR(ApplyLimit("cpu_s", RLIMIT_CPU, limits.cpu_s));
  return ApplyLimit("core_bytes", RLIMIT_CORE, limits.core_bytes);
}

absl::Status SetNoNewPrivileges() {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) return absl::OkStatus();
  return absl::InternalError(fmt::format("no_new_privs: {}", ::strerror(errno)));
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

}  // namespace pyasc
