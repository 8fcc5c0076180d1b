#include "server/scheduler/run_times.h"

#include <gtest/gtest.h>

#include <string>

namespace pyasc {
namespace {

Digest DigestOf(int i) { return Sha256(std::to_string(i)); }

TEST(RunTimes, FollowsWhatKernelsTake) {
  RunTimes times;
  EXPECT_EQ(times.ExpectedNs(DigestOf(1)), 1'000'000);
  times.Learn(DigestOf(1), 400);
  EXPECT_EQ(times.ExpectedNs(DigestOf(1)), 400);
  times.Learn(DigestOf(1), 800);
  EXPECT_EQ(times.ExpectedNs(DigestOf(1)), 500);
  for (int i = 0; i < 100; ++i) times.Learn(DigestOf(1), 8000);
  EXPECT_NEAR(static_cast<double>(times.ExpectedNs(DigestOf(1))), 8000, 10);
  EXPECT_EQ(times.ExpectedNs(DigestOf(2)), 1'000'000);
}

TEST(RunTimes, ForgetsWhenThereAreTooMany) {
  RunTimes times;
  for (int i = 0; i < 10'000; ++i) times.Learn(DigestOf(i), 5);
  EXPECT_EQ(times.ExpectedNs(DigestOf(0)), 1'000'000);
  EXPECT_EQ(times.ExpectedNs(DigestOf(9999)), 5);
}

}  // namespace
}  // namespace pyasc
