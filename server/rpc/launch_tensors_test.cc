#include "server/rpc/launch_tensors.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

class LaunchTensorsTest : public testing::Test {
 protected:
  std::shared_ptr<Buffer> Memory() { return tensors_.MakeBuffer(64).value(); }

  static TensorView View(std::shared_ptr<Buffer> buffer, uint64_t offset = 0) {
    return {.dtype = DType::kFloat32,
            .dims = {4},
            .strides = {4},
            .offset = offset,
            .buffer = std::move(buffer)};
  }

  // Adds an argument that is a tensor of the kernel.
  void Add(std::shared_ptr<Buffer> buffer, bool resizable, bool written) {
    TensorUse use;
    use.parameter = static_cast<uint32_t>(launch_.arguments.size());
    use.rank = 1;
    use.written = written;
    meta_.tensors.push_back(use);
    BoundArgument bound;
    bound.view = View(std::move(buffer));
    bound.resizable = resizable;
    launch_.arguments.push_back(std::move(bound));
  }

  std::vector<TensorView> Views() { return DeviceViews(launch_, meta_, tensors_).value(); }

  std::shared_ptr<TensorQuota> quota_ = std::make_shared<TensorQuota>(1 << 20);
  TensorStore tensors_{quota_};
  BoundLaunch launch_;
  KernelMeta meta_;
};

TEST_F(LaunchTensorsTest, WrittenMemoryIsCopiedWithItsContents) {
  auto old = Memory();
  ASSERT_TRUE(WriteBuffer(*old, 0, "contents").ok());
  Add(old, /*resizable=*/true, /*written=*/true);
  auto views = Views();
  EXPECT_NE(views[0].buffer, old);
  EXPECT_EQ(ReadBuffer(*views[0].buffer, 0, 8).value(), "contents");
}

TEST_F(LaunchTensorsTest, ReadMemoryIsPassedAsItIs) {
  auto memory = Memory();
  Add(memory, /*resizable=*/true, /*written=*/false);
  EXPECT_EQ(Views()[0].buffer, memory);
}

TEST_F(LaunchTensorsTest, HostCopiesAreWrittenInPlace) {
  auto memory = Memory();
  Add(memory, /*resizable=*/false, /*written=*/true);
  EXPECT_EQ(Views()[0].buffer, memory);
}

TEST_F(LaunchTensorsTest, ViewsThatShareMemoryShareTheCopy) {
  auto memory = Memory();
  Add(memory, /*resizable=*/true, /*written=*/true);
  Add(memory, /*resizable=*/false, /*written=*/false);
  Add(memory, /*resizable=*/false, /*written=*/true);
  auto views = Views();
  EXPECT_NE(views[0].buffer, memory);
  EXPECT_EQ(views[1].buffer, views[0].buffer);
  EXPECT_EQ(views[2].buffer, views[0].buffer);
}

TEST_F(LaunchTensorsTest, CreatedTensorsHaveNoMemoryYet) {
  Add(nullptr, /*resizable=*/false, /*written=*/true);
  meta_.tensors[0].created = true;
  EXPECT_EQ(Views()[0].buffer, nullptr);
}

TEST_F(LaunchTensorsTest, CopiesOverTheQuotaAreRefused) {
  auto memory = tensors_.MakeBuffer(600 << 10).value();
  Add(memory, /*resizable=*/true, /*written=*/true);
  EXPECT_EQ(DeviceViews(launch_, meta_, tensors_).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(quota_->bytes(), uint64_t{600 << 10});
}

TEST_F(LaunchTensorsTest, OneBufferGetsOneHandle) {
  auto memory = Memory();
  Add(memory, /*resizable=*/true, /*written=*/true);
  Add(memory, /*resizable=*/true, /*written=*/true);
  Add(memory, /*resizable=*/true, /*written=*/false);
  auto views = Views();
  auto kept = KeepWritten(launch_, meta_, views, tensors_).value();
  ASSERT_EQ(kept.written_size(), 2);
  EXPECT_EQ(kept.written(0).view().handle(), kept.written(1).view().handle());
  EXPECT_EQ(tensors_.Find(kept.written(0).view().handle()).value(), views[0].buffer);
}

TEST_F(LaunchTensorsTest, NewMemoryOfTheDeviceIsCharged) {
  Add(nullptr, /*resizable=*/false, /*written=*/true);
  meta_.tensors[0].created = true;
  auto views = Views();
  std::vector<TensorView> now = {View(tensors_.MakeBuffer(64).value())};
  auto kept = KeepWritten(launch_, meta_, now, tensors_).value();
  EXPECT_TRUE(kept.written(0).created());
  EXPECT_EQ(quota_->bytes(), 64u);
  now.clear();
  tensors_.Free(kept.written(0).view().handle());
  EXPECT_EQ(quota_->bytes(), 0u);
}

TEST_F(LaunchTensorsTest, WhatCameInsideTheLaunchGoesBackInsideTheAnswer) {
  auto memory = Memory();
  ASSERT_TRUE(WriteBuffer(*memory, 0, "contents").ok());
  Add(memory, /*resizable=*/false, /*written=*/true);
  Add(memory, /*resizable=*/false, /*written=*/true);
  Add(Memory(), /*resizable=*/false, /*written=*/true);
  launch_.arguments[0].inlined = launch_.arguments[1].inlined = true;
  auto kept = KeepWritten(launch_, meta_, Views(), tensors_).value();
  ASSERT_EQ(kept.inline_memory_size(), 1);
  EXPECT_EQ(kept.inline_memory(0).data().substr(0, 8), "contents");
  EXPECT_EQ(kept.written(0).view().handle(), "");
  EXPECT_EQ(kept.written(1).view().handle(), "");
  EXPECT_NE(kept.written(2).view().handle(), "");
}

TEST_F(LaunchTensorsTest, CreatedMemoryGoesInsideTheAnswerIfWantedAndSmall) {
  Add(nullptr, /*resizable=*/false, /*written=*/true);
  meta_.tensors[0].created = true;
  std::vector<TensorView> small = {View(Memory())};
  std::vector<TensorView> large = {View(tensors_.MakeBuffer(1 << 17).value())};
  EXPECT_EQ(KeepWritten(launch_, meta_, small, tensors_)->inline_memory_size(), 0);
  launch_.inline_created = true;
  EXPECT_EQ(KeepWritten(launch_, meta_, small, tensors_)->inline_memory_size(), 1);
  EXPECT_EQ(KeepWritten(launch_, meta_, large, tensors_)->inline_memory_size(), 0);
}

TEST_F(LaunchTensorsTest, TheClientsOwnHandlesComeFirst) {
  const std::string own(TensorStore::kHandleBytes, 'h');
  for (int i = 0; i < 2; ++i) Add(Memory(), /*resizable=*/false, /*written=*/true);
  launch_.new_handles = {own};
  const auto kept = KeepWritten(launch_, meta_, Views(), tensors_).value();
  EXPECT_EQ(kept.written(0).view().handle(), own);
  EXPECT_EQ(kept.written(1).view().handle().size(), own.size());
  EXPECT_NE(kept.written(1).view().handle(), own);
  EXPECT_EQ(KeepWritten(launch_, meta_, Views(), tensors_).status().code(),
            absl::StatusCode::kAlreadyExists);
  launch_.new_handles = {"short"};
  EXPECT_EQ(KeepWritten(launch_, meta_, Views(), tensors_).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST_F(LaunchTensorsTest, TheDeviceIsNotBelieved) {
  Add(Memory(), /*resizable=*/false, /*written=*/true);
  auto views = Views();
  std::vector<TensorView> none, lost = views, outside = views, retyped = views;
  lost[0].buffer = nullptr;
  outside[0].dims[0] = 17;
  retyped[0].dtype = DType::kInt32;
  for (const auto& now : {none, lost, outside, retyped}) {
    EXPECT_EQ(KeepWritten(launch_, meta_, now, tensors_).status().code(),
              absl::StatusCode::kInternal);
  }
  EXPECT_EQ(quota_->buffers(), 1u);
}

}  // namespace
}  // namespace pyasc
