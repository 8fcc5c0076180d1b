#include "server/units.h"

#include "gtest/gtest.h"

namespace pyasc {
namespace {

TEST(ParseBytes, KnowsBinaryAndDecimalUnits) {
  EXPECT_EQ(ParseBytes("0").value(), 0);
  EXPECT_EQ(ParseBytes("4096").value(), 4096);
  EXPECT_EQ(ParseBytes("10GiB").value(), int64_t{10} << 30);
  EXPECT_EQ(ParseBytes("1.5 MB").value(), 1'500'000);
  EXPECT_EQ(ParseBytes("2 TiB").value(), int64_t{2} << 40);
}

TEST(ParseSeconds, KnowsUnits) {
  EXPECT_EQ(ParseSeconds("30").value(), 30);
  EXPECT_EQ(ParseSeconds("30min").value(), 1800);
  EXPECT_EQ(ParseSeconds("1.5h").value(), 5400);
  EXPECT_EQ(ParseSeconds("1d").value(), 86400);
}

TEST(ParseCount, TakesWholeNumbersAlone) {
  EXPECT_EQ(ParseCount("12").value(), 12);
  for (const char* text : {"", "-1", "1.5", "12x", "99999999999999999999"}) {
    EXPECT_FALSE(ParseCount(text).ok()) << text;
  }
}

TEST(Units, EverythingElseIsRefused) {
  for (const char* text : {"", "GiB", "-1", "1e3", "10 gigs", "99999999TiB", "nan", "inf"}) {
    EXPECT_EQ(ParseBytes(text).status().code(), absl::StatusCode::kInvalidArgument) << text;
    EXPECT_EQ(ParseSeconds(text).status().code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

}  // namespace
}  // namespace pyasc
