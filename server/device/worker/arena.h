// Scratch memory of one launch: a stack of allocations.
#ifndef PYASC_SERVER_DEVICE_WORKER_ARENA_H_
#define PYASC_SERVER_DEVICE_WORKER_ARENA_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "server/device/worker/mapping.h"

namespace pyasc {

// Not thread-safe.
class Arena {
 public:
  // 64-byte aligned; null if there is no memory or `bytes` is negative.
  void* Allocate(int64_t bytes);
  uint64_t Mark() const;
  // Frees what was allocated since `mark`; a mark from after an earlier one was released
  // does nothing.
  void Release(uint64_t mark);

 private:
  // Chunk `chunk_`, filled up to `used_`; the later ones are empty and kept for reuse.
  std::vector<Mapping> chunks_;
  size_t chunk_ = 0;
  size_t used_ = 0;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_WORKER_ARENA_H_
