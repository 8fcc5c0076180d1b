// Reads rows and believes none that it has not verified.
#ifndef PYASC_CACHE_ROW_READER_H_
#define PYASC_CACHE_ROW_READER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/digest.h"
#include "cache/kernel_store.h"
#include "cache/sqlite/connection.h"

namespace pyasc {

// The two kinds of rows: one table each.
enum class RowKind { kKernel, kAnalysis };

// Prepared on one connection, which must outlive it; not thread-safe. Besides the
// statuses of cache/sqlite/connection.h, every read answers kNotFound if there is no such
// row and kFailedPrecondition if its digest or MAC does not hold.
class RowReader {
 public:
  static absl::StatusOr<RowReader> Prepare(sqlite::Connection& connection,
                                           const std::string& mac_key);

  absl::StatusOr<KernelRow> Kernel(const Digest& key);
  absl::StatusOr<AnalysisRow> Analysis(const Digest& key);
  // The newest uses first, without images; bad rows are left out and added to `bad`.
  absl::StatusOr<std::vector<KernelRow>> List(size_t limit, std::vector<Digest>* bad);

 private:
  RowReader(const std::string& mac_key, sqlite::Statement kernel, sqlite::Statement analysis,
            sqlite::Statement list);
  absl::StatusOr<KernelRow> VerifiedKernel(const sqlite::Statement& statement) const;

  std::string mac_key_;
  sqlite::Statement kernel_, analysis_, list_;
};

}  // namespace pyasc

#endif  // PYASC_CACHE_ROW_READER_H_
