// What the storage thread does: whole batches in one transaction each, and what it takes
// to go on after a full disk or with a damaged file.
#ifndef PYASC_CACHE_BATCH_WRITER_H_
#define PYASC_CACHE_BATCH_WRITER_H_

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/clock.h"
#include "cache/kernel_database.h"
#include "cache/rate_limit.h"
#include "cache/reader_pool.h"
#include "cache/sqlite/storage_thread.h"
#include "cache/use_log.h"

namespace pyasc {

struct BatchWriterOptions {
  std::string path;  // of the database file
  std::string mac_key;
  uint64_t max_bytes = 0;
  uint64_t max_entries = 0;
  int access_time_s = 30;
  int busy_timeout_ms = 5'000;
  const Clock* clock = &Clock::System();
};

// Start, then RunBatch from the storage thread alone; the rest is thread-safe.
class BatchWriter {
 public:
  // `uses` and `readers` must outlive it. The readers' files are closed with its own.
  BatchWriter(const BatchWriterOptions& options, UseLog& uses, ReaderPool& readers);

  // Opens the file; a damaged one is set aside (".damaged", the last one only) and a fresh
  // one begun.
  absl::Status Start();
  // For StorageThread. A batch that fails is lost as a whole, and the next one is tried
  // afresh; writes that only their own row spoils are lost alone.
  void RunBatch(std::vector<sqlite::Write> writes);

  // For the `apply` of writes.
  KernelDatabase& database() { return *database_; }
  // For an `apply`: removes the file, which needs no room on a full disk and gives back all
  // of it, and begins a fresh one.
  absl::Status Clear();
  // For an `apply`: KernelDatabase::ListRows with the latest uses written down.
  absl::StatusOr<std::vector<StoredRow>> ListRows(std::string_view toolchain);
  // For an `apply`: damage was seen in a file of that generation.
  absl::Status ReportDamage(uint64_t generation) const;

  // Counts the files: connections to an earlier one are to be closed.
  uint64_t generation() const { return generation_.load(); }
  StoreTotals totals() const { return {kernels_.load(), analyses_.load(), bytes_.load()}; }

 private:
  // A generation lies between the two, so that a reader that opens the file meanwhile
  // cannot report what it saw as damage.
  void CloseDatabase();
  absl::Status OpenDatabase();
  absl::Status SetAside(const absl::Status& why);
  // False if somebody removed or replaced the file under us.
  bool FileInPlace() const;
  absl::Status TryBatch(const std::vector<sqlite::Write>& writes,
                        std::vector<absl::Status>* outcomes);
  absl::Status ApplyAll(const std::vector<sqlite::Write>& writes,
                        std::vector<absl::Status>* outcomes);
  absl::Status WriteUses();
  bool OverLimits() const;
  void PublishTotals();
  void LogLoss(const absl::Status& status, size_t writes);

  const BatchWriterOptions options_;
  UseLog& uses_;
  ReaderPool& readers_;
  std::unique_ptr<KernelDatabase> database_;  // null after a failed replacement
  ino_t inode_ = 0;
  std::atomic<uint64_t> generation_ = 1;
  std::atomic<uint64_t> kernels_ = 0, analyses_ = 0, bytes_ = 0;
  int64_t uses_written_ns_ = 0;
  RateLimit loss_log_;
  uint64_t lost_since_log_ = 0;
};

}  // namespace pyasc

#endif  // PYASC_CACHE_BATCH_WRITER_H_
