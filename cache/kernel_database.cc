#include "cache/kernel_database.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/status_macros.h"
#include "cache/row_seal.h"
#include "cache/schema.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr int kCheckpointPages = 1000;

// What brings a database of version i to version i + 1.
constexpr std::array<const char*, 1> kMigrations = {kSchemaVersion1};

constexpr std::string_view kInsertKernel =
    "INSERT INTO kernels (key, digest, mac, bytes, compile_us, created_unix_s, used_unix_s,"
    " used_order, toolchain, producer, namespace_name, operator_name, specialisation,"
    " normalised, meta, image)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)";
constexpr std::string_view kInsertAnalysis =
    "INSERT INTO analyses (key, mac, bytes, used_order, toolchain, analysis)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
constexpr std::string_view kUseKernel =
    "UPDATE kernels SET used_order = ?2, used_unix_s = max(used_unix_s, ?3) WHERE key = ?1";
constexpr std::string_view kUseAnalysis = "UPDATE analyses SET used_order = ?2 WHERE key = ?1";

constexpr std::string_view kAllKernels =
    "SELECT key, bytes, used_order, toolchain, used_unix_s FROM kernels";
constexpr std::string_view kAllAnalyses = "SELECT key, bytes, used_order, toolchain FROM analyses";

absl::Status Migrate(sqlite::Connection& connection) {
  PYASC_ASSIGN_OR_RETURN(const int64_t version, connection.QueryInt("PRAGMA user_version"));
  const auto newest = static_cast<int64_t>(kMigrations.size());
  if (version < 0 || version > newest) {
    return absl::DataLossError(
        fmt::format("schema version {}, this build knows {}", version, newest));
  }
  for (int64_t from = version; from < newest; ++from) {
    PYASC_RETURN_IF_ERROR(
        connection.Execute(fmt::format("BEGIN IMMEDIATE; {}; PRAGMA user_version={}; COMMIT;",
                                       kMigrations[static_cast<size_t>(from)], from + 1)));
  }
  return absl::OkStatus();
}

// A file whose schema does not take our statements is as good as damaged.
absl::Status AsDamage(const absl::Status& status) {
  if (status.code() != absl::StatusCode::kInvalidArgument) return status;
  return absl::DataLossError(status.message());
}

}  // namespace

// One statement of each pair for kernels, one for analyses.
struct KernelDatabase::Statements {
  struct Pair {
    sqlite::Statement kernels, analyses;
    sqlite::Statement& Of(RowKind kind) { return kind == RowKind::kKernel ? kernels : analyses; }
  };

  static absl::StatusOr<Pair> PreparePair(sqlite::Connection& connection, std::string_view kernels,
                                          std::string_view analyses) {
    PYASC_ASSIGN_OR_RETURN(sqlite::Statement first, connection.Prepare(kernels));
    PYASC_ASSIGN_OR_RETURN(sqlite::Statement second, connection.Prepare(analyses));
    return Pair{std::move(first), std::move(second)};
  }

  // `pattern` has {} for the table.
  static absl::StatusOr<Pair> PrepareBoth(sqlite::Connection& connection,
                                          std::string_view pattern) {
    return PreparePair(connection, fmt::format(fmt::runtime(pattern), "kernels"),
                       fmt::format(fmt::runtime(pattern), "analyses"));
  }

  static absl::StatusOr<std::unique_ptr<Statements>> Prepare(sqlite::Connection& connection) {
    PYASC_ASSIGN_OR_RETURN(Pair insert, PreparePair(connection, kInsertKernel, kInsertAnalysis));
    PYASC_ASSIGN_OR_RETURN(Pair use, PreparePair(connection, kUseKernel, kUseAnalysis));
    PYASC_ASSIGN_OR_RETURN(
        Pair remove, PrepareBoth(connection, "DELETE FROM {} WHERE key = ?1 RETURNING bytes"));
    PYASC_ASSIGN_OR_RETURN(
        Pair oldest,
        PrepareBoth(connection, "SELECT used_order, key FROM {} ORDER BY used_order LIMIT 1"));
    PYASC_ASSIGN_OR_RETURN(Pair all, PreparePair(connection, kAllKernels, kAllAnalyses));
    return std::unique_ptr<Statements>(new Statements{
        std::move(insert), std::move(use), std::move(remove), std::move(oldest), std::move(all)});
  }

  Pair insert, use, remove, oldest, all;
};

KernelDatabase::KernelDatabase(std::unique_ptr<sqlite::Connection> connection, RowReader reader,
                               std::unique_ptr<Statements> statements, const std::string& mac_key)
    : connection_(std::move(connection)),
      reader_(std::move(reader)),
      statements_(std::move(statements)),
      mac_key_(mac_key) {}

KernelDatabase::~KernelDatabase() = default;

absl::StatusOr<std::unique_ptr<KernelDatabase>> KernelDatabase::Open(const std::string& path,
                                                                     const std::string& mac_key,
                                                                     int busy_timeout_ms) {
  PYASC_ASSIGN_OR_RETURN(auto connection,
                         sqlite::Connection::Open(path, sqlite::Access::kWrite, busy_timeout_ms));
  PYASC_RETURN_IF_ERROR(AsDamage(Migrate(*connection)));
  absl::StatusOr<RowReader> reader = RowReader::Prepare(*connection, mac_key);
  if (!reader.ok()) return AsDamage(reader.status());
  absl::StatusOr<std::unique_ptr<Statements>> statements = Statements::Prepare(*connection);
  if (!statements.ok()) return AsDamage(statements.status());
  std::unique_ptr<KernelDatabase> database(new KernelDatabase(
      std::move(connection), *std::move(reader), *std::move(statements), mac_key));
  PYASC_RETURN_IF_ERROR(database->CountRows());
  return database;
}

absl::Status KernelDatabase::CountRows() {
  const auto query = [this](std::string_view sql, auto* value) -> absl::Status {
    PYASC_ASSIGN_OR_RETURN(const int64_t answer, connection_->QueryInt(sql));
    *value = static_cast<std::remove_pointer_t<decltype(value)>>(answer);
    return absl::OkStatus();
  };
  PYASC_RETURN_IF_ERROR(query("SELECT count(*) FROM kernels", &totals_.kernels));
  PYASC_RETURN_IF_ERROR(query("SELECT count(*) FROM analyses", &totals_.analyses));
  PYASC_RETURN_IF_ERROR(
      query("SELECT (SELECT total(bytes) FROM kernels) + (SELECT total(bytes) FROM analyses)",
            &totals_.bytes));
  return query(
      "SELECT 1 + max((SELECT ifnull(max(used_order), 0) FROM kernels),"
      " (SELECT ifnull(max(used_order), 0) FROM analyses))",
      &next_order_);
}

absl::Status KernelDatabase::Begin() {
  totals_at_begin_ = totals_;
  return connection_->Execute("BEGIN IMMEDIATE");
}

absl::Status KernelDatabase::Commit() { return connection_->Execute("COMMIT"); }

void KernelDatabase::Rollback() {
  totals_ = totals_at_begin_;
  // Fails where SQLite has already rolled back, or where it never began.
  connection_->Execute("ROLLBACK").IgnoreError();
}

uint64_t& KernelDatabase::CountOf(RowKind kind) {
  return kind == RowKind::kKernel ? totals_.kernels : totals_.analyses;
}

absl::StatusOr<bool> KernelDatabase::Remove(RowKind kind, std::string_view key) {
  sqlite::Statement& statement = statements_->remove.Of(kind);
  const sqlite::StatementScope scope(statement);
  statement.BindBlob(1, key);
  PYASC_ASSIGN_OR_RETURN(const bool found, statement.Step());
  if (!found) return false;
  totals_.bytes -= std::min(totals_.bytes, static_cast<uint64_t>(statement.Int(0)));
  CountOf(kind) -= CountOf(kind) > 0 ? 1 : 0;
  return true;
}

absl::Status KernelDatabase::PutKernel(const KernelRow& row) {
  PYASC_RETURN_IF_ERROR(Remove(RowKind::kKernel, row.key.View()).status());
  const Digest mac = KernelMac(mac_key_, row);
  sqlite::Statement& insert = statements_->insert.kernels;
  insert.BindBlob(1, row.key.View());
  insert.BindBlob(2, row.digest.View());
  insert.BindBlob(3, mac.View());
  insert.BindInt(4, static_cast<int64_t>(RowBytes(row)));
  insert.BindInt(5, row.compile_us);
  insert.BindInt(6, row.created_unix_s);
  insert.BindInt(7, row.used_unix_s);
  insert.BindInt(8, next_order_++);
  insert.BindBlob(9, row.toolchain);
  insert.BindBlob(10, row.producer);
  insert.BindBlob(11, row.namespace_name);
  insert.BindBlob(12, row.operator_name);
  insert.BindBlob(13, row.specialisation);
  insert.BindBlob(14, row.normalised);
  insert.BindBlob(15, row.meta);
  insert.BindBlob(16, row.image);
  PYASC_RETURN_IF_ERROR(insert.Run());
  totals_.bytes += RowBytes(row);
  ++totals_.kernels;
  return absl::OkStatus();
}

absl::Status KernelDatabase::PutAnalysis(const AnalysisRow& row) {
  PYASC_RETURN_IF_ERROR(Remove(RowKind::kAnalysis, row.key.View()).status());
  const Digest mac = AnalysisMac(mac_key_, row);
  sqlite::Statement& insert = statements_->insert.analyses;
  insert.BindBlob(1, row.key.View());
  insert.BindBlob(2, mac.View());
  insert.BindInt(3, static_cast<int64_t>(RowBytes(row)));
  insert.BindInt(4, next_order_++);
  insert.BindBlob(5, row.toolchain);
  insert.BindBlob(6, row.analysis);
  PYASC_RETURN_IF_ERROR(insert.Run());
  totals_.bytes += RowBytes(row);
  ++totals_.analyses;
  return absl::OkStatus();
}

absl::Status KernelDatabase::MarkUsed(RowKind kind, const Digest& key, int64_t unix_s) {
  sqlite::Statement& use = statements_->use.Of(kind);
  use.BindBlob(1, key.View());
  use.BindInt(2, next_order_++);
  if (kind == RowKind::kKernel) use.BindInt(3, unix_s);
  return use.Run();
}

absl::StatusOr<bool> KernelDatabase::RemoveIfBad(RowKind kind, const Digest& key) {
  const absl::Status status =
      kind == RowKind::kKernel ? reader_.Kernel(key).status() : reader_.Analysis(key).status();
  if (status.ok() || absl::IsNotFound(status)) return false;
  if (!absl::IsFailedPrecondition(status)) return status;
  return Remove(kind, key.View());
}

absl::StatusOr<std::vector<StoredRow>> KernelDatabase::ListRows(std::string_view toolchain) {
  std::vector<StoredRow> rows;
  for (const RowKind kind : {RowKind::kKernel, RowKind::kAnalysis}) {
    sqlite::Statement& statement = statements_->all.Of(kind);
    const sqlite::StatementScope scope(statement);
    while (true) {
      PYASC_ASSIGN_OR_RETURN(const bool found, statement.Step());
      if (!found) break;
      const std::optional<Digest> key = Digest::FromBytes(statement.Blob(0));
      if (!key.has_value()) continue;  // a read quarantines it
      rows.push_back({.kind = kind,
                      .key = *key,
                      .bytes = static_cast<uint64_t>(std::max<int64_t>(statement.Int(1), 0)),
                      .order = statement.Int(2),
                      .used_unix_s = kind == RowKind::kKernel ? statement.Int(4) : 0,
                      .foreign = !toolchain.empty() && statement.Blob(3) != toolchain});
    }
  }
  return rows;
}

absl::StatusOr<Removed> KernelDatabase::RemoveRows(std::span<const StoredRow> rows) {
  Removed removed;
  for (const StoredRow& row : rows) {
    const uint64_t bytes = totals_.bytes;
    PYASC_ASSIGN_OR_RETURN(const bool found, Remove(row.kind, row.key.View()));
    if (!found) continue;
    StoredRow gone = row;
    gone.bytes = bytes - totals_.bytes;
    Count(gone, &removed);
  }
  return removed;
}

absl::StatusOr<std::optional<KernelDatabase::Oldest>> KernelDatabase::FindOldest(RowKind kind) {
  sqlite::Statement& statement = statements_->oldest.Of(kind);
  const sqlite::StatementScope scope(statement);
  PYASC_ASSIGN_OR_RETURN(const bool found, statement.Step());
  if (!found) return std::nullopt;
  return Oldest{kind, statement.Int(0), std::string(statement.Blob(1))};
}

absl::Status KernelDatabase::EvictOne(const std::optional<Oldest>& row) {
  const bool found = row.has_value();
  if (found) {
    PYASC_ASSIGN_OR_RETURN(const bool removed, Remove(row->kind, row->key));
    if (removed) return absl::OkStatus();
  }
  return absl::DataLossError(fmt::format("{} rows of {} bytes are counted, {}",
                                         totals_.kernels + totals_.analyses, totals_.bytes,
                                         found ? "one cannot be removed" : "none is found"));
}

absl::Status KernelDatabase::Evict(uint64_t max_bytes, uint64_t max_entries) {
  while (totals_.kernels > max_entries) {
    PYASC_ASSIGN_OR_RETURN(const auto oldest, FindOldest(RowKind::kKernel));
    PYASC_RETURN_IF_ERROR(EvictOne(oldest));
  }
  while (totals_.analyses > max_entries) {
    PYASC_ASSIGN_OR_RETURN(const auto oldest, FindOldest(RowKind::kAnalysis));
    PYASC_RETURN_IF_ERROR(EvictOne(oldest));
  }
  while (totals_.bytes > max_bytes) {
    PYASC_ASSIGN_OR_RETURN(const auto kernel, FindOldest(RowKind::kKernel));
    PYASC_ASSIGN_OR_RETURN(const auto analysis, FindOldest(RowKind::kAnalysis));
    const bool kernel_first =
        kernel.has_value() && (!analysis.has_value() || kernel->order < analysis->order);
    PYASC_RETURN_IF_ERROR(EvictOne(kernel_first ? kernel : analysis));
  }
  return absl::OkStatus();
}

absl::Status KernelDatabase::ReleaseLog() { return connection_->CheckpointAndTruncate(); }

absl::Status KernelDatabase::CheckpointIfDue() {
  if (connection_->wal_pages() < kCheckpointPages) return absl::OkStatus();
  return connection_->Checkpoint();
}

}  // namespace pyasc
