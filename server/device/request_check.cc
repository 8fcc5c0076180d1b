#include "server/device/request_check.h"

#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/device/view.h"

namespace pyasc {
namespace {

absl::Status CheckTensor(const TensorView& view, const TensorUse& use, size_t index) {
  if (use.created) {
    if (view.buffer == nullptr) return absl::OkStatus();
    return absl::InvalidArgumentError(
        fmt::format("tensor {} is created by the kernel and has memory", index));
  }
  if (view.buffer == nullptr) {
    return absl::InvalidArgumentError(fmt::format("tensor {} has no memory", index));
  }
  if (view.dtype != use.dtype || view.dims.size() != use.rank) {
    return absl::InvalidArgumentError(
        fmt::format("tensor {} is {} of rank {}, the kernel takes {} of rank {}", index,
                    Name(view.dtype), view.dims.size(), Name(use.dtype), use.rank));
  }
  if (!ExtentOf(view.dims, view.strides, ItemBytes(view.dtype), view.offset, view.buffer->bytes)
           .has_value()) {
    return absl::InvalidArgumentError(
        fmt::format("tensor {} reaches outside its buffer of {} bytes", index, view.buffer->bytes));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckRequest(const LaunchRequest& request) {
  const KernelMeta& meta = request.executable->meta;
  if (request.tensors.size() != meta.tensors.size()) {
    return absl::InvalidArgumentError(fmt::format("launch with {} tensors of a kernel with {}",
                                                  request.tensors.size(), meta.tensors.size()));
  }
  if (request.attributes.size() != meta.runtime_attributes.size()) {
    return absl::InvalidArgumentError(fmt::format("launch with {} attributes of a kernel with {}",
                                                  request.attributes.size(),
                                                  meta.runtime_attributes.size()));
  }
  for (size_t i = 0; i < meta.tensors.size(); ++i) {
    PYASC_RETURN_IF_ERROR(CheckTensor(request.tensors[i], meta.tensors[i], i));
  }
  return absl::OkStatus();
}

}  // namespace pyasc
