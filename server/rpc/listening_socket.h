// The one socket that the daemon listens on.
#ifndef PYASC_SERVER_RPC_LISTENING_SOCKET_H_
#define PYASC_SERVER_RPC_LISTENING_SOCKET_H_

#include <sys/types.h>

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/unique_fd.h"

namespace pyasc {

// Makes the directory of a socket (0700), or checks that in an existing one nobody but
// `owner` and root can replace the socket. kFailedPrecondition otherwise.
absl::Status PrepareSocketDirectory(const std::string& directory, uid_t owner);

// A listening AF_UNIX stream socket of mode 0600. Its file goes when this is destroyed,
// if it is still ours.
class ListeningSocket {
 public:
  // kInvalidArgument: the path is too long; kAlreadyExists: somebody answers there, or it
  // is no socket. A socket that nobody answers on is replaced.
  static absl::StatusOr<std::unique_ptr<ListeningSocket>> Open(const std::string& path);
  ~ListeningSocket();

  int fd() const { return socket_.get(); }
  const std::string& path() const { return path_; }

 private:
  ListeningSocket(UniqueFd socket, std::string path, ino_t inode)
      : socket_(std::move(socket)), path_(std::move(path)), inode_(inode) {}

  const UniqueFd socket_;
  const std::string path_;
  const ino_t inode_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_LISTENING_SOCKET_H_
