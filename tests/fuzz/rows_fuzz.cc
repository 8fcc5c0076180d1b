// Rows as a stranger may have left them in the database: only sealed ones are believed, and
// what a sealed one holds is checked all the same.
#include <array>
#include <memory>
#include <string>

#include "base/encoding.h"
#include "base/image.h"
#include "base/status_macros.h"
#include "cache/row_reader.h"
#include "cache/row_seal.h"
#include "cache/schema.h"
#include "server/kernels/registry_rows.h"
#include "tests/fuzz/fuzz.h"

namespace pyasc {
namespace {

constexpr uint64_t kAllFeatures = ~uint64_t{0};

// A database in memory, with the real schema.
struct Database {
  std::unique_ptr<sqlite::Connection> connection =
      sqlite::Connection::Open(":memory:", sqlite::Access::kWrite, 0).value();
  absl::Status schema = connection->Execute(kSchemaVersion1);
  RowReader reader = RowReader::Prepare(*connection, std::string(fuzz::kMacKey)).value();
  sqlite::Statement kernel =
      connection
          ->Prepare(
              "INSERT OR REPLACE INTO kernels VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, 1, ?7, ?8,"
              " ?9, ?10, ?11, ?12, ?13, ?14)")
          .value();
  sqlite::Statement analysis =
      connection->Prepare("INSERT OR REPLACE INTO analyses VALUES (?1, ?2, 1, 1, ?3, ?4)").value();
};

// What lies behind the seal, as if it held.
void CheckContents(const std::array<std::string, 11>& columns) {
  KernelRow row;
  row.specialisation = columns[7];
  row.normalised = columns[8];
  row.meta = columns[9];
  row.image = columns[10];
  const auto kernel = KernelOf(row, kAllFeatures);
  if (!kernel.ok()) return;
  const Executable& executable = *(*kernel)->executable;
  PYASCD_CHECK(EncodeToString(executable.meta) == row.meta && executable.image == row.image);
}

void CheckKernel(Database& database, Decoder in) {
  std::array<int64_t, 3> numbers;
  for (int64_t& number : numbers) number = in.I64();
  std::array<std::string, 11> columns;
  for (std::string& column : columns) column = in.Bytes();
  for (int i = 0; i < 3; ++i) database.kernel.BindBlob(1 + i, columns[static_cast<size_t>(i)]);
  for (int i = 0; i < 3; ++i) database.kernel.BindInt(4 + i, numbers[static_cast<size_t>(i)]);
  for (int i = 3; i < 11; ++i) database.kernel.BindBlob(4 + i, columns[static_cast<size_t>(i)]);
  PYASCD_CHECK(database.kernel.Run().ok());
  std::vector<Digest> bad;
  PYASCD_CHECK(database.reader.List(10, KernelStore::kNewest, &bad).ok());
  if (const auto key = Digest::FromBytes(columns[0]); key.has_value()) {
    const absl::StatusOr<KernelRow> row = database.reader.Kernel(*key);
    PYASCD_CHECK(row.ok() || absl::IsFailedPrecondition(row.status()));
    if (row.ok()) {
      PYASCD_CHECK(row->digest == KernelDigest(columns[10], columns[9]));
      PYASCD_CHECK(KernelMac(fuzz::kMacKey, *row).View() == columns[2]);
    }
  }
  CheckContents(columns);
}

void CheckAnalysis(Database& database, Decoder in) {
  std::array<std::string, 4> columns;
  for (int i = 0; i < 4; ++i) {
    columns[static_cast<size_t>(i)] = in.Bytes();
    database.analysis.BindBlob(1 + i, columns[static_cast<size_t>(i)]);
  }
  PYASCD_CHECK(database.analysis.Run().ok());
  const std::optional<Digest> key = Digest::FromBytes(columns[0]);
  if (!key.has_value()) return;
  const absl::StatusOr<AnalysisRow> row = database.reader.Analysis(*key);
  PYASCD_CHECK(row.ok() || absl::IsFailedPrecondition(row.status()));
  if (row.ok()) PYASCD_CHECK(AnalysisMac(fuzz::kMacKey, *row).View() == columns[1]);
}

}  // namespace
}  // namespace pyasc

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static pyasc::Database database;
  const auto [kind, bytes] = pyasc::fuzz::Split(data, size);
  if (static_cast<pyasc::fuzz::RowForm>(kind) == pyasc::fuzz::RowForm::kKernel) {
    pyasc::CheckKernel(database, pyasc::Decoder(bytes));
  } else {
    pyasc::CheckAnalysis(database, pyasc::Decoder(bytes));
  }
  PYASCD_CHECK(database.connection->Execute("DELETE FROM kernels; DELETE FROM analyses;").ok());
  return 0;
}
