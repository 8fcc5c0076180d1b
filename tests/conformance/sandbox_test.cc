// Kernels that call the system themselves, in real workers at every level of the sandbox.
#include <errno.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/confine.h"
#include "server/device/cpu/cpu_device.h"
#include "server/sandbox/sandbox_choice.h"
#include "server/sandbox/worker_process.h"
#include "tests/support/test_kernel.h"

namespace pyasc {
namespace {

using ::pyasc::testing::Int64Use;
using ::pyasc::testing::Int64Values;
using ::pyasc::testing::Launch;
using ::pyasc::testing::Request;
using ::pyasc::testing::TestKernel;
using ::pyasc::testing::ZeroTensor;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Row {
  std::string name;
  std::vector<int64_t> call;  // number and arguments
  int error;                  // 0: the worker is killed
};

constexpr int64_t kPage = 4096;

std::vector<Row> Rows() {
  return {
      {"open", {SYS_openat, AT_FDCWD, 0, O_RDONLY}, EPERM},
      {"write to the broker", {SYS_write, 3, 0, 0}, EPERM},
      {"read from the broker", {SYS_read, 3, 0, 0}, EPERM},
      {"code of its own",
       {SYS_mmap, 0, kPage, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0},
       EPERM},
      {"signal", {SYS_tgkill, ::getpid(), ::getpid(), 0}, EPERM},
      {"kill", {SYS_kill, ::getpid(), 0}, 0},
      {"socket", {SYS_socket, AF_INET, SOCK_STREAM, 0}, 0},
      {"process", {SYS_clone, SIGCHLD}, 0},
      {"program", {SYS_execve, 0, 0, 0}, 0},
      {"debugging", {SYS_ptrace, 16, ::getpid()}, 0},
  };
}

LaunchRequest SystemCall(const std::vector<int64_t>& call) {
  std::vector<int64_t> attributes = call;
  attributes.resize(7);
  return Request(TestKernel("system_call", {Int64Use()}, 7), {ZeroTensor(1)}, attributes);
}

class SandboxTest : public ::testing::TestWithParam<int> {
 protected:
  // Of the level asked for, or the highest here: those tests then hold for it too.
  void SetUp() override {
    const SandboxSupport support = ProbeSandbox();
    ASSERT_GE(support.level, 1) << support.missing;
    const int level = std::min(GetParam(), support.level);
    CpuOptions options;
    options.start_worker =
        WorkerStarter(PYASCD_DEVICE_EXECUTABLE,
                      {.confinement = ChooseSandbox({.level = level}, support)->confinement});
    device_ = CpuDevice::Create(std::move(options)).value();
  }

  void ExpectNextLaunchRight() {
    const LaunchResult result =
        Launch(*device_, Request(TestKernel("fill", {Int64Use()}, 1), {ZeroTensor(2)}, {42}));
    ASSERT_TRUE(result.status.ok()) << result.status;
    EXPECT_THAT(Int64Values(result.tensors[0]), ElementsAre(42, 42));
  }

  std::unique_ptr<CpuDevice> device_;
};

TEST_P(SandboxTest, KernelsRun) { ExpectNextLaunchRight(); }

TEST_P(SandboxTest, WhatAKernelTriesIsRefusedOrItsEnd) {
  for (const Row& row : Rows()) {
    const LaunchResult result = Launch(*device_, SystemCall(row.call));
    if (row.error != 0) {
      ASSERT_TRUE(result.status.ok()) << row.name << result.status;
      EXPECT_THAT(Int64Values(result.tensors[0]), ElementsAre(-row.error)) << row.name;
    } else {
      EXPECT_EQ(result.status.code(), absl::StatusCode::kUnavailable) << row.name;
      EXPECT_THAT(std::string(result.status.message()), HasSubstr("died (SIGSYS)")) << row.name;
    }
    ExpectNextLaunchRight();
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, SandboxTest, ::testing::Values(1, 2, 3));

}  // namespace
}  // namespace pyasc
