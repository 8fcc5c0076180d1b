#include "cache/state_directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "cache/sqlite_store.h"
#include "cache/state_lock.h"
#include "cache/store_testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

using testing::HasSubstr;

mode_t ModeOf(const std::string& path) {
  struct stat status{};
  EXPECT_EQ(::lstat(path.c_str(), &status), 0) << path;
  return status.st_mode & 07777;
}

TEST(StateDirectoryTest, MakesEverythingPrivate) {
  const TempDirectory temp;
  const std::string directory = temp.path() + "/a/b/state";
  auto store = OpenSqliteStore({.directory = directory}).value();
  store->PutKernel(RowNamed("a"));
  ASSERT_TRUE(store->Flush().ok());
  EXPECT_TRUE(Has(*store, "a"));
  EXPECT_EQ(ModeOf(directory), 0700u);
  for (const auto& entry : std::filesystem::directory_iterator(directory)) {
    EXPECT_EQ(ModeOf(entry.path()), 0600u) << entry.path();
  }
}

// Another user could plant native code in each of these.
struct Planted {
  const char* name;
  std::function<void(const std::string& state)> plant;
  const char* message;
};

const Planted kPlanted[] = {
    {"group-writable directory", [](const auto& s) { ::chmod(s.c_str(), 0770); }, "chmod go-w"},
    {"world-writable directory", [](const auto& s) { ::chmod(s.c_str(), 0707); }, "chmod go-w"},
    {"directory is a link",
     [](const auto& s) {
       std::filesystem::rename(s, s + ".real");
       std::filesystem::create_symlink(s + ".real", s);
     },
     "is a symbolic link"},
    {"group-writable file", [](const auto& s) { ::chmod((s + "/kernels.db").c_str(), 0660); },
     "chmod go-w"},
    {"file is a link",
     [](const auto& s) {
       std::filesystem::rename(s + "/kernels.db", s + "/other");
       std::filesystem::create_symlink(s + "/other", s + "/kernels.db");
     },
     "is a symbolic link"},
    {"log is a link",
     [](const auto& s) {
       std::filesystem::remove(s + "/kernels.db-wal");
       std::filesystem::create_symlink(s + "/other", s + "/kernels.db-wal");
     },
     "is a symbolic link"},
    {"key others can read", [](const auto& s) { ::chmod((s + "/mac.key").c_str(), 0640); },
     "has mode 0640"},
    {"key is a link",
     [](const auto& s) {
       std::filesystem::remove(s + "/mac.key");
       std::filesystem::create_symlink(s + "/other", s + "/mac.key");
     },
     "is a symbolic link"},
    {"key is a pipe",
     [](const auto& s) {
       std::filesystem::remove(s + "/mac.key");
       ::mkfifo((s + "/mac.key").c_str(), 0600);
     },
     "is no regular file"},
    {"lock is a link",
     [](const auto& s) {
       std::filesystem::remove(s + "/kernels.lock");
       std::filesystem::create_symlink(s + "/other", s + "/kernels.lock");
     },
     "is a symbolic link"},
};

TEST(StateDirectoryTest, RefusesWhatOthersCouldHavePlanted) {
  for (const auto& row : kPlanted) {
    const TempDirectory temp;
    ASSERT_TRUE(OpenSqliteStore({.directory = temp.State()}).ok());
    row.plant(temp.State());
    const absl::Status status = OpenSqliteStore({.directory = temp.State()}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied) << row.name;
    EXPECT_THAT(std::string(status.message()), HasSubstr(row.message)) << row.name;
  }
}

// As root, from another uid's side; as a user the root directory is somebody else's.
TEST(StateDirectoryTest, RefusesAnotherUsersDirectory) {
  const TempDirectory temp;
  std::string directory = "/";
  if (::geteuid() == 0) {
    directory = temp.State();
    ASSERT_EQ(::mkdir(directory.c_str(), 0700), 0);
    ASSERT_EQ(::chown(directory.c_str(), 65534, 65534), 0);
  } else {
    directory = "/usr";
  }
  const absl::Status status = PrepareStateDirectory(directory);
  EXPECT_EQ(status.code(), absl::StatusCode::kPermissionDenied) << status;
  EXPECT_THAT(std::string(status.message()), HasSubstr("belongs to uid"));
}

TEST(StateDirectoryTest, AReadOnlyDirectoryIsTheWrongPlace) {
  const TempDirectory temp;
  ASSERT_EQ(::mkdir(temp.State().c_str(), 0500), 0);
  ASSERT_EQ(::chmod(temp.path().c_str(), 0755), 0);
  EXPECT_TRUE(InChild([&] {
    // Root may write anywhere: become nobody.
    if (::geteuid() == 0 &&
        (::chown(temp.State().c_str(), 65534, 65534) != 0 || ::seteuid(65534) != 0))
      return false;
    const absl::Status status = OpenSqliteStore({.directory = temp.State()}).status();
    return absl::IsFailedPrecondition(status);
  }));
}

TEST(StateDirectoryTest, AFileAmongTheParentsIsTheWrongPlace) {
  const TempDirectory temp;
  std::ofstream(temp.path() + "/file") << "contents";
  for (const char* below : {"/file/state", "/file/a/state"}) {
    EXPECT_EQ(PrepareStateDirectory(temp.path() + below).code(),
              absl::StatusCode::kFailedPrecondition)
        << below;
  }
}

TEST(StateDirectoryTest, RefusesNamesThatWouldFollowALink) {
  EXPECT_EQ(PrepareStateDirectory("").code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(PrepareStateDirectory("/tmp/x/").code(), absl::StatusCode::kInvalidArgument);
}

TEST(StateDirectoryTest, MakesAReadableFilePrivate) {
  const TempDirectory temp;
  const std::string path = temp.path() + "/file";
  std::ofstream(path) << "contents";
  ASSERT_EQ(::chmod(path.c_str(), 0644), 0);
  EXPECT_TRUE(PrepareStateFile(path).ok());
  EXPECT_EQ(ModeOf(path), 0600u);
  EXPECT_EQ(std::filesystem::file_size(path), 8u);
}

TEST(StateDirectoryTest, KeepsItsKeyAndReplacesADamagedOne) {
  const TempDirectory temp;
  const std::string path = temp.path() + "/mac.key";
  const std::string key = LoadMacKey(path).value();
  EXPECT_EQ(key.size(), 32u);
  EXPECT_EQ(LoadMacKey(path).value(), key);
  EXPECT_EQ(ModeOf(path), 0600u);
  std::filesystem::resize_file(path, 31);
  const std::string fresh = LoadMacKey(path).value();
  EXPECT_EQ(fresh.size(), 32u);
  EXPECT_NE(fresh, key);
}

TEST(StateDirectoryTest, KnowsNetworkFileSystems) {
  EXPECT_TRUE(IsNetworkFileSystem(0x6969));
  EXPECT_TRUE(IsNetworkFileSystem(0xffffffffff534d42));  // sign-extended
  EXPECT_FALSE(IsNetworkFileSystem(0xef53));             // ext4
  EXPECT_FALSE(IsNetworkFileSystem(0x01021994));         // tmpfs
}

TEST(StateLockTest, NamesTheProcessThatHoldsTheState) {
  const TempDirectory temp;
  ASSERT_TRUE(PrepareStateDirectory(temp.State()).ok());
  auto lock = StateLock::Acquire(temp.State());
  ASSERT_TRUE(lock.ok());
  const absl::Status second = StateLock::Acquire(temp.State()).status();
  EXPECT_EQ(second.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(second.message()), HasSubstr("pid " + std::to_string(::getpid())));
  lock->reset();
  EXPECT_TRUE(StateLock::Acquire(temp.State()).ok());
}

}  // namespace
}  // namespace pyasc
