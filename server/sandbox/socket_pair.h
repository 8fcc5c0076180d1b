// The stream between us and a child.
#ifndef PYASC_SERVER_SANDBOX_SOCKET_PAIR_H_
#define PYASC_SERVER_SANDBOX_SOCKET_PAIR_H_

#include "absl/status/statusor.h"
#include "base/unique_fd.h"

namespace pyasc {

struct SocketPair {
  UniqueFd ours;
  UniqueFd theirs;
};

// Both ends close-on-exec. kResourceExhausted if there are no descriptors left.
absl::StatusOr<SocketPair> MakeSocketPair();

}  // namespace pyasc

#endif  // PYASC_SERVER_SANDBOX_SOCKET_PAIR_H_
