#include "server/device/worker/copy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace pyasc {
namespace {

struct Row {
  std::string name;
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;  // in elements
  int64_t start;
  int64_t count;
  std::vector<int32_t> expected;
};

TEST(GatherPrefix, WritesElementsInCOrder) {
  const std::vector<int32_t> source = {0, 1, 2, 3, 4, 5};
  const std::vector<Row> rows = {
      {"contiguous", {2, 3}, {3, 1}, 0, 4, {0, 1, 2, 3}},
      {"transposed", {3, 2}, {1, 3}, 0, 5, {0, 3, 1, 4, 2}},
      {"backwards", {6}, {-1}, 5, 3, {5, 4, 3}},
      {"repeated", {2, 3}, {0, 2}, 1, 6, {1, 3, 5, 1, 3, 5}},
      {"none", {3, 2}, {1, 3}, 0, 0, {}},
      {"scalar", {}, {}, 4, 1, {4}},
  };
  for (const Row& row : rows) {
    std::vector<int32_t> to(row.expected.size());
    std::vector<int64_t> strides = row.strides;
    for (int64_t& stride : strides) stride *= 4;
    GatherPrefix(reinterpret_cast<const char*>(source.data() + row.start), row.dims, strides, 4,
                 row.count, reinterpret_cast<char*>(to.data()));
    EXPECT_EQ(to, row.expected) << row.name;
  }
}

}  // namespace
}  // namespace pyasc
