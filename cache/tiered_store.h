// A fast store before a lasting one.
#ifndef PYASC_CACHE_TIERED_STORE_H_
#define PYASC_CACHE_TIERED_STORE_H_

#include <memory>

#include "cache/kernel_store.h"

namespace pyasc {

// Lookups ask `front`, then `back`, and keep in `front` what `back` answers; puts go to
// both. Lists, sizes and Flush are `back`'s; Clear empties both. A hit is one in either.
std::unique_ptr<KernelStore> OpenTieredStore(std::unique_ptr<KernelStore> front,
                                             std::unique_ptr<KernelStore> back);

}  // namespace pyasc

#endif  // PYASC_CACHE_TIERED_STORE_H_
