#include "server/device/worker/copy.h"

#include <string.h>

#include <vector>

#include "server/device/view.h"

namespace pyasc {

void GatherPrefix(const char* from, std::span<const int64_t> dims, std::span<const int64_t> strides,
                  int item_bytes, int64_t count, char* to) {
  const auto item = static_cast<size_t>(item_bytes);
  if (IsContiguous(dims, strides, item_bytes)) {
    if (count > 0) ::memcpy(to, from, static_cast<size_t>(count) * item);
    return;
  }
  std::vector<int64_t> index(dims.size(), 0);
  int64_t offset = 0;
  for (int64_t done = 0; done < count; ++done) {
    ::memcpy(to + done * item_bytes, from + offset, item);
    for (size_t axis = dims.size(); axis-- > 0;) {
      offset += strides[axis];
      if (++index[axis] < dims[axis]) break;
      offset -= strides[axis] * dims[axis];
      index[axis] = 0;
    }
  }
}

}  // namespace pyasc
