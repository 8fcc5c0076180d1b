#include "cache/state_directory.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <system_error>

#include "base/digest.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/unique_fd.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr size_t kMacKeyBytes = 32;

absl::Status SystemError(std::string_view what, const std::string& path, int error) {
  const std::string message = fmt::format("{} {}: {}", what, path, ::strerror(error));
  if (error == EACCES || error == EPERM || error == EROFS || error == ENOTDIR) {
    return absl::FailedPreconditionError(message);
  }
  if (error == ENOSPC || error == EDQUOT || error == EFBIG) {
    return absl::ResourceExhaustedError(message);
  }
  return absl::InternalError(message);
}

absl::Status Refuse(const std::string& path, std::string_view what, std::string_view mend) {
  return absl::PermissionDeniedError(
      fmt::format("{} {}: another user could plant kernels there; {}", path, what, mend));
}

// Opens without following a link in the last place, and says so if there is one.
absl::StatusOr<UniqueFd> OpenOwn(const std::string& path, int flags) {
  UniqueFd fd(::open(path.c_str(), flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, S_IRUSR | S_IWUSR));
  if (fd.valid()) return fd;
  const int error = errno;
  struct stat status{};
  if (::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode)) {
    return Refuse(path, "is a symbolic link", "name the real place instead");
  }
  return SystemError("cannot open", path, error);
}

absl::Status CheckOwnership(const std::string& path, const struct stat& status) {
  if (status.st_uid != ::geteuid()) {
    return Refuse(path, fmt::format("belongs to uid {}, not {}", status.st_uid, ::geteuid()),
                  "use a place of your own");
  }
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return Refuse(path, fmt::format("has mode {:04o}", status.st_mode & 07777),
                  fmt::format("chmod go-w {}", path));
  }
  return absl::OkStatus();
}

absl::StatusOr<struct stat> StatOwnFile(int fd, const std::string& path) {
  struct stat status{};
  if (::fstat(fd, &status) != 0) return SystemError("cannot examine", path, errno);
  if (!S_ISREG(status.st_mode)) return Refuse(path, "is no regular file", "remove it");
  PYASC_RETURN_IF_ERROR(CheckOwnership(path, status));
  return status;
}

absl::Status MakeDirectory(const std::string& directory) {
  if (directory.empty() || directory.back() == '/') {
    // With a slash at its end a link would be followed.
    return absl::InvalidArgumentError(
        fmt::format("state directory '{}' must not be empty or end in a slash", directory));
  }
  if (::mkdir(directory.c_str(), S_IRWXU) == 0 || errno == EEXIST) return absl::OkStatus();
  if (errno != ENOENT) return SystemError("cannot make", directory, errno);
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(directory).parent_path(), error);
  if (error) return SystemError("cannot make the parents of", directory, error.value());
  if (::mkdir(directory.c_str(), S_IRWXU) == 0 || errno == EEXIST) return absl::OkStatus();
  return SystemError("cannot make", directory, errno);
}

absl::Status WriteNewKey(const std::string& path, std::string_view key) {
  const std::string fresh = path + ".new";
  ::unlink(fresh.c_str());
  PYASC_ASSIGN_OR_RETURN(const UniqueFd fd, OpenOwn(fresh, O_WRONLY | O_CREAT | O_EXCL));
  const ssize_t written = ::write(fd.get(), key.data(), key.size());
  if (written != static_cast<ssize_t>(key.size())) {
    return SystemError("cannot write", fresh, written < 0 ? errno : ENOSPC);
  }
  if (::fsync(fd.get()) != 0) return SystemError("cannot write", fresh, errno);
  if (::rename(fresh.c_str(), path.c_str()) != 0) return SystemError("cannot make", path, errno);
  return absl::OkStatus();
}

// "" if there is none, or none of the right length.
absl::StatusOr<std::string> ReadKey(const std::string& path) {
  struct stat there{};
  if (::lstat(path.c_str(), &there) != 0 && errno == ENOENT) return std::string();
  PYASC_ASSIGN_OR_RETURN(const UniqueFd fd, OpenOwn(path, O_RDONLY));
  PYASC_ASSIGN_OR_RETURN(const struct stat status, StatOwnFile(fd.get(), path));
  if ((status.st_mode & (S_IRGRP | S_IROTH)) != 0) {
    return Refuse(path, fmt::format("has mode {:04o}", status.st_mode & 07777),
                  "remove it, a new one is made");
  }
  std::array<char, kMacKeyBytes + 1> bytes;
  const ssize_t count = ::read(fd.get(), bytes.data(), bytes.size());
  if (count < 0) return SystemError("cannot read", path, errno);
  if (count == static_cast<ssize_t>(kMacKeyBytes)) return std::string(bytes.data(), kMacKeyBytes);
  LogEvent(LogLevel::kWarn, "cache_key_damaged", {{"path", path}, {"bytes", count}});
  return std::string();
}

}  // namespace

absl::Status PrepareStateDirectory(const std::string& directory) {
  PYASC_RETURN_IF_ERROR(MakeDirectory(directory));
  PYASC_ASSIGN_OR_RETURN(const UniqueFd fd, OpenOwn(directory, O_RDONLY | O_DIRECTORY));
  struct stat status{};
  struct statfs file_system{};
  if (::fstat(fd.get(), &status) != 0 || ::fstatfs(fd.get(), &file_system) != 0) {
    return SystemError("cannot examine", directory, errno);
  }
  PYASC_RETURN_IF_ERROR(CheckOwnership(directory, status));
  if (IsNetworkFileSystem(static_cast<uint64_t>(file_system.f_type))) {
    return absl::FailedPreconditionError(
        fmt::format("{} is on a network file system; use a local directory", directory));
  }
  return absl::OkStatus();
}

absl::Status PrepareStateFile(const std::string& path) {
  PYASC_ASSIGN_OR_RETURN(const UniqueFd fd, OpenOwn(path, O_RDWR | O_CREAT));
  PYASC_ASSIGN_OR_RETURN(const struct stat status, StatOwnFile(fd.get(), path));
  if ((status.st_mode & 07777) == (S_IRUSR | S_IWUSR)) return absl::OkStatus();
  if (::fchmod(fd.get(), S_IRUSR | S_IWUSR) != 0) return SystemError("cannot chmod", path, errno);
  return absl::OkStatus();
}

absl::Status CheckStateFile(const std::string& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0 && errno == ENOENT) return absl::OkStatus();
  return PrepareStateFile(path);
}

absl::StatusOr<std::string> LoadMacKey(const std::string& path) {
  PYASC_ASSIGN_OR_RETURN(std::string key, ReadKey(path));
  if (!key.empty()) return key;
  key = RandomBytes(kMacKeyBytes);
  PYASC_RETURN_IF_ERROR(WriteNewKey(path, key));
  return key;
}

bool IsNetworkFileSystem(uint64_t file_system_type) {
  switch (file_system_type & 0xffffffff) {
    case 0x6969:      // NFS
    case 0xff534d42:  // CIFS
    case 0xfe534d42:  // SMB 2
    case 0x517b:      // SMB
    case 0x00c36400:  // Ceph
    case 0x0bd00bd0:  // Lustre
    case 0x5346414f:  // AFS
    case 0x47504653:  // GPFS
      return true;
    default:
      return false;
  }
}

}  // namespace pyasc
