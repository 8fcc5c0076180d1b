// The port of every kernel store: memory and SQLite.
#ifndef PYASC_CACHE_KERNEL_STORE_H_
#define PYASC_CACHE_KERNEL_STORE_H_

#include <cstdint>
#include <functional>
#include <limits>
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

// The two kinds of rows: one table each.
enum class RowKind { kKernel, kAnalysis };

// A stretch of a listing, the newest use first. Rows that are used between two pages move to
// the front and may be missed.
struct KernelPage {
  std::vector<KernelRow> rows;  // everything but the images: their sizes are there
  uint64_t next = 0;            // `before` of the next page; 0: there is none
};

// What a store is to give up.
struct GarbageLimits {
  std::string toolchain;              // rows of others go, no launch finds them; "": they stay
  int64_t unused_since_unix_s = 0;    // kernels whose last use is older go
  std::optional<uint64_t> max_bytes;  // then the least recently used, until so much is left
};

struct Removed {
  uint64_t kernels = 0;
  uint64_t analyses = 0;
  uint64_t bytes = 0;
};

enum class Removal { kDryRun, kRemove };  // kDryRun: only says what would go

struct VerifiedPage {
  uint64_t rows = 0;        // looked at, of both kinds
  std::vector<Digest> bad;  // those of them that do not hold; they are removed soon
  std::string next;         // `after` of the next page; "": there is none
};

struct StoreStats {
  uint64_t kernels = 0;
  uint64_t analyses = 0;
  uint64_t bytes = 0;
  uint64_t hits = 0, misses = 0;
  uint64_t quarantined = 0;                 // rows that failed digest or MAC
  uint64_t dropped_writes = 0;              // puts lost to a full disk and the like
  uint64_t max_bytes = 0, max_entries = 0;  // the limits it keeps to
};

// Thread-safe. A row that is returned has been verified; a damaged one is quarantined
// and reported as a miss. Puts never fail the caller's launch: what cannot be stored is
// counted and logged.
class KernelStore {
 public:
  static constexpr uint64_t kNewest = std::numeric_limits<int64_t>::max();

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
  // At most `limit` rows older than `before`, which is kNewest or the last page's `next`.
  virtual absl::StatusOr<KernelPage> List(size_t limit, uint64_t before) = 0;
  // The first `limit` keys of kernels from `first` to `last`, both included.
  virtual absl::StatusOr<std::vector<Digest>> FindKeys(const Digest& first, const Digest& last,
                                                       size_t limit) = 0;
  // As GetKernel, but no use: it stays no longer for it, and no statistics change.
  virtual absl::StatusOr<KernelRow> Peek(const Digest& key) = 0;
  // When the least recently used kernel was used last; 0 without kernels.
  virtual absl::StatusOr<int64_t> OldestUse() = 0;
  // Removes kernels; those that are not there do not count.
  virtual absl::StatusOr<Removed> Remove(const std::vector<Digest>& keys, Removal removal) = 0;
  // Removes in many small steps, so that puts need not wait for all of it.
  virtual absl::StatusOr<Removed> CollectGarbage(const GarbageLimits& limits, Removal removal) = 0;
  // Checks the next `limit` rows after `after`, which is "" or the last page's `next`.
  // kInvalidArgument: it is neither.
  virtual absl::StatusOr<VerifiedPage> Verify(const std::string& after, size_t limit) = 0;
  virtual absl::Status Clear() = 0;
  virtual StoreStats Stats() = 0;
};

}  // namespace pyasc

#endif  // PYASC_CACHE_KERNEL_STORE_H_
