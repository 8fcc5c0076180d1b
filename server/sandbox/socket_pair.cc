#include "server/sandbox/socket_pair.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "fmt/format.h"

namespace pyasc {

absl::StatusOr<SocketPair> MakeSocketPair() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return absl::ResourceExhaustedError(fmt::format("socketpair: {}", ::strerror(errno)));
  }
  return SocketPair{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

}  // namespace pyasc
