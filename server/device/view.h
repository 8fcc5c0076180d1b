// Arithmetic on dims and strides that come from other processes: nothing overflows.
#ifndef PYASC_SERVER_DEVICE_VIEW_H_
#define PYASC_SERVER_DEVICE_VIEW_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pyasc {

// Elements of the shape; nullopt if a dimension is negative or the bytes of the shape
// (with zero dimensions counted as one, as NumPy does) do not fit int64.
std::optional<int64_t> ElementCount(std::span<const int64_t> dims, int item_bytes);

// C-order strides in bytes. Requires: ElementCount(dims, item_bytes) has a value.
std::vector<int64_t> ContiguousStrides(std::span<const int64_t> dims, int item_bytes);

// C order without gaps; strides of axes with fewer than two elements do not matter.
bool IsContiguous(std::span<const int64_t> dims, std::span<const int64_t> strides, int item_bytes);

// The bytes a view touches, [low, high) from the buffer's start.
struct Extent {
  uint64_t low = 0;
  uint64_t high = 0;
};

// The extent of a view at `offset`; {offset, offset} for one without elements. nullopt if
// dims and strides differ in number, the shape is impossible, or it reaches outside
// [0, buffer_bytes).
std::optional<Extent> ExtentOf(std::span<const int64_t> dims, std::span<const int64_t> strides,
                               int item_bytes, uint64_t offset, uint64_t buffer_bytes);

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_VIEW_H_
