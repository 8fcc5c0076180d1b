#include "cache/batch_writer.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <array>
#include <utility>

#include "base/log.h"
#include "base/status_macros.h"
#include "cache/state_directory.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr std::array<const char*, 3> kFileEndings = {"", "-wal", "-shm"};
constexpr int64_t kLossLogPeriodSeconds = 60;

// The SQL is ours, so that it fails only on a schema that is not.
bool IsDamage(const absl::Status& status) {
  return absl::IsDataLoss(status) || absl::IsInvalidArgument(status);
}

// Of one row, not of the disk or the file.
bool ConcernsOneRow(const absl::Status& status) { return absl::IsOutOfRange(status); }

}  // namespace

BatchWriter::BatchWriter(const BatchWriterOptions& options, UseLog& uses, ReaderPool& readers)
    : options_(options),
      uses_(uses),
      readers_(readers),
      loss_log_(*options.clock, kLossLogPeriodSeconds) {}

absl::Status BatchWriter::Start() {
  uses_written_ns_ = options_.clock->SteadyNs();
  absl::Status status = OpenDatabase();
  if (absl::IsDataLoss(status)) status = SetAside(status);
  return status;
}

void BatchWriter::CloseDatabase() {
  database_.reset();
  ++generation_;
  readers_.CloseIdle();
  kernels_ = analyses_ = bytes_ = 0;
}

absl::Status BatchWriter::OpenDatabase() {
  PYASC_RETURN_IF_ERROR(PrepareStateFile(options_.path));
  for (const char* ending : kFileEndings)
    PYASC_RETURN_IF_ERROR(CheckStateFile(options_.path + ending));
  PYASC_ASSIGN_OR_RETURN(
      database_, KernelDatabase::Open(options_.path, options_.mac_key, options_.busy_timeout_ms));
  struct stat status{};
  if (::stat(options_.path.c_str(), &status) == 0) inode_ = status.st_ino;
  ++generation_;
  PublishTotals();
  return absl::OkStatus();
}

bool BatchWriter::FileInPlace() const {
  struct stat status{};
  return ::stat(options_.path.c_str(), &status) == 0 && status.st_ino == inode_;
}

absl::Status BatchWriter::SetAside(const absl::Status& why) {
  LogEvent(
      LogLevel::kError, "cache_file_damaged",
      {{"path", options_.path}, {"aside", options_.path + ".damaged"}, {"why", why.ToString()}});
  CloseDatabase();
  for (const char* ending : kFileEndings) {
    const std::string from = options_.path + ending;
    const std::string to = options_.path + ".damaged" + ending;
    if (::rename(from.c_str(), to.c_str()) == 0) continue;
    if (errno != ENOENT) {
      return absl::InternalError(fmt::format("cannot rename {}: {}", from, ::strerror(errno)));
    }
    ::remove(to.c_str());
  }
  return OpenDatabase();
}

absl::Status BatchWriter::Clear() {
  database_->Rollback();
  CloseDatabase();
  for (const char* ending : kFileEndings) ::remove((options_.path + ending).c_str());
  PYASC_RETURN_IF_ERROR(OpenDatabase());
  return database_->Begin();
}

absl::StatusOr<std::vector<StoredRow>> BatchWriter::ListRows(std::string_view toolchain) {
  PYASC_RETURN_IF_ERROR(WriteUses());
  return database_->ListRows(toolchain);
}

absl::Status BatchWriter::ReportDamage(uint64_t generation) const {
  if (generation != generation_) return absl::OkStatus();
  return absl::DataLossError("a reader found the file damaged");
}

void BatchWriter::RunBatch(std::vector<sqlite::Write> writes) {
  std::vector<absl::Status> outcomes;
  absl::Status status = TryBatch(writes, &outcomes);
  if (IsDamage(status)) {
    status = SetAside(status);
    if (status.ok()) status = TryBatch(writes, &outcomes);
  }
  if (!status.ok()) {
    LogLoss(status, writes.size());
    // Room for the next batch; it may well fail on the same disk.
    if (database_ != nullptr && !absl::IsUnavailable(status)) database_->ReleaseLog().IgnoreError();
  }
  for (size_t i = 0; i < writes.size(); ++i) {
    if (writes[i].done) writes[i].done(status.ok() ? outcomes[i] : status);
  }
}

absl::Status BatchWriter::TryBatch(const std::vector<sqlite::Write>& writes,
                                   std::vector<absl::Status>* outcomes) {
  if (database_ != nullptr && !FileInPlace()) {
    LogEvent(LogLevel::kWarn, "cache_file_gone", {{"path", options_.path}});
    CloseDatabase();
  }
  if (database_ == nullptr) PYASC_RETURN_IF_ERROR(OpenDatabase());
  const absl::Status status = ApplyAll(writes, outcomes);
  if (database_ == nullptr) return status;  // Clear could not open a fresh one
  if (!status.ok()) database_->Rollback();
  PublishTotals();
  if (status.ok()) {
    // A checkpoint that fails loses nothing: the log keeps the rows.
    const absl::Status checkpoint = database_->CheckpointIfDue();
    if (!checkpoint.ok()) LogLoss(checkpoint, 0);
  }
  return status;
}

absl::Status BatchWriter::ApplyAll(const std::vector<sqlite::Write>& writes,
                                   std::vector<absl::Status>* outcomes) {
  outcomes->clear();
  PYASC_RETURN_IF_ERROR(database_->Begin());
  for (const sqlite::Write& write : writes) {
    outcomes->push_back(write.apply());
    if (!outcomes->back().ok() && !ConcernsOneRow(outcomes->back())) return outcomes->back();
  }
  const int64_t age_ns = options_.clock->SteadyNs() - uses_written_ns_;
  const bool due = age_ns >= options_.access_time_s * int64_t{1'000'000'000};
  // An empty batch is an idle time or the end. Evicting needs to know the latest uses.
  if (due || writes.empty() || OverLimits()) PYASC_RETURN_IF_ERROR(WriteUses());
  PYASC_RETURN_IF_ERROR(database_->Evict(options_.max_bytes, options_.max_entries));
  return database_->Commit();
}

absl::Status BatchWriter::WriteUses() {
  uses_written_ns_ = options_.clock->SteadyNs();
  for (const UseLog::Use& use : uses_.Take()) {
    PYASC_RETURN_IF_ERROR(database_->MarkUsed(use.kind, use.key, use.unix_s));
  }
  return absl::OkStatus();
}

bool BatchWriter::OverLimits() const {
  const StoreTotals& totals = database_->totals();
  return totals.bytes > options_.max_bytes || totals.kernels > options_.max_entries ||
         totals.analyses > options_.max_entries;
}

void BatchWriter::PublishTotals() {
  const StoreTotals& totals = database_->totals();
  kernels_ = totals.kernels;
  analyses_ = totals.analyses;
  bytes_ = totals.bytes;
}

void BatchWriter::LogLoss(const absl::Status& status, size_t writes) {
  lost_since_log_ += writes;
  if (!loss_log_.Allow()) return;
  LogEvent(LogLevel::kWarn, "cache_write_failed",
           {{"path", options_.path}, {"writes", lost_since_log_}, {"why", status.ToString()}});
  lost_since_log_ = 0;
}

}  // namespace pyasc
