#include "base/memfd.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <limits>

#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr int kSizeSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

absl::Status MemfdError(std::string_view what, const std::string& name, int error) {
  const std::string message = fmt::format("{} of memfd {}: {}", what, name, ::strerror(error));
  if (error == ENOMEM || error == ENOSPC || error == EMFILE || error == ENFILE || error == EFBIG) {
    return absl::ResourceExhaustedError(message);
  }
  return absl::InternalError(message);
}

absl::StatusOr<UniqueFd> CreateUnsealed(const std::string& name, uint64_t bytes) {
  if (bytes > static_cast<uint64_t>(std::numeric_limits<off_t>::max())) {
    return MemfdError("size", name, EFBIG);
  }
  UniqueFd fd(::memfd_create(name.c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd.valid()) return MemfdError("creation", name, errno);
  if (::ftruncate(fd.get(), static_cast<off_t>(bytes)) != 0) return MemfdError("size", name, errno);
  return fd;
}

absl::Status WriteAll(int fd, const std::string& name, std::string_view contents) {
  size_t written = 0;
  while (written < contents.size()) {
    const ssize_t count = ::pwrite(fd, contents.data() + written, contents.size() - written,
                                   static_cast<off_t>(written));
    if (count >= 0) {
      written += static_cast<size_t>(count);
    } else if (errno != EINTR) {
      return MemfdError("write", name, errno);
    }
  }
  return absl::OkStatus();
}

absl::Status Seal(int fd, const std::string& name, int seals) {
  if (::fcntl(fd, F_ADD_SEALS, seals) != 0) return MemfdError("sealing", name, errno);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<UniqueFd> MakeMemfd(const std::string& name, uint64_t bytes) {
  PYASC_ASSIGN_OR_RETURN(UniqueFd fd, CreateUnsealed(name, bytes));
  PYASC_RETURN_IF_ERROR(Seal(fd.get(), name, kSizeSeals));
  return fd;
}

absl::StatusOr<UniqueFd> MakeSealedMemfd(const std::string& name, std::string_view contents) {
  PYASC_ASSIGN_OR_RETURN(UniqueFd fd, CreateUnsealed(name, contents.size()));
  PYASC_RETURN_IF_ERROR(WriteAll(fd.get(), name, contents));
  PYASC_RETURN_IF_ERROR(Seal(fd.get(), name, kSizeSeals | F_SEAL_WRITE));
  return fd;
}

absl::Status CheckSeals(int fd, int seals) {
  const int have = ::fcntl(fd, F_GET_SEALS);
  if (have < 0) {
    return absl::FailedPreconditionError(
        fmt::format("descriptor {} is not memory that can be sealed: {}", fd, ::strerror(errno)));
  }
  if ((have & seals) != seals) {
    return absl::FailedPreconditionError(
        fmt::format("descriptor {} has seals {:#x}, not all of {:#x}", fd, have, seals));
  }
  return absl::OkStatus();
}

}  // namespace pyasc
