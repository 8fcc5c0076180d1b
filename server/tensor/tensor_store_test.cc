#include "server/tensor/tensor_store.h"

#include <limits>
#include <string>

#include "gtest/gtest.h"

namespace pyasc {
namespace {

constexpr uint64_t kHuge = std::numeric_limits<uint64_t>::max();

class TensorStoreTest : public testing::Test {
 protected:
  std::shared_ptr<TensorQuota> quota_ = std::make_shared<TensorQuota>(3 << 20);
  TensorStore store_{quota_};
};

TEST_F(TensorStoreTest, MemoryIsZeroedAndKeepsWhatIsWritten) {
  std::string handle = store_.Allocate(100).value();
  EXPECT_EQ(handle.size(), TensorStore::kHandleBytes);
  std::shared_ptr<Buffer> buffer = store_.Find(handle).value();
  EXPECT_EQ(ReadBuffer(*buffer, 0, 100).value(), std::string(100, '\0'));
  ASSERT_TRUE(WriteBuffer(*buffer, 97, "abc").ok());
  EXPECT_EQ(ReadBuffer(*buffer, 96, 4).value(), std::string("\0abc", 4));
}

TEST_F(TensorStoreTest, StretchesThatLeaveTheMemoryAreRefused) {
  std::shared_ptr<Buffer> buffer = store_.MakeBuffer(10).value();
  struct Case {
    const char* name;
    uint64_t offset, bytes;
    bool ok;
  };
  const Case cases[] = {
      {"all", 0, 10, true},
      {"nothing at the end", 10, 0, true},
      {"one over", 0, 11, false},
      {"past the end", 11, 0, false},
      {"offset wraps", kHuge, 2, false},
      {"length wraps", 2, kHuge, false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(CheckStretch(*buffer, c.offset, c.bytes).ok(), c.ok) << c.name;
  }
  EXPECT_EQ(WriteBuffer(*buffer, 8, "abc").code(), absl::StatusCode::kOutOfRange);
  EXPECT_EQ(ReadBuffer(*buffer, 1, 10).status().code(), absl::StatusCode::kOutOfRange);
}

TEST_F(TensorStoreTest, HandlesOfAnotherStoreAreUnknown) {
  TensorStore other(quota_);
  std::string handle = other.Allocate(8).value();
  EXPECT_EQ(store_.Find(handle).status().code(), absl::StatusCode::kNotFound);
  store_.Free(handle);
  EXPECT_TRUE(other.Find(handle).ok());
}

TEST_F(TensorStoreTest, TheQuotaIsSharedAndGivenBack) {
  std::string handle = store_.Allocate(2 << 20).value();
  TensorStore other(quota_);
  EXPECT_EQ(other.Allocate(2 << 20).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(other.Allocate(kHuge).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(quota_->bytes(), uint64_t{2 << 20});
  store_.Free(handle);
  EXPECT_EQ(quota_->bytes(), 0u);
  EXPECT_EQ(quota_->buffers(), 0u);
  EXPECT_TRUE(other.Allocate(2 << 20).ok());
}

TEST_F(TensorStoreTest, TheNumberOfMemoriesHasALimit) {
  TensorStore few(std::make_shared<TensorQuota>(100, 2));
  std::string handle = few.Allocate(0).value();
  ASSERT_TRUE(few.Allocate(0).ok());
  const absl::Status refused = few.Allocate(0).status();
  EXPECT_EQ(refused, absl::ResourceExhaustedError(
                         "2 tensor memories are in use, as many as there may be: free some"));
  few.Free(handle);
  EXPECT_EQ(few.Allocate(101).status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_TRUE(few.Allocate(0).ok());
}

TEST_F(TensorStoreTest, FreedMemoryIsChargedWhileALaunchHoldsIt) {
  std::string handle = store_.Allocate(64).value();
  std::shared_ptr<Buffer> held = store_.Find(handle).value();
  store_.Free(handle);
  EXPECT_EQ(quota_->bytes(), 64u);
  held.reset();
  EXPECT_EQ(quota_->bytes(), 0u);
}

TEST_F(TensorStoreTest, TwoHandlesOfOneBufferAreChargedOnce) {
  std::shared_ptr<Buffer> buffer = store_.MakeBuffer(64).value();
  std::string first = store_.Register(buffer).value();
  std::string second = store_.Register(std::move(buffer)).value();
  EXPECT_EQ(quota_->bytes(), 64u);
  store_.Free(first);
  EXPECT_EQ(quota_->bytes(), 64u);
  store_.Free(second);
  EXPECT_EQ(quota_->bytes(), 0u);
}

TEST_F(TensorStoreTest, AHandleMayBeTheClientsOwn) {
  const std::string own(TensorStore::kHandleBytes, 'h');
  const auto buffer = *store_.MakeBuffer(1);
  EXPECT_EQ(store_.Register(buffer, own).value(), own);
  EXPECT_EQ(*store_.Find(own), buffer);
  EXPECT_EQ(store_.Register(*store_.MakeBuffer(1), own).status().code(),
            absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(store_.Register(buffer, "short").status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(*store_.Find(own), buffer);
}

TEST_F(TensorStoreTest, ACopyIsEqualAndApart) {
  const uint64_t bytes = (1 << 20) + 7;
  std::shared_ptr<Buffer> buffer = store_.MakeBuffer(bytes).value();
  ASSERT_TRUE(WriteBuffer(*buffer, bytes - 3, "end").ok());
  std::shared_ptr<Buffer> copy = store_.CopyBuffer(*buffer).value();
  EXPECT_EQ(ReadBuffer(*copy, bytes - 3, 3).value(), "end");
  ASSERT_TRUE(WriteBuffer(*copy, bytes - 3, "new").ok());
  EXPECT_EQ(ReadBuffer(*buffer, bytes - 3, 3).value(), "end");
}

TEST_F(TensorStoreTest, AClosedStoreHoldsNothing) {
  std::string handle = store_.Allocate(8).value();
  store_.Close();
  EXPECT_EQ(store_.Find(handle).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(store_.Allocate(8).status().code(), absl::StatusCode::kNotFound);
  EXPECT_EQ(quota_->bytes(), 0u);
}

}  // namespace
}  // namespace pyasc
