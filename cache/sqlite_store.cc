#include "cache/sqlite_store.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <span>
#include <utility>

#include "base/image.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "cache/batch_writer.h"
#include "cache/garbage.h"
#include "cache/rate_limit.h"
#include "cache/reader_pool.h"
#include "cache/row_seal.h"
#include "cache/state_directory.h"
#include "cache/state_lock.h"

namespace pyasc {
namespace {

constexpr uint64_t kMaxRowBytes = 512u << 20;
constexpr int64_t kLogPeriodSeconds = 60;
constexpr size_t kRemoveStep = 500;  // rows of one transaction
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

// Where a page of Verify begins: kernels come first, each kind in the order of its keys.
struct VerifyCursor {
  static absl::StatusOr<VerifyCursor> Parse(const std::string& text) {
    if (text.empty()) return VerifyCursor{RowKind::kKernel, ""};
    const bool kind_known = text[0] == 'k' || text[0] == 'a';
    if (!kind_known) return absl::InvalidArgumentError("not the end of a page");
    return VerifyCursor{text[0] == 'k' ? RowKind::kKernel : RowKind::kAnalysis, text.substr(1)};
  }
  std::string Text() const { return (kind == RowKind::kKernel ? "k" : "a") + key; }

  RowKind kind = RowKind::kKernel;
  std::string key;
};

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

  absl::StatusOr<KernelPage> List(size_t limit, uint64_t before) override {
    std::vector<Digest> bad;
    absl::StatusOr<KernelPage> page =
        WithReader([&](RowReader& reader) { return reader.List(limit, before, &bad); });
    for (const Digest& key : bad) Quarantine(RowKind::kKernel, key);
    if (!page.ok()) return page.status();
    for (KernelRow& row : page->rows) ClampTimes(&row);
    return page;
  }

  absl::StatusOr<std::vector<Digest>> FindKeys(const Digest& first, const Digest& last,
                                               size_t limit) override {
    return WithReader([&](RowReader& reader) { return reader.FindKeys(first, last, limit); });
  }

  absl::StatusOr<KernelRow> Peek(const Digest& key) override {
    absl::StatusOr<KernelRow> row =
        WithReader([&](RowReader& reader) { return reader.Kernel(key); });
    if (row.ok()) ClampTimes(&*row);
    if (!absl::IsFailedPrecondition(row.status())) return row;
    Quarantine(RowKind::kKernel, key);
    return absl::NotFoundError(row.status().message());
  }

  absl::StatusOr<int64_t> OldestUse() override {
    PYASC_ASSIGN_OR_RETURN(const int64_t used,
                           WithReader([](RowReader& reader) { return reader.OldestUse(); }));
    return std::min(used, options_.clock->UnixSeconds());
  }

  absl::StatusOr<Removed> Remove(const std::vector<Digest>& keys, Removal removal) override {
    Removed there;
    std::vector<StoredRow> rows;
    for (const Digest& key : keys) {
      const absl::StatusOr<KernelRow> row = Peek(key);
      if (!row.ok()) continue;
      rows.push_back({.kind = RowKind::kKernel, .key = key, .bytes = RowBytes(*row)});
      Count(rows.back(), &there);
    }
    if (removal == Removal::kDryRun) return there;
    return RemoveRows(rows);
  }

  absl::StatusOr<Removed> CollectGarbage(const GarbageLimits& limits, Removal removal) override {
    std::vector<StoredRow> rows;
    PYASC_RETURN_IF_ERROR(thread_->Run([&]() -> absl::Status {
      PYASC_ASSIGN_OR_RETURN(rows, writer_.ListRows(limits.toolchain));
      return absl::OkStatus();
    }));
    rows = ChooseGarbage(std::move(rows), limits);
    if (removal == Removal::kRemove) return RemoveRows(rows);
    Removed chosen;
    for (const StoredRow& row : rows) Count(row, &chosen);
    return chosen;
  }

  absl::StatusOr<VerifiedPage> Verify(const std::string& after, size_t limit) override {
    PYASC_ASSIGN_OR_RETURN(const VerifyCursor from, VerifyCursor::Parse(after));
    absl::StatusOr<RowReader::Stretch> stretch =
        WithReader([&](RowReader& reader) { return reader.Verify(from.kind, from.key, limit); });
    if (!stretch.ok()) return stretch.status();
    for (const Digest& key : stretch->bad) Quarantine(from.kind, key);
    VerifiedPage page{.rows = stretch->rows, .bad = std::move(stretch->bad), .next = ""};
    if (stretch->rows == limit) {
      page.next = VerifyCursor{from.kind, std::move(stretch->last_key)}.Text();
    } else if (from.kind == RowKind::kKernel) {
      page.next = VerifyCursor{RowKind::kAnalysis, ""}.Text();
    }
    return page;
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
            .dropped_writes = dropped_,
            .max_bytes = options_.max_bytes,
            .max_entries = options_.max_entries};
  }

 private:
  // A step a time: puts come in between.
  absl::StatusOr<Removed> RemoveRows(std::span<const StoredRow> rows) {
    Removed total;
    for (; !rows.empty(); rows = rows.subspan(std::min(kRemoveStep, rows.size()))) {
      const std::span<const StoredRow> step = rows.first(std::min(kRemoveStep, rows.size()));
      Removed removed;
      PYASC_RETURN_IF_ERROR(thread_->Run([&]() -> absl::Status {
        PYASC_ASSIGN_OR_RETURN(removed, writer_.database().RemoveRows(step));
        return absl::OkStatus();
      }));
      total.kernels += removed.kernels;
      total.analyses += removed.analyses;
      total.bytes += removed.bytes;
    }
    return total;
  }

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
