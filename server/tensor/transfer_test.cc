#include "server/tensor/transfer.h"

#include "gtest/gtest.h"
#include "server/tensor/crc32c.h"

namespace pyasc {
namespace {

class TransferTest : public testing::Test {
 protected:
  absl::StatusCode OpenCode(const Stretch& stretch) {
    return OpenSink(tensors_, stretch, 0).status().code();
  }
  std::unique_ptr<TensorSink> Sink(std::string_view announced, const std::string& handle = "",
                                   uint64_t offset = 0) {
    return OpenSink(tensors_, {.handle = handle, .offset = offset, .bytes = announced.size()},
                    Crc32c(announced))
        .value();
  }

  std::shared_ptr<TensorQuota> quota_ = std::make_shared<TensorQuota>(1 << 20);
  TensorStore tensors_{quota_};
};

TEST_F(TransferTest, WhatASinkTookASourceGives) {
  auto sink = Sink("abcdef");
  ASSERT_TRUE(sink->Append("ab").ok());
  ASSERT_TRUE(sink->Append("cdef").ok());
  auto source = OpenSource(sink->Finish().value());
  EXPECT_EQ(source->Next(4).value(), "abcd");
  EXPECT_EQ(source->Next(4).value(), "ef");
  EXPECT_EQ(source->Next(4).value(), "");
}

TEST_F(TransferTest, AStretchOfKnownMemoryIsWrittenAndRead) {
  const std::string handle = tensors_.Allocate(6).value();
  auto sink = Sink("xy", handle, 2);
  ASSERT_TRUE(sink->Append("xy").ok());
  EXPECT_EQ(sink->Finish().value(), tensors_.Find(handle).value());
  auto source = OpenSource(tensors_, {.handle = handle, .offset = 1, .bytes = 4}).value();
  tensors_.Free(handle);
  EXPECT_EQ(source->Next(9).value(), std::string("\0xy\0", 4));
}

TEST_F(TransferTest, ABadEndIsRefused) {
  EXPECT_EQ(Sink("abc")->Append("abcd").code(), absl::StatusCode::kInvalidArgument);
  auto cut_off = Sink("abc");
  ASSERT_TRUE(cut_off->Append("ab").ok());
  EXPECT_EQ(cut_off->Finish().status().code(), absl::StatusCode::kInvalidArgument);
  auto damaged = Sink("abc");
  ASSERT_TRUE(damaged->Append("abd").ok());
  EXPECT_EQ(damaged->Finish().status().code(), absl::StatusCode::kDataLoss);
  cut_off.reset();
  damaged.reset();
  EXPECT_EQ(quota_->buffers(), 0u) << "a refused sink keeps no memory";
}

TEST_F(TransferTest, StretchesThatCannotBeAreRefused) {
  const std::string handle = tensors_.Allocate(4).value();
  EXPECT_EQ(OpenCode({.handle = handle, .offset = 2, .bytes = 3}),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(OpenCode({.handle = "", .offset = 1, .bytes = 3}), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(OpenCode({.handle = "unknown", .offset = 0, .bytes = 0}), absl::StatusCode::kNotFound);
  EXPECT_EQ(OpenCode({.handle = "", .offset = 0, .bytes = 2 << 20}),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(OpenSource(tensors_, {.handle = handle, .offset = 2, .bytes = 3}).status().code(),
            absl::StatusCode::kOutOfRange);
}

}  // namespace
}  // namespace pyasc
