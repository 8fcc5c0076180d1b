#include "server/device/cpu/cores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace pyasc {
namespace {

using ::testing::ElementsAre;

TEST(ShareCores, AreEvenAndDisjoint) {
  EXPECT_THAT(ShareCores({0, 1, 2, 3}, 2), ElementsAre(ElementsAre(0, 1), ElementsAre(2, 3)));
  EXPECT_THAT(ShareCores({0, 2, 5}, 2), ElementsAre(ElementsAre(0), ElementsAre(2, 5)));
  EXPECT_THAT(ShareCores({7}, 1), ElementsAre(ElementsAre(7)));
}

TEST(ShareCores, MoreDevicesThanCoresShareThem) {
  EXPECT_THAT(ShareCores({4, 6}, 3), ElementsAre(ElementsAre(4), ElementsAre(4), ElementsAre(6)));
}

TEST(StayOn, HoldsTheThreadThere) {
  const std::vector<int> cores = AllowedCores();
  std::thread([&] {
    ASSERT_TRUE(StayOn({cores.back()}).ok());
    EXPECT_THAT(AllowedCores(), ElementsAre(cores.back()));
  }).join();
  EXPECT_EQ(AllowedCores(), cores);
}

}  // namespace
}  // namespace pyasc
