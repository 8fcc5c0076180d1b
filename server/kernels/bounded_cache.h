// The kernels that answer without a look at the store.
#ifndef PYASC_SERVER_KERNELS_BOUNDED_CACHE_H_
#define PYASC_SERVER_KERNELS_BOUNDED_CACHE_H_

#include <cstdint>
#include <iterator>
#include <limits>
#include <list>
#include <memory>
#include <unordered_map>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "base/digest.h"

namespace pyasc {

// Values by digest, the least recently used leaving first. Thread-safe.
template <typename T>
class BoundedCache {
 public:
  static constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

  BoundedCache(size_t max_entries, uint64_t max_bytes)
      : max_entries_(max_entries), max_bytes_(max_bytes) {}

  // Null for a miss, and for a value that has expired by `now_ns`.
  std::shared_ptr<const T> Get(const Digest& key, int64_t now_ns) {
    absl::MutexLock lock(&mutex_);
    auto found = index_.find(key);
    if (found == index_.end()) return nullptr;
    if (found->second->expires_ns <= now_ns) {
      Remove(found->second);
      return nullptr;
    }
    entries_.splice(entries_.begin(), entries_, found->second);
    return found->second->value;
  }

  void Put(const Digest& key, std::shared_ptr<const T> value, uint64_t bytes,
           int64_t expires_ns = kNever) {
    absl::MutexLock lock(&mutex_);
    if (auto found = index_.find(key); found != index_.end()) Remove(found->second);
    entries_.push_front(Entry{key, std::move(value), bytes, expires_ns});
    index_[key] = entries_.begin();
    bytes_ += bytes;
    // The newest stays, whatever its size: its launch is under way.
    while (entries_.size() > 1 && (entries_.size() > max_entries_ || bytes_ > max_bytes_)) {
      Remove(std::prev(entries_.end()));
    }
  }

  void Erase(const Digest& key) {
    absl::MutexLock lock(&mutex_);
    if (auto found = index_.find(key); found != index_.end()) Remove(found->second);
  }

  void Clear() {
    absl::MutexLock lock(&mutex_);
    entries_.clear();
    index_.clear();
    bytes_ = 0;
  }

  size_t size() const {
    absl::MutexLock lock(&mutex_);
    return entries_.size();
  }

  uint64_t bytes() const {
    absl::MutexLock lock(&mutex_);
    return bytes_;
  }

 private:
  struct Entry {
    Digest key;
    std::shared_ptr<const T> value;  // shared with the launches that use it
    uint64_t bytes;
    int64_t expires_ns;
  };

  void Remove(typename std::list<Entry>::iterator entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    bytes_ -= entry->bytes;
    index_.erase(entry->key);
    entries_.erase(entry);
  }

  const size_t max_entries_;
  const uint64_t max_bytes_;
  mutable absl::Mutex mutex_;
  std::list<Entry> entries_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<Digest, typename std::list<Entry>::iterator> index_ ABSL_GUARDED_BY(mutex_);
  uint64_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_KERNELS_BOUNDED_CACHE_H_
