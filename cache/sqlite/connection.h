// SQLite with owners, statuses and no surprises. The only code that includes sqlite3.h.
#ifndef PYASC_CACHE_SQLITE_CONNECTION_H_
#define PYASC_CACHE_SQLITE_CONNECTION_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

struct sqlite3;
struct sqlite3_stmt;

// Statuses of everything below: kUnavailable: another connection holds a lock;
// kResourceExhausted: the disk is full; kDataLoss: the file is damaged or no database;
// kOutOfRange: the value is too large for a row; kInvalidArgument: the SQL is wrong, or
// the schema is not the one it was written for; kInternal: every other failure, I/O errors
// among them. Messages carry SQLite's own text.
namespace pyasc::sqlite {

// A prepared statement; belongs to its connection and must not outlive it. Parameters and
// columns count from 1 and 0, as in SQLite. Not thread-safe.
class Statement {
 public:
  Statement(Statement&&) = default;
  Statement& operator=(Statement&&) = default;

  void BindInt(int parameter, int64_t value);
  // `bytes` must live until Reset.
  void BindBlob(int parameter, std::string_view bytes);

  // True: a row is there; false: done.
  absl::StatusOr<bool> Step();
  // Steps to the end, ignoring rows, and resets.
  absl::Status Run();
  // Ready to be bound and stepped again; ends its read transaction.
  void Reset();

  int64_t Int(int column) const;
  // Valid until the next Step or Reset.
  std::string_view Blob(int column) const;

 private:
  friend class Connection;
  struct Finalise {
    void operator()(sqlite3_stmt* statement) const;
  };
  explicit Statement(sqlite3_stmt* statement) : statement_(statement) {}

  std::unique_ptr<sqlite3_stmt, Finalise> statement_;
};

// Resets a statement at the end of the scope.
class StatementScope {
 public:
  explicit StatementScope(Statement& statement) : statement_(statement) {}
  ~StatementScope() { statement_.Reset(); }
  StatementScope(const StatementScope&) = delete;
  StatementScope& operator=(const StatementScope&) = delete;

 private:
  Statement& statement_;
};

enum class Access {
  kWrite,    // the file must exist; WAL, synchronous=NORMAL: a commit survives the process,
             // the file survives the machine
  kQueries,  // never writes
};

// One connection: no mmap, no automatic checkpoints, none at closing either (closing
// must not touch files that have been renamed meanwhile). For one thread at a time.
class Connection {
 public:
  static absl::StatusOr<std::unique_ptr<Connection>> Open(const std::string& path, Access access,
                                                          int busy_timeout_ms);

  // Runs statements without parameters, separated by semicolons.
  absl::Status Execute(const std::string& sql);
  absl::StatusOr<Statement> Prepare(std::string_view sql);
  // The first column of the first row; 0 if there is none.
  absl::StatusOr<int64_t> QueryInt(std::string_view sql);

  // Pages in the write-ahead log after the last commit.
  int wal_pages() const { return wal_pages_; }
  // Copies what it can into the database without waiting for readers.
  absl::Status Checkpoint();
  // Copies everything and empties the log's file; waits for readers and writers.
  absl::Status CheckpointAndTruncate();

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  Connection() = default;
  absl::Status RunCheckpoint(int mode);
  absl::Status Configure(Access access, int busy_timeout_ms);

  std::unique_ptr<sqlite3, Close> database_;
  int wal_pages_ = 0;
};

}  // namespace pyasc::sqlite

#endif  // PYASC_CACHE_SQLITE_CONNECTION_H_
