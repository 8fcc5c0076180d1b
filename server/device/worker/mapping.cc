#include "server/device/worker/mapping.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/memfd.h"
#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr uint64_t kPageBytes = 4096;

absl::StatusOr<uint64_t> FileBytes(int fd) {
  struct stat file;
  // Not the C library's, which asks by path, "": that is refused to a confined process.
  if (::syscall(SYS_fstat, fd, &file) != 0) {
    return absl::InvalidArgumentError(fmt::format("fstat: {}", ::strerror(errno)));
  }
  if (!S_ISREG(file.st_mode)) return absl::InvalidArgumentError("descriptor is not a memory file");
  return static_cast<uint64_t>(file.st_size);
}

}  // namespace

void* EmptyView() {
  alignas(64) static char nothing[64];
  return nothing;
}

absl::StatusOr<Mapping> Mapping::Map(size_t bytes, int protection, int flags, int fd,
                                     uint64_t origin) {
  Mapping mapping;
  if (bytes == 0) return mapping;
  void* base = ::mmap(nullptr, bytes, protection, flags, fd, static_cast<off_t>(origin));
  if (base == MAP_FAILED) {
    return absl::ResourceExhaustedError(
        fmt::format("mmap of {} bytes: {}", bytes, ::strerror(errno)));
  }
  mapping.base_ = static_cast<char*>(base);
  mapping.bytes_ = bytes;
  mapping.origin_ = origin;
  return mapping;
}

absl::StatusOr<Mapping> Mapping::Anonymous(size_t bytes) {
  return Map(bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

absl::StatusOr<Mapping> Mapping::Region(int fd, uint64_t low, uint64_t high) {
  PYASC_ASSIGN_OR_RETURN(const uint64_t file_bytes, FileBytes(fd));
  if (low > high || high > file_bytes) {
    return absl::InvalidArgumentError(
        fmt::format("view of bytes {} to {} in a region of {}", low, high, file_bytes));
  }
  PYASC_RETURN_IF_ERROR(CheckSeals(fd, F_SEAL_SHRINK));
  const uint64_t origin = low / kPageBytes * kPageBytes;
  // Faulting pages in one by one costs several times as much as all at once.
  return Map(high - origin, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, origin);
}

absl::StatusOr<Mapping> Mapping::Image(int fd) {
  PYASC_RETURN_IF_ERROR(CheckSeals(fd, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL));
  PYASC_ASSIGN_OR_RETURN(const uint64_t bytes, FileBytes(fd));
  return Map(bytes, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
}

Mapping& Mapping::operator=(Mapping&& other) noexcept {
  std::swap(base_, other.base_);
  std::swap(bytes_, other.bytes_);
  std::swap(origin_, other.origin_);
  return *this;
}

Mapping::~Mapping() {
  if (base_ != nullptr) ::munmap(base_, bytes_);
}

}  // namespace pyasc
