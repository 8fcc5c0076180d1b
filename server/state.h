// The places of a daemon's state and cache, and the lock on the state.
#ifndef PYASC_SERVER_STATE_H_
#define PYASC_SERVER_STATE_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cache/kernel_store.h"
#include "cache/state_lock.h"

namespace pyasc {

// Makes a directory, or says why it cannot be used (cache/state_directory.h).
using PrepareDirectory = std::function<absl::Status(const std::string&)>;

struct State {
  std::string directory;
  std::unique_ptr<StateLock> lock;
  absl::Status moved;  // why `directory` is not the wanted one; ok: it is
};

// Takes `wanted`, or `local` where `wanted` cannot be written or lies on a network file system.
// kAlreadyExists names the daemon that has it; other refusals are `prepare`'s.
absl::StatusOr<State> TakeState(const std::string& wanted, const std::string& local,
                                const PrepareDirectory& prepare);

// Opens the cache in a directory (cache/sqlite_store.h).
using OpenDirectory =
    std::function<absl::StatusOr<std::unique_ptr<KernelStore>>(const std::string&)>;

struct Cache {
  std::unique_ptr<KernelStore> store;
  std::string directory;  // "": it is in memory, and ends with the daemon
  absl::Status moved;     // why `directory` is not the wanted one; ok: it is
};

// Opens `wanted`; where that cannot be written or lies on a network file system, `local`; else
// the cache is in memory. kAlreadyExists names the daemon that has `wanted`.
absl::StatusOr<Cache> OpenCache(const std::string& wanted, const std::string& local,
                                const OpenDirectory& open);

}  // namespace pyasc

#endif  // PYASC_SERVER_STATE_H_
