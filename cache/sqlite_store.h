// Kernels on disk: one SQLite file, one thread that writes it, any number that read.
#ifndef PYASC_CACHE_SQLITE_STORE_H_
#define PYASC_CACHE_SQLITE_STORE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "cache/kernel_store.h"

namespace pyasc {

struct SqliteStoreOptions {
  // Holds kernels.db, mac.key and kernels.lock; made (0700) if there is none. No slash at its end.
  std::string directory;
  uint64_t max_bytes = uint64_t{2} << 30;  // the least recently used rows go first
  uint64_t max_entries = 100'000;          // of kernels, and of analyses
  int group_commit_ms = 5;
  int access_time_s = 30;                 // how often uses are written down
  int busy_timeout_ms = 5'000;            // the storage thread's patience with other processes
  const Clock* clock = &Clock::System();  // must outlive the store
};

// Takes the directory for this process (cache/state_lock.h) until the store is destroyed;
// destroying it writes what still waits. Children that do not exec must not use it.
// kAlreadyExists: another daemon has it, with its pid; kPermissionDenied: the directory or
// a file in it is not this user's alone, with what to do; kFailedPrecondition: another place
// would do, for this one cannot be written or lies on a network file system;
// kResourceExhausted: the disk is full. A damaged file is no error: it is set aside.
absl::StatusOr<std::unique_ptr<KernelStore>> OpenSqliteStore(const SqliteStoreOptions& options);

}  // namespace pyasc

#endif  // PYASC_CACHE_SQLITE_STORE_H_
