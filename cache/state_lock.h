// One daemon, one state.
#ifndef PYASC_CACHE_STATE_LOCK_H_
#define PYASC_CACHE_STATE_LOCK_H_

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "base/unique_fd.h"

namespace pyasc {

// Holds a state directory until it is destroyed or the process ends, however it ends.
// Children must exec or close it: the descriptor is close-on-exec.
class StateLock {
 public:
  // `directory` must have been prepared (cache/state_directory.h); `name` is the lock's file
  // there. kAlreadyExists names the process that holds it; kPermissionDenied as for any
  // state file.
  static absl::StatusOr<std::unique_ptr<StateLock>> Acquire(const std::string& directory,
                                                            std::string_view name = "lock");

 private:
  explicit StateLock(UniqueFd fd) : fd_(std::move(fd)) {}

  UniqueFd fd_;
};

}  // namespace pyasc

#endif  // PYASC_CACHE_STATE_LOCK_H_
