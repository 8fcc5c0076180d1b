#include "server/rpc/listening_socket.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr int kBacklog = 128;

absl::Status FromErrno(std::string_view what, const std::string& path) {
  return absl::InternalError(fmt::format("{} {}: {}", what, path, std::strerror(errno)));
}

absl::StatusOr<sockaddr_un> AddressOf(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path) {
    return absl::InvalidArgumentError(
        fmt::format("a socket's path has 1 to {} bytes, this one has {}: '{}'",
                    sizeof address.sun_path - 1, path.size(), path));
  }
  std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
  return address;
}

UniqueFd NewSocket() {
  return UniqueFd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

const sockaddr* Generic(const sockaddr_un& address) {
  return reinterpret_cast<const sockaddr*>(&address);
}

// A full backlog is an answer too.
bool SomebodyAnswers(const sockaddr_un& address) {
  UniqueFd probe = NewSocket();
  return connect(probe.get(), Generic(address), sizeof address) == 0 || errno != ECONNREFUSED;
}

absl::Status RemoveStale(const std::string& path, const sockaddr_un& address) {
  struct stat found{};
  if (lstat(path.c_str(), &found) != 0) return absl::OkStatus();
  if (!S_ISSOCK(found.st_mode)) {
    return absl::AlreadyExistsError(fmt::format("{} exists and is no socket", path));
  }
  if (SomebodyAnswers(address)) {
    return absl::AlreadyExistsError(fmt::format("another daemon answers on {}", path));
  }
  if (unlink(path.c_str()) != 0 && errno != ENOENT) return FromErrno("cannot remove", path);
  return absl::OkStatus();
}

}  // namespace

absl::Status PrepareSocketDirectory(const std::string& directory, uid_t owner) {
  std::error_code ignored;
  const std::filesystem::path parent = std::filesystem::path(directory).parent_path();
  if (!parent.empty()) std::filesystem::create_directories(parent, ignored);
  if (mkdir(directory.c_str(), 0700) != 0 && errno != EEXIST) {
    return FromErrno("cannot make the directory", directory);
  }
  struct stat found{};
  if (lstat(directory.c_str(), &found) != 0) return FromErrno("cannot look at", directory);
  if (!S_ISDIR(found.st_mode)) {
    return absl::FailedPreconditionError(fmt::format("{} is no directory", directory));
  }
  // In a sticky directory others may write, but not remove what is ours.
  const bool closed = (found.st_mode & 022) == 0 || (found.st_mode & S_ISVTX) != 0;
  if (closed && (found.st_uid == owner || found.st_uid == 0)) return absl::OkStatus();
  return absl::FailedPreconditionError(
      fmt::format("others could replace a socket in {}: it is of uid {}, mode {:o}", directory,
                  found.st_uid, found.st_mode & 07777));
}

absl::StatusOr<std::unique_ptr<ListeningSocket>> ListeningSocket::Open(const std::string& path) {
  PYASC_ASSIGN_OR_RETURN(sockaddr_un address, AddressOf(path));
  PYASC_RETURN_IF_ERROR(RemoveStale(path, address));
  UniqueFd socket = NewSocket();
  if (!socket.valid()) return FromErrno("cannot make the socket", path);
  // bind() gives the file the socket's own mode, so that it is never open to others.
  if (fchmod(socket.get(), 0600) != 0) return FromErrno("cannot protect", path);
  if (bind(socket.get(), Generic(address), sizeof address) != 0) {
    return FromErrno("cannot bind", path);
  }
  if (chmod(path.c_str(), 0600) != 0) return FromErrno("cannot protect", path);
  if (listen(socket.get(), kBacklog) != 0) return FromErrno("cannot listen on", path);
  struct stat made{};
  if (lstat(path.c_str(), &made) != 0) return FromErrno("cannot look at", path);
  return std::unique_ptr<ListeningSocket>(
      new ListeningSocket(std::move(socket), path, made.st_ino));
}

ListeningSocket::~ListeningSocket() {
  struct stat found{};
  if (lstat(path_.c_str(), &found) == 0 && found.st_ino == inode_) unlink(path_.c_str());
}

}  // namespace pyasc
