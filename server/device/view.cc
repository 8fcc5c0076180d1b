#include "server/device/view.h"

#include <algorithm>

namespace pyasc {

std::optional<int64_t> ElementCount(std::span<const int64_t> dims, int item_bytes) {
  int64_t bytes = item_bytes;
  bool empty = false;
  for (const int64_t dim : dims) {
    if (dim < 0) return std::nullopt;
    empty |= dim == 0;
    if (__builtin_mul_overflow(bytes, std::max<int64_t>(dim, 1), &bytes)) return std::nullopt;
  }
  return empty ? 0 : bytes / item_bytes;
}

std::vector<int64_t> ContiguousStrides(std::span<const int64_t> dims, int item_bytes) {
  std::vector<int64_t> strides(dims.size());
  int64_t step = item_bytes;
  for (size_t axis = dims.size(); axis-- > 0;) {
    strides[axis] = step;
    step *= std::max<int64_t>(dims[axis], 1);
  }
  return strides;
}

bool IsContiguous(std::span<const int64_t> dims, std::span<const int64_t> strides, int item_bytes) {
  if (std::find(dims.begin(), dims.end(), 0) != dims.end()) return true;
  int64_t step = item_bytes;
  for (size_t axis = dims.size(); axis-- > 0;) {
    if (dims[axis] == 1) continue;
    if (strides[axis] != step) return false;
    step *= dims[axis];
  }
  return true;
}

std::optional<Extent> ExtentOf(std::span<const int64_t> dims, std::span<const int64_t> strides,
                               int item_bytes, uint64_t offset, uint64_t buffer_bytes) {
  const std::optional<int64_t> count = ElementCount(dims, item_bytes);
  if (!count.has_value() || dims.size() != strides.size()) return std::nullopt;
  if (offset > buffer_bytes) return std::nullopt;
  if (*count == 0) return Extent{offset, offset};
  if (buffer_bytes - offset < static_cast<uint64_t>(item_bytes)) return std::nullopt;
  // One reach is below 2^126 and the sums are checked after each, so nothing overflows.
  __int128 low = offset;
  __int128 high = static_cast<__int128>(offset) + item_bytes;
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    const __int128 reach = static_cast<__int128>(dims[axis] - 1) * strides[axis];
    (reach < 0 ? low : high) += reach;
    if (low < 0 || high > static_cast<__int128>(buffer_bytes)) return std::nullopt;
  }
  return Extent{static_cast<uint64_t>(low), static_cast<uint64_t>(high)};
}

}  // namespace pyasc
