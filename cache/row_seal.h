// What makes a stored row trustworthy: a MAC that binds its contents to their key under
// this daemon's own secret. docs/formats/cache.md has the bytes.
#ifndef PYASC_CACHE_ROW_SEAL_H_
#define PYASC_CACHE_ROW_SEAL_H_

#include <string>
#include <string_view>

#include "base/digest.h"
#include "cache/kernel_store.h"

namespace pyasc {

// Over the row's key, its digest and everything else in it that never changes (not
// used_unix_s). `row.digest` must be set.
Digest KernelMac(std::string_view mac_key, const KernelRow& row);
Digest AnalysisMac(std::string_view mac_key, const AnalysisRow& row);

// Bytes that a row counts for against a store's limit.
size_t RowBytes(const KernelRow& row);
size_t RowBytes(const AnalysisRow& row);

}  // namespace pyasc

#endif  // PYASC_CACHE_ROW_SEAL_H_
