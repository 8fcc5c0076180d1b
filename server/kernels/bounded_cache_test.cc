#include "server/kernels/bounded_cache.h"

#include <string>

#include "gtest/gtest.h"

namespace pyasc {
namespace {

constexpr int64_t kNow = 1000;

Digest Key(int n) { return Sha256(std::to_string(n)); }
std::shared_ptr<const int> Value(int n) { return std::make_shared<const int>(n); }

TEST(BoundedCache, ErasesOne) {
  BoundedCache<int> cache(2, 1000);
  cache.Put(Key(1), Value(1), 1);
  cache.Put(Key(2), Value(2), 1);
  cache.Erase(Key(1));
  cache.Erase(Key(3));
  EXPECT_EQ(cache.Get(Key(1), kNow), nullptr);
  EXPECT_EQ(cache.size(), 1u);
}

TEST(BoundedCache, TheLeastRecentlyUsedLeavesFirst) {
  BoundedCache<int> cache(2, 1000);
  cache.Put(Key(1), Value(1), 1);
  cache.Put(Key(2), Value(2), 1);
  EXPECT_EQ(*cache.Get(Key(1), kNow), 1);
  cache.Put(Key(3), Value(3), 1);
  EXPECT_EQ(cache.Get(Key(2), kNow), nullptr);
  EXPECT_NE(cache.Get(Key(1), kNow), nullptr);
  EXPECT_NE(cache.Get(Key(3), kNow), nullptr);
}

TEST(BoundedCache, BytesAreBoundedButTheNewestStays) {
  BoundedCache<int> cache(100, 10);
  cache.Put(Key(1), Value(1), 6);
  cache.Put(Key(2), Value(2), 6);
  EXPECT_EQ(cache.Get(Key(1), kNow), nullptr);
  cache.Put(Key(3), Value(3), 60);
  EXPECT_EQ(cache.size(), 1u);
  EXPECT_NE(cache.Get(Key(3), kNow), nullptr);
}

TEST(BoundedCache, AnEntryExpires) {
  BoundedCache<int> cache(100, 10);
  cache.Put(Key(1), Value(1), 1, kNow + 1);
  EXPECT_NE(cache.Get(Key(1), kNow), nullptr);
  EXPECT_EQ(cache.Get(Key(1), kNow + 1), nullptr);
  EXPECT_EQ(cache.size(), 0u);
}

TEST(BoundedCache, PutReplacesAndClearForgets) {
  BoundedCache<int> cache(100, 10);
  cache.Put(Key(1), Value(1), 5);
  cache.Put(Key(1), Value(2), 5);
  EXPECT_EQ(*cache.Get(Key(1), kNow), 2);
  EXPECT_EQ(cache.size(), 1u);
  cache.Clear();
  EXPECT_EQ(cache.Get(Key(1), kNow), nullptr);
}

}  // namespace
}  // namespace pyasc
