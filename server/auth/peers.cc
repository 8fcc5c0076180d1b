#include "server/auth/peers.h"

#include <sys/socket.h>

#include <cerrno>
#include <cstring>

#include "fmt/format.h"

namespace pyasc {
namespace {

std::string Name(int fd) { return fmt::format("fd:{}", fd); }

}  // namespace

absl::StatusOr<Identity> PeerOfSocket(int socket) {
  ucred credentials{};
  socklen_t bytes = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &bytes) != 0) {
    return absl::UnauthenticatedError(
        fmt::format("no credentials of the peer: {}", std::strerror(errno)));
  }
  return Identity{.uid = credentials.uid, .pid = credentials.pid};
}

absl::Status CheckOwner(const Identity& identity, uid_t owner) {
  if (identity.uid == owner) return absl::OkStatus();
  return absl::PermissionDeniedError(
      fmt::format("this daemon serves uid {} only, and you are uid {}", owner, identity.uid));
}

void PeerTable::Record(int fd, Identity identity) {
  absl::MutexLock lock(&mutex_);
  identities_[Name(fd)] = identity;
}

void PeerTable::Forget(int fd) {
  absl::MutexLock lock(&mutex_);
  identities_.erase(Name(fd));
}

absl::StatusOr<Identity> PeerTable::Find(std::string_view peer) const {
  absl::MutexLock lock(&mutex_);
  auto found = identities_.find(std::string(peer));
  if (found == identities_.end()) {
    return absl::UnauthenticatedError(fmt::format("unknown peer {}", peer));
  }
  return found->second;
}

size_t PeerTable::size() const {
  absl::MutexLock lock(&mutex_);
  return identities_.size();
}

}  // namespace pyasc
