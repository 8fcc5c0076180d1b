// pyascd-device itself, spoken to frame by frame.
#include "server/sandbox/worker_process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <functional>
#include <string>
#include <vector>

#include "base/encoding.h"
#include "base/frame.h"
#include "base/memfd.h"
#include "server/device/worker/job.h"
#include "tests/support/test_kernel.h"

namespace pyasc {
namespace {

using ::pyasc::testing::HeaderOf;
using ::pyasc::testing::Int64Use;
using ::pyasc::testing::TestKernel;
using ::pyasc::testing::WithHeader;
using ::pyasc::testing::ZeroTensor;
using ::testing::HasSubstr;

class WorkerProcessTest : public ::testing::Test {
 protected:
  WorkerProcessTest() {
    control_ = *AllocateBuffer(kControlPageBytes);
    auto worker = WorkerStarter(PYASCD_DEVICE_EXECUTABLE)(control_->memory.get());
    EXPECT_TRUE(worker.ok()) << worker.status();
    worker_ = *std::move(worker);
  }

  void Send(FrameType type, std::string_view payload, const std::vector<int>& fds = {}) {
    ASSERT_TRUE(WriteFrame(worker_->socket(), type, payload, fds).ok());
  }

  void Load(const Executable& kernel, int fd) {
    Send(FrameType::kLoad, std::string(kernel.digest.View()) + EncodeToString(kernel.meta), {fd});
  }

  absl::StatusOr<LaunchReport> Report() {
    absl::StatusOr<Frame> frame = ReadFrame(worker_->socket());
    if (!frame.ok()) return frame.status();
    EXPECT_EQ(frame->type, FrameType::kLaunched);
    return DecodeReport(frame->payload);
  }

  absl::Status LaunchStatus(const LaunchJob& job, const std::vector<int>& fds) {
    Send(FrameType::kLaunch, EncodeJob(job), fds);
    const absl::StatusOr<LaunchReport> report = Report();
    return report.ok() ? report->status : report.status();
  }

  // A job of "fill" on all of a buffer of `count` elements.
  LaunchJob FillJob(const Executable& kernel, int64_t count) {
    LaunchJob job;
    job.image = kernel.digest;
    job.tensors = {{0, 0, {count}, {8}}};
    job.attributes = {{7, 0}};
    return job;
  }

  std::shared_ptr<Buffer> control_;
  std::unique_ptr<WorkerProcess> worker_;
};

TEST_F(WorkerProcessTest, RunsASealedImage) {
  const auto kernel = TestKernel("fill", {Int64Use()}, 1);
  const auto image = MakeSealedMemfd("image", kernel->image);
  Load(*kernel, image->get());
  const TensorView tensor = ZeroTensor(3);
  const int fd = tensor.buffer->memory.get();
  ASSERT_TRUE(LaunchStatus(FillJob(*kernel, 3), {fd}).ok());
  EXPECT_THAT(testing::Int64Values(tensor), ::testing::ElementsAre(7, 7, 7));
  Send(FrameType::kShutdown, "");
  EXPECT_EQ(worker_->Reap(), "exit status 0");
}

TEST_F(WorkerProcessTest, EndsWhenItsBrokerIsGone) {
  worker_.reset();  // would hang if it did not
}

TEST_F(WorkerProcessTest, AnUnsealedImageIsRefused) {
  const auto kernel = TestKernel("fill", {Int64Use()}, 1);
  const UniqueFd open(::memfd_create("image", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::write(open.get(), kernel->image.data(), kernel->image.size()),
            static_cast<ssize_t>(kernel->image.size()));
  Load(*kernel, open.get());
  const TensorView tensor = ZeroTensor(1);
  const absl::Status status = LaunchStatus(FillJob(*kernel, 1), {tensor.buffer->memory.get()});
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("seals"));
  // Nor is one that only looks like memory.
  const UniqueFd file(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC));
  Load(*kernel, file.get());
  EXPECT_EQ(LaunchStatus(FillJob(*kernel, 1), {tensor.buffer->memory.get()}).code(),
            absl::StatusCode::kFailedPrecondition);
}

struct HeaderRow {
  std::string name;
  std::function<void(abi::ImageHeader&)> spoil;
};

TEST_F(WorkerProcessTest, ImagesWithAWrongHeaderAreRefused) {
  const std::vector<HeaderRow> rows = {
      {"magic", [](abi::ImageHeader& h) { h.magic = 0; }},
      {"version", [](abi::ImageHeader& h) { h.abi_version = 99; }},
      {"longer", [](abi::ImageHeader& h) { h.image_bytes += 1; }},
      {"entry behind the end", [](abi::ImageHeader& h) { h.checked_entry = h.image_bytes; }},
      {"entry in the header", [](abi::ImageHeader& h) { h.checked_entry = 8; }},
      {"no entry", [](abi::ImageHeader& h) { h.checked_entry = 0; }},
      {"scratch", [](abi::ImageHeader& h) { h.scratch_bytes = ~0ull; }},
      {"record", [](abi::ImageHeader& h) { h.record_values = ~0u; }},
      {"features", [](abi::ImageHeader& h) { h.cpu_features = 1ull << 63; }},
      {"record too small for the sites", [](abi::ImageHeader& h) { h.record_values = 1; }},
  };
  const auto kernel = TestKernel("fill", {Int64Use()}, 1);
  const TensorView tensor = ZeroTensor(1);
  for (const HeaderRow& row : rows) {
    abi::ImageHeader header = HeaderOf(kernel->image);
    row.spoil(header);
    const auto image = MakeSealedMemfd("image", WithHeader(kernel->image, header));
    Load(*kernel, image->get());
    EXPECT_FALSE(LaunchStatus(FillJob(*kernel, 1), {tensor.buffer->memory.get()}).ok()) << row.name;
  }
  const auto empty = MakeSealedMemfd("image", "");
  Load(*kernel, empty->get());
  EXPECT_FALSE(LaunchStatus(FillJob(*kernel, 1), {tensor.buffer->memory.get()}).ok());
}

struct JobRow {
  std::string name;
  std::function<void(LaunchJob&)> spoil;
};

TEST_F(WorkerProcessTest, JobsThatReachOutsideTheirRegionsAreRefused) {
  const std::vector<JobRow> rows = {
      {"unknown image", [](LaunchJob& j) { j.image.bytes[0] ^= 1; }},
      {"no tensor", [](LaunchJob& j) { j.tensors.clear(); }},
      {"no attribute", [](LaunchJob& j) { j.attributes.clear(); }},
      {"region", [](LaunchJob& j) { j.tensors[0].region = 1; }},
      {"no region", [](LaunchJob& j) { j.tensors[0].region = -1; }},
      {"rank",
       [](LaunchJob& j) {
         j.tensors[0].dims = {1, 1};
         j.tensors[0].strides = {8, 8};
       }},
      {"too long", [](LaunchJob& j) { j.tensors[0].dims = {3}; }},
      {"far", [](LaunchJob& j) { j.tensors[0].offset = 1ull << 40; }},
      {"before the start", [](LaunchJob& j) { j.tensors[0].strides = {-8}; }},
      {"overflow",
       [](LaunchJob& j) {
         j.tensors[0].dims = {INT64_MAX};
         j.tensors[0].strides = {INT64_MAX};
       }},
      {"negative", [](LaunchJob& j) { j.tensors[0].dims = {-1}; }},
  };
  const auto kernel = TestKernel("fill", {Int64Use()}, 1);
  const auto image = MakeSealedMemfd("image", kernel->image);
  Load(*kernel, image->get());
  const TensorView tensor = ZeroTensor(2);
  const std::vector<int> fds = {tensor.buffer->memory.get()};
  for (const JobRow& row : rows) {
    LaunchJob job = FillJob(*kernel, 2);
    row.spoil(job);
    EXPECT_FALSE(LaunchStatus(job, fds).ok()) << row.name;
  }
  Send(FrameType::kLaunch, "nonsense", fds);
  EXPECT_FALSE(Report()->status.ok());
  EXPECT_TRUE(LaunchStatus(FillJob(*kernel, 2), fds).ok());
}

TEST_F(WorkerProcessTest, RegionsThatCouldShrinkAreRefused) {
  const auto kernel = TestKernel("fill", {Int64Use()}, 1);
  const auto image = MakeSealedMemfd("image", kernel->image);
  Load(*kernel, image->get());
  const UniqueFd open(::memfd_create("region", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::ftruncate(open.get(), 64), 0);
  const absl::Status status = LaunchStatus(FillJob(*kernel, 2), {open.get()});
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << status;
}

TEST_F(WorkerProcessTest, AFrameItDoesNotKnowEndsIt) {
  Send(FrameType::kAnalyse, "");
  EXPECT_EQ(worker_->Reap(), "exit status 1");
}

}  // namespace
}  // namespace pyasc
