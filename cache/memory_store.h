// Kernels in this process's memory.
#ifndef PYASC_CACHE_MEMORY_STORE_H_
#define PYASC_CACHE_MEMORY_STORE_H_

#include <cstdint>
#include <memory>

#include "base/clock.h"
#include "cache/kernel_store.h"

namespace pyasc {

struct MemoryStoreOptions {
  uint64_t max_bytes = 256u << 20;        // the least recently used rows go first
  uint64_t max_entries = 10'000;          // kernels and analyses together
  const Clock* clock = &Clock::System();  // must outlive the store
};

std::unique_ptr<KernelStore> OpenMemoryStore(const MemoryStoreOptions& options);

}  // namespace pyasc

#endif  // PYASC_CACHE_MEMORY_STORE_H_
