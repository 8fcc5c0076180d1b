#include "cache/memory_store.h"

#include <string>

#include "base/image.h"
#include "cache/row_seal.h"
#include "cache/store_testing.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

TEST(MemoryStoreTest, KeepsRowsAndCounts) {
  const auto store = OpenMemoryStore({});
  EXPECT_EQ(store->GetKernel(Sha256("a")).status().code(), absl::StatusCode::kNotFound);
  store->PutKernel(RowNamed("a"));
  store->PutAnalysis(AnalysisNamed("a"));
  ExpectSameRow(store->GetKernel(Sha256("a")).value(), RowNamed("a"));
  EXPECT_EQ(store->GetAnalysis(AnalysisNamed("a").key)->analysis, "analysis of a");
  EXPECT_EQ(store->GetKernel(Sha256("a"))->digest,
            KernelDigest(RowNamed("a").image, RowNamed("a").meta));
  const StoreStats stats = store->Stats();
  EXPECT_EQ(stats.kernels, 1u);
  EXPECT_EQ(stats.analyses, 1u);
  EXPECT_EQ(stats.hits, 3u);
  EXPECT_EQ(stats.misses, 1u);
  EXPECT_EQ(stats.bytes, RowBytes(RowNamed("a")) + RowBytes(AnalysisNamed("a")));
}

TEST(MemoryStoreTest, ForgetsTheLeastRecentlyUsed) {
  const auto store = OpenMemoryStore({.max_entries = 2});
  store->PutKernel(RowNamed("a"));
  store->PutKernel(RowNamed("b"));
  EXPECT_TRUE(Has(*store, "a"));
  store->PutKernel(RowNamed("c"));
  EXPECT_TRUE(Has(*store, "a"));
  EXPECT_FALSE(Has(*store, "b"));
}

TEST(MemoryStoreTest, HoldsItsBytes) {
  const auto store = OpenMemoryStore({.max_bytes = 3000});
  for (int i = 0; i < 10; ++i) store->PutKernel(RowNamed(std::to_string(i), 500));
  EXPECT_LE(store->Stats().bytes, 3000u);
  EXPECT_TRUE(Has(*store, "9"));
  store->PutKernel(RowNamed("huge", 5000));
  EXPECT_FALSE(Has(*store, "huge"));
  EXPECT_TRUE(Has(*store, "9"));
  EXPECT_EQ(store->Stats().dropped_writes, 1u);
}

TEST(MemoryStoreTest, ReplacesARow) {
  const auto store = OpenMemoryStore({});
  store->PutKernel(RowNamed("a"));
  KernelRow other = RowNamed("a");
  other.image = "other";
  store->PutKernel(other);
  EXPECT_EQ(store->GetKernel(other.key)->image, "other");
  EXPECT_EQ(store->Stats().bytes, RowBytes(other));
}

TEST(MemoryStoreTest, ListsTheNewestUseFirstWithoutImages) {
  const auto store = OpenMemoryStore({});
  for (const char* name : {"a", "b", "c"}) store->PutKernel(RowNamed(name));
  EXPECT_TRUE(Has(*store, "a"));
  const auto rows = store->List(2, KernelStore::kNewest)->rows;
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].operator_name, "a");
  EXPECT_EQ(rows[1].operator_name, "c");
  EXPECT_EQ(rows[0].image, "");
  EXPECT_EQ(rows[0].image_bytes, 101u);
}

}  // namespace
}  // namespace pyasc
