#include "cache/garbage.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

StoredRow Row(int64_t order, int64_t used_unix_s = 0) {
  return {.key = Sha256(std::to_string(order)),
          .bytes = 10,
          .order = order,
          .used_unix_s = used_unix_s};
}

std::vector<int64_t> Chosen(std::vector<StoredRow> rows, const GarbageLimits& limits) {
  std::vector<int64_t> orders;
  for (const StoredRow& row : ChooseGarbage(std::move(rows), limits)) orders.push_back(row.order);
  return orders;
}

TEST(Garbage, NothingGoesWithoutLimits) { EXPECT_THAT(Chosen({Row(2), Row(1)}, {}), IsEmpty()); }

TEST(Garbage, TheLeastRecentlyUsedGoUntilTheRestFits) {
  const std::vector<StoredRow> rows = {Row(3), Row(1), Row(2)};
  EXPECT_THAT(Chosen(rows, {.max_bytes = 20}), ElementsAre(1));
  EXPECT_THAT(Chosen(rows, {.max_bytes = 19}), ElementsAre(1, 2));
  EXPECT_THAT(Chosen(rows, {.max_bytes = 0}), ElementsAre(1, 2, 3));
  EXPECT_THAT(Chosen(rows, {.max_bytes = 30}), IsEmpty());
}

TEST(Garbage, ForeignRowsGoFirstAndMakeRoom) {
  StoredRow foreign = Row(3);
  foreign.foreign = true;
  EXPECT_THAT(Chosen({Row(1), Row(2), foreign}, {.max_bytes = 20}), ElementsAre(3));
}

TEST(Garbage, OnlyKernelsAreTooOld) {
  StoredRow analysis = Row(1, 5);
  analysis.kind = RowKind::kAnalysis;
  EXPECT_THAT(Chosen({analysis, Row(2, 9), Row(3, 10)}, {.unused_since_unix_s = 10}),
              ElementsAre(2));
}

}  // namespace
}  // namespace pyasc
