#include "base/memfd.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string>

#include "gtest/gtest.h"

namespace pyasc {
namespace {

constexpr int kSizeSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;

TEST(MemfdTest, CanBeWrittenAndMappedButNotResized) {
  UniqueFd fd = MakeMemfd("test", 8192).value();
  void* memory = ::mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
  ASSERT_NE(memory, MAP_FAILED);
  static_cast<char*>(memory)[8191] = 'x';
  EXPECT_EQ(::munmap(memory, 8192), 0);
  char last = 0;
  EXPECT_EQ(::pread(fd.get(), &last, 1, 8191), 1);
  EXPECT_EQ(last, 'x');
  EXPECT_NE(::ftruncate(fd.get(), 1), 0);
  EXPECT_NE(::ftruncate(fd.get(), 10000), 0);
  EXPECT_NE(::fcntl(fd.get(), F_ADD_SEALS, F_SEAL_WRITE), 0);
  EXPECT_EQ(::fcntl(fd.get(), F_GETFD), FD_CLOEXEC);
}

TEST(MemfdTest, SealedContentsCannotChange) {
  const std::string contents(100'000, 'c');
  UniqueFd fd = MakeSealedMemfd("test", contents).value();
  EXPECT_NE(::pwrite(fd.get(), "x", 1, 0), 1);
  EXPECT_EQ(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0), MAP_FAILED);
  std::string read(contents.size() + 1, '\0');
  EXPECT_EQ(::pread(fd.get(), read.data(), read.size(), 0), static_cast<ssize_t>(contents.size()));
  EXPECT_EQ(read.substr(0, contents.size()), contents);
  EXPECT_TRUE(CheckSeals(fd.get(), kSizeSeals | F_SEAL_WRITE).ok());
}

TEST(MemfdTest, MayBeEmpty) {
  EXPECT_TRUE(MakeMemfd("empty", 0).ok());
  EXPECT_TRUE(MakeSealedMemfd("empty", "").ok());
}

TEST(MemfdTest, RefusesImpossibleSizes) {
  EXPECT_EQ(MakeMemfd("huge", ~0ull).status().code(), absl::StatusCode::kResourceExhausted);
}

TEST(MemfdTest, ChecksSeals) {
  UniqueFd writable = MakeMemfd("test", 1).value();
  EXPECT_TRUE(CheckSeals(writable.get(), kSizeSeals).ok());
  EXPECT_EQ(CheckSeals(writable.get(), F_SEAL_WRITE).code(), absl::StatusCode::kFailedPrecondition);
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const UniqueFd in(ends[0]), out(ends[1]);
  EXPECT_EQ(CheckSeals(in.get(), F_SEAL_WRITE).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(CheckSeals(-1, F_SEAL_WRITE).code(), absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace pyasc
