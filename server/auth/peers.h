// Who is at the other end of a connection, and whether he may use this daemon.
#ifndef PYASC_SERVER_AUTH_PEERS_H_
#define PYASC_SERVER_AUTH_PEERS_H_

#include <sys/types.h>

#include <string>
#include <string_view>
#include <unordered_map>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"

namespace pyasc {

// What the kernel says of a peer of a Unix socket.
struct Identity {
  uid_t uid = 0;
  pid_t pid = 0;
};

// The identity of the peer of a connected Unix socket.
absl::StatusOr<Identity> PeerOfSocket(int socket);

// Ok for `owner` and nobody else; kPermissionDenied naming the uid.
absl::Status CheckOwner(const Identity& identity, uid_t owner);

// The identities behind the descriptors handed to gRPC, which names a peer "fd:N".
// Thread-safe.
class PeerTable {
 public:
  // Record before the descriptor is handed over; replaces what an earlier N meant.
  void Record(int fd, Identity identity);
  void Forget(int fd);
  // kUnauthenticated for a peer that was never recorded. Ask once a call, at its start:
  // N may stand for somebody else later.
  absl::StatusOr<Identity> Find(std::string_view peer) const;
  size_t size() const;

 private:
  mutable absl::Mutex mutex_;
  std::unordered_map<std::string, Identity> identities_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace pyasc

#endif  // PYASC_SERVER_AUTH_PEERS_H_
