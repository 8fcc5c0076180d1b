#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <string>

#include "server/device/device.h"

namespace pyasc {
namespace {

TEST(Buffer, IsZeroedWritableAndOfFixedSize) {
  const auto buffer = AllocateBuffer(100);
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  const int fd = (*buffer)->memory.get();
  EXPECT_EQ((*buffer)->bytes, 100u);
  struct stat file;
  ASSERT_EQ(::fstat(fd, &file), 0);
  EXPECT_EQ(file.st_size, 100);
  std::string bytes(100, 'x');
  ASSERT_EQ(::pread(fd, bytes.data(), bytes.size(), 0), 100);
  EXPECT_EQ(bytes, std::string(100, '\0'));
  EXPECT_EQ(::pwrite(fd, "abc", 3, 97), 3);
  EXPECT_NE(::ftruncate(fd, 99), 0);
  EXPECT_NE(::ftruncate(fd, 101), 0);
  EXPECT_EQ(::fcntl(fd, F_GET_SEALS), F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
}

TEST(Buffer, MayBeEmpty) {
  const auto buffer = AllocateBuffer(0);
  ASSERT_TRUE(buffer.ok()) << buffer.status();
  EXPECT_EQ((*buffer)->bytes, 0u);
  EXPECT_TRUE((*buffer)->memory.valid());
}

TEST(Buffer, MoreThanTheMachineHasIsRefused) {
  for (const uint64_t bytes : {uint64_t{1} << 48, uint64_t{1} << 62, ~uint64_t{0}}) {
    EXPECT_EQ(AllocateBuffer(bytes).status().code(), absl::StatusCode::kResourceExhausted) << bytes;
  }
}

}  // namespace
}  // namespace pyasc
