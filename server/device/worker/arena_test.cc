#include "server/device/worker/arena.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace pyasc {
namespace {

TEST(Arena, AllocationsAreAlignedAndApart) {
  Arena arena;
  char* last = nullptr;
  for (const int64_t bytes : {0, 1, 63, 64, 65, 4096}) {
    auto* memory = static_cast<char*>(arena.Allocate(bytes));
    ASSERT_NE(memory, nullptr) << bytes;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 64, 0u) << bytes;
    EXPECT_NE(memory, last) << bytes;
    std::memset(memory, 1, static_cast<size_t>(bytes));
    last = memory;
  }
}

TEST(Arena, ReleasedMemoryIsUsedAgain) {
  Arena arena;
  arena.Allocate(100);
  const uint64_t mark = arena.Mark();
  void* first = arena.Allocate(100);
  arena.Release(mark);
  EXPECT_EQ(arena.Allocate(100), first);
}

TEST(Arena, MarksReachAcrossChunks) {
  Arena arena;
  void* kept = arena.Allocate(64);
  std::memset(kept, 7, 64);
  const uint64_t mark = arena.Mark();
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 5; ++i) {
      void* memory = arena.Allocate(700 << 10);
      ASSERT_NE(memory, nullptr);
      std::memset(memory, 1, 700 << 10);
    }
    ASSERT_NE(arena.Allocate(8 << 20), nullptr);
    arena.Release(mark);
    EXPECT_EQ(arena.Mark(), mark);
  }
  EXPECT_EQ(static_cast<char*>(kept)[63], 7);
}

TEST(Arena, ALaterMarkReleasesNothing) {
  Arena arena;
  const uint64_t early = arena.Mark();
  arena.Allocate(64);
  const uint64_t late = arena.Mark();
  arena.Release(early);
  arena.Release(late);
  arena.Release(~uint64_t{0});
  EXPECT_EQ(arena.Mark(), early);
}

TEST(Arena, ImpossibleSizesAreNull) {
  Arena arena;
  EXPECT_EQ(arena.Allocate(-1), nullptr);
  EXPECT_EQ(arena.Allocate(INT64_MAX), nullptr);
  EXPECT_EQ(arena.Allocate(int64_t{1} << 46), nullptr);
  EXPECT_NE(arena.Allocate(1), nullptr);
}

}  // namespace
}  // namespace pyasc
