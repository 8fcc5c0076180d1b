// Copies between layouts inside a worker.
#ifndef PYASC_SERVER_DEVICE_WORKER_COPY_H_
#define PYASC_SERVER_DEVICE_WORKER_COPY_H_

#include <cstdint>
#include <span>

namespace pyasc {

// Writes the first `count` elements of a strided view, in C order, one after another.
void GatherPrefix(const char* from, std::span<const int64_t> dims, std::span<const int64_t> strides,
                  int item_bytes, int64_t count, char* to);

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_WORKER_COPY_H_
