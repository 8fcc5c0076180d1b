// The cpu device against workers that talk nonsense; tests/conformance has real ones.
#include "server/device/cpu/cpu_device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/synchronization/notification.h"
#include "base/clock.h"
#include "base/encoding.h"
#include "base/frame.h"
#include "server/device/worker/job.h"

namespace pyasc {
namespace {

using ::testing::HasSubstr;

// What a worker answers to a launch.
using Answer = std::function<void(int socket, const Frame& launch)>;

// A thread that plays the worker: it loads anything and answers launches with `answer`.
class ThreadWorker : public WorkerProcess {
 public:
  explicit ThreadWorker(Answer answer) {
    int ends[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    ours_.reset(ends[0]);
    theirs_.reset(ends[1]);
    thread_ = std::thread([this, answer = std::move(answer)] {
      while (true) {
        const absl::StatusOr<Frame> frame = ReadFrame(theirs_.get());
        if (!frame.ok() || frame->type == FrameType::kShutdown) return;
        if (frame->type == FrameType::kLaunch) answer(theirs_.get(), *frame);
      }
    });
  }
  ~ThreadWorker() override {
    Kill();
    thread_.join();
  }

  int socket() const override { return ours_.get(); }
  void Kill() override { ::shutdown(theirs_.get(), SHUT_RDWR); }
  std::string Reap() override { return "SIGTEST"; }

 private:
  UniqueFd ours_, theirs_;
  std::thread thread_;
};

std::shared_ptr<const Executable> Kernel() {
  abi::ImageHeader header{};
  header.magic = abi::kImageMagic;
  header.abi_version = abi::kVersion;
  header.image_bytes = sizeof header + 1;
  header.checked_entry = sizeof header;
  auto kernel = std::make_shared<Executable>();
  kernel->image.resize(header.image_bytes);
  std::memcpy(kernel->image.data(), &header, sizeof header);
  kernel->digest = Sha256(kernel->image);
  return kernel;
}

LaunchResult Launch(Device& device) {
  LaunchRequest request;
  request.id = "17";
  request.executable = Kernel();
  LaunchResult result;
  absl::Notification done;
  device.Submit(std::move(request), [&](LaunchResult answer) {
    result = std::move(answer);
    done.Notify();
  });
  done.WaitForNotification();
  return result;
}

void Send(int socket, FrameType type, const std::string& payload) {
  EXPECT_TRUE(WriteFrame(socket, type, payload).ok());
}

void AnswerRight(int socket, const Frame&) {
  Send(socket, FrameType::kLaunched, EncodeReport(LaunchReport()));
}

std::string BadReport() {
  LaunchReport report;
  report.outcome = abi::kRaised;
  report.site = 5;
  return EncodeReport(report);
}

struct Row {
  std::string name;
  Answer answer;
  absl::StatusCode code;
  std::string message;
};

void RaiseOpenFiles() {
  rlimit files{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
  files.rlim_cur = files.rlim_max;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &files), 0);
}

TEST(CpuDevice, AWorkerThatAnswersNonsenseIsReplaced) {
  const std::vector<Row> rows = {
      {"not a frame",
       [](int s, const Frame&) {
         EXPECT_EQ(::send(s, "\xff\xff\xff\xff\xff\xff\xff\xff", 8, 0), 8);
       },
       absl::StatusCode::kInternal, "with nonsense"},
      {"another frame", [](int s, const Frame&) { Send(s, FrameType::kReady, ""); },
       absl::StatusCode::kInternal, "frame of type 3"},
      {"not a report", [](int s, const Frame&) { Send(s, FrameType::kLaunched, "abc"); },
       absl::StatusCode::kInternal, "malformed launch report"},
      {"an exception nowhere",
       [](int s, const Frame&) { Send(s, FrameType::kLaunched, BadReport()); },
       absl::StatusCode::kInternal, "exception at site 5 of 0"},
      {"memory without a size", [](int s, const Frame&) { Send(s, FrameType::kAllocate, "abc"); },
       absl::StatusCode::kInternal, "request for memory that makes no sense"},
      {"the end", [](int s, const Frame&) { ::shutdown(s, SHUT_RDWR); },
       absl::StatusCode::kUnavailable, "the worker of cpu:0 died (SIGTEST) while it ran launch 17"},
  };
  for (const Row& row : rows) {
    int started = 0;
    CpuOptions options;
    options.start_worker = [&](int) -> absl::StatusOr<std::unique_ptr<WorkerProcess>> {
      return std::make_unique<ThreadWorker>(++started == 1 ? row.answer : Answer(AnswerRight));
    };
    auto device = CpuDevice::Create(std::move(options));
    ASSERT_TRUE(device.ok()) << device.status();
    const LaunchResult result = Launch(**device);
    EXPECT_EQ(result.status.code(), row.code) << row.name << result.status;
    EXPECT_THAT(std::string(result.status.message()), HasSubstr(row.message)) << row.name;
    EXPECT_TRUE(Launch(**device).status.ok()) << row.name;
    const DeviceInfo info = (*device)->Info();
    EXPECT_EQ(info.worker_restarts, 1u) << row.name;
    // The last of the rows dies, all others talk nonsense.
    const size_t loss = row.code == absl::StatusCode::kUnavailable ? 0 : 3;
    EXPECT_EQ(info.restarts_by_loss[loss], 1u) << row.name;
  }
}

TEST(CpuDevice, WhatAnIdleWorkerDoesIsALossToo) {
  const std::pair<Answer, WorkerLoss> rows[] = {
      {[](int s, const Frame&) { Send(s, FrameType::kReady, ""); }, WorkerLoss::kNonsense},
      {[](int s, const Frame&) { ::shutdown(s, SHUT_RDWR); }, WorkerLoss::kDied},
  };
  for (const auto& [then, loss] : rows) {
    int started = 0;
    absl::Notification done;
    const Answer answer = [&](int socket, const Frame& launch) {
      AnswerRight(socket, launch);
      then(socket, launch);
      done.Notify();
    };
    CpuOptions options;
    options.start_worker = [&](int) -> absl::StatusOr<std::unique_ptr<WorkerProcess>> {
      return std::make_unique<ThreadWorker>(++started == 1 ? answer : Answer(AnswerRight));
    };
    auto device = CpuDevice::Create(std::move(options));
    ASSERT_TRUE(device.ok()) << device.status();
    EXPECT_TRUE(Launch(**device).status.ok());
    done.WaitForNotification();
    EXPECT_TRUE(Launch(**device).status.ok());
    EXPECT_EQ((*device)->Info().restarts_by_loss[static_cast<size_t>(loss)], 1u);
  }
}

TEST(CpuDevice, ARunLastsNoLongerThanItsLaunch) {
  CpuOptions options;
  options.start_worker = [](int) -> absl::StatusOr<std::unique_ptr<WorkerProcess>> {
    return std::make_unique<ThreadWorker>([](int socket, const Frame&) {
      LaunchReport report;
      report.run_ns = std::numeric_limits<int64_t>::max();
      Send(socket, FrameType::kLaunched, EncodeReport(report));
    });
  };
  auto device = CpuDevice::Create(std::move(options));
  ASSERT_TRUE(device.ok()) << device.status();
  const int64_t begin_ns = Clock::System().SteadyNs();
  const LaunchResult result = Launch(**device);
  EXPECT_TRUE(result.status.ok()) << result.status;
  EXPECT_GE(result.run_ns, 0);
  EXPECT_LE(result.run_ns, Clock::System().SteadyNs() - begin_ns);
}

TEST(CpuDevice, AnEndlessRequestForMemoryIsNonsenseOnce) {
  RaiseOpenFiles();  // both ends of each memory's descriptor are in this process
  int started = 0;
  CpuOptions options;
  options.start_worker = [&](int) -> absl::StatusOr<std::unique_ptr<WorkerProcess>> {
    const auto greedy = [](int socket, const Frame&) {
      while (WriteFrame(socket, FrameType::kAllocate, std::string(8, '\0')).ok() &&
             ReadFrame(socket).ok()) {
      }
      ::shutdown(socket, SHUT_RDWR);
    };
    return std::make_unique<ThreadWorker>(++started == 1 ? Answer(greedy) : Answer(AnswerRight));
  };
  auto device = CpuDevice::Create(std::move(options));
  ASSERT_TRUE(device.ok()) << device.status();
  EXPECT_EQ(Launch(**device).status.code(), absl::StatusCode::kInternal);
  EXPECT_TRUE(Launch(**device).status.ok());
}

TEST(CpuDevice, ASilentWorkerIsKilledOnceItsLaunchIsCancelled) {
  int started = 0;
  absl::Notification running;
  CpuOptions options;
  options.cancel_grace = absl::ZeroDuration();
  options.start_worker = [&](int) -> absl::StatusOr<std::unique_ptr<WorkerProcess>> {
    const auto silent = [&running](int, const Frame&) { running.Notify(); };
    return std::make_unique<ThreadWorker>(++started == 1 ? Answer(silent) : Answer(AnswerRight));
  };
  auto device = CpuDevice::Create(std::move(options));
  ASSERT_TRUE(device.ok()) << device.status();
  const auto cancellation = std::make_shared<Cancellation>();
  LaunchRequest request;
  request.executable = Kernel();
  request.cancellation = cancellation;
  absl::Status status;
  absl::Notification done;
  (*device)->Submit(std::move(request), [&](const LaunchResult& result) {
    status = result.status;
    done.Notify();
  });
  running.WaitForNotification();
  cancellation->Cancel();
  (*device)->NoticeCancelled();
  done.WaitForNotification();
  EXPECT_EQ(status.code(), absl::StatusCode::kCancelled) << status;
  EXPECT_TRUE(Launch(**device).status.ok());
}

TEST(CpuDevice, AWorkerThatCannotBeStartedAgainIsTriedWithEveryLaunch) {
  int started = 0;
  CpuOptions options;
  options.start_worker = [&](int) -> absl::StatusOr<std::unique_ptr<WorkerProcess>> {
    ++started;
    if (started == 1)
      return std::make_unique<ThreadWorker>([](int s, const Frame&) { ::shutdown(s, SHUT_RDWR); });
    if (started == 2) return absl::UnavailableError("no processes left");
    return std::make_unique<ThreadWorker>(AnswerRight);
  };
  auto device = CpuDevice::Create(std::move(options));
  ASSERT_TRUE(device.ok()) << device.status();
  Launch(**device);
  const LaunchResult refused = Launch(**device);
  EXPECT_EQ(refused.status.code(), absl::StatusCode::kUnavailable);
  EXPECT_THAT(std::string(refused.status.message()), HasSubstr("no processes left"));
  EXPECT_TRUE(Launch(**device).status.ok());
}

}  // namespace
}  // namespace pyasc
