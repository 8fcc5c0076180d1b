#include "server/testing/memory_store.h"

#include <utility>

namespace pyasc::testing {

absl::StatusOr<KernelRow> MemoryStore::GetKernel(const Digest& key) {
  absl::MutexLock lock(&mutex_);
  auto found = kernels_.find(key);
  ++(found == kernels_.end() ? stats_.misses : stats_.hits);
  if (found == kernels_.end()) return absl::NotFoundError("no kernel");
  return found->second;
}

absl::StatusOr<AnalysisRow> MemoryStore::GetAnalysis(const Digest& key) {
  absl::MutexLock lock(&mutex_);
  auto found = analyses_.find(key);
  if (found == analyses_.end()) return absl::NotFoundError("no analysis");
  return found->second;
}

void MemoryStore::PutKernel(KernelRow row) {
  absl::MutexLock lock(&mutex_);
  kernels_[row.key] = std::move(row);
}

void MemoryStore::PutAnalysis(AnalysisRow row) {
  absl::MutexLock lock(&mutex_);
  analyses_[row.key] = std::move(row);
}

absl::StatusOr<std::vector<KernelRow>> MemoryStore::List(size_t limit) {
  absl::MutexLock lock(&mutex_);
  std::vector<KernelRow> rows;
  for (const auto& [key, row] : kernels_) {
    if (rows.size() == limit) break;
    rows.push_back(row);
    rows.back().image_bytes = rows.back().image.size();
    rows.back().image.clear();
  }
  return rows;
}

absl::Status MemoryStore::Clear() {
  absl::MutexLock lock(&mutex_);
  kernels_.clear();
  analyses_.clear();
  return absl::OkStatus();
}

StoreStats MemoryStore::Stats() {
  absl::MutexLock lock(&mutex_);
  stats_.kernels = kernels_.size();
  stats_.analyses = analyses_.size();
  return stats_;
}

}  // namespace pyasc::testing
