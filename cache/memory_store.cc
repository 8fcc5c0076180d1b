#include "cache/memory_store.h"

#include <algorithm>
#include <list>
#include <unordered_map>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "base/image.h"
#include "cache/garbage.h"
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
    Insert(kernels_, {key, bytes, std::make_shared<const KernelRow>(std::move(row)), nullptr, 0});
  }

  void PutAnalysis(AnalysisRow row) override {
    const Digest key = row.key;
    const size_t bytes = RowBytes(row);
    Insert(analyses_,
           {key, bytes, nullptr, std::make_shared<const AnalysisRow>(std::move(row)), 0});
  }

  absl::Status Flush() override { return absl::OkStatus(); }

  absl::StatusOr<KernelPage> List(size_t limit, uint64_t before) override {
    absl::MutexLock lock(&mutex_);
    KernelPage page;
    uint64_t last = 0;
    for (const Entry& entry : entries_) {
      if (entry.kernel == nullptr || entry.order >= before) continue;
      if (page.rows.size() == limit) {
        page.next = last;
        break;
      }
      last = entry.order;
      page.rows.push_back(*entry.kernel);
      page.rows.back().image_bytes = page.rows.back().image.size();
      page.rows.back().image.clear();
    }
    return page;
  }

  absl::StatusOr<std::vector<Digest>> FindKeys(const Digest& first, const Digest& last,
                                               size_t limit) override {
    absl::MutexLock lock(&mutex_);
    std::vector<Digest> keys;
    for (const auto& [key, entry] : kernels_) {
      if (first <= key && key <= last) keys.push_back(key);
    }
    std::sort(keys.begin(), keys.end());
    keys.resize(std::min(keys.size(), limit));
    return keys;
  }

  absl::StatusOr<KernelRow> Peek(const Digest& key) override {
    absl::MutexLock lock(&mutex_);
    const auto found = kernels_.find(key);
    if (found == kernels_.end()) return absl::NotFoundError("no kernel with that key in memory");
    KernelRow row = *found->second->kernel;
    row.image_bytes = row.image.size();
    return row;
  }

  absl::StatusOr<int64_t> OldestUse() override {
    absl::MutexLock lock(&mutex_);
    for (auto entry = entries_.rbegin(); entry != entries_.rend(); ++entry) {
      if (entry->kernel != nullptr) return entry->kernel->used_unix_s;
    }
    return 0;
  }

  absl::StatusOr<Removed> Remove(const std::vector<Digest>& keys, Removal removal) override {
    absl::MutexLock lock(&mutex_);
    std::vector<StoredRow> rows;
    for (const Digest& key : keys) {
      const auto found = kernels_.find(key);
      if (found != kernels_.end()) rows.push_back(StoredRowOf(*found->second, ""));
    }
    return RemoveRows(rows, removal);
  }

  absl::StatusOr<Removed> CollectGarbage(const GarbageLimits& limits, Removal removal) override {
    absl::MutexLock lock(&mutex_);
    std::vector<StoredRow> rows;
    for (const Entry& entry : entries_) rows.push_back(StoredRowOf(entry, limits.toolchain));
    return RemoveRows(ChooseGarbage(std::move(rows), limits), removal);
  }

  // Memory does not rot.
  absl::StatusOr<VerifiedPage> Verify(const std::string&, size_t) override {
    absl::MutexLock lock(&mutex_);
    return VerifiedPage{.rows = entries_.size(), .bad = {}, .next = ""};
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
            .dropped_writes = dropped_,
            .max_bytes = options_.max_bytes,
            .max_entries = options_.max_entries};
  }

 private:
  // One of the two rows. Shared with readers, who copy them outside the lock.
  struct Entry {
    Digest key;
    size_t bytes = 0;
    std::shared_ptr<const KernelRow> kernel;
    std::shared_ptr<const AnalysisRow> analysis;
    uint64_t order = 0;  // of the last use
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
    found->second->order = next_order_++;
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
    entry.order = next_order_++;
    entries_.push_front(std::move(entry));
    index[entries_.front().key] = entries_.begin();
    while (bytes_ > options_.max_bytes || entries_.size() > options_.max_entries) {
      Erase(std::prev(entries_.end()));
    }
  }

  static StoredRow StoredRowOf(const Entry& entry, std::string_view toolchain) {
    const bool kernel = entry.kernel != nullptr;
    const std::string& made_by = kernel ? entry.kernel->toolchain : entry.analysis->toolchain;
    return {.kind = kernel ? RowKind::kKernel : RowKind::kAnalysis,
            .key = entry.key,
            .bytes = entry.bytes,
            .order = static_cast<int64_t>(entry.order),
            .used_unix_s = kernel ? entry.kernel->used_unix_s : 0,
            .foreign = !toolchain.empty() && made_by != toolchain};
  }

  Removed RemoveRows(const std::vector<StoredRow>& rows, Removal removal)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    Removed removed;
    for (const StoredRow& row : rows) {
      Index& index = row.kind == RowKind::kKernel ? kernels_ : analyses_;
      const auto found = index.find(row.key);
      if (found == index.end()) continue;  // named twice
      Count(row, &removed);
      if (removal == Removal::kRemove) Erase(found->second);
    }
    return removed;
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
  uint64_t next_order_ ABSL_GUARDED_BY(mutex_) = 1;
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
