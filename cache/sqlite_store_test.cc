#include "cache/sqlite_store.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/image.h"
#include "cache/row_seal.h"
#include "cache/sqlite/connection.h"
#include "cache/store_testing.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

class SqliteStoreTest : public testing::Test {
 protected:
  SqliteStoreTest() {
    options_.directory = temp_.State();
    options_.clock = &clock_;
    Reopen();
  }

  void Reopen() {
    store_.reset();
    auto store = OpenSqliteStore(options_);
    ASSERT_TRUE(store.ok()) << store.status();
    store_ = *std::move(store);
  }

  void PutAndFlush(KernelRow row) {
    store_->PutKernel(std::move(row));
    ASSERT_TRUE(store_->Flush().ok());
  }

  // Changes the file behind the store's back.
  void Execute(const std::string& sql) {
    auto connection = sqlite::Connection::Open(temp_.Database(), sqlite::Access::kWrite, 1000);
    ASSERT_TRUE(connection.ok()) << connection.status();
    const absl::Status status = (*connection)->Execute(sql);
    ASSERT_TRUE(status.ok()) << status;
  }

  TempDirectory temp_;
  FakeClock clock_;
  SqliteStoreOptions options_;
  std::unique_ptr<KernelStore> store_;
};

TEST_F(SqliteStoreTest, KeepsRowsAcrossARestart) {
  EXPECT_EQ(store_->GetKernel(Sha256("a")).status().code(), absl::StatusCode::kNotFound);
  store_->PutAnalysis(AnalysisNamed("a"));
  PutAndFlush(RowNamed("a"));
  for (const bool restarted : {false, true}) {
    if (restarted) Reopen();
    const auto row = store_->GetKernel(Sha256("a"));
    ASSERT_TRUE(row.ok()) << row.status();
    ExpectSameRow(*row, RowNamed("a"));
    EXPECT_EQ(row->digest, KernelDigest(RowNamed("a").image, RowNamed("a").meta));
    EXPECT_EQ(row->created_unix_s, clock_.UnixSeconds());
    const auto analysis = store_->GetAnalysis(AnalysisNamed("a").key);
    ASSERT_TRUE(analysis.ok());
    EXPECT_EQ(analysis->analysis, "analysis of a");
    EXPECT_EQ(analysis->toolchain, "toolchain");
    EXPECT_EQ(store_->Stats().kernels, 1u);
    EXPECT_EQ(store_->Stats().analyses, 1u);
    EXPECT_EQ(store_->Stats().bytes, RowBytes(RowNamed("a")) + RowBytes(AnalysisNamed("a")));
  }
}

TEST_F(SqliteStoreTest, WritesWhatStillWaitsWhenItIsDestroyed) {
  options_.group_commit_ms = 3'600'000;
  Reopen();
  store_->PutKernel(RowNamed("a"));
  Reopen();
  EXPECT_TRUE(Has(*store_, "a"));
}

TEST_F(SqliteStoreTest, ReplacesARow) {
  PutAndFlush(RowNamed("a"));
  KernelRow other = RowNamed("a");
  other.image = std::string("\0other", 6);
  PutAndFlush(other);
  EXPECT_EQ(store_->GetKernel(other.key)->image, other.image);
  EXPECT_EQ(store_->Stats().kernels, 1u);
  EXPECT_EQ(store_->Stats().bytes, RowBytes(other));
}

TEST_F(SqliteStoreTest, KeepsEmptyAndBinaryFields) {
  KernelRow row;
  row.key = Sha256("empty");
  PutAndFlush(row);
  EXPECT_TRUE(Has(*store_, "empty"));
  KernelRow binary = RowNamed("binary");
  binary.normalised = binary.operator_name = binary.producer = std::string("\xff\0\x80", 3);
  PutAndFlush(binary);
  ExpectSameRow(store_->GetKernel(binary.key).value(), binary);
}

TEST_F(SqliteStoreTest, ClearsEverything) {
  store_->PutAnalysis(AnalysisNamed("a"));
  PutAndFlush(RowNamed("a", 1 << 20));
  ASSERT_TRUE(store_->Clear().ok());
  EXPECT_FALSE(Has(*store_, "a"));
  EXPECT_FALSE(store_->GetAnalysis(AnalysisNamed("a").key).ok());
  EXPECT_EQ(store_->Stats().bytes, 0u);
  PutAndFlush(RowNamed("a"));
  EXPECT_TRUE(Has(*store_, "a"));
}

TEST_F(SqliteStoreTest, ListsTheNewestUseFirstWithoutImages) {
  for (const char* name : {"a", "b", "c"}) PutAndFlush(RowNamed(name));
  clock_.Advance(100);
  EXPECT_TRUE(Has(*store_, "a"));
  ASSERT_TRUE(store_->Flush().ok());
  const auto rows = store_->List(2, KernelStore::kNewest)->rows;
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].operator_name, "a");
  EXPECT_EQ(rows[0].used_unix_s, clock_.UnixSeconds());
  EXPECT_EQ(rows[0].created_unix_s, clock_.UnixSeconds() - 100);
  EXPECT_EQ(rows[1].operator_name, "c");
  EXPECT_EQ(rows[0].image, "");
  EXPECT_EQ(rows[0].image_bytes, 101u);
}

TEST_F(SqliteStoreTest, ForgetsTheLeastRecentlyUsed) {
  options_.max_entries = 3;
  Reopen();
  for (const char* name : {"a", "b", "c"}) PutAndFlush(RowNamed(name));
  EXPECT_TRUE(Has(*store_, "a"));
  store_->Touch(Sha256("b"));
  PutAndFlush(RowNamed("d"));
  EXPECT_FALSE(Has(*store_, "c"));
  for (const char* name : {"a", "b", "d"}) EXPECT_TRUE(Has(*store_, name)) << name;
}

TEST_F(SqliteStoreTest, RemembersUsesAcrossARestart) {
  for (const char* name : {"a", "b"}) PutAndFlush(RowNamed(name));
  EXPECT_TRUE(Has(*store_, "a"));
  options_.max_entries = 2;
  Reopen();
  PutAndFlush(RowNamed("c"));
  EXPECT_TRUE(Has(*store_, "a"));
  EXPECT_FALSE(Has(*store_, "b"));
}

TEST_F(SqliteStoreTest, HoldsItsBytesOverBothKinds) {
  options_.max_bytes = 10'000;
  Reopen();
  for (int i = 0; i < 30; ++i) {
    store_->PutAnalysis(AnalysisNamed(std::to_string(i)));
    PutAndFlush(RowNamed(std::to_string(i), 1000));
    EXPECT_LE(store_->Stats().bytes, 10'000u);
  }
  EXPECT_TRUE(Has(*store_, "29"));
  EXPECT_TRUE(store_->GetAnalysis(AnalysisNamed("29").key).ok());
  EXPECT_FALSE(Has(*store_, "0"));
  EXPECT_FALSE(store_->GetAnalysis(AnalysisNamed("0").key).ok());
}

TEST_F(SqliteStoreTest, SmallerLimitsHoldAfterTheNextPut) {
  for (int i = 0; i < 20; ++i) store_->PutKernel(RowNamed(std::to_string(i)));
  options_.max_entries = 5;
  Reopen();
  PutAndFlush(RowNamed("last"));
  EXPECT_EQ(store_->Stats().kernels, 5u);
}

TEST_F(SqliteStoreTest, DropsARowThatCanNeverFit) {
  options_.max_bytes = 10'000;
  Reopen();
  PutAndFlush(RowNamed("a"));
  store_->PutKernel(RowNamed("huge", 20'000));
  EXPECT_TRUE(store_->Flush().ok());
  EXPECT_EQ(store_->Stats().dropped_writes, 1u);
  EXPECT_TRUE(Has(*store_, "a"));
}

TEST_F(SqliteStoreTest, AClockGoingBackwardsMakesNoAgesAndEvictsNobody) {
  for (const char* name : {"a", "b"}) PutAndFlush(RowNamed(name));
  clock_.SetUnixSeconds(1000);
  EXPECT_TRUE(Has(*store_, "a"));
  PutAndFlush(RowNamed("c"));
  EXPECT_TRUE(Has(*store_, "c"));
  Reopen();
  const std::vector<KernelRow> rows = store_->List(10, KernelStore::kNewest)->rows;
  for (const KernelRow& row : rows) {
    EXPECT_LE(row.created_unix_s, 1000) << row.operator_name;
    EXPECT_LE(row.used_unix_s, 1000) << row.operator_name;
    EXPECT_LE(row.created_unix_s, row.used_unix_s) << row.operator_name;
  }
  EXPECT_EQ(store_->Stats().kernels, 3u);
  options_.max_entries = 2;
  Reopen();
  PutAndFlush(RowNamed("d"));
  // Uses have an order of their own: c's was the latest, though the clock said otherwise.
  EXPECT_TRUE(Has(*store_, "c"));
  EXPECT_TRUE(Has(*store_, "d"));
}

TEST_F(SqliteStoreTest, AClockThatJumpsAheadAndBackEvictsNobodyAndKeepsTheOrder) {
  options_.max_entries = 3;
  Reopen();
  const int64_t now = clock_.UnixSeconds();
  PutAndFlush(RowNamed("early"));
  clock_.SetUnixSeconds(now + 100 * 365 * 86'400LL);
  PutAndFlush(RowNamed("ahead"));
  EXPECT_EQ(store_->Stats().kernels, 2u);
  clock_.SetUnixSeconds(now + 1);
  EXPECT_TRUE(Has(*store_, "early"));
  PutAndFlush(RowNamed("back"));
  EXPECT_EQ(store_->Stats().kernels, 3u);
  Reopen();
  const std::vector<KernelRow> rows = store_->List(10, KernelStore::kNewest)->rows;
  for (const KernelRow& row : rows) {
    EXPECT_LE(row.used_unix_s, now + 1) << row.operator_name;
    EXPECT_LE(row.created_unix_s, row.used_unix_s) << row.operator_name;
  }
  // One leaves for one that comes: the one whose last use is the longest ago.
  PutAndFlush(RowNamed("next"));
  EXPECT_FALSE(Has(*store_, "ahead"));
  for (const char* name : {"early", "back", "next"}) EXPECT_TRUE(Has(*store_, name)) << name;
}

TEST_F(SqliteStoreTest, EightThreadsPutAndGet) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 50; ++i) {
        store_->PutKernel(RowNamed(std::to_string(i), 2000));
        if (t == 0 && i % 10 == 0 && !store_->Flush().ok()) ++wrong;
        const auto row = store_->GetKernel(Sha256(std::to_string(i * 7 % 50)));
        if (row.ok() && row->image != RowNamed(std::to_string(i * 7 % 50), 2000).image) ++wrong;
        if (!row.ok() && !absl::IsNotFound(row.status())) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  ASSERT_TRUE(store_->Flush().ok());
  EXPECT_EQ(wrong, 0);
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(Has(*store_, std::to_string(i))) << i;
  EXPECT_EQ(store_->Stats().dropped_writes, 0u);
  EXPECT_EQ(store_->Stats().kernels, 50u);
}

struct Tampering {
  const char* name;
  const char* sql;
};

void PrintTo(const Tampering& tampering, std::ostream* out) { *out << tampering.name; }

class TamperTest : public SqliteStoreTest, public testing::WithParamInterface<Tampering> {};

// Every row is changed; each read must be a miss, and the row be gone afterwards.
TEST_P(TamperTest, IsAMissAndTheRowIsRemoved) {
  for (const bool open : {true, false}) {
    PutAndFlush(RowNamed("a"));
    ASSERT_TRUE(Has(*store_, "a"));
    const uint64_t before = open ? store_->Stats().quarantined : 0;
    if (!open) store_.reset();
    Execute(GetParam().sql);
    if (!open) Reopen();
    EXPECT_EQ(store_->GetKernel(Sha256("a")).status().code(), absl::StatusCode::kNotFound);
    ASSERT_TRUE(store_->Flush().ok());
    EXPECT_EQ(store_->Stats().quarantined, before + 1);
    EXPECT_EQ(store_->Stats().kernels, 0u);
    PutAndFlush(RowNamed("a"));
    EXPECT_TRUE(Has(*store_, "a"));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Columns, TamperTest,
    testing::Values(
        Tampering{"image", "UPDATE kernels SET image = CAST(x'00' || substr(image, 2) AS BLOB)"},
        Tampering{"image_end", "UPDATE kernels SET image = substr(image, 1, length(image) - 1)"},
        Tampering{"meta", "UPDATE kernels SET meta = CAST(x'00' || substr(meta, 2) AS BLOB)"},
        Tampering{"split",
                  "UPDATE kernels SET image = CAST(image || substr(meta, 1, 1) AS BLOB), meta = "
                  "substr(meta, 2)"},
        Tampering{"mac", "UPDATE kernels SET mac = zeroblob(32)"},
        Tampering{"short_mac", "UPDATE kernels SET mac = substr(mac, 1, 31)"},
        Tampering{"empty_mac", "UPDATE kernels SET mac = x''"},
        Tampering{"digest", "UPDATE kernels SET digest = zeroblob(32)"},
        Tampering{"normalised", "UPDATE kernels SET normalised = x'00'"},
        Tampering{"specialisation", "UPDATE kernels SET specialisation = x'00'"},
        Tampering{"toolchain", "UPDATE kernels SET toolchain = x'00'"},
        Tampering{"producer", "UPDATE kernels SET producer = x'00'"},
        Tampering{"namespace", "UPDATE kernels SET namespace_name = x'00'"},
        Tampering{"operator", "UPDATE kernels SET operator_name = x'00'"},
        Tampering{"compile_time", "UPDATE kernels SET compile_us = 1"},
        Tampering{"created", "UPDATE kernels SET created_unix_s = 1"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST_F(SqliteStoreTest, ARowUnderAnotherKeyIsAMiss) {
  PutAndFlush(RowNamed("a"));
  PutAndFlush(RowNamed("b"));
  Execute("DELETE FROM kernels WHERE key = x'" + Sha256("b").Hex() +
          "'; UPDATE kernels SET key = x'" + Sha256("b").Hex() + "' WHERE key = x'" +
          Sha256("a").Hex() + "'");
  EXPECT_FALSE(Has(*store_, "a"));
  EXPECT_FALSE(Has(*store_, "b"));
  ASSERT_TRUE(store_->Flush().ok());
  EXPECT_EQ(store_->Stats().quarantined, 1u);
}

TEST_F(SqliteStoreTest, ATamperedAnalysisIsAMiss) {
  store_->PutAnalysis(AnalysisNamed("a"));
  ASSERT_TRUE(store_->Flush().ok());
  Execute("UPDATE analyses SET analysis = CAST(x'00' || substr(analysis, 2) AS BLOB)");
  EXPECT_EQ(store_->GetAnalysis(AnalysisNamed("a").key).status().code(),
            absl::StatusCode::kNotFound);
  ASSERT_TRUE(store_->Flush().ok());
  EXPECT_EQ(store_->Stats().quarantined, 1u);
  EXPECT_EQ(store_->Stats().analyses, 0u);
}

TEST_F(SqliteStoreTest, AListLeavesBadRowsOut) {
  PutAndFlush(RowNamed("a"));
  Execute("UPDATE kernels SET meta = x'00'");
  PutAndFlush(RowNamed("b"));
  EXPECT_EQ(store_->List(10, KernelStore::kNewest)->rows.size(), 1u);
  ASSERT_TRUE(store_->Flush().ok());
  EXPECT_EQ(store_->Stats().quarantined, 1u);
}

TEST_F(SqliteStoreTest, RowsOfAnotherKeyAreMisses) {
  PutAndFlush(RowNamed("a"));
  store_.reset();
  std::filesystem::remove(temp_.State() + "/mac.key");
  Reopen();
  EXPECT_FALSE(Has(*store_, "a"));
  PutAndFlush(RowNamed("a"));
  EXPECT_TRUE(Has(*store_, "a"));
}

// A put that replaced the bad row before the storage thread looked again stays.
TEST_F(SqliteStoreTest, QuarantineSparesARowThatWasReplaced) {
  options_.group_commit_ms = 3'600'000;
  Reopen();
  PutAndFlush(RowNamed("a"));
  Execute("UPDATE kernels SET meta = x'00'");
  store_->PutKernel(RowNamed("a"));
  EXPECT_FALSE(Has(*store_, "a"));
  ASSERT_TRUE(store_->Flush().ok());
  EXPECT_TRUE(Has(*store_, "a"));
  EXPECT_EQ(store_->Stats().quarantined, 0u);
}

}  // namespace
}  // namespace pyasc
