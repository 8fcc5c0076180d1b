#include "server/tensor/view_check.h"

#include <algorithm>

#include "base/kernel_abi.h"
#include "base/status_macros.h"
#include "fmt/format.h"
#include "fmt/ranges.h"
#include "server/device/view.h"

namespace pyasc {

absl::Status CheckShape(DType dtype, const std::vector<int64_t>& dims,
                        const std::vector<int64_t>& strides) {
  const int item = ItemBytes(dtype);
  if (dims.size() > static_cast<size_t>(abi::kMaxRank)) {
    return absl::InvalidArgumentError(
        fmt::format("rank {} is over the limit of {}", dims.size(), abi::kMaxRank));
  }
  if (strides.size() != dims.size()) {
    return absl::InvalidArgumentError(
        fmt::format("{} strides for {} dimensions", strides.size(), dims.size()));
  }
  for (int64_t dim : dims) {
    if (dim < 0) return absl::InvalidArgumentError(fmt::format("negative dimension {}", dim));
    if (dim > abi::kMaxDim) {
      return absl::InvalidArgumentError(fmt::format("dimension {} is over the limit of 2^47", dim));
    }
  }
  if (!ElementCount(dims, item)) {
    return absl::InvalidArgumentError(
        fmt::format("shape ({}) has too many elements", fmt::join(dims, ", ")));
  }
  for (int64_t stride : strides) {
    if (stride % item == 0) continue;
    return absl::InvalidArgumentError(
        fmt::format("stride {} is no multiple of {} bytes", stride, item));
  }
  return absl::OkStatus();
}

absl::Status CheckView(const TensorView& view) {
  PYASC_RETURN_IF_ERROR(CheckShape(view.dtype, view.dims, view.strides));
  const int item = ItemBytes(view.dtype);
  const uint64_t bytes = view.buffer->bytes;
  if (view.offset % static_cast<uint64_t>(item) != 0) {
    return absl::InvalidArgumentError(
        fmt::format("offset {} is no multiple of {} bytes", view.offset, item));
  }
  if (ExtentOf(view.dims, view.strides, item, view.offset, bytes)) return absl::OkStatus();
  return absl::InvalidArgumentError(
      fmt::format("a view of shape ({}), strides ({}) at offset {} leaves its {} bytes of memory",
                  fmt::join(view.dims, ", "), fmt::join(view.strides, ", "), view.offset, bytes));
}

}  // namespace pyasc
