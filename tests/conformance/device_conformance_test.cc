// What every kind of device must do. A new kind is one more row in kDevices.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/blocking_counter.h"
#include "absl/synchronization/notification.h"
#include "server/device/cpu/cpu_device.h"
#include "server/device/null/null_device.h"
#include "server/sandbox/worker_process.h"
#include "tests/support/test_kernel.h"

namespace pyasc {
namespace {

using ::pyasc::testing::Int64Tensor;
using ::pyasc::testing::Int64Use;
using ::pyasc::testing::Int64Values;
using ::pyasc::testing::Launch;
using ::pyasc::testing::Request;
using ::pyasc::testing::TestKernel;
using ::pyasc::testing::ZeroTensor;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct DeviceRow {
  std::string kind;
  std::function<std::unique_ptr<Device>()> make;
};

std::unique_ptr<Device> MakeCpu() {
  CpuOptions options;
  options.start_worker = WorkerStarter(PYASCD_DEVICE_EXECUTABLE);
  absl::StatusOr<std::unique_ptr<CpuDevice>> device = CpuDevice::Create(std::move(options));
  EXPECT_TRUE(device.ok()) << device.status();
  return *std::move(device);
}

std::unique_ptr<Device> MakeNull() { return std::make_unique<NullDevice>("null:0"); }

class DeviceConformance : public ::testing::TestWithParam<DeviceRow> {
 protected:
  std::unique_ptr<Device> device_ = GetParam().make();
  const bool computes_ = device_->Info().computes;
};

TEST_P(DeviceConformance, SaysWhatItIs) {
  const DeviceInfo info = device_->Info();
  EXPECT_EQ(info.kind, GetParam().kind);
  EXPECT_EQ(info.name, GetParam().kind + ":0");
  EXPECT_FALSE(info.model.empty());
  EXPECT_EQ(info.queue_depth, 0u);
  EXPECT_EQ(info.launches, 0u);
  EXPECT_EQ(info.worker_restarts, 0u);
  EXPECT_FALSE(device_->CompileTarget().device_kind.empty());
}

TEST_P(DeviceConformance, BuffersMakeTheRoundTrip) {
  const TensorView input = Int64Tensor({3, 1, 4, 1, 5});
  const LaunchResult result = Launch(
      *device_, Request(TestKernel("copy", {Int64Use(), Int64Use()}), {input, ZeroTensor(5)}));
  ASSERT_TRUE(result.status.ok()) << result.status;
  EXPECT_FALSE(result.raised);
  ASSERT_EQ(result.tensors.size(), 2u);
  EXPECT_THAT(Int64Values(result.tensors[0]), ElementsAre(3, 1, 4, 1, 5));
  if (computes_) {
    EXPECT_THAT(Int64Values(result.tensors[1]), ElementsAre(3, 1, 4, 1, 5));
  }
  EXPECT_EQ(device_->Info().launches, 1u);
}

TEST_P(DeviceConformance, ViewsWithNegativeAndZeroStridesWork) {
  TensorView input = Int64Tensor({1, 2, 3, 4});
  input.dims = {2};
  input.offset = 3 * sizeof(int64_t);
  input.strides = {-2 * static_cast<int64_t>(sizeof(int64_t))};
  TensorView output = ZeroTensor(2);
  const LaunchResult result =
      Launch(*device_, Request(TestKernel("copy", {Int64Use(), Int64Use()}), {input, output}));
  ASSERT_TRUE(result.status.ok()) << result.status;
  if (computes_) {
    EXPECT_THAT(Int64Values(output), ElementsAre(4, 2));
  }
  input.strides = {0};
  ASSERT_TRUE(
      Launch(*device_, Request(TestKernel("copy", {Int64Use(), Int64Use()}), {input, output}))
          .status.ok());
  if (computes_) {
    EXPECT_THAT(Int64Values(output), ElementsAre(4, 4));
  }
}

TEST_P(DeviceConformance, ViewsOfOneBufferShareIt) {
  const TensorView whole = Int64Tensor({1, 2, 3, 4});
  TensorView low = whole, high = whole;
  low.dims = high.dims = {2};
  high.offset = 2 * sizeof(int64_t);
  const LaunchResult result =
      Launch(*device_, Request(TestKernel("copy", {Int64Use(), Int64Use()}), {low, high}));
  ASSERT_TRUE(result.status.ok()) << result.status;
  if (computes_) {
    EXPECT_THAT(Int64Values(whole), ElementsAre(1, 2, 1, 2));
  }
}

TEST_P(DeviceConformance, TensorsWithoutElementsWork) {
  const LaunchResult result = Launch(*device_, Request(TestKernel("copy", {Int64Use(), Int64Use()}),
                                                       {ZeroTensor(0), ZeroTensor(0)}));
  ASSERT_TRUE(result.status.ok()) << result.status;
  EXPECT_THAT(result.tensors[1].dims, ElementsAre(0));
}

TEST_P(DeviceConformance, CreatedOutputsHaveDTypeRankAndMemory) {
  TensorUse use = Int64Use(2);
  use.created = true;
  const LaunchResult result = Launch(*device_, Request(TestKernel("create", {use}, 1), {{}}, {2}));
  ASSERT_TRUE(result.status.ok()) << result.status;
  const TensorView& output = result.tensors[0];
  EXPECT_EQ(output.dtype, DType::kInt64);
  EXPECT_EQ(output.dims.size(), 2u);
  ASSERT_NE(output.buffer, nullptr);
  if (computes_) {
    EXPECT_THAT(output.dims, ElementsAre(2, 3));
    EXPECT_THAT(output.strides, ElementsAre(24, 8));
    EXPECT_THAT(Int64Values(output), ElementsAre(0, 1, 2, 3, 4, 5));
  }
}

TEST_P(DeviceConformance, ThousandLaunchesRunInTheOrderSubmitted) {
  constexpr int kLaunches = 1000;
  const auto kernel = TestKernel("hash", {Int64Use()}, 1);
  const TensorView value = ZeroTensor(1);
  std::vector<int> order;
  absl::BlockingCounter left(kLaunches);
  uint64_t expected = 0;
  for (int i = 0; i < kLaunches; ++i) {
    expected = expected * 31 + static_cast<uint64_t>(i);
    device_->Submit(Request(kernel, {value}, {i}), [&, i](const LaunchResult& result) {
      EXPECT_TRUE(result.status.ok()) << result.status;
      order.push_back(i);
      left.DecrementCount();
    });
  }
  left.Wait();
  for (int i = 0; i < kLaunches; ++i) ASSERT_EQ(order[static_cast<size_t>(i)], i);
  if (computes_) {
    EXPECT_EQ(static_cast<uint64_t>(Int64Values(value)[0]), expected);
  }
}

TEST_P(DeviceConformance, SixtyFourThreadsMaySubmit) {
  constexpr int kThreads = 64;
  constexpr int kEach = 8;
  const auto kernel = TestKernel("fill", {Int64Use()}, 1);
  absl::BlockingCounter left(kThreads * kEach);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < kEach; ++i) {
        const TensorView output = ZeroTensor(3);
        device_->Submit(
            Request(kernel, {output}, {thread}), [&, thread](const LaunchResult& result) {
              EXPECT_TRUE(result.status.ok()) << result.status;
              if (computes_) {
                EXPECT_THAT(Int64Values(result.tensors[0]), ElementsAre(thread, thread, thread));
              }
              left.DecrementCount();
            });
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  left.Wait();
  EXPECT_EQ(device_->Info().launches, static_cast<uint64_t>(kThreads * kEach));
}

TEST_P(DeviceConformance, AnswersOnAThreadOfItsOwn) {
  std::thread::id answered;
  absl::Notification done;
  device_->Submit(Request(TestKernel("fill", {Int64Use()}, 1), {ZeroTensor(1)}, {1}),
                  [&](const LaunchResult&) {
                    answered = std::this_thread::get_id();
                    done.Notify();
                  });
  done.WaitForNotification();
  EXPECT_NE(answered, std::this_thread::get_id());
}

struct BadRequest {
  std::string name;
  std::function<void(LaunchRequest&)> spoil;
  std::string message;
};

TEST_P(DeviceConformance, RequestsThatDoNotFitTheKernelAreInvalid) {
  const std::vector<BadRequest> rows = {
      {"too few tensors", [](LaunchRequest& r) { r.tensors.pop_back(); }, "1 tensors"},
      {"no attribute", [](LaunchRequest& r) { r.attributes.push_back({}); }, "1 attributes"},
      {"no memory", [](LaunchRequest& r) { r.tensors[0].buffer = nullptr; },
       "tensor 0 has no memory"},
      {"dtype", [](LaunchRequest& r) { r.tensors[1].dtype = DType::kFloat32; },
       "tensor 1 is float32"},
      {"rank",
       [](LaunchRequest& r) {
         r.tensors[1].dims = {1, 1};
         r.tensors[1].strides = {8, 8};
       },
       "rank 2"},
      {"strides", [](LaunchRequest& r) { r.tensors[1].strides = {}; }, "outside its buffer"},
      {"too long", [](LaunchRequest& r) { r.tensors[0].dims = {3}; },
       "outside its buffer of 16 bytes"},
      {"offset", [](LaunchRequest& r) { r.tensors[0].offset = 8; }, "outside its buffer"},
      {"before the start", [](LaunchRequest& r) { r.tensors[0].strides = {-8}; },
       "outside its buffer"},
      {"negative dim", [](LaunchRequest& r) { r.tensors[0].dims = {-1}; }, "outside its buffer"},
      {"overflow",
       [](LaunchRequest& r) {
         r.tensors[0].dims = {INT64_MAX};
         r.tensors[0].strides = {INT64_MAX};
       },
       "outside its buffer"},
  };
  for (const BadRequest& row : rows) {
    LaunchRequest request =
        Request(TestKernel("copy", {Int64Use(), Int64Use()}), {Int64Tensor({1, 2}), ZeroTensor(2)});
    row.spoil(request);
    const LaunchResult result = Launch(*device_, std::move(request));
    EXPECT_EQ(result.status.code(), absl::StatusCode::kInvalidArgument)
        << row.name << result.status;
    EXPECT_THAT(std::string(result.status.message()), HasSubstr(row.message)) << row.name;
  }
  EXPECT_EQ(device_->Info().worker_restarts, 0u);
}

TEST_P(DeviceConformance, ShutdownWaitsForLaunchesAndRefusesLaterOnes) {
  const auto kernel = TestKernel("fill", {Int64Use()}, 1);
  std::vector<absl::Status> early(50);
  for (absl::Status& status : early) {
    status = absl::UnknownError("not answered");
    device_->Submit(Request(kernel, {ZeroTensor(1)}, {1}),
                    [&status](const LaunchResult& result) { status = result.status; });
  }
  device_->Shutdown();
  for (const absl::Status& status : early) EXPECT_TRUE(status.ok()) << status;
  const LaunchResult late = Launch(*device_, Request(kernel, {ZeroTensor(1)}, {1}));
  EXPECT_EQ(late.status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(late.status.message()), HasSubstr("is shut down"));
  device_->Shutdown();
}

TEST_P(DeviceConformance, DestructionAnswersWhatIsQueued) {
  const auto kernel = TestKernel("fill", {Int64Use()}, 1);
  int answered = 0;
  for (int i = 0; i < 50; ++i) {
    device_->Submit(Request(kernel, {ZeroTensor(1)}, {1}),
                    [&](const LaunchResult&) { ++answered; });
  }
  device_.reset();
  EXPECT_EQ(answered, 50);
}

INSTANTIATE_TEST_SUITE_P(All, DeviceConformance,
                         ::testing::Values(DeviceRow{"null", MakeNull}, DeviceRow{"cpu", MakeCpu}),
                         [](const auto& row) { return row.param.kind; });

}  // namespace
}  // namespace pyasc
