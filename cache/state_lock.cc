#include "cache/state_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/status_macros.h"
#include "cache/state_directory.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

// The pid that the holder wrote; "unknown" if it has not come to that yet.
std::string HolderOf(int fd) {
  std::array<char, 16> text{};
  const ssize_t count = ::pread(fd, text.data(), text.size(), 0);
  std::string pid(text.data(), count > 0 ? static_cast<size_t>(count) : 0);
  pid.erase(std::find_if_not(pid.begin(), pid.end(),
                             [](unsigned char c) { return std::isdigit(c) != 0; }),
            pid.end());
  return pid.empty() ? "unknown" : pid;
}

}  // namespace

absl::StatusOr<std::unique_ptr<StateLock>> StateLock::Acquire(const std::string& directory,
                                                              std::string_view name) {
  const std::string path = fmt::format("{}/{}", directory, name);
  PYASC_RETURN_IF_ERROR(PrepareStateFile(path));
  UniqueFd fd(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  if (!fd.valid())
    return absl::InternalError(fmt::format("cannot open {}: {}", path, ::strerror(errno)));
  if (::flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) {
      return absl::InternalError(fmt::format("cannot lock {}: {}", path, ::strerror(errno)));
    }
    return absl::AlreadyExistsError(fmt::format(
        "directory {} is in use by another daemon, pid {}: name others for this one, or stop it",
        directory, HolderOf(fd.get())));
  }
  // For people only: a full disk must not keep a daemon from starting.
  const std::string pid = fmt::format("{}\n", ::getpid());
  if (::ftruncate(fd.get(), 0) == 0) {
    [[maybe_unused]] const ssize_t written = ::pwrite(fd.get(), pid.data(), pid.size(), 0);
  }
  return std::unique_ptr<StateLock>(new StateLock(std::move(fd)));
}

}  // namespace pyasc
