#include "server/device/worker/mapping.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>

#include "base/memfd.h"

namespace pyasc {
namespace {

constexpr uint64_t kBytes = 3 * 4096 + 100;

TEST(Mapping, RegionsAreSharedAndAddressedByFileOffset) {
  const auto memory = MakeMemfd("region", kBytes);
  ASSERT_EQ(::pwrite(memory->get(), "abc", 3, 8200), 3);
  const auto mapping = Mapping::Region(memory->get(), 8199, kBytes);
  ASSERT_TRUE(mapping.ok()) << mapping.status();
  EXPECT_EQ(*mapping->At(8201), 'b');
  *mapping->At(kBytes - 1) = 'z';
  char last = 0;
  ASSERT_EQ(::pread(memory->get(), &last, 1, kBytes - 1), 1);
  EXPECT_EQ(last, 'z');
}

TEST(Mapping, RegionsAreNotMappedBeyondTheirEnd) {
  const auto memory = MakeMemfd("region", kBytes);
  EXPECT_EQ(Mapping::Region(memory->get(), 0, kBytes + 1).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(Mapping::Region(memory->get(), 5, 4).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_TRUE(Mapping::Region(memory->get(), 0, 0).ok());
}

TEST(Mapping, OnlyMemoryThatCannotShrinkIsARegion) {
  const UniqueFd open(::memfd_create("region", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  ASSERT_EQ(::ftruncate(open.get(), 4096), 0);
  EXPECT_EQ(Mapping::Region(open.get(), 0, 4096).status().code(),
            absl::StatusCode::kFailedPrecondition);
  const UniqueFd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  EXPECT_FALSE(Mapping::Region(null.get(), 0, 1).ok());
}

TEST(Mapping, OnlyFullySealedMemoryIsAnImage) {
  const auto sealed = MakeSealedMemfd("image", "some bytes");
  const auto mapping = Mapping::Image(sealed->get());
  ASSERT_TRUE(mapping.ok()) << mapping.status();
  EXPECT_EQ(std::string_view(mapping->base(), mapping->bytes()), "some bytes");
  const auto writable = MakeMemfd("image", 10);
  EXPECT_EQ(Mapping::Image(writable->get()).status().code(), absl::StatusCode::kFailedPrecondition);
}

TEST(Mapping, MovingLeavesNothingBehind) {
  absl::StatusOr<Mapping> first = Mapping::Anonymous(4096);
  ASSERT_TRUE(first.ok()) << first.status();
  first->base()[0] = 1;
  Mapping second = *std::move(first);
  EXPECT_EQ(second.base()[0], 1);
  second = Mapping();
  EXPECT_EQ(second.base(), nullptr);
}

}  // namespace
}  // namespace pyasc
