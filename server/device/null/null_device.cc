#include "server/device/null/null_device.h"

#include <utility>

#include "base/cpu_features.h"
#include "base/status_macros.h"
#include "server/device/request_check.h"
#include "server/device/view.h"

namespace pyasc {
namespace {

absl::StatusOr<std::vector<TensorView>> Answer(const LaunchRequest& request) {
  PYASC_RETURN_IF_ERROR(CheckRequest(request));
  const KernelMeta& meta = request.executable->meta;
  std::vector<TensorView> tensors = request.tensors;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!meta.tensors[i].created) continue;
    TensorView empty;
    empty.dtype = meta.tensors[i].dtype;
    empty.dims.assign(meta.tensors[i].rank, 0);
    // Rank 0 has one element whatever its shape.
    const int item_bytes = ItemBytes(empty.dtype);
    empty.strides = ContiguousStrides(empty.dims, item_bytes);
    PYASC_ASSIGN_OR_RETURN(
        empty.buffer, request.Allocate(empty.dims.empty() ? static_cast<uint64_t>(item_bytes) : 0));
    tensors[i] = std::move(empty);
  }
  return tensors;
}

LaunchResult Run(const LaunchRequest& request) {
  LaunchResult result;
  absl::StatusOr<std::vector<TensorView>> tensors = Answer(request);
  result.status = tensors.status();
  if (tensors.ok()) result.tensors = *std::move(tensors);
  return result;
}

}  // namespace

NullDevice::NullDevice(std::string name) : name_(std::move(name)), queue_({.device = name_}, Run) {}

DeviceInfo NullDevice::Info() const {
  DeviceInfo info;
  info.name = name_;
  info.kind = "null";
  info.model = "computes nothing";
  info.computes = false;
  queue_.Describe(&info);
  return info;
}

// The same kernels as the cpu's, so that a benchmark changes one thing only.
Target NullDevice::CompileTarget() const { return {"cpu", HostCpuFeatures()}; }

void NullDevice::Submit(LaunchRequest request, Done done) {
  queue_.Submit(std::move(request), std::move(done));
}

void NullDevice::Shutdown() {
  queue_.Close();
  queue_.WaitIdle(absl::InfiniteDuration());
}

}  // namespace pyasc
