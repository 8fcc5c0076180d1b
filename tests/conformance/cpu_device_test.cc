// The cpu device with real worker processes: what kernels can do to it and it survives.
#include "server/device/cpu/cpu_device.h"

#include <dirent.h>
#include <errno.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/synchronization/notification.h"
#include "server/sandbox/worker_process.h"
#include "tests/support/test_kernel.h"

namespace pyasc {
namespace {

using ::pyasc::testing::FirstValue;
using ::pyasc::testing::HeaderOf;
using ::pyasc::testing::Int64Tensor;
using ::pyasc::testing::Int64Use;
using ::pyasc::testing::Int64Values;
using ::pyasc::testing::Launch;
using ::pyasc::testing::Request;
using ::pyasc::testing::TestKernel;
using ::pyasc::testing::TestKernelWithFast;
using ::pyasc::testing::WithHeader;
using ::pyasc::testing::ZeroTensor;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TensorUse CreatedUse(uint32_t rank) {
  TensorUse use = Int64Use(rank);
  use.created = true;
  return use;
}

TensorUse ResizedUse() {
  TensorUse use = Int64Use(1);
  use.resized = true;
  return use;
}

std::unique_ptr<CpuDevice> MakeDevice(CpuOptions options = {}) {
  options.start_worker = WorkerStarter(PYASCD_DEVICE_EXECUTABLE);
  absl::StatusOr<std::unique_ptr<CpuDevice>> device = CpuDevice::Create(std::move(options));
  EXPECT_TRUE(device.ok()) << device.status();
  return *std::move(device);
}

LaunchRequest FillRequest(int64_t value) {
  return Request(TestKernel("fill", {Int64Use()}, 1), {ZeroTensor(2)}, {value});
}

// A worker that is healthy again.
void ExpectNextLaunchRight(Device& device) {
  const LaunchResult result = Launch(device, FillRequest(42));
  ASSERT_TRUE(result.status.ok()) << result.status;
  EXPECT_THAT(Int64Values(result.tensors[0]), ElementsAre(42, 42));
}

TEST(CpuDevice, RaisedExceptionsBringTheirValuesAndLoopIndices) {
  const auto device = MakeDevice();
  const LaunchResult result = Launch(*device, Request(TestKernel("raise", {}, 1), {}, {-5}));
  ASSERT_TRUE(result.status.ok()) << result.status;
  ASSERT_TRUE(result.raised);
  EXPECT_EQ(result.exception.site, 0u);
  ASSERT_EQ(result.exception.values.size(), 1u);
  EXPECT_TRUE(result.exception.values[0] == testing::IntScalar(-5));
  ASSERT_EQ(result.exception.loop_indices.size(), 1u);
  EXPECT_EQ(static_cast<int64_t>(result.exception.loop_indices[0]), 7);
}

TEST(CpuDevice, TheFastEntryIsEnoughIfItDoesNotGiveUp) {
  const auto device = MakeDevice();
  const LaunchResult result =
      Launch(*device,
             Request(TestKernelWithFast("crash", "fill", {Int64Use()}, 1), {ZeroTensor(2)}, {42}));
  ASSERT_TRUE(result.status.ok()) << result.status;
  EXPECT_THAT(Int64Values(result.tensors[0]), ElementsAre(42, 42));
}

TEST(CpuDevice, TheCheckedEntryStartsFromWhatTheLaunchWasGiven) {
  const auto device = MakeDevice();
  const LaunchResult changed = Launch(
      *device,
      Request(TestKernelWithFast("hash", "spoil", {Int64Use()}, 1), {Int64Tensor({2, 5})}, {4}));
  ASSERT_TRUE(changed.status.ok()) << changed.status;
  EXPECT_THAT(Int64Values(changed.tensors[0]), ElementsAre(2 * 31 + 4, 5));
  const LaunchResult made = Launch(
      *device, Request(TestKernelWithFast("create", "create_and_give_up", {CreatedUse(2)}, 1),
                       {TensorView()}, {1}));
  ASSERT_TRUE(made.status.ok()) << made.status;
  EXPECT_THAT(Int64Values(made.tensors[0]), ElementsAre(0, 1, 2));
}

TEST(CpuDevice, NothingIsKeptForAFastEntryThatGivesUpClean) {
  const auto device = MakeDevice();
  const LaunchResult result = Launch(
      *device, Request(TestKernelWithFast("hash", "spoil", {Int64Use()}, 1, abi::kGivesUpClean),
                       {Int64Tensor({2, 5})}, {4}));
  ASSERT_TRUE(result.status.ok()) << result.status;
  EXPECT_THAT(Int64Values(result.tensors[0]), ElementsAre(99 * 31 + 4, 99));
}

TEST(CpuDevice, GivingUpInTheCheckedEntryIsNoAnswer) {
  const auto device = MakeDevice();
  const LaunchResult result =
      Launch(*device, Request(TestKernel("spoil", {Int64Use()}), {ZeroTensor(1)}));
  EXPECT_EQ(result.status.code(), absl::StatusCode::kInternal);
  ExpectNextLaunchRight(*device);
}

TEST(CpuDevice, PrintedLinesComeInOrder) {
  const auto device = MakeDevice();
  const LaunchResult result = Launch(*device, Request(TestKernel("print", {}, 1), {}, {3}));
  ASSERT_TRUE(result.status.ok()) << result.status;
  ASSERT_EQ(result.prints.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(result.prints[i].site, 1u);
    ASSERT_EQ(result.prints[i].values.size(), 1u);
    EXPECT_EQ(static_cast<int64_t>(result.prints[i].values[0].integer),
              3 - static_cast<int64_t>(i));
  }
}

TEST(CpuDevice, PrintedLinesComeWhileTheLaunchRuns) {
  const auto device = MakeDevice();
  // As many as would be refused if they were kept.
  LaunchRequest request = Request(TestKernel("print", {}, 1), {}, {100'000});
  int64_t expected = 100'000;
  int calls = 0;
  request.on_prints = [&](std::vector<PrintedLine> lines) {
    ++calls;
    for (const PrintedLine& line : lines) {
      ASSERT_EQ(static_cast<int64_t>(line.values[0].integer), expected--);
    }
  };
  const LaunchResult result = Launch(*device, std::move(request));
  ASSERT_TRUE(result.status.ok()) << result.status;
  EXPECT_EQ(expected, 0);
  EXPECT_GT(calls, 1);
  EXPECT_TRUE(result.prints.empty());
}

TEST(CpuDevice, PrintingTooMuchIsAnErrorAndTheWorkerLives) {
  const auto device = MakeDevice();
  const LaunchResult result = Launch(*device, Request(TestKernel("print", {}, 1), {}, {1 << 20}));
  EXPECT_EQ(result.status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_THAT(std::string(result.status.message()), HasSubstr("printed more than 10000 lines"));
  ExpectNextLaunchRight(*device);
  EXPECT_EQ(device->Info().worker_restarts, 0u);
}

TEST(CpuDevice, GrowingTensorsKeepTheirPrefix) {
  const auto device = MakeDevice();
  const LaunchResult result =
      Launch(*device, Request(TestKernel("grow", {CreatedUse(1)}, 1), {{}}, {1000}));
  ASSERT_TRUE(result.status.ok()) << result.status;
  const std::vector<int64_t> values = Int64Values(result.tensors[0]);
  ASSERT_EQ(values.size(), 1000u);
  for (int64_t i = 0; i < 1000; ++i) ASSERT_EQ(values[static_cast<size_t>(i)], i);
}

TEST(CpuDevice, ResizedTensorsKeepThePrefixInCOrderAndZeroTheRest) {
  const auto device = MakeDevice();
  TensorView strided = Int64Tensor({1, 9, 2, 9, 3, 9});
  strided.dims = {3};
  strided.strides = {16};
  const TensorView plain = Int64Tensor({1, 2, 3});
  for (const TensorView& input : {strided, plain}) {
    const LaunchResult result =
        Launch(*device, Request(TestKernel("shrink", {ResizedUse()}), {input}));
    ASSERT_TRUE(result.status.ok()) << result.status;
    EXPECT_THAT(result.tensors[0].dims, ElementsAre(5));
    EXPECT_THAT(result.tensors[0].strides, ElementsAre(8));
    EXPECT_THAT(Int64Values(result.tensors[0]), ElementsAre(1, 2, 0, 0, 0));
    EXPECT_NE(result.tensors[0].buffer, input.buffer);
    EXPECT_EQ(Int64Values(input)[2], 3);
  }
}

TEST(CpuDevice, MoreMemoryThanThereIsIsRefused) {
  const auto device = MakeDevice();
  const int64_t rows = int64_t{1} << 45;
  const LaunchResult created =
      Launch(*device, Request(TestKernel("create", {CreatedUse(2)}, 1), {{}}, {rows}));
  EXPECT_EQ(created.status.code(), absl::StatusCode::kResourceExhausted) << created.status;
  EXPECT_THAT(std::string(created.status.message()), HasSubstr("no memory for a buffer of"));
  const LaunchResult shaped =
      Launch(*device, Request(TestKernel("create", {CreatedUse(2)}, 1), {{}}, {INT64_MAX}));
  EXPECT_EQ(shaped.status.code(), absl::StatusCode::kResourceExhausted) << shaped.status;
  for (const int64_t bytes : {int64_t{1} << 46, INT64_MAX, int64_t{-1}}) {
    const LaunchResult scratch =
        Launch(*device, Request(TestKernel("allocate", {}, 1), {}, {bytes}));
    EXPECT_EQ(scratch.status.code(), absl::StatusCode::kResourceExhausted)
        << bytes << scratch.status;
  }
  ExpectNextLaunchRight(*device);
  EXPECT_EQ(device->Info().worker_restarts, 0u);
}

TEST(CpuDevice, AKernelMayRaiseForWantOfMemory) {
  const auto device = MakeDevice();
  const LaunchResult result =
      Launch(*device, Request(TestKernel("raise_for_memory", {}, 1), {}, {INT64_MAX}));
  ASSERT_TRUE(result.status.ok()) << result.status;
  EXPECT_TRUE(result.raised);
  ExpectNextLaunchRight(*device);
}

TEST(CpuDevice, ScratchIsThereAndAligned) {
  const auto device = MakeDevice();
  for (const int64_t bytes : {1, 63, 64, 65, 1 << 20, 5 << 20}) {
    const LaunchResult result =
        Launch(*device, Request(TestKernel("allocate", {}, 1), {}, {bytes}));
    EXPECT_TRUE(result.status.ok()) << bytes << result.status;
  }
}

struct FaultRow {
  std::string kernel;
  std::vector<TensorUse> uses;
  absl::StatusCode code;
  std::string message;
  uint64_t restarts;  // by this launch
};

TEST(CpuDevice, KernelsThatBreakTheirContractFailAlone) {
  const auto device = MakeDevice();
  const std::vector<FaultRow> rows = {
      {"crash",
       {Int64Use()},
       absl::StatusCode::kUnavailable,
       "the worker of cpu:0 died (SIGSEGV) while it ran operator MyOp",
       1},
      {"raise_nowhere",
       {Int64Use()},
       absl::StatusCode::kInternal,
       "exception at site 12345 of 2",
       1},
      {"bad_outcome", {Int64Use()}, absl::StatusCode::kInternal, "outcome 77", 1},
      {"print_wrong", {Int64Use()}, absl::StatusCode::kInternal, "printed at site 999", 0},
      {"undeclared",
       {Int64Use()},
       absl::StatusCode::kInternal,
       "resized tensor 0 without saying so",
       0},
      {"create_nothing",
       {CreatedUse(1)},
       absl::StatusCode::kInternal,
       "did not create tensor 0",
       0},
  };
  uint64_t restarts = 0;
  for (const FaultRow& row : rows) {
    const TensorView tensor = row.uses[0].created ? TensorView() : ZeroTensor(1);
    const LaunchResult result =
        Launch(*device, Request(TestKernel(row.kernel, row.uses, 1), {tensor}, {8}));
    EXPECT_EQ(result.status.code(), row.code) << row.kernel << result.status;
    EXPECT_THAT(std::string(result.status.message()), HasSubstr(row.message)) << row.kernel;
    EXPECT_FALSE(result.raised) << row.kernel;
    ExpectNextLaunchRight(*device);
    restarts += row.restarts;
    EXPECT_EQ(device->Info().worker_restarts, restarts) << row.kernel;
  }
}

TEST(CpuDevice, ALaunchIsNotRepeatedAndTheQueueGoesOn) {
  const auto device = MakeDevice();
  const TensorView value = ZeroTensor(1);
  const auto hash = TestKernel("hash", {Int64Use()}, 1);
  device->Submit(Request(hash, {value}, {1}), [](const LaunchResult&) {});
  device->Submit(Request(TestKernel("crash", {Int64Use()}, 1), {value}, {8}),
                 [](const LaunchResult& result) {
                   EXPECT_EQ(result.status.code(), absl::StatusCode::kUnavailable);
                 });
  const LaunchResult last = Launch(*device, Request(hash, {value}, {1}));
  ASSERT_TRUE(last.status.ok()) << last.status;
  EXPECT_EQ(FirstValue(value), 32);
}

// Pids of this process's children.
std::vector<pid_t> Children() {
  std::vector<pid_t> children;
  DIR* tasks = ::opendir("/proc/self/task");
  while (const dirent* task = ::readdir(tasks)) {
    const std::string path = std::string("/proc/self/task/") + task->d_name + "/children";
    FILE* file = ::fopen(path.c_str(), "r");
    if (file == nullptr) continue;
    for (int pid = 0; ::fscanf(file, "%d", &pid) == 1;) children.push_back(pid);
    ::fclose(file);
  }
  ::closedir(tasks);
  return children;
}

TEST(CpuDevice, AWorkerKilledWhileItRunsIsReplaced) {
  const auto device = MakeDevice();
  const TensorView started = ZeroTensor(1);
  LaunchResult result;
  absl::Notification done;
  device->Submit(Request(TestKernel("hang", {Int64Use()}), {started}), [&](LaunchResult answer) {
    result = std::move(answer);
    done.Notify();
  });
  while (FirstValue(started) == 0) std::this_thread::yield();
  const std::vector<pid_t> children = Children();
  ASSERT_EQ(children.size(), 1u);
  ::kill(children[0], SIGKILL);
  done.WaitForNotification();
  EXPECT_EQ(result.status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(std::string(result.status.message()),
            "the worker of cpu:0 died (SIGKILL) while it ran operator MyOp");
  ExpectNextLaunchRight(*device);
  EXPECT_EQ(device->Info().worker_restarts, 1u);
}

TEST(CpuDevice, AWorkerKilledWhileItIsIdleCostsNoLaunch) {
  const auto device = MakeDevice();
  ExpectNextLaunchRight(*device);
  const std::vector<pid_t> children = Children();
  ASSERT_EQ(children.size(), 1u);
  ::kill(children[0], SIGKILL);
  // Ended, but left for the device to reap.
  siginfo_t info;
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(children[0]), &info, WEXITED | WNOWAIT), 0);
  ExpectNextLaunchRight(*device);
  EXPECT_EQ(device->Info().worker_restarts, 1u);
}

TEST(CpuDevice, ImagesWithAWrongHeaderAreRefused) {
  const auto device = MakeDevice();
  abi::ImageHeader header = HeaderOf(testing::TestImage("fill"));
  header.magic = 1;
  auto kernel = std::make_shared<Executable>(*TestKernel("fill", {Int64Use()}, 1));
  kernel->image = WithHeader(kernel->image, header);
  const LaunchResult result = Launch(*device, Request(kernel, {ZeroTensor(1)}, {1}));
  EXPECT_EQ(result.status.code(), absl::StatusCode::kDataLoss) << result.status;
  ExpectNextLaunchRight(*device);
}

TEST(CpuDevice, MetadataThatNameImpossibleSlotsAreRefused) {
  const auto device = MakeDevice();
  auto kernel = std::make_shared<Executable>(*TestKernel("raise", {}, 1));
  kernel->meta.sites[0].loop_slot = testing::kTestRecordValues;
  const LaunchResult result = Launch(*device, Request(kernel, {}, {1}));
  EXPECT_EQ(result.status.code(), absl::StatusCode::kInvalidArgument) << result.status;
}

TEST(CpuDevice, ManyKernelsAreUnloadedAndLoadedAgain) {
  const auto device = MakeDevice();
  auto base = TestKernel("fill", {Int64Use()}, 1);
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 600; ++i) {
      auto kernel = std::make_shared<Executable>(*base);
      kernel->digest.bytes[0] = static_cast<uint8_t>(i);
      kernel->digest.bytes[1] = static_cast<uint8_t>(i >> 8);
      ASSERT_TRUE(Launch(*device, Request(kernel, {ZeroTensor(1)}, {1})).status.ok()) << i;
    }
  }
}

TEST(CpuDevice, ShutdownCancelsARunningKernel) {
  CpuOptions options;
  options.shutdown_grace = absl::ZeroDuration();
  // A long second grace: this kernel looks at the cancel word.
  const auto device = MakeDevice(options);
  const TensorView started = ZeroTensor(1);
  absl::Status status;
  device->Submit(Request(TestKernel("spin", {Int64Use()}), {started}),
                 [&](const LaunchResult& result) { status = result.status; });
  while (FirstValue(started) == 0) std::this_thread::yield();
  device->Shutdown();
  EXPECT_TRUE(absl::IsCancelled(status) || absl::IsUnavailable(status)) << status;
}

TEST(CpuDevice, ShutdownKillsAKernelThatDoesNotEnd) {
  CpuOptions options;
  options.shutdown_grace = absl::ZeroDuration();
  const auto device = MakeDevice(options);
  const TensorView started = ZeroTensor(1);
  absl::Status first, second;
  device->Submit(Request(TestKernel("hang", {Int64Use()}), {started}),
                 [&](const LaunchResult& result) { first = result.status; });
  device->Submit(FillRequest(1), [&](const LaunchResult& result) { second = result.status; });
  while (FirstValue(started) == 0) std::this_thread::yield();
  device->Shutdown();
  EXPECT_EQ(first.code(), absl::StatusCode::kUnavailable) << first;
  EXPECT_EQ(second.code(), absl::StatusCode::kCancelled) << second;
}

// Submits a launch of the kernel called `name` and cancels it while it runs.
absl::Status Cancelled(Device& device, const std::string& name) {
  const TensorView started = ZeroTensor(1);
  LaunchRequest request = Request(TestKernel(name, {Int64Use()}), {started});
  const auto cancellation = std::make_shared<Cancellation>();
  request.cancellation = cancellation;
  absl::Status status;
  absl::Notification done;
  device.Submit(std::move(request), [&](const LaunchResult& result) {
    status = result.status;
    done.Notify();
  });
  while (FirstValue(started) == 0) std::this_thread::yield();
  device.NoticeCancelled();  // of somebody else
  cancellation->Cancel();
  device.NoticeCancelled();
  done.WaitForNotification();
  return status;
}

TEST(CpuDevice, ACancelledKernelGivesUpAndItsWorkerLives) {
  CpuOptions options;
  options.cancel_grace = absl::Hours(1);
  const auto device = MakeDevice(options);
  for (int i = 0; i < 3; ++i) {
    const absl::Status status = Cancelled(*device, "spin");
    EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
    EXPECT_EQ(device->Info().queue_depth, 0u);
    ExpectNextLaunchRight(*device);
  }
  EXPECT_EQ(device->Info().worker_restarts, 0u);
}

TEST(CpuDevice, ACancelledKernelThatGoesOnIsKilled) {
  CpuOptions options;
  options.cancel_grace = absl::ZeroDuration();
  const auto device = MakeDevice(options);
  const absl::Status status = Cancelled(*device, "hang");
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
  EXPECT_EQ(std::string(status.message()),
            "operator MyOp was cancelled and its worker of cpu:0 killed");
  ExpectNextLaunchRight(*device);
  EXPECT_EQ(device->Info().worker_restarts, 1u);
}

TEST(CpuDevice, ACancelledLaunchCostsThoseBehindItNothing) {
  const auto device = MakeDevice();
  const TensorView value = ZeroTensor(1);
  const auto hash = TestKernel("hash", {Int64Use()}, 1);
  std::thread other([&] {
    for (int i = 0; i < 20; ++i) EXPECT_TRUE(absl::IsCancelled(Cancelled(*device, "spin")));
  });
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(Launch(*device, Request(hash, {value}, {1})).status.ok()) << i;
  }
  other.join();
}

int OpenDescriptors() {
  int count = 0;
  DIR* fds = ::opendir("/proc/self/fd");
  while (::readdir(fds) != nullptr) ++count;
  ::closedir(fds);
  return count;
}

TEST(CpuDevice, NothingIsLeftBehind) {
  const int before = OpenDescriptors();
  {
    const auto device = MakeDevice();
    for (int i = 0; i < 3; ++i) {
      ExpectNextLaunchRight(*device);
      Launch(*device, Request(TestKernel("create", {CreatedUse(2)}, 1), {{}}, {4}));
      Launch(*device, Request(TestKernel("crash", {Int64Use()}, 1), {ZeroTensor(1)}, {8}));
    }
  }
  EXPECT_EQ(OpenDescriptors(), before);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(CpuDevice, AMissingWorkerExecutableIsAnErrorAtOnce) {
  CpuOptions options;
  options.start_worker = WorkerStarter("/nonexistent/pyascd-device");
  const auto device = CpuDevice::Create(std::move(options));
  EXPECT_EQ(device.status().code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(device.status().message()),
              HasSubstr("cannot execute /nonexistent/pyascd-device: No such file or directory"));
}

}  // namespace
}  // namespace pyasc
