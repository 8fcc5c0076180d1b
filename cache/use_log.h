// Which rows were used since the database was told last.
#ifndef PYASC_CACHE_USE_LOG_H_
#define PYASC_CACHE_USE_LOG_H_

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "base/digest.h"
#include "cache/row_reader.h"

namespace pyasc {

// Thread-safe. Holds at most kMaxUses rows; uses of more are forgotten until it is taken.
class UseLog {
 public:
  static constexpr size_t kMaxUses = 100'000;

  struct Use {
    RowKind kind = RowKind::kKernel;
    Digest key;
    int64_t unix_s = 0;
    uint64_t order = 0;
  };

  void Note(RowKind kind, const Digest& key, int64_t unix_s) ABSL_LOCKS_EXCLUDED(mutex_);
  // All of them, the earliest last use first; the log is empty afterwards.
  std::vector<Use> Take() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  absl::Mutex mutex_;
  // Keys of both kinds are digests over different prefixes: they never meet.
  std::unordered_map<Digest, Use> uses_ ABSL_GUARDED_BY(mutex_);
  uint64_t next_order_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace pyasc

#endif  // PYASC_CACHE_USE_LOG_H_
