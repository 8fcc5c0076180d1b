#include "server/device/worker/snapshot.h"

#include <cstring>

namespace pyasc {

bool Snapshot::Add(char* data, size_t bytes) {
  void* copy = arena_.Allocate(static_cast<int64_t>(bytes));
  if (copy == nullptr) return false;
  std::memcpy(copy, data, bytes);
  parts_.push_back({data, copy, bytes});
  return true;
}

void Snapshot::Restore() const {
  for (const Part& part : parts_) std::memcpy(part.data, part.copy, part.bytes);
}

}  // namespace pyasc
