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
    " namespace_name, operator_name, specialisation, normalised, meta, image FROM kernels";
constexpr std::string_view kSelectAnalysis =
    "SELECT mac, toolchain, analysis FROM analyses WHERE key = ?1";

absl::Status Missing(const Digest& key) {
  return absl::NotFoundError(fmt::format("no row with key {}", key.Hex()));
}

absl::Status Bad(const Digest& key, std::string_view what) {
  return absl::FailedPreconditionError(fmt::format("row {}: {} does not hold", key.Hex(), what));
}

bool SameDigest(const Digest& expected, std::string_view stored) {
  const std::optional<Digest> digest = Digest::FromBytes(stored);
  return digest.has_value() && EqualConstantTime(expected, *digest);
}

}  // namespace

RowReader::RowReader(const std::string& mac_key, sqlite::Statement kernel,
                     sqlite::Statement analysis, sqlite::Statement list)
    : mac_key_(mac_key),
      kernel_(std::move(kernel)),
      analysis_(std::move(analysis)),
      list_(std::move(list)) {}

absl::StatusOr<RowReader> RowReader::Prepare(sqlite::Connection& connection,
                                             const std::string& mac_key) {
  PYASC_ASSIGN_OR_RETURN(sqlite::Statement kernel,
                         connection.Prepare(fmt::format("{} WHERE key = ?1", kKernelColumns)));
  PYASC_ASSIGN_OR_RETURN(sqlite::Statement analysis, connection.Prepare(kSelectAnalysis));
  PYASC_ASSIGN_OR_RETURN(
      sqlite::Statement list,
      connection.Prepare(fmt::format("{} ORDER BY used_order DESC LIMIT ?1", kKernelColumns)));
  return RowReader(mac_key, std::move(kernel), std::move(analysis), std::move(list));
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

absl::StatusOr<KernelRow> RowReader::Kernel(const Digest& key) {
  const sqlite::StatementScope scope(kernel_);
  kernel_.BindBlob(1, key.View());
  PYASC_ASSIGN_OR_RETURN(const bool found, kernel_.Step());
  if (!found) return Missing(key);
  return VerifiedKernel(kernel_);
}

absl::StatusOr<AnalysisRow> RowReader::Analysis(const Digest& key) {
  const sqlite::StatementScope scope(analysis_);
  analysis_.BindBlob(1, key.View());
  PYASC_ASSIGN_OR_RETURN(const bool found, analysis_.Step());
  if (!found) return Missing(key);
  AnalysisRow row;
  row.key = key;
  row.toolchain = analysis_.Blob(1);
  row.analysis = analysis_.Blob(2);
  if (!SameDigest(AnalysisMac(mac_key_, row), analysis_.Blob(0))) return Bad(key, "MAC");
  return row;
}

absl::StatusOr<std::vector<KernelRow>> RowReader::List(size_t limit, std::vector<Digest>* bad) {
  const sqlite::StatementScope scope(list_);
  list_.BindInt(1, static_cast<int64_t>(std::min<size_t>(limit, INT64_MAX)));
  std::vector<KernelRow> rows;
  while (true) {
    PYASC_ASSIGN_OR_RETURN(const bool found, list_.Step());
    if (!found) return rows;
    absl::StatusOr<KernelRow> row = VerifiedKernel(list_);
    if (row.ok()) {
      row->image.clear();
      rows.push_back(*std::move(row));
    } else if (const auto key = Digest::FromBytes(list_.Blob(0)); key.has_value()) {
      bad->push_back(*key);
    }
  }
}

}  // namespace pyasc
