// The place of a daemon's state, and the lock on it.
#ifndef PYASC_SERVER_STATE_H_
#define PYASC_SERVER_STATE_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cache/state_lock.h"

namespace pyasc {

// Makes a directory, or says why it cannot be used (cache/state_directory.h).
using PrepareDirectory = std::function<absl::Status(const std::string&)>;

struct State {
  std::string directory;
  std::unique_ptr<StateLock> lock;
  absl::Status moved;  // why `directory` is not the wanted one; ok: it is
};

// Takes `wanted`, or `local` where `wanted` lies on a network file system. kAlreadyExists
// names the daemon that has it; other refusals are `prepare`'s.
absl::StatusOr<State> TakeState(const std::string& wanted, const std::string& local,
                                const PrepareDirectory& prepare);

}  // namespace pyasc

#endif  // PYASC_SERVER_STATE_H_
