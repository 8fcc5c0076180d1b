#include "server/rpc/inline_memory.h"

#include <string>

#include "gtest/gtest.h"
#include "server/tensor/crc32c.h"

namespace pyasc {
namespace {

class InlineMemoryTest : public testing::Test {
 protected:
  void Add(const std::string& data) {
    pyascd::v1::InlineMemory* memory = wire_.Add();
    memory->set_data(data);
    memory->set_crc32c(Crc32c(data));
  }

  WireInlineMemory wire_;
  std::shared_ptr<TensorQuota> quota_ = std::make_shared<TensorQuota>(1 << 20);
  TensorStore tensors_{quota_};
};

TEST_F(InlineMemoryTest, WhatARequestCarriesAResponseCarries) {
  Add("abc");
  Add("");
  auto taken = TakeInline(wire_, tensors_).value();
  ASSERT_EQ(taken.size(), 2u);
  WireInlineMemory answered;
  InlineAnswer answer(&answered);
  EXPECT_EQ(answer.IndexOf(taken[1]).value(), 0u);
  EXPECT_EQ(answer.IndexOf(taken[0]).value(), 1u);
  EXPECT_EQ(answer.IndexOf(taken[1]).value(), 0u) << "one buffer is answered once";
  ASSERT_EQ(answered.size(), 2);
  EXPECT_EQ(answered[1].data(), "abc");
  EXPECT_EQ(answered[1].crc32c(), Crc32c("abc"));
}

TEST_F(InlineMemoryTest, ARequestOverTheLimitOrDamagedIsRefused) {
  Add(std::string(kMaxInlineBytes, 'x'));
  EXPECT_TRUE(TakeInline(wire_, tensors_).ok());
  Add("y");
  EXPECT_EQ(TakeInline(wire_, tensors_).status().code(), absl::StatusCode::kInvalidArgument);
  wire_.Clear();
  Add("abc");
  wire_[0].set_data("abd");
  EXPECT_EQ(TakeInline(wire_, tensors_).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(quota_->buffers(), 0u);
}

TEST_F(InlineMemoryTest, WhatDoesNotFitTheResponseIsLeftOut) {
  WireInlineMemory answered;
  InlineAnswer answer(&answered);
  EXPECT_FALSE(answer.IndexOf(tensors_.MakeBuffer(kMaxInlineBytes + 1).value())->has_value());
  EXPECT_TRUE(answer.IndexOf(tensors_.MakeBuffer(kMaxInlineBytes).value())->has_value());
  EXPECT_FALSE(answer.IndexOf(tensors_.MakeBuffer(1).value())->has_value());
  EXPECT_EQ(answered.size(), 1);
}

}  // namespace
}  // namespace pyasc
