// Query-only connections, one for each thread that reads at the same time.
#ifndef PYASC_CACHE_READER_POOL_H_
#define PYASC_CACHE_READER_POOL_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "cache/row_reader.h"
#include "cache/sqlite/connection.h"

namespace pyasc {

struct PooledReader {
  uint64_t generation = 0;  // of the file
  std::unique_ptr<sqlite::Connection> connection;
  RowReader rows;
};

// Thread-safe. Keeps at most kMaxIdle connections.
class ReaderPool {
 public:
  static constexpr size_t kMaxIdle = 8;

  ReaderPool(const std::string& path, const std::string& mac_key)
      : path_(path), mac_key_(mac_key) {}

  // A reader of the file of that generation; never waits for a lock.
  absl::StatusOr<std::unique_ptr<PooledReader>> Acquire(uint64_t generation)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Gives one back; not after an error. One of another generation than the file's now is
  // closed: it would keep the disk space of a file that is gone.
  void Release(std::unique_ptr<PooledReader> reader, uint64_t generation)
      ABSL_LOCKS_EXCLUDED(mutex_);
  // Closes those that nobody uses.
  void CloseIdle() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  absl::StatusOr<std::unique_ptr<PooledReader>> Open(uint64_t generation) const;

  const std::string path_;
  const std::string mac_key_;
  absl::Mutex mutex_;
  std::vector<std::unique_ptr<PooledReader>> idle_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace pyasc

#endif  // PYASC_CACHE_READER_POOL_H_
