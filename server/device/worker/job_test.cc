#include "server/device/worker/job.h"

#include <gtest/gtest.h>

#include <string>

namespace pyasc {
namespace {

LaunchJob SomeJob() {
  LaunchJob job;
  job.image.bytes[3] = 9;
  job.tensors = {{0, 16, {2, 3}, {24, -8}}, {-1, 0, {}, {}}};
  job.attributes = {{1, 2}, {3, 4}};
  return job;
}

LaunchReport SomeReport() {
  LaunchReport report;
  report.status = absl::ResourceExhaustedError("no memory");
  report.outcome = abi::kRaised;
  report.site = 7;
  report.record = {{1, 0}};
  report.tensors = {{1, 8, {4}, {8}}};
  report.begin_ns = 45;
  report.run_ns = 123;
  return report;
}

TEST(Job, MakesTheRoundTrip) {
  const std::string bytes = EncodeJob(SomeJob());
  const absl::StatusOr<LaunchJob> job = DecodeJob(bytes);
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(job->image, SomeJob().image);
  ASSERT_EQ(job->tensors.size(), 2u);
  EXPECT_EQ(job->tensors[0].offset, 16u);
  EXPECT_EQ(job->tensors[0].strides, (std::vector<int64_t>{24, -8}));
  EXPECT_EQ(job->tensors[1].region, -1);
  EXPECT_EQ(job->attributes[1].high, 4u);
  EXPECT_EQ(EncodeJob(*job), bytes);
}

TEST(Report, MakesTheRoundTrip) {
  const std::string bytes = EncodeReport(SomeReport());
  const absl::StatusOr<LaunchReport> report = DecodeReport(bytes);
  ASSERT_TRUE(report.ok()) << report.status();
  EXPECT_EQ(report->status, SomeReport().status);
  EXPECT_EQ(report->begin_ns, 45);
  EXPECT_EQ(report->run_ns, 123);
  EXPECT_EQ(EncodeReport(*report), bytes);
}

TEST(Prints, MakeTheRoundTrip) {
  const std::string bytes = EncodePrints({{2, {{3, 4}, {5, 6}}}, {0, {}}});
  const auto prints = DecodePrints(bytes);
  ASSERT_TRUE(prints.ok()) << prints.status();
  ASSERT_EQ(prints->size(), 2u);
  EXPECT_EQ((*prints)[0].values[1].low, 5u);
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(DecodePrints(bytes.substr(0, size)).ok());
  }
  EXPECT_FALSE(DecodePrints(bytes + '\0').ok());
}

TEST(Job, CutOffOrLongerBytesAreMalformed) {
  const std::string job = EncodeJob(SomeJob());
  const std::string report = EncodeReport(SomeReport());
  for (size_t size = 0; size < job.size(); ++size)
    EXPECT_FALSE(DecodeJob(job.substr(0, size)).ok());
  for (size_t size = 0; size < report.size(); ++size) {
    EXPECT_FALSE(DecodeReport(report.substr(0, size)).ok());
  }
  EXPECT_FALSE(DecodeJob(job + '\0').ok());
  EXPECT_FALSE(DecodeReport(report + '\0').ok());
}

TEST(Report, AnOkStatusWithAMessageIsMalformed) {
  LaunchReport report;
  std::string bytes = EncodeReport(report);
  // The message follows the status' code: its length, its bytes.
  bytes.replace(4, 4, std::string("\x01\0\0\0m", 5));
  EXPECT_FALSE(DecodeReport(bytes).ok());
}

TEST(Job, EveryByteMayBeHostile) {
  // No crash, no huge allocation: whatever decodes encodes to the same bytes.
  const std::string report = EncodeReport(SomeReport());
  for (size_t at = 0; at < report.size(); ++at) {
    for (const char byte : {'\x00', '\x01', '\x7f', '\xff'}) {
      std::string bytes = report;
      bytes[at] = byte;
      const absl::StatusOr<LaunchReport> decoded = DecodeReport(bytes);
      if (!decoded.ok()) continue;
      EXPECT_EQ(EncodeReport(*decoded), bytes) << "byte " << at;
    }
  }
}

}  // namespace
}  // namespace pyasc
