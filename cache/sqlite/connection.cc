#include "cache/sqlite/connection.h"

#include <sqlite3.h>

#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc::sqlite {
namespace {

absl::Status ToStatus(int code, const char* text) {
  const std::string message = fmt::format("sqlite error {}: {}", code, text);
  // The file is shorter than the database says.
  if (code == SQLITE_IOERR_SHORT_READ || code == SQLITE_IOERR_CORRUPTFS) {
    return absl::DataLossError(message);
  }
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return absl::UnavailableError(message);
    case SQLITE_FULL:
      return absl::ResourceExhaustedError(message);
    case SQLITE_CONSTRAINT:  // the callers' rows never break one: the indices are damaged
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return absl::DataLossError(message);
    case SQLITE_TOOBIG:
      return absl::OutOfRangeError(message);
    case SQLITE_ERROR:
      return absl::InvalidArgumentError(message);
    default:
      return absl::InternalError(message);
  }
}

absl::Status ErrorOf(sqlite3* database) {
  return ToStatus(sqlite3_extended_errcode(database), sqlite3_errmsg(database));
}

int RememberWalPages(void* wal_pages, sqlite3*, const char*, int pages) {
  *static_cast<int*>(wal_pages) = pages;
  return SQLITE_OK;
}

}  // namespace

void Statement::Finalise::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

void Statement::BindInt(int parameter, int64_t value) {
  PYASCD_CHECK(sqlite3_bind_int64(statement_.get(), parameter, value) == SQLITE_OK);
}

void Statement::BindBlob(int parameter, std::string_view bytes) {
  // A null pointer would bind NULL instead of an empty blob.
  const char* from = bytes.data() == nullptr ? "" : bytes.data();
  const int result =
      sqlite3_bind_blob64(statement_.get(), parameter, from, bytes.size(), SQLITE_STATIC);
  // The only error that a caller can cause; it leaves the parameter NULL, which no column takes.
  PYASCD_CHECK(result == SQLITE_OK || result == SQLITE_TOOBIG);
}

absl::StatusOr<bool> Statement::Step() {
  const int result = sqlite3_step(statement_.get());
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  return ErrorOf(sqlite3_db_handle(statement_.get()));
}

absl::Status Statement::Run() {
  const StatementScope scope(*this);
  while (true) {
    PYASC_ASSIGN_OR_RETURN(const bool row, Step());
    if (!row) return absl::OkStatus();
  }
}

void Statement::Reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

int64_t Statement::Int(int column) const { return sqlite3_column_int64(statement_.get(), column); }

std::string_view Statement::Blob(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const int count = sqlite3_column_bytes(statement_.get(), column);
  if (bytes == nullptr) return {};
  return {static_cast<const char*>(bytes), static_cast<size_t>(count)};
}

void Connection::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

absl::StatusOr<std::unique_ptr<Connection>> Connection::Open(const std::string& path, Access access,
                                                             int busy_timeout_ms) {
  std::unique_ptr<Connection> connection(new Connection);
  sqlite3* database = nullptr;
  const int result = sqlite3_open_v2(path.c_str(), &database,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  connection->database_.reset(database);
  if (database == nullptr) return absl::ResourceExhaustedError("out of memory opening " + path);
  if (result != SQLITE_OK) return ErrorOf(database);
  PYASC_RETURN_IF_ERROR(connection->Configure(access, busy_timeout_ms));
  return connection;
}

absl::Status Connection::Configure(Access access, int busy_timeout_ms) {
  sqlite3* database = database_.get();
  sqlite3_extended_result_codes(database, 1);
  sqlite3_busy_timeout(database, busy_timeout_ms);
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  PYASC_RETURN_IF_ERROR(Execute("PRAGMA mmap_size=0; PRAGMA cell_size_check=ON;"));
  if (access == Access::kQueries) return Execute("PRAGMA query_only=ON;");
  PYASC_RETURN_IF_ERROR(Execute("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"));
  // Replaces the hook of the automatic checkpoints: there are none.
  sqlite3_wal_hook(database, &RememberWalPages, &wal_pages_);
  return absl::OkStatus();
}

absl::Status Connection::Execute(const std::string& sql) {
  const int result = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  return result == SQLITE_OK ? absl::OkStatus() : ErrorOf(database_.get());
}

absl::StatusOr<Statement> Connection::Prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int result = sqlite3_prepare_v3(database_.get(), sql.data(), static_cast<int>(sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  if (result != SQLITE_OK) return ErrorOf(database_.get());
  return Statement(statement);
}

absl::StatusOr<int64_t> Connection::QueryInt(std::string_view sql) {
  PYASC_ASSIGN_OR_RETURN(Statement statement, Prepare(sql));
  PYASC_ASSIGN_OR_RETURN(const bool row, statement.Step());
  return row ? statement.Int(0) : 0;
}

absl::Status Connection::RunCheckpoint(int mode) {
  const int result = sqlite3_wal_checkpoint_v2(database_.get(), nullptr, mode, nullptr, nullptr);
  if (result != SQLITE_OK) return ErrorOf(database_.get());
  wal_pages_ = 0;
  return absl::OkStatus();
}

absl::Status Connection::Checkpoint() { return RunCheckpoint(SQLITE_CHECKPOINT_PASSIVE); }

absl::Status Connection::CheckpointAndTruncate() {
  return RunCheckpoint(SQLITE_CHECKPOINT_TRUNCATE);
}

}  // namespace pyasc::sqlite
