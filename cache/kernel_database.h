// The database file through the only connection that writes.
#ifndef PYASC_CACHE_KERNEL_DATABASE_H_
#define PYASC_CACHE_KERNEL_DATABASE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/digest.h"
#include "cache/garbage.h"
#include "cache/kernel_store.h"
#include "cache/row_reader.h"
#include "cache/sqlite/connection.h"

namespace pyasc {

struct StoreTotals {
  uint64_t kernels = 0;
  uint64_t analyses = 0;
  uint64_t bytes = 0;
};

// For the storage thread alone. Statuses as in cache/sqlite/connection.h. What changes
// rows happens between Begin and Commit or Rollback, checkpoints happen outside.
class KernelDatabase {
 public:
  // Opens the file, which must exist, and brings its schema up to date. kDataLoss also for
  // a file of a later version or a foreign schema.
  static absl::StatusOr<std::unique_ptr<KernelDatabase>> Open(const std::string& path,
                                                              const std::string& mac_key,
                                                              int busy_timeout_ms);

  ~KernelDatabase();

  absl::Status Begin();
  absl::Status Commit();
  void Rollback();

  // Puts replace. `row.digest` and the times are set.
  absl::Status PutKernel(const KernelRow& row);
  absl::Status PutAnalysis(const AnalysisRow& row);
  // The row, if it is there, becomes the newest used.
  absl::Status MarkUsed(RowKind kind, const Digest& key, int64_t unix_s);
  // Removes the row if it is still bad: true if it was.
  absl::StatusOr<bool> RemoveIfBad(RowKind kind, const Digest& key);
  // Every row of both kinds, without its blobs; `toolchain`, if any, tells which are foreign.
  absl::StatusOr<std::vector<StoredRow>> ListRows(std::string_view toolchain);
  // Removes those that are there, and counts them.
  absl::StatusOr<Removed> RemoveRows(std::span<const StoredRow> rows);
  // Removes the least recently used rows until at most `max_bytes` and, of each kind,
  // `max_entries` are left.
  absl::Status Evict(uint64_t max_bytes, uint64_t max_entries);

  const StoreTotals& totals() const { return totals_; }

  // Moves the log's pages into the database once there are many.
  absl::Status CheckpointIfDue();
  // Gives back the room of the log's file, which would keep a full disk full.
  absl::Status ReleaseLog();

 private:
  struct Statements;
  struct Oldest {
    RowKind kind;
    int64_t order = 0;
    std::string key;
  };

  KernelDatabase(std::unique_ptr<sqlite::Connection> connection, RowReader reader,
                 std::unique_ptr<Statements> statements, const std::string& mac_key);
  absl::Status CountRows();
  uint64_t& CountOf(RowKind kind);
  // Whether it was there.
  absl::StatusOr<bool> Remove(RowKind kind, std::string_view key);
  absl::StatusOr<std::optional<Oldest>> FindOldest(RowKind kind);
  absl::Status EvictOne(const std::optional<Oldest>& row);

  std::unique_ptr<sqlite::Connection> connection_;
  RowReader reader_;
  std::unique_ptr<Statements> statements_;
  const std::string mac_key_;
  StoreTotals totals_, totals_at_begin_;
  // Uses are ordered by number, not by time: clocks go backwards.
  int64_t next_order_ = 1;
};

}  // namespace pyasc

#endif  // PYASC_CACHE_KERNEL_DATABASE_H_
