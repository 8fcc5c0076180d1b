#include "cache/sqlite_store.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <utility>

#include "base/image.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "cache/batch_writer.h"
#include "cache/rate_limit.h"
#include "cache/reader_pool.h"
#include "cache/row_seal.h"
#include "cache/state_directory.h"
#include "cache/state_lock.h"

namespace pyasc {
namespace {

constexpr uint64_t kMaxRowBytes = 512u << 20;
constexpr int64_t kLogPeriodSeconds = 60;
// Not the daemon's own lock: the cache may lie in its state directory.
constexpr std::string_view kLockName = "kernels.lock";

BatchWriterOptions WriterOptions(const SqliteStoreOptions& options, const std::string& mac_key) {
  return {.path = options.directory + "/kernels.db",
          .mac_key = mac_key,
          .max_bytes = options.max_bytes,
          .max_entries = options.max_entries,
          .access_time_s = options.access_time_s,
          .busy_timeout_ms = options.busy_timeout_ms,
          .clock = options.clock};
}

sqlite::StorageThreadOptions ThreadOptions(const SqliteStoreOptions& options) {
  return {.gather = absl::Milliseconds(options.group_commit_ms),
          .idle = absl::Seconds(options.access_time_s)};
}

class SqliteStore : public KernelStore {
 public:
  SqliteStore(const SqliteStoreOptions& options, std::unique_ptr<StateLock> lock,
              const std::string& mac_key)
      : options_(options),
        lock_(std::move(lock)),
        readers_(options.directory + "/kernels.db", mac_key),
        writer_(WriterOptions(options, mac_key), uses_, readers_),
        read_error_log_(*options.clock, kLogPeriodSeconds) {}

  absl::Status Start() {
    PYASC_RETURN_IF_ERROR(writer_.Start());
    thread_ = std::make_unique<sqlite::StorageThread>(
        ThreadOptions(options_),
        [this](std::vector<sqlite::Write> writes) { writer_.RunBatch(std::move(writes)); });
    return absl::OkStatus();
  }

  absl::StatusOr<KernelRow> GetKernel(const Digest& key) override {
    absl::StatusOr<KernelRow> row =
        Read(RowKind::kKernel, key, [&](RowReader& rows) { return rows.Kernel(key); });
    if (row.ok()) ClampTimes(&*row);
    return row;
  }

  absl::StatusOr<AnalysisRow> GetAnalysis(const Digest& key) override {
    return Read(RowKind::kAnalysis, key, [&](RowReader& rows) { return rows.Analysis(key); });
  }

  void Touch(const Digest& key) override {
    uses_.Note(RowKind::kKernel, key, options_.clock->UnixSeconds());
  }

  void PutKernel(KernelRow row) override {
    row.digest = KernelDigest(row.image, row.meta);
    row.created_unix_s = row.used_unix_s = options_.clock->UnixSeconds();
    const size_t bytes = RowBytes(row);
    Put(bytes, [this, row = std::move(row)] { return writer_.database().PutKernel(row); });
  }

  void PutAnalysis(AnalysisRow row) override {
    const size_t bytes = RowBytes(row);
    Put(bytes, [this, row = std::move(row)] { return writer_.database().PutAnalysis(row); });
  }

  absl::Status Flush() override {
    return thread_->Run([] { return absl::OkStatus(); });
  }

  absl::StatusOr<std::vector<KernelRow>> List(size_t limit) override {
    std::vector<Digest> bad;
    absl::StatusOr<std::vector<KernelRow>> rows =
        WithReader([&](RowReader& reader) { return reader.List(limit, &bad); });
    for (const Digest& key : bad) Quarantine(RowKind::kKernel, key);
    if (!rows.ok()) return rows.status();
    for (KernelRow& row : *rows) ClampTimes(&row);
    return rows;
  }

  absl::Status Clear() override {
    return thread_->Run([this] { return writer_.Clear(); });
  }

  StoreStats Stats() override {
    const StoreTotals totals = writer_.totals();
    return {.kernels = totals.kernels,
            .analyses = totals.analyses,
            .bytes = totals.bytes,
            .hits = hits_,
            .misses = misses_,
            .quarantined = quarantined_,
            .dropped_writes = dropped_};
  }

 private:
  // Runs `read` on a pooled reader. A reader that met an error is not used again.
  template <typename F>
  auto WithReader(const F& read) -> decltype(read(std::declval<RowReader&>())) {
    const uint64_t generation = writer_.generation();
    absl::StatusOr<std::unique_ptr<PooledReader>> reader = readers_.Acquire(generation);
    if (!reader.ok()) return ReadError(reader.status(), generation);
    auto result = read((*reader)->rows);
    const absl::StatusCode code = result.status().code();
    if (code == absl::StatusCode::kOk || code == absl::StatusCode::kNotFound ||
        code == absl::StatusCode::kFailedPrecondition) {
      readers_.Release(*std::move(reader), writer_.generation());
      return result;
    }
    return ReadError(result.status(), generation);
  }

  // A lookup: whatever goes wrong is a miss.
  template <typename F>
  auto Read(RowKind kind, const Digest& key, const F& read) -> decltype(WithReader(read)) {
    auto row = WithReader(read);
    if (row.ok()) {
      ++hits_;
      uses_.Note(kind, key, options_.clock->UnixSeconds());
      return row;
    }
    ++misses_;
    if (absl::IsNotFound(row.status())) return row;
    if (absl::IsFailedPrecondition(row.status())) Quarantine(kind, key);
    return absl::NotFoundError(row.status().message());
  }

  absl::Status ReadError(const absl::Status& status, uint64_t generation) {
    // The schema is ours, so SQL that fails means a file that somebody replaced.
    if (absl::IsDataLoss(status) || absl::IsInvalidArgument(status)) {
      thread_->Submit({.apply = [this, generation] { return writer_.ReportDamage(generation); }});
    }
    if (read_error_log_.Allow()) {
      LogEvent(LogLevel::kWarn, "cache_read_failed", {{"why", status.ToString()}});
    }
    return status;
  }

  // The storage thread looks again before it removes the row: it may have been replaced.
  void Quarantine(RowKind kind, const Digest& key) {
    thread_->Submit({.apply = [this, kind, key]() -> absl::Status {
      PYASC_ASSIGN_OR_RETURN(const bool removed, writer_.database().RemoveIfBad(kind, key));
      if (!removed) return absl::OkStatus();
      ++quarantined_;
      LogEvent(LogLevel::kError, "cache_row_bad",
               {{"kind", kind == RowKind::kKernel ? "kernel" : "analysis"}, {"key", key.Hex()}});
      return absl::OkStatus();
    }});
  }

  void Put(size_t bytes, std::function<absl::Status()> apply) {
    const auto count_loss = [this](const absl::Status& status) {
      if (!status.ok()) ++dropped_;
    };
    const bool fits = bytes <= std::min(options_.max_bytes, kMaxRowBytes);
    if (!fits ||
        !thread_->Submit({.apply = std::move(apply), .done = count_loss, .bytes = bytes})) {
      ++dropped_;
      LogDroppedPut(bytes);
    }
  }

  void LogDroppedPut(size_t bytes) {
    if (!dropped_log_.Allow()) return;
    LogEvent(LogLevel::kWarn, "cache_put_dropped",
             {{"row_bytes", bytes}, {"dropped", dropped_.load()}});
  }

  // A clock that was wrong gives no row from the future.
  void ClampTimes(KernelRow* row) const {
    const int64_t now = options_.clock->UnixSeconds();
    row->created_unix_s = std::min(row->created_unix_s, now);
    row->used_unix_s = std::clamp(row->used_unix_s, row->created_unix_s, now);
  }

  const SqliteStoreOptions options_;
  const std::unique_ptr<StateLock> lock_;
  UseLog uses_;
  ReaderPool readers_;
  BatchWriter writer_;
  RateLimit read_error_log_;
  RateLimit dropped_log_{*options_.clock, kLogPeriodSeconds};
  std::atomic<uint64_t> hits_ = 0, misses_ = 0, quarantined_ = 0, dropped_ = 0;
  // Last: it uses all of the above until it has ended.
  std::unique_ptr<sqlite::StorageThread> thread_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<KernelStore>> OpenSqliteStore(const SqliteStoreOptions& options) {
  PYASC_RETURN_IF_ERROR(PrepareStateDirectory(options.directory));
  PYASC_ASSIGN_OR_RETURN(auto lock, StateLock::Acquire(options.directory, kLockName));
  PYASC_ASSIGN_OR_RETURN(const std::string mac_key, LoadMacKey(options.directory + "/mac.key"));
  auto store = std::make_unique<SqliteStore>(options, std::move(lock), mac_key);
  PYASC_RETURN_IF_ERROR(store->Start());
  return store;
}

}  // namespace pyasc
