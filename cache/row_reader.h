// Reads rows and believes none that it has not verified.
#ifndef PYASC_CACHE_ROW_READER_H_
#define PYASC_CACHE_ROW_READER_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "base/digest.h"
#include "cache/kernel_store.h"
#include "cache/sqlite/connection.h"

namespace pyasc {

// Prepared on one connection, which must outlive it; not thread-safe. Besides the
// statuses of cache/sqlite/connection.h, every read answers kNotFound if there is no such
// row and kFailedPrecondition if its digest or MAC does not hold.
class RowReader {
 public:
  static absl::StatusOr<RowReader> Prepare(sqlite::Connection& connection,
                                           const std::string& mac_key);

  absl::StatusOr<KernelRow> Kernel(const Digest& key);
  absl::StatusOr<AnalysisRow> Analysis(const Digest& key);
  // KernelStore::List; bad rows are left out and added to `bad`.
  absl::StatusOr<KernelPage> List(size_t limit, uint64_t before, std::vector<Digest>* bad);
  // KernelStore::FindKeys.
  absl::StatusOr<std::vector<Digest>> FindKeys(const Digest& first, const Digest& last,
                                               size_t limit);
  // KernelStore::OldestUse.
  absl::StatusOr<int64_t> OldestUse();

  // Rows of one kind in the order of their keys.
  struct Stretch {
    uint64_t rows = 0;
    std::vector<Digest> bad;
    std::string last_key;  // of the last row looked at
  };
  absl::StatusOr<Stretch> Verify(RowKind kind, std::string_view after, size_t limit);

 private:
  struct Statements {
    sqlite::Statement kernel, analysis, list, keys, oldest, kernels_after, analyses_after;
  };
  static absl::StatusOr<Statements> PrepareStatements(sqlite::Connection& connection);
  RowReader(const std::string& mac_key, Statements statements);
  absl::StatusOr<KernelRow> VerifiedKernel(const sqlite::Statement& statement) const;
  absl::StatusOr<AnalysisRow> VerifiedAnalysis(const sqlite::Statement& statement) const;

  std::string mac_key_;
  Statements statements_;
};

}  // namespace pyasc

#endif  // PYASC_CACHE_ROW_READER_H_
