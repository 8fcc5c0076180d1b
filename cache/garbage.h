// Which rows a store gives up when it is asked to.
#ifndef PYASC_CACHE_GARBAGE_H_
#define PYASC_CACHE_GARBAGE_H_

#include <cstdint>
#include <vector>

#include "base/digest.h"
#include "cache/kernel_store.h"

namespace pyasc {

// A row as far as the choice needs it.
struct StoredRow {
  RowKind kind = RowKind::kKernel;
  Digest key;
  uint64_t bytes = 0;
  int64_t order = 0;        // of the last use
  int64_t used_unix_s = 0;  // of kernels
  bool foreign = false;     // of another toolchain than the limits name
};

// The rows of `rows`, in any order, that must go to keep to `limits`.
std::vector<StoredRow> ChooseGarbage(std::vector<StoredRow> rows, const GarbageLimits& limits);

void Count(const StoredRow& row, Removed* removed);

}  // namespace pyasc

#endif  // PYASC_CACHE_GARBAGE_H_
