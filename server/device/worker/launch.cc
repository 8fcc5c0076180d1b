#include "server/device/worker/launch.h"

#include <string.h>
#include <time.h>

#include <algorithm>
#include <atomic>

#include "base/status_macros.h"
#include "fmt/format.h"
#include "fmt/ranges.h"
#include "server/device/view.h"
#include "server/device/worker/copy.h"

namespace pyasc {
namespace {

int64_t NowNs() {
  timespec now;
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return int64_t{now.tv_sec} * 1'000'000'000 + now.tv_nsec;
}

// A record with room for `values` slots, which follow its first 16 bytes.
std::vector<abi::Slot> MakeRecord(uint32_t values) {
  static_assert(offsetof(abi::Record, values) == sizeof(abi::Slot));
  return std::vector<abi::Slot>(1 + std::max<size_t>(values, 1));
}

void SetCancel(ControlPage* control, uint32_t value) {
  std::atomic_ref(control->cancel).store(value);
}

}  // namespace

LaunchReport Launch::Run(const LaunchJob& job, const std::vector<UniqueFd>& regions) {
  LaunchReport report;
  report.status = Prepare(job, regions);
  if (!report.status.ok()) return report;
  const uint64_t start = arena_->Mark();
  std::vector<abi::Slot> record_slots = MakeRecord(image_.header().record_values);
  auto* record = reinterpret_cast<abi::Record*>(record_slots.data());
  const int64_t begin_ns = NowNs();
  int32_t outcome = abi::kGaveUp;
  if (image_.has_fast_entry()) outcome = RunFast(job, record);
  if (outcome == abi::kGaveUp && abandoned_.ok()) {
    outcome = Enter(image_.checked_entry(), job, record);
  }
  if (absl::Status sent = prints_->Flush(); !sent.ok()) Abandon(std::move(sent));
  const int64_t run_ns = NowNs() - begin_ns;
  arena_->Release(start);
  report = Report(outcome, record);
  report.begin_ns = begin_ns;
  report.run_ns = run_ns;
  return report;
}

int32_t Launch::RunFast(const LaunchJob& job, abi::Record* record) {
  const std::vector<Tensor> given = tensors_;
  Snapshot snapshot(arena_);
  // Without memory for it, the checked entry does without.
  if (!TakeSnapshot(&snapshot)) return abi::kGaveUp;
  const int32_t outcome = Enter(image_.fast_entry(), job, record);
  if (outcome != abi::kGaveUp || !abandoned_.ok()) return outcome;
  snapshot.Restore();
  tensors_ = given;
  for (size_t i = 0; i < tensors_.size(); ++i) ShowTensor(i);
  refused_ = absl::OkStatus();
  return outcome;
}

bool Launch::TakeSnapshot(Snapshot* snapshot) const {
  if ((image_.header().flags & abi::kGivesUpClean) != 0) return true;
  for (size_t i = 0; i < tensors_.size(); ++i) {
    const TensorUse& use = image_.meta().tensors[i];
    const Placement& at = tensors_[i].placement;
    if (!use.written || at.region < 0) continue;
    const Extent extent =
        ExtentOf(at.dims, at.strides, ItemBytes(use.dtype), at.offset, INT64_MAX).value();
    if (extent.low == extent.high) continue;
    const Mapping& mapping = mappings_[static_cast<size_t>(at.region)];
    if (!snapshot->Add(mapping.At(extent.low), extent.high - extent.low)) return false;
  }
  return true;
}

int32_t Launch::Enter(abi::Entry entry, const LaunchJob& job, abi::Record* record) {
  const uint64_t mark = arena_->Mark();
  void* scratch = arena_->Allocate(static_cast<int64_t>(image_.header().scratch_bytes));
  if (scratch == nullptr) {
    Abandon(absl::ResourceExhaustedError(
        fmt::format("no memory for {} bytes of scratch", image_.header().scratch_bytes)));
    return abi::kCancelled;
  }
  const abi::Runtime runtime = MakeRuntime();
  const int32_t outcome = entry(&runtime, args_.data(), job.attributes.data(), scratch, record);
  arena_->Release(mark);
  return outcome;
}

absl::Status Launch::Prepare(const LaunchJob& job, const std::vector<UniqueFd>& regions) {
  const KernelMeta& meta = image_.meta();
  if (job.tensors.size() != meta.tensors.size() ||
      job.attributes.size() != meta.runtime_attributes.size()) {
    return absl::InvalidArgumentError(fmt::format(
        "launch with {} tensors and {} attributes of a kernel with {} and {}", job.tensors.size(),
        job.attributes.size(), meta.tensors.size(), meta.runtime_attributes.size()));
  }
  tensors_.resize(job.tensors.size());
  for (size_t i = 0; i < job.tensors.size(); ++i) {
    PYASC_RETURN_IF_ERROR(CheckTensor(i, job.tensors[i], regions.size()));
    tensors_[i].placement = job.tensors[i];
  }
  PYASC_RETURN_IF_ERROR(MapRegions(regions));
  axes_.resize(tensors_.size() * 2 * abi::kMaxRank);
  args_.resize(tensors_.size());
  for (size_t i = 0; i < tensors_.size(); ++i) {
    args_[i].dims = &axes_[i * 2 * abi::kMaxRank];
    args_[i].strides = args_[i].dims + abi::kMaxRank;
    ShowTensor(i);
  }
  return absl::OkStatus();
}

absl::Status Launch::CheckTensor(size_t index, const Placement& placement, size_t regions) const {
  const TensorUse& use = image_.meta().tensors[index];
  if (use.created) {
    if (placement.region == -1) return absl::OkStatus();
    return absl::InvalidArgumentError(
        fmt::format("tensor {} is to be created and has memory", index));
  }
  if (placement.region < 0 || static_cast<size_t>(placement.region) >= regions) {
    return absl::InvalidArgumentError(
        fmt::format("tensor {} lies in region {} of {}", index, placement.region, regions));
  }
  if (placement.dims.size() != use.rank) {
    return absl::InvalidArgumentError(fmt::format("tensor {} has rank {}, the kernel takes rank {}",
                                                  index, placement.dims.size(), use.rank));
  }
  return absl::OkStatus();
}

absl::Status Launch::MapRegions(const std::vector<UniqueFd>& regions) {
  std::vector<Extent> used(regions.size(), Extent{UINT64_MAX, 0});
  for (size_t i = 0; i < tensors_.size(); ++i) {
    const Placement& at = tensors_[i].placement;
    if (at.region < 0) continue;
    const std::optional<Extent> extent = ExtentOf(
        at.dims, at.strides, ItemBytes(image_.meta().tensors[i].dtype), at.offset, INT64_MAX);
    if (!extent.has_value()) {
      return absl::InvalidArgumentError(fmt::format("tensor {} reaches outside its region", i));
    }
    if (extent->low == extent->high) continue;
    Extent& all = used[static_cast<size_t>(at.region)];
    all = {std::min(all.low, extent->low), std::max(all.high, extent->high)};
  }
  for (size_t region = 0; region < regions.size(); ++region) {
    const Extent whole = used[region].high == 0 ? Extent{} : used[region];
    PYASC_ASSIGN_OR_RETURN(Mapping mapping,
                           Mapping::Region(regions[region].get(), whole.low, whole.high));
    mappings_.push_back(std::move(mapping));
  }
  for (Tensor& tensor : tensors_) {
    const Placement& at = tensor.placement;
    const bool empty =
        at.region < 0 || std::find(at.dims.begin(), at.dims.end(), 0) != at.dims.end();
    tensor.data = empty ? static_cast<char*>(EmptyView())
                        : mappings_[static_cast<size_t>(at.region)].At(at.offset);
  }
  regions_ = static_cast<int32_t>(regions.size());
  return absl::OkStatus();
}

void Launch::ShowTensor(size_t index) {
  const Tensor& tensor = tensors_[index];
  args_[index].data = tensor.data;
  std::copy(tensor.placement.dims.begin(), tensor.placement.dims.end(), args_[index].dims);
  std::copy(tensor.placement.strides.begin(), tensor.placement.strides.end(), args_[index].strides);
}

abi::Runtime Launch::MakeRuntime() {
  abi::Runtime runtime{};
  runtime.abi_version = abi::kVersion;
  runtime.bytes = sizeof runtime;
  runtime.context = this;
  runtime.alloc = [](void* context, int64_t bytes) -> void* {
    auto* launch = static_cast<Launch*>(context);
    void* memory = launch->arena_->Allocate(bytes);
    if (memory == nullptr) {
      launch->Refuse(absl::ResourceExhaustedError(fmt::format("no memory for {} bytes", bytes)));
    }
    return memory;
  };
  runtime.mark = [](void* context) { return static_cast<Launch*>(context)->arena_->Mark(); };
  runtime.release = [](void* context, uint64_t mark) {
    static_cast<Launch*>(context)->arena_->Release(mark);
  };
  runtime.resize = [](void* context, uint32_t tensor, uint32_t rank, const int64_t* dims) {
    return static_cast<Launch*>(context)->Resize(tensor, rank, dims);
  };
  runtime.print = [](void* context, uint32_t site, const abi::Slot* values) {
    static_cast<Launch*>(context)->Print(site, values);
  };
  runtime.cancel = &control_->cancel;
  return runtime;
}

LaunchReport Launch::Report(int32_t outcome, const abi::Record* record) {
  LaunchReport report;
  if (!abandoned_.ok()) {
    SetCancel(control_, 0);
    SetCancel(control_, std::atomic_ref(control_->stopped).load());
  }
  report.status = abandoned_;
  if (abandoned_.ok() && outcome != abi::kRaised) report.status = refused_;
  if (!report.status.ok()) return report;
  report.outcome = outcome;
  if (outcome == abi::kRaised) {
    report.site = record->site;
    report.record.assign(record->values, record->values + image_.header().record_values);
  }
  if (outcome != abi::kOk) return report;
  for (size_t i = 0; i < tensors_.size(); ++i) {
    if (tensors_[i].placement.region < 0) {
      report.status = absl::InternalError(fmt::format("the kernel did not create tensor {}", i));
    }
    report.tensors.push_back(std::move(tensors_[i].placement));
  }
  return report;
}

void* Launch::Resize(uint32_t tensor, uint32_t rank, const int64_t* dims) {
  absl::Status status;
  if (tensor >= tensors_.size() || rank > abi::kMaxRank) {
    status =
        absl::InternalError(fmt::format("the kernel resized tensor {} to rank {}", tensor, rank));
  } else {
    status = ResizeTo(tensor, {dims, dims + rank});
  }
  if (status.ok()) return tensors_[tensor].data;
  if (absl::IsResourceExhausted(status)) {
    Refuse(std::move(status));
  } else {
    Abandon(std::move(status));
  }
  return nullptr;
}

absl::Status Launch::ResizeTo(size_t index, std::vector<int64_t> dims) {
  const TensorUse& use = image_.meta().tensors[index];
  Tensor& tensor = tensors_[index];
  const int item_bytes = ItemBytes(use.dtype);
  if (!use.created && !use.resized) {
    return absl::InternalError(
        fmt::format("the kernel resized tensor {} without saying so", index));
  }
  const std::optional<int64_t> count = ElementCount(dims, item_bytes);
  if (!count.has_value()) {
    return absl::ResourceExhaustedError(
        fmt::format("no memory for a tensor of shape ({})", fmt::join(dims, ", ")));
  }
  const Placement& old = tensor.placement;
  const int64_t old_count = old.region < 0 ? 0 : ElementCount(old.dims, item_bytes).value_or(0);
  const int64_t kept = std::min(*count, old_count);
  const auto bytes = static_cast<uint64_t>(*count * item_bytes);
  const bool contiguous = old.region >= 0 && IsContiguous(old.dims, old.strides, item_bytes);
  if (contiguous && bytes <= tensor.capacity) {
    ::memset(tensor.data + kept * item_bytes, 0, bytes - static_cast<uint64_t>(kept * item_bytes));
  } else if (!contiguous || *count != old_count) {
    // Growing again and again would otherwise take quadratic time and memory.
    PYASC_ASSIGN_OR_RETURN(Tensor fresh, NewTensor(std::max(bytes, 2 * tensor.capacity)));
    GatherPrefix(tensor.data, old.dims, old.strides, item_bytes, kept, fresh.data);
    tensor = std::move(fresh);
  }
  tensor.placement.strides = ContiguousStrides(dims, item_bytes);
  tensor.placement.dims = std::move(dims);
  ShowTensor(index);
  return absl::OkStatus();
}

absl::StatusOr<Launch::Tensor> Launch::NewTensor(uint64_t bytes) {
  PYASC_ASSIGN_OR_RETURN(const UniqueFd memory, allocate_(bytes));
  PYASC_ASSIGN_OR_RETURN(Mapping mapping, Mapping::Region(memory.get(), 0, bytes));
  Tensor tensor;
  tensor.placement.region = regions_++;
  tensor.data = bytes == 0 ? static_cast<char*>(EmptyView()) : mapping.base();
  tensor.capacity = bytes;
  // The old memory stays mapped until the launch ends: the kernel may hold views of it.
  mappings_.push_back(std::move(mapping));
  return tensor;
}

void Launch::Print(uint32_t site, const abi::Slot* values) {
  if (site >= image_.meta().sites.size()) {
    return Abandon(absl::InternalError(fmt::format("the kernel printed at site {}", site)));
  }
  const uint32_t count = image_.PrintedValues(site);
  absl::Status sent = prints_->Add({site, {values, values + count}});
  if (!sent.ok()) Abandon(std::move(sent));
}

void Launch::Refuse(absl::Status why) {
  if (refused_.ok()) refused_ = std::move(why);
}

void Launch::Abandon(absl::Status why) {
  if (abandoned_.ok()) abandoned_ = std::move(why);
  SetCancel(control_, 1);
}

}  // namespace pyasc
