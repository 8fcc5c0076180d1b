#include "server/device/view.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace pyasc {
namespace {

using Axes = std::vector<int64_t>;

struct ExtentRow {
  std::string name;
  Axes dims;
  Axes strides;
  uint64_t offset;
  bool fits;
  uint64_t low;
  uint64_t high;
};

// All in a buffer of 64 bytes with elements of 4.
TEST(View, ExtentIsTheBytesTouched) {
  const std::vector<ExtentRow> rows = {
      {"scalar", {}, {}, 60, true, 60, 64},
      {"scalar over the end", {}, {}, 61, false, 0, 0},
      {"whole", {4, 4}, {16, 4}, 0, true, 0, 64},
      {"one too many", {4, 4}, {16, 4}, 1, false, 0, 0},
      {"negative stride", {16}, {-4}, 60, true, 0, 64},
      {"negative stride too far", {17}, {-4}, 60, false, 0, 0},
      {"both signs", {2, 3}, {-8, 4}, 8, true, 0, 20},
      {"zero stride", {1 << 30}, {0}, 0, true, 0, 4},
      {"empty", {0, 7}, {1 << 20, 4}, 64, true, 64, 64},
      {"empty far away", {0}, {4}, 65, false, 0, 0},
      {"negative dim", {-1}, {4}, 0, false, 0, 0},
      {"strides missing", {2, 2}, {4}, 0, false, 0, 0},
      {"overflow", {INT64_MAX}, {INT64_MAX}, 0, false, 0, 0},
      {"steep", {2, 2}, {INT64_MAX, INT64_MIN}, 0, false, 0, 0},
      {"steep back", {2}, {INT64_MIN}, UINT64_MAX, false, 0, 0},
  };
  for (const ExtentRow& row : rows) {
    const std::optional<Extent> extent = ExtentOf(row.dims, row.strides, 4, row.offset, 64);
    ASSERT_EQ(extent.has_value(), row.fits) << row.name;
    if (!row.fits) continue;
    EXPECT_EQ(extent->low, row.low) << row.name;
    EXPECT_EQ(extent->high, row.high) << row.name;
  }
}

TEST(View, CountsElements) {
  EXPECT_EQ(ElementCount(Axes{}, 8), 1);
  EXPECT_EQ(ElementCount(Axes{3, 4}, 8), 12);
  EXPECT_EQ(ElementCount(Axes{3, 0, 4}, 8), 0);
  EXPECT_EQ(ElementCount(Axes{-1}, 8), std::nullopt);
  EXPECT_EQ(ElementCount(Axes{0, -1}, 8), std::nullopt);
  EXPECT_EQ(ElementCount(Axes{int64_t{1} << 60}, 8), std::nullopt);
  EXPECT_EQ(ElementCount(Axes{0, int64_t{1} << 60, 8}, 1), std::nullopt);
}

TEST(View, ContiguousStridesAreThoseOfCOrder) {
  EXPECT_EQ(ContiguousStrides(Axes{2, 3, 4}, 8), (Axes{96, 32, 8}));
  EXPECT_EQ(ContiguousStrides(Axes{}, 8), Axes{});
  EXPECT_EQ(ContiguousStrides(Axes{2, 0, 4}, 8), (Axes{32, 32, 8}));
}

TEST(View, StridesOfAxesWithOneElementDoNotMatter) {
  EXPECT_TRUE(IsContiguous(Axes{2, 1, 3}, Axes{12, 999, 4}, 4));
  EXPECT_FALSE(IsContiguous(Axes{2, 2, 3}, Axes{12, 999, 4}, 4));
  EXPECT_FALSE(IsContiguous(Axes{3}, Axes{-4}, 4));
  EXPECT_TRUE(IsContiguous(Axes{0, 5}, Axes{1, 1}, 4));
  EXPECT_TRUE(IsContiguous(Axes{}, Axes{}, 4));
}

}  // namespace
}  // namespace pyasc
