#include "cache/memory_store.h"

#include <algorithm>
#include <list>
#include <unordered_map>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "base/image.h"
#include "cache/row_seal.h"

namespace pyasc {
namespace {

class MemoryStore : public KernelStore {
 public:
  explicit MemoryStore(const MemoryStoreOptions& options) : options_(options) {}

  absl::StatusOr<KernelRow> GetKernel(const Digest& key) override {
    const std::shared_ptr<const KernelRow> row = Find(kernels_, key).kernel;
    if (row == nullptr) return absl::NotFoundError("no kernel with that key in memory");
    return *row;
  }

  absl::StatusOr<AnalysisRow> GetAnalysis(const Digest& key) override {
    const std::shared_ptr<const AnalysisRow> row = Find(analyses_, key).analysis;
    if (row == nullptr) return absl::NotFoundError("no analysis with that key in memory");
    return *row;
  }

  void PutKernel(KernelRow row) override {
    row.digest = KernelDigest(row.image, row.meta);
    row.created_unix_s = row.used_unix_s = options_.clock->UnixSeconds();
    const Digest key = row.key;
    const size_t bytes = RowBytes(row);
    Insert(kernels_, {key, bytes, std::make_shared<const KernelRow>(std::move(row)), nullptr});
  }

  void PutAnalysis(AnalysisRow row) override {
    const Digest key = row.key;
    const size_t bytes = RowBytes(row);
    Insert(analyses_, {key, bytes, nullptr, std::make_shared<const AnalysisRow>(std::move(row))});
  }

  absl::Status Flush() override { return absl::OkStatus(); }

  absl::StatusOr<std::vector<KernelRow>> List(size_t limit) override {
    absl::MutexLock lock(&mutex_);
    std::vector<KernelRow> rows;
    for (const Entry& entry : entries_) {
      if (rows.size() == limit) break;
      if (entry.kernel == nullptr) continue;
      rows.push_back(*entry.kernel);
      rows.back().image_bytes = rows.back().image.size();
      rows.back().image.clear();
    }
    return rows;
  }

  absl::Status Clear() override {
    absl::MutexLock lock(&mutex_);
    kernels_.clear();
    analyses_.clear();
    entries_.clear();
    bytes_ = 0;
    return absl::OkStatus();
  }

  StoreStats Stats() override {
    absl::MutexLock lock(&mutex_);
    return {.kernels = kernels_.size(),
            .analyses = analyses_.size(),
            .bytes = bytes_,
            .hits = hits_,
            .misses = misses_,
            .dropped_writes = dropped_};
  }

 private:
  // One of the two rows. Shared with readers, who copy them outside the lock.
  struct Entry {
    Digest key;
    size_t bytes = 0;
    std::shared_ptr<const KernelRow> kernel;
    std::shared_ptr<const AnalysisRow> analysis;
  };
  using Entries = std::list<Entry>;  // the newest use first
  using Index = std::unordered_map<Digest, Entries::iterator>;

  Entry Find(Index& index, const Digest& key) {
    absl::MutexLock lock(&mutex_);
    const auto found = index.find(key);
    if (found == index.end()) {
      ++misses_;
      return {};
    }
    ++hits_;
    entries_.splice(entries_.begin(), entries_, found->second);
    return *found->second;
  }

  void Insert(Index& index, Entry entry) {
    absl::MutexLock lock(&mutex_);
    if (entry.bytes > options_.max_bytes) {
      ++dropped_;
      return;
    }
    if (const auto old = index.find(entry.key); old != index.end()) Erase(old->second);
    bytes_ += entry.bytes;
    entries_.push_front(std::move(entry));
    index[entries_.front().key] = entries_.begin();
    while (bytes_ > options_.max_bytes || entries_.size() > options_.max_entries) {
      Erase(std::prev(entries_.end()));
    }
  }

  void Erase(Entries::iterator entry) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    bytes_ -= entry->bytes;
    (entry->kernel != nullptr ? kernels_ : analyses_).erase(entry->key);
    entries_.erase(entry);
  }

  const MemoryStoreOptions options_;
  absl::Mutex mutex_;
  Entries entries_ ABSL_GUARDED_BY(mutex_);
  // Not annotated: Find and Insert, which lock, are handed one of them.
  Index kernels_, analyses_;
  uint64_t bytes_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t hits_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t misses_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t dropped_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace

std::unique_ptr<KernelStore> OpenMemoryStore(const MemoryStoreOptions& options) {
  return std::make_unique<MemoryStore>(options);
}

}  // namespace pyasc
