// The port of every kernel store: memory and SQLite.
#ifndef PYASC_CACHE_KERNEL_STORE_H_
#define PYASC_CACHE_KERNEL_STORE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/digest.h"

namespace pyasc {

// One compiled kernel. `key` covers normalised text, specialisation and toolchain.
struct KernelRow {
  Digest key;
  std::string image;           // bytes that start with abi::ImageHeader
  std::string meta;            // encoded KernelMeta
  std::string normalised;      // the text compiled
  std::string specialisation;  // encoded
  std::string toolchain;       // compiler's name and version
  std::string producer;        // who compiled it: "local"
  std::string namespace_name;  // quota and listing group; "" for a daemon of one user
  std::string operator_name;   // of the first registration; for people only
  int64_t compile_us = 0;
  // Set by the store:
  Digest digest;  // of image and meta
  int64_t created_unix_s = 0;
  int64_t used_unix_s = 0;
  uint64_t image_bytes = 0;  // also where the image itself is left out
};

// What one raw text means: key is SHA-256 over text and captures' types.
struct AnalysisRow {
  Digest key;
  std::string analysis;  // encoded Analysis, diagnosed ones included
  std::string toolchain;
};

struct StoreStats {
  uint64_t kernels = 0;
  uint64_t analyses = 0;
  uint64_t bytes = 0;
  uint64_t hits = 0, misses = 0;
  uint64_t quarantined = 0;     // rows that failed digest or MAC
  uint64_t dropped_writes = 0;  // puts lost to a full disk and the like
};

// Thread-safe. A row that is returned has been verified; a damaged one is quarantined
// and reported as a miss. Puts never fail the caller's launch: what cannot be stored is
// counted and logged.
class KernelStore {
 public:
  virtual ~KernelStore() = default;
  // kNotFound for a miss.
  virtual absl::StatusOr<KernelRow> GetKernel(const Digest& key) = 0;
  virtual absl::StatusOr<AnalysisRow> GetAnalysis(const Digest& key) = 0;
  // Counts as a use of a kernel that the caller still had: it stays longer.
  virtual void Touch(const Digest& /*key*/) {}
  // Queued; after Flush it survives this process (a power cut may still lose it).
  virtual void PutKernel(KernelRow row) = 0;
  virtual void PutAnalysis(AnalysisRow row) = 0;
  // Waits until everything put before is in the store.
  virtual absl::Status Flush() = 0;
  // Everything but the image (its size is there), newest use first.
  virtual absl::StatusOr<std::vector<KernelRow>> List(size_t limit) = 0;
  virtual absl::Status Clear() = 0;
  virtual StoreStats Stats() = 0;
};

}  // namespace pyasc

#endif  // PYASC_CACHE_KERNEL_STORE_H_
