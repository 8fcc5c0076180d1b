// A kernel store in a map.
#ifndef PYASC_SERVER_TESTING_MEMORY_STORE_H_
#define PYASC_SERVER_TESTING_MEMORY_STORE_H_

#include <map>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "cache/kernel_store.h"

namespace pyasc::testing {

// Thread-safe.
class MemoryStore : public KernelStore {
 public:
  absl::StatusOr<KernelRow> GetKernel(const Digest& key) override;
  absl::StatusOr<AnalysisRow> GetAnalysis(const Digest& key) override;
  void PutKernel(KernelRow row) override;
  void PutAnalysis(AnalysisRow row) override;
  absl::Status Flush() override { return absl::OkStatus(); }
  absl::StatusOr<std::vector<KernelRow>> List(size_t limit) override;
  absl::Status Clear() override;
  StoreStats Stats() override;

 private:
  absl::Mutex mutex_;
  std::map<Digest, KernelRow> kernels_ ABSL_GUARDED_BY(mutex_);
  std::map<Digest, AnalysisRow> analyses_ ABSL_GUARDED_BY(mutex_);
  StoreStats stats_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace pyasc::testing

#endif  // PYASC_SERVER_TESTING_MEMORY_STORE_H_
