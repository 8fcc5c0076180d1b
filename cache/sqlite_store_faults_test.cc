// Killed processes, damaged files, full disks and strangers' locks.
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "cache/sqlite/connection.h"
#include "cache/sqlite_store.h"
#include "cache/store_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

std::unique_ptr<KernelStore> Open(const TempDirectory& temp) {
  auto store = OpenSqliteStore({.directory = temp.State(), .busy_timeout_ms = 100});
  EXPECT_TRUE(store.ok()) << store.status();
  return store.ok() ? *std::move(store) : nullptr;
}

void PutAndFlush(KernelStore& store, const std::string& name, size_t image_bytes = 100) {
  store.PutKernel(RowNamed(name, image_bytes));
  const absl::Status status = store.Flush();
  EXPECT_TRUE(status.ok()) << status;
}

void ExpectSound(const std::string& path) {
  auto connection = sqlite::Connection::Open(path, sqlite::Access::kWrite, 1000).value();
  sqlite::Statement check = connection->Prepare("PRAGMA integrity_check").value();
  ASSERT_TRUE(check.Step().value());
  EXPECT_EQ(check.Blob(0), "ok");
}

// Puts rows for ever, and writes a byte to `acknowledge` for each that is durable.
[[noreturn]] void WriteUntilKilled(const TempDirectory& temp, int acknowledge) {
  const auto store = Open(temp);
  for (int i = 0;; ++i) {
    store->PutKernel(RowNamed("extra" + std::to_string(i), 50'000));
    store->PutKernel(RowNamed(std::to_string(i), 20'000));
    if (!store->Flush().ok() || ::write(acknowledge, "x", 1) != 1) ::_exit(1);
  }
}

TEST(FaultsTest, EveryAcknowledgedRowSurvivesSigkill) {
  for (const int kill_after : {1, 7, 40}) {
    const TempDirectory temp;
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) WriteUntilKilled(temp, ends[1]);
    ::close(ends[1]);
    int acknowledged = 0;
    char byte;
    while (acknowledged < kill_after && ::read(ends[0], &byte, 1) == 1) ++acknowledged;
    ASSERT_EQ(::kill(child, SIGKILL), 0);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    while (::read(ends[0], &byte, 1) == 1) ++acknowledged;
    ::close(ends[0]);
    const auto store = Open(temp);
    for (int i = 0; i < acknowledged; ++i) EXPECT_TRUE(Has(*store, std::to_string(i))) << i;
    EXPECT_GE(acknowledged, kill_after);
    EXPECT_FALSE(std::filesystem::exists(temp.Database() + ".damaged"));
    PutAndFlush(*store, "after");
    ExpectSound(temp.Database());
  }
}

TEST(FaultsTest, ASecondDaemonIsRefusedAndNamesTheFirst) {
  const TempDirectory temp;
  const auto store = Open(temp);
  const std::string pid = "pid " + std::to_string(::getpid());
  EXPECT_TRUE(InChild([&] {
    const absl::Status status = OpenSqliteStore({.directory = temp.State()}).status();
    return absl::IsAlreadyExists(status) &&
           std::string(status.message()).find(pid) != std::string::npos;
  }));
  PutAndFlush(*store, "a");
  EXPECT_TRUE(Has(*store, "a"));
}

void Overwrite(const std::string& path, std::streamoff offset, size_t bytes) {
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(offset);
  file << std::string(bytes, '\x5a');
}

// Moves everything out of the log, as a long-running daemon would have.
void Checkpoint(const TempDirectory& temp) {
  auto connection = sqlite::Connection::Open(temp.Database(), sqlite::Access::kWrite, 1000).value();
  ASSERT_TRUE(connection->Execute("PRAGMA wal_checkpoint(TRUNCATE)").ok());
}

TEST(FaultsTest, ADamagedFileIsSetAsideAtStart) {
  const struct {
    const char* name;
    std::function<void(const std::string& path)> damage;
  } kRows[] = {
      {"header", [](const auto& p) { Overwrite(p, 0, 100); }},
      {"garbage", [](const auto& p) { std::ofstream(p) << std::string(5000, 'g'); }},
      {"schema page", [](const auto& p) { Overwrite(p, 100, 3900); }},
      {"cut in a page", [](const auto& p) { std::filesystem::resize_file(p, 5000); }},
      {"cut to one page", [](const auto& p) { std::filesystem::resize_file(p, 4096); }},
      {"later version",
       [](const auto& p) {
         auto file = sqlite::Connection::Open(p, sqlite::Access::kWrite, 100).value();
         EXPECT_TRUE(file->Execute("PRAGMA user_version = 99").ok());
       }},
      {"foreign schema",
       [](const auto& p) {
         auto file = sqlite::Connection::Open(p, sqlite::Access::kWrite, 100).value();
         EXPECT_TRUE(file->Execute("DROP TABLE kernels; CREATE TABLE kernels (x)").ok());
       }},
  };
  for (const auto& row : kRows) {
    const TempDirectory temp;
    PutAndFlush(*Open(temp), "a", 30'000);
    Checkpoint(temp);
    row.damage(temp.Database());
    const auto store = Open(temp);
    ASSERT_NE(store, nullptr) << row.name;
    EXPECT_FALSE(Has(*store, "a")) << row.name;
    PutAndFlush(*store, "b");
    EXPECT_TRUE(Has(*store, "b")) << row.name;
    EXPECT_TRUE(std::filesystem::exists(temp.Database() + ".damaged")) << row.name;
  }
}

// Wherever the damage is: lookups miss or answer the right row, and puts work again.
TEST(FaultsTest, DamageAnywhereNeverGivesAWrongRow) {
  const TempDirectory sound;
  {
    const auto store = Open(sound);
    for (int i = 0; i < 20; ++i) PutAndFlush(*store, std::to_string(i), 3000);
  }
  Checkpoint(sound);
  const auto bytes = static_cast<std::streamoff>(std::filesystem::file_size(sound.Database()));
  for (std::streamoff offset = 0; offset < bytes; offset += 4096 + 512) {
    const TempDirectory temp;
    std::filesystem::copy(sound.State(), temp.State());
    Overwrite(temp.Database(), offset, 64);
    const auto store = Open(temp);
    ASSERT_NE(store, nullptr) << offset;
    for (int i = 0; i < 20; ++i) {
      const auto row = store->GetKernel(Sha256(std::to_string(i)));
      EXPECT_TRUE(row.ok() ? row->image == RowNamed(std::to_string(i), 3000).image
                           : absl::IsNotFound(row.status()));
    }
    for (int i = 0; i < 20; ++i) store->PutKernel(RowNamed(std::to_string(i), 3000));
    const absl::Status flushed = store->Flush();
    EXPECT_TRUE(flushed.ok()) << offset << ": " << flushed;
    for (int i = 0; i < 20; ++i)
      EXPECT_TRUE(Has(*store, std::to_string(i))) << offset << " row " << i;
  }
}

TEST(FaultsTest, DamageWhileRunningIsSetAside) {
  const TempDirectory temp;
  const auto store = Open(temp);
  for (int i = 0; i < 50; ++i) store->PutKernel(RowNamed(std::to_string(i), 20'000));
  ASSERT_TRUE(store->Flush().ok());
  Checkpoint(temp);
  Overwrite(temp.Database(), 4096, 4096 * 100);
  for (int i = 0; i < 50; ++i) store->GetKernel(Sha256(std::to_string(i))).IgnoreError();
  store->Flush().IgnoreError();
  PutAndFlush(*store, "after");
  EXPECT_TRUE(Has(*store, "after"));
}

TEST(FaultsTest, AFileThatIsRemovedWhileRunningIsMadeAgain) {
  const TempDirectory temp;
  const auto store = Open(temp);
  PutAndFlush(*store, "a");
  for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(temp.Database() + ending);
  PutAndFlush(*store, "b");
  EXPECT_TRUE(Has(*store, "b"));
  EXPECT_EQ(store->Stats().kernels, 1u);
  EXPECT_TRUE(std::filesystem::exists(temp.Database()));
}

TEST(FaultsTest, ALostLogLosesItsRowsOnly) {
  const TempDirectory temp;
  PutAndFlush(*Open(temp), "a");
  Checkpoint(temp);
  PutAndFlush(*Open(temp), "b");
  ASSERT_TRUE(std::filesystem::remove(temp.Database() + "-wal"));
  const auto store = Open(temp);
  EXPECT_TRUE(Has(*store, "a"));
  EXPECT_FALSE(Has(*store, "b"));
  PutAndFlush(*store, "b");
  EXPECT_TRUE(Has(*store, "b"));
}

TEST(FaultsTest, AGarbageLogIsIgnored) {
  const TempDirectory temp;
  PutAndFlush(*Open(temp), "a");
  Checkpoint(temp);
  PutAndFlush(*Open(temp), "b");
  Overwrite(temp.Database() + "-wal", 0, 4096);
  const auto store = Open(temp);
  EXPECT_TRUE(Has(*store, "a"));
  PutAndFlush(*store, "b");
  EXPECT_TRUE(Has(*store, "b"));
}

// A limit on the size of files stands in for a full disk.
bool LosesPutsOnAFullDiskAndRecovers(const TempDirectory& temp) {
  ::signal(SIGXFSZ, SIG_IGN);
  const auto store = Open(temp);
  PutAndFlush(*store, "before");
  rlimit limit{};
  ::getrlimit(RLIMIT_FSIZE, &limit);
  const rlim_t no_limit = limit.rlim_cur;
  limit.rlim_cur = 300'000;
  ::setrlimit(RLIMIT_FSIZE, &limit);
  // Each alone is too large, however many the storage thread writes at once.
  for (int i = 0; i < 10; ++i) store->PutKernel(RowNamed(std::to_string(i), 400'000));
  if (store->Flush().ok() || store->Stats().dropped_writes != 10) return false;
  if (!Has(*store, "before") || Has(*store, "3")) return false;
  limit.rlim_cur = no_limit;
  ::setrlimit(RLIMIT_FSIZE, &limit);
  store->PutKernel(RowNamed("after", 100'000));
  return store->Flush().ok() && Has(*store, "after") && Has(*store, "before") &&
         store->Stats().kernels == 2;
}

TEST(FaultsTest, AFullDiskLosesPutsOnlyAndNeedsNoRestart) {
  const TempDirectory temp;
  EXPECT_TRUE(InChild([&] { return LosesPutsOnAFullDiskAndRecovers(temp); }));
  ExpectSound(temp.Database());
}

TEST(FaultsTest, ClearingGivesTheDiskBack) {
  const TempDirectory temp;
  const auto store = Open(temp);
  PutAndFlush(*store, "a", 2 << 20);
  EXPECT_TRUE(Has(*store, "a"));
  ASSERT_TRUE(store->Clear().ok());
  for (const char* ending : {"", "-wal", "-shm"}) {
    EXPECT_LT(std::filesystem::file_size(temp.Database() + ending), 100'000u) << ending;
  }
  EXPECT_FALSE(Has(*store, "a"));
  PutAndFlush(*store, "b");
  EXPECT_TRUE(Has(*store, "b"));
  EXPECT_FALSE(std::filesystem::exists(temp.Database() + ".damaged"));
}

TEST(FaultsTest, AStrangersLockBlocksNoGetAndNoPut) {
  const TempDirectory temp;
  const auto store = Open(temp);
  PutAndFlush(*store, "a");
  auto stranger = sqlite::Connection::Open(temp.Database(), sqlite::Access::kWrite, 0).value();
  ASSERT_TRUE(stranger->Execute("BEGIN IMMEDIATE").ok());
  store->PutKernel(RowNamed("lost"));
  EXPECT_TRUE(Has(*store, "a"));
  EXPECT_EQ(store->Flush().code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(store->Stats().dropped_writes, 1u);
  ASSERT_TRUE(stranger->Execute("ROLLBACK").ok());
  PutAndFlush(*store, "b");
  EXPECT_TRUE(Has(*store, "b"));
}

TEST(FaultsTest, ManyPutsMoveTheLogIntoTheDatabase) {
  const TempDirectory temp;
  const auto store = Open(temp);
  for (int i = 0; i < 400; ++i) {
    store->PutKernel(RowNamed(std::to_string(i), 50'000));
    if (i % 20 == 0) {
      ASSERT_TRUE(store->Flush().ok());
    }
  }
  ASSERT_TRUE(store->Flush().ok());
  EXPECT_GT(std::filesystem::file_size(temp.Database()), 10u << 20);
  EXPECT_LT(std::filesystem::file_size(temp.Database() + "-wal"), 10u << 20);
  EXPECT_TRUE(Has(*store, "0"));
}

}  // namespace
}  // namespace pyasc
