// What every store does for `pyasc cache`: listing by pages, removing, checking.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/image.h"
#include "cache/memory_store.h"
#include "cache/row_seal.h"
#include "cache/sqlite/connection.h"
#include "cache/sqlite_store.h"
#include "cache/store_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

enum class Kind { kMemory, kSqlite };

class StoreAdminTest : public testing::TestWithParam<Kind> {
 protected:
  StoreAdminTest() {
    if (GetParam() == Kind::kMemory) {
      store_ = OpenMemoryStore({.clock = &clock_});
    } else {
      store_ = OpenSqliteStore({.directory = temp_.State(), .clock = &clock_}).value();
    }
    for (const char* name : {"a", "b", "c"}) Put(RowNamed(name));
  }

  // Each in a batch of its own: their order is certain.
  void Put(KernelRow row) {
    store_->PutKernel(std::move(row));
    ASSERT_TRUE(store_->Flush().ok());
  }

  std::vector<std::string> Names() {
    std::vector<std::string> names;
    const KernelPage page = store_->List(100, KernelStore::kNewest).value();
    for (const KernelRow& row : page.rows) names.push_back(row.operator_name);
    return names;
  }

  TempDirectory temp_;
  FakeClock clock_;
  std::unique_ptr<KernelStore> store_;
};

TEST_P(StoreAdminTest, PagesAreBoundedAndFollowEachOther) {
  const KernelPage first = store_->List(2, KernelStore::kNewest).value();
  ASSERT_EQ(first.rows.size(), 2u);
  EXPECT_EQ(first.rows[0].operator_name, "c");
  EXPECT_EQ(first.rows[1].operator_name, "b");
  ASSERT_NE(first.next, 0u);
  const KernelPage second = store_->List(2, first.next).value();
  ASSERT_EQ(second.rows.size(), 1u);
  EXPECT_EQ(second.rows[0].operator_name, "a");
  EXPECT_EQ(second.next, 0u);
}

TEST_P(StoreAdminTest, KeysAreFoundByTheirRange) {
  Digest first, last;
  last.bytes.fill(0xff);
  EXPECT_THAT(store_->FindKeys(first, last, 10).value(),
              UnorderedElementsAre(Sha256("a"), Sha256("b"), Sha256("c")));
  EXPECT_EQ(store_->FindKeys(first, last, 2)->size(), 2u);
  EXPECT_THAT(store_->FindKeys(Sha256("a"), Sha256("a"), 2).value(), ElementsAre(Sha256("a")));
  EXPECT_THAT(store_->FindKeys(Sha256("x"), Sha256("x"), 2).value(), IsEmpty());
}

TEST_P(StoreAdminTest, LookingIsNoUse) {
  const KernelRow row = store_->Peek(Sha256("a")).value();
  ExpectSameRow(row, RowNamed("a"));
  EXPECT_EQ(row.image_bytes, row.image.size());
  EXPECT_EQ(store_->Peek(Sha256("x")).status().code(), absl::StatusCode::kNotFound);
  EXPECT_THAT(Names(), ElementsAre("c", "b", "a"));
  EXPECT_EQ(store_->Stats().hits, 0u);
  EXPECT_EQ(store_->Stats().misses, 0u);
}

TEST_P(StoreAdminTest, RemovesTheKernelsNamed) {
  const std::vector<Digest> keys = {Sha256("a"), Sha256("c"), Sha256("x")};
  const uint64_t bytes = RowBytes(RowNamed("a")) + RowBytes(RowNamed("c"));
  const Removed dry = store_->Remove(keys, Removal::kDryRun).value();
  EXPECT_EQ(dry.kernels, 2u);
  EXPECT_EQ(dry.bytes, bytes);
  EXPECT_EQ(store_->Stats().kernels, 3u);
  const Removed removed = store_->Remove(keys, Removal::kRemove).value();
  EXPECT_EQ(removed.kernels, 2u);
  EXPECT_EQ(removed.bytes, bytes);
  EXPECT_THAT(Names(), ElementsAre("b"));
  EXPECT_EQ(store_->Stats().bytes, RowBytes(RowNamed("b")));
}

TEST_P(StoreAdminTest, GarbageIsWhatNoLaunchFinds) {
  KernelRow old = RowNamed("old");
  old.toolchain = "another";
  Put(old);
  store_->PutAnalysis(AnalysisNamed("a"));
  ASSERT_TRUE(store_->Flush().ok());
  const GarbageLimits limits{.toolchain = "toolchain"};
  EXPECT_EQ(store_->CollectGarbage(limits, Removal::kDryRun)->kernels, 1u);
  EXPECT_EQ(store_->Stats().kernels, 4u);
  const Removed removed = store_->CollectGarbage(limits, Removal::kRemove).value();
  EXPECT_EQ(removed.kernels, 1u);
  EXPECT_EQ(removed.analyses, 0u);
  EXPECT_EQ(removed.bytes, RowBytes(old));
  EXPECT_THAT(Names(), ElementsAre("c", "b", "a"));
}

TEST_P(StoreAdminTest, GarbageKnowsTheLatestUses) {
  EXPECT_TRUE(Has(*store_, "a"));
  const uint64_t one = RowBytes(RowNamed("a"));
  EXPECT_EQ(store_->CollectGarbage({.max_bytes = one}, Removal::kRemove)->kernels, 2u);
  EXPECT_THAT(Names(), ElementsAre("a"));
}

TEST_P(StoreAdminTest, GarbageOfManyRowsGoesInSteps) {
  for (int i = 0; i < 1200; ++i) store_->PutKernel(RowNamed("n" + std::to_string(i)));
  ASSERT_TRUE(store_->Flush().ok());
  EXPECT_EQ(store_->CollectGarbage({.max_bytes = 0}, Removal::kRemove)->kernels, 1203u);
  EXPECT_EQ(store_->Stats().bytes, 0u);
  EXPECT_EQ(store_->OldestUse().value(), 0);
}

TEST_P(StoreAdminTest, KernelsUnusedForLongGo) {
  clock_.Advance(100);
  Put(RowNamed("new"));
  const int64_t since = clock_.UnixSeconds() - 50;
  EXPECT_EQ(store_->OldestUse().value(), clock_.UnixSeconds() - 100);
  EXPECT_EQ(store_->CollectGarbage({.unused_since_unix_s = since}, Removal::kRemove)->kernels, 3u);
  EXPECT_THAT(Names(), ElementsAre("new"));
}

TEST_P(StoreAdminTest, EveryRowIsVerified) {
  store_->PutAnalysis(AnalysisNamed("a"));
  ASSERT_TRUE(store_->Flush().ok());
  uint64_t rows = 0;
  std::string after;
  do {
    const VerifiedPage page = store_->Verify(after, 2).value();
    rows += page.rows;
    EXPECT_THAT(page.bad, IsEmpty());
    after = page.next;
  } while (!after.empty());
  EXPECT_EQ(rows, 4u);
}

INSTANTIATE_TEST_SUITE_P(Stores, StoreAdminTest, testing::Values(Kind::kMemory, Kind::kSqlite),
                         [](const auto& kind) {
                           return kind.param == Kind::kMemory ? "Memory" : "Sqlite";
                         });

TEST(StoreVerifyTest, FindsAndRemovesTheDamagedRow) {
  TempDirectory temp;
  const auto store = OpenSqliteStore({.directory = temp.State()}).value();
  for (const char* name : {"a", "b"}) store->PutKernel(RowNamed(name));
  ASSERT_TRUE(store->Flush().ok());
  auto connection = sqlite::Connection::Open(temp.Database(), sqlite::Access::kWrite, 1000).value();
  ASSERT_TRUE(
      connection->Execute("UPDATE kernels SET image = x'00' WHERE operator_name = x'61'").ok());
  EXPECT_THAT(store->Verify("", 10)->bad, ElementsAre(Sha256("a")));
  ASSERT_TRUE(store->Flush().ok());
  EXPECT_EQ(store->Stats().quarantined, 1u);
  EXPECT_THAT(store->Verify("", 10)->bad, IsEmpty());
  EXPECT_EQ(store->Verify("nonsense", 10).status().code(), absl::StatusCode::kInvalidArgument);
}

}  // namespace
}  // namespace pyasc
