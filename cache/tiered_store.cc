#include "cache/tiered_store.h"

#include <utility>

namespace pyasc {
namespace {

class TieredStore : public KernelStore {
 public:
  TieredStore(std::unique_ptr<KernelStore> front, std::unique_ptr<KernelStore> back)
      : front_(std::move(front)), back_(std::move(back)) {}

  absl::StatusOr<KernelRow> GetKernel(const Digest& key) override {
    absl::StatusOr<KernelRow> row = front_->GetKernel(key);
    if (row.ok()) {
      back_->Touch(key);
      return row;
    }
    row = back_->GetKernel(key);
    if (row.ok()) front_->PutKernel(*row);
    return row;
  }

  absl::StatusOr<AnalysisRow> GetAnalysis(const Digest& key) override {
    absl::StatusOr<AnalysisRow> row = front_->GetAnalysis(key);
    if (row.ok()) return row;
    row = back_->GetAnalysis(key);
    if (row.ok()) front_->PutAnalysis(*row);
    return row;
  }

  void Touch(const Digest& key) override { back_->Touch(key); }

  void PutKernel(KernelRow row) override {
    front_->PutKernel(row);
    back_->PutKernel(std::move(row));
  }

  void PutAnalysis(AnalysisRow row) override {
    front_->PutAnalysis(row);
    back_->PutAnalysis(std::move(row));
  }

  absl::Status Flush() override { return back_->Flush(); }

  absl::StatusOr<std::vector<KernelRow>> List(size_t limit) override { return back_->List(limit); }

  absl::Status Clear() override {
    const absl::Status front = front_->Clear();
    const absl::Status back = back_->Clear();
    return back.ok() ? front : back;
  }

  StoreStats Stats() override {
    StoreStats stats = back_->Stats();
    // What `front` missed was asked of `back`, which counts it as a hit or a miss.
    stats.hits += front_->Stats().hits;
    return stats;
  }

 private:
  const std::unique_ptr<KernelStore> front_, back_;
};

}  // namespace

std::unique_ptr<KernelStore> OpenTieredStore(std::unique_ptr<KernelStore> front,
                                             std::unique_ptr<KernelStore> back) {
  return std::make_unique<TieredStore>(std::move(front), std::move(back));
}

}  // namespace pyasc
