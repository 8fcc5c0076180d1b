#include "cache/row_reader.h"

#include <algorithm>
#include <utility>

#include "base/image.h"
#include "base/status_macros.h"
#include "cache/row_seal.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr std::string_view kKernelColumns =
    "SELECT key, digest, mac, compile_us, created_unix_s, used_unix_s, toolchain, producer,"
    " namespace_name, operator_name, specialisation, normalised, meta, image, used_order"
    " FROM kernels";
constexpr int kUsedOrder = 14;
constexpr std::string_view kAnalysisColumns = "SELECT key, mac, toolchain, analysis FROM analyses";

absl::Status Missing(const Digest& key) {
  return absl::NotFoundError(fmt::format("no row with key {}", key.Hex()));
}

absl::Status Bad(const Digest& key, std::string_view what) {
  return absl::FailedPreconditionError(fmt::format("row {}: {} does not hold", key.Hex(), what));
}

int64_t Bounded(uint64_t value) {
  return static_cast<int64_t>(std::min<uint64_t>(value, INT64_MAX));
}

bool SameDigest(const Digest& expected, std::string_view stored) {
  const std::optional<Digest> digest = Digest::FromBytes(stored);
  return digest.has_value() && EqualConstantTime(expected, *digest);
}

}  // namespace

RowReader::RowReader(const std::string& mac_key, Statements statements)
    : mac_key_(mac_key), statements_(std::move(statements)) {}

absl::StatusOr<RowReader> RowReader::Prepare(sqlite::Connection& connection,
                                             const std::string& mac_key) {
  PYASC_ASSIGN_OR_RETURN(Statements statements, PrepareStatements(connection));
  return RowReader(mac_key, std::move(statements));
}

absl::StatusOr<RowReader::Statements> RowReader::PrepareStatements(sqlite::Connection& connection) {
  const auto select = [&](std::string_view columns, std::string_view rest) {
    return connection.Prepare(fmt::format("{} {}", columns, rest));
  };
  constexpr std::string_view kOne = "WHERE key = ?1";
  constexpr std::string_view kAfter = "WHERE key > ?1 ORDER BY key LIMIT ?2";
  PYASC_ASSIGN_OR_RETURN(sqlite::Statement kernel, select(kKernelColumns, kOne));
  PYASC_ASSIGN_OR_RETURN(sqlite::Statement analysis, select(kAnalysisColumns, kOne));
  PYASC_ASSIGN_OR_RETURN(
      sqlite::Statement list,
      select(kKernelColumns, "WHERE used_order < ?2 ORDER BY used_order DESC LIMIT ?1"));
  PYASC_ASSIGN_OR_RETURN(
      sqlite::Statement keys,
      connection.Prepare(
          "SELECT key FROM kernels WHERE key BETWEEN ?1 AND ?2 ORDER BY key LIMIT ?3"));
  PYASC_ASSIGN_OR_RETURN(
      sqlite::Statement oldest,
      connection.Prepare("SELECT used_unix_s FROM kernels ORDER BY used_order LIMIT 1"));
  PYASC_ASSIGN_OR_RETURN(sqlite::Statement kernels, select(kKernelColumns, kAfter));
  PYASC_ASSIGN_OR_RETURN(sqlite::Statement analyses, select(kAnalysisColumns, kAfter));
  return Statements{std::move(kernel), std::move(analysis), std::move(list),    std::move(keys),
                    std::move(oldest), std::move(kernels),  std::move(analyses)};
}

absl::StatusOr<KernelRow> RowReader::VerifiedKernel(const sqlite::Statement& statement) const {
  KernelRow row;
  const std::optional<Digest> key = Digest::FromBytes(statement.Blob(0));
  if (!key.has_value()) return Bad(row.key, "key");
  row.key = *key;
  row.compile_us = statement.Int(3);
  row.created_unix_s = statement.Int(4);
  row.used_unix_s = statement.Int(5);
  row.toolchain = statement.Blob(6);
  row.producer = statement.Blob(7);
  row.namespace_name = statement.Blob(8);
  row.operator_name = statement.Blob(9);
  row.specialisation = statement.Blob(10);
  row.normalised = statement.Blob(11);
  row.meta = statement.Blob(12);
  row.image = statement.Blob(13);
  row.image_bytes = row.image.size();
  row.digest = KernelDigest(row.image, row.meta);
  if (!SameDigest(row.digest, statement.Blob(1))) return Bad(row.key, "digest");
  if (!SameDigest(KernelMac(mac_key_, row), statement.Blob(2))) return Bad(row.key, "MAC");
  return row;
}

absl::StatusOr<AnalysisRow> RowReader::VerifiedAnalysis(const sqlite::Statement& statement) const {
  AnalysisRow row;
  const std::optional<Digest> key = Digest::FromBytes(statement.Blob(0));
  if (!key.has_value()) return Bad(row.key, "key");
  row.key = *key;
  row.toolchain = statement.Blob(2);
  row.analysis = statement.Blob(3);
  if (!SameDigest(AnalysisMac(mac_key_, row), statement.Blob(1))) return Bad(row.key, "MAC");
  return row;
}

absl::StatusOr<KernelRow> RowReader::Kernel(const Digest& key) {
  sqlite::Statement& statement = statements_.kernel;
  const sqlite::StatementScope scope(statement);
  statement.BindBlob(1, key.View());
  PYASC_ASSIGN_OR_RETURN(const bool found, statement.Step());
  if (!found) return Missing(key);
  return VerifiedKernel(statement);
}

absl::StatusOr<AnalysisRow> RowReader::Analysis(const Digest& key) {
  sqlite::Statement& statement = statements_.analysis;
  const sqlite::StatementScope scope(statement);
  statement.BindBlob(1, key.View());
  PYASC_ASSIGN_OR_RETURN(const bool found, statement.Step());
  if (!found) return Missing(key);
  return VerifiedAnalysis(statement);
}

absl::StatusOr<KernelPage> RowReader::List(size_t limit, uint64_t before,
                                           std::vector<Digest>* bad) {
  sqlite::Statement& list = statements_.list;
  const sqlite::StatementScope scope(list);
  list.BindInt(1, Bounded(limit));
  list.BindInt(2, Bounded(before));
  KernelPage page;
  size_t seen = 0;
  for (uint64_t order = 0;; ++seen) {
    PYASC_ASSIGN_OR_RETURN(const bool found, list.Step());
    if (!found) {
      if (seen == limit) page.next = order;
      return page;
    }
    order = static_cast<uint64_t>(std::max<int64_t>(list.Int(kUsedOrder), 0));
    absl::StatusOr<KernelRow> row = VerifiedKernel(list);
    if (row.ok()) {
      row->image.clear();
      page.rows.push_back(*std::move(row));
    } else if (const auto key = Digest::FromBytes(list.Blob(0)); key.has_value()) {
      bad->push_back(*key);
    }
  }
}

absl::StatusOr<std::vector<Digest>> RowReader::FindKeys(const Digest& first, const Digest& last,
                                                        size_t limit) {
  sqlite::Statement& keys = statements_.keys;
  const sqlite::StatementScope scope(keys);
  keys.BindBlob(1, first.View());
  keys.BindBlob(2, last.View());
  keys.BindInt(3, Bounded(limit));
  std::vector<Digest> found;
  while (true) {
    PYASC_ASSIGN_OR_RETURN(const bool more, keys.Step());
    if (!more) return found;
    if (const auto key = Digest::FromBytes(keys.Blob(0)); key.has_value()) found.push_back(*key);
  }
}

absl::StatusOr<int64_t> RowReader::OldestUse() {
  sqlite::Statement& oldest = statements_.oldest;
  const sqlite::StatementScope scope(oldest);
  PYASC_ASSIGN_OR_RETURN(const bool found, oldest.Step());
  return found ? oldest.Int(0) : 0;
}

absl::StatusOr<RowReader::Stretch> RowReader::Verify(RowKind kind, std::string_view after,
                                                     size_t limit) {
  const bool kernels = kind == RowKind::kKernel;
  sqlite::Statement& statement = kernels ? statements_.kernels_after : statements_.analyses_after;
  const sqlite::StatementScope scope(statement);
  statement.BindBlob(1, after);
  statement.BindInt(2, Bounded(limit));
  Stretch stretch;
  while (true) {
    PYASC_ASSIGN_OR_RETURN(const bool found, statement.Step());
    if (!found) return stretch;
    ++stretch.rows;
    stretch.last_key = statement.Blob(0);
    const absl::Status status =
        kernels ? VerifiedKernel(statement).status() : VerifiedAnalysis(statement).status();
    if (status.ok()) continue;
    if (const auto key = Digest::FromBytes(stretch.last_key)) stretch.bad.push_back(*key);
  }
}

}  // namespace pyasc
