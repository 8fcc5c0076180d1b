#include "cache/reader_pool.h"

#include <utility>

#include "base/status_macros.h"

namespace pyasc {

absl::StatusOr<std::unique_ptr<PooledReader>> ReaderPool::Acquire(uint64_t generation) {
  // Closed outside the lock.
  std::vector<std::unique_ptr<PooledReader>> outdated;
  {
    absl::MutexLock lock(&mutex_);
    while (!idle_.empty()) {
      std::unique_ptr<PooledReader> reader = std::move(idle_.back());
      idle_.pop_back();
      if (reader->generation == generation) return reader;
      outdated.push_back(std::move(reader));
    }
  }
  return Open(generation);
}

void ReaderPool::Release(std::unique_ptr<PooledReader> reader, uint64_t generation) {
  if (reader->generation != generation) return;
  absl::MutexLock lock(&mutex_);
  if (idle_.size() < kMaxIdle) idle_.push_back(std::move(reader));
}

void ReaderPool::CloseIdle() {
  std::vector<std::unique_ptr<PooledReader>> closed_outside_the_lock;
  absl::MutexLock lock(&mutex_);
  closed_outside_the_lock.swap(idle_);
}

absl::StatusOr<std::unique_ptr<PooledReader>> ReaderPool::Open(uint64_t generation) const {
  PYASC_ASSIGN_OR_RETURN(auto connection, sqlite::Connection::Open(path_, sqlite::Access::kQueries,
                                                                   /*busy_timeout_ms=*/0));
  PYASC_ASSIGN_OR_RETURN(RowReader rows, RowReader::Prepare(*connection, mac_key_));
  return std::make_unique<PooledReader>(
      PooledReader{generation, std::move(connection), std::move(rows)});
}

}  // namespace pyasc
