#include "server/device/cpu/report_check.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace pyasc {
namespace {

constexpr uint32_t kRecordValues = 2;

TensorUse Use(bool created, bool resized) {
  TensorUse use;
  use.dtype = DType::kInt64;
  use.rank = 1;
  use.created = created;
  use.resized = resized;
  return use;
}

// One tensor that stays, one that is created; site 0 raises with a value and a loop index,
// site 1 prints a value.
LaunchRequest SomeRequest() {
  auto kernel = std::make_shared<Executable>();
  MessagePart value;
  value.slot = 0;
  value.kind = ScalarKind::kInt;
  Site raise, print;
  raise.exception = "IndexError";
  raise.parts = {value};
  raise.loops = {"i"};
  raise.loop_slot = 1;
  print.parts = {value};
  kernel->meta.sites = {raise, print};
  kernel->meta.tensors = {Use(false, false), Use(true, false)};
  kernel->meta.runtime_attributes = {0};
  LaunchRequest request;
  request.executable = kernel;
  request.tensors.resize(2);
  request.tensors[0] = {DType::kInt64, {2}, {8}, 0, *AllocateBuffer(16)};
  request.attributes.resize(1);
  request.attributes[0].kind = ScalarKind::kInt;
  request.attributes[0].integer = -1;
  return request;
}

LaunchReport SomeReport() {
  LaunchReport report;
  report.tensors = {{0, 0, {2}, {8}}, {1, 0, {3}, {8}}};
  return report;
}

class ReportCheck : public ::testing::Test {
 protected:
  absl::StatusOr<LaunchResult> Read(const LaunchReport& report) {
    return ReadReport(report, request_, regions_, kRecordValues);
  }

  const LaunchRequest request_ = SomeRequest();
  // The request's buffer and one of 24 bytes allocated during the launch.
  const RegionList regions_ = {request_.tensors[0].buffer, *AllocateBuffer(24)};
};

TEST_F(ReportCheck, CreatedTensorsAreWhereTheReportSays) {
  const auto result = Read(SomeReport());
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->tensors[1].buffer, regions_[1]);
  EXPECT_EQ(result->tensors[1].dtype, DType::kInt64);
  EXPECT_EQ(result->tensors[1].dims, std::vector<int64_t>{3});
}

TEST_F(ReportCheck, TensorsThatTheKernelMayNotMoveStayWhereTheyWere) {
  LaunchReport report = SomeReport();
  report.tensors[0] = {1, 8, {1}, {8}};
  const auto result = Read(report);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->tensors[0].buffer, regions_[0]);
  EXPECT_EQ(result->tensors[0].dims, std::vector<int64_t>{2});
}

TEST_F(ReportCheck, ExceptionsAreDecodedBySite) {
  LaunchReport report;
  report.outcome = abi::kRaised;
  report.record = {{5, 0}, {6, 0}};
  const auto result = Read(report);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_TRUE(result->raised);
  EXPECT_EQ(static_cast<int>(result->exception.values.at(0).integer), 5);
  EXPECT_EQ(static_cast<int>(result->exception.loop_indices.at(0)), 6);
}

TEST_F(ReportCheck, PrintsAreDecodedBySite) {
  const auto lines = ReadPrints({{1, {{8, 0}}}}, request_.executable->meta);
  ASSERT_TRUE(lines.ok()) << lines.status();
  EXPECT_EQ(static_cast<int>(lines->at(0).values.at(0).integer), 8);
  const std::vector<PrintRecord> hostile[] = {
      {{0, {{1, 0}}}},  // the site of a raise
      {{9, {{1, 0}}}},  // nowhere
      {{1, {}}},        // nothing
  };
  for (const std::vector<PrintRecord>& prints : hostile) {
    EXPECT_EQ(ReadPrints(prints, request_.executable->meta).status().code(),
              absl::StatusCode::kDataLoss);
  }
}

struct HostileRow {
  std::string name;
  std::function<void(LaunchReport&)> spoil;
};

void Raise(LaunchReport& r) {
  r.outcome = abi::kRaised;
  r.record = {{5, 0}, {6, 0}};
}

const HostileRow kHostile[] = {
    {"outcome", [](LaunchReport& r) { r.outcome = 3; }},
    {"negative outcome", [](LaunchReport& r) { r.outcome = -1; }},
    {"site",
     [](LaunchReport& r) {
       Raise(r);
       r.site = 2;
     }},
    {"site of a print",
     [](LaunchReport& r) {
       Raise(r);
       r.site = 1;
     }},
    {"short record",
     [](LaunchReport& r) {
       Raise(r);
       r.record.pop_back();
     }},
    {"long record",
     [](LaunchReport& r) {
       Raise(r);
       r.record.push_back({});
     }},
    {"too few tensors", [](LaunchReport& r) { r.tensors.pop_back(); }},
    {"region", [](LaunchReport& r) { r.tensors[1].region = 2; }},
    {"no region", [](LaunchReport& r) { r.tensors[1].region = -1; }},
    {"too long", [](LaunchReport& r) { r.tensors[1].dims = {4}; }},
    {"offset", [](LaunchReport& r) { r.tensors[1].offset = ~0ull; }},
    {"stride", [](LaunchReport& r) { r.tensors[1].strides = {-8}; }},
    {"negative dim", [](LaunchReport& r) { r.tensors[1].dims = {-3}; }},
    {"claims that the broker is down",
     [](LaunchReport& r) { r.status = absl::UnavailableError(""); }},
    {"a message without end",
     [](LaunchReport& r) { r.status = absl::InternalError(std::string(1 << 20, 'x')); }},
};

TEST_F(ReportCheck, HostileReportsAreDataLoss) {
  for (const HostileRow& row : kHostile) {
    LaunchReport report = SomeReport();
    row.spoil(report);
    EXPECT_EQ(Read(report).status().code(), absl::StatusCode::kDataLoss) << row.name;
  }
}

TEST(MakeJob, ViewsOfOneBufferShareARegion) {
  LaunchRequest request = SomeRequest();
  request.tensors[1] = request.tensors[0];
  request.tensors[1].offset = 8;
  RegionList regions;
  const auto job = MakeJob(request, &regions);
  ASSERT_TRUE(job.ok()) << job.status();
  EXPECT_EQ(regions.size(), 1u);
  EXPECT_EQ(job->tensors[1].region, 0);
  EXPECT_EQ(job->attributes.at(0).high, ~0ull);
}

TEST(MakeJob, CreatedTensorsHaveNoRegion) {
  RegionList regions;
  EXPECT_EQ(MakeJob(SomeRequest(), &regions)->tensors[1].region, -1);
}

}  // namespace
}  // namespace pyasc
