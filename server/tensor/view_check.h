// Whether a client's view stays inside its memory.
#ifndef PYASC_SERVER_TENSOR_VIEW_CHECK_H_
#define PYASC_SERVER_TENSOR_VIEW_CHECK_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "base/dtype.h"
#include "server/device/device.h"

namespace pyasc {

// kInvalidArgument: rank over abi::kMaxRank, a negative dim, a shape whose bytes leave 63
// bits, strides that do not match, or a stride that is no multiple of the item size.
absl::Status CheckShape(DType dtype, const std::vector<int64_t>& dims,
                        const std::vector<int64_t>& strides);

// CheckShape, and that every byte lies in the view's buffer and its offset is a multiple
// of the item size. Requires: a buffer.
absl::Status CheckView(const TensorView& view);

}  // namespace pyasc

#endif  // PYASC_SERVER_TENSOR_VIEW_CHECK_H_
