// What memory held, to be put back.
#ifndef PYASC_SERVER_DEVICE_WORKER_SNAPSHOT_H_
#define PYASC_SERVER_DEVICE_WORKER_SNAPSHOT_H_

#include <cstddef>
#include <vector>

#include "server/device/worker/arena.h"

namespace pyasc {

// Its copies lie in the arena: valid until that is released. Not thread-safe.
class Snapshot {
 public:
  explicit Snapshot(Arena* arena) : arena_(*arena) {}

  // Copies `bytes` bytes at `data`, which may overlap what was added before. False if there
  // is no memory for them.
  bool Add(char* data, size_t bytes);
  void Restore() const;

 private:
  struct Part {
    char* data;
    const void* copy;
    size_t bytes;
  };

  Arena& arena_;
  std::vector<Part> parts_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_WORKER_SNAPSHOT_H_
