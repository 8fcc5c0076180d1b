#include "server/rpc/listening_socket.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

using ::testing::HasSubstr;

class ListeningSocketTest : public testing::Test {
 protected:
  ListeningSocketTest() {
    char name[] = "/tmp/pyascd-socket-test-XXXXXX";
    directory_ = mkdtemp(name);
    path_ = directory_ + "/s";
  }
  ~ListeningSocketTest() override { std::filesystem::remove_all(directory_); }

  // A socket file that nobody listens on any more.
  void LeaveStale() {
    UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, path_.c_str());
    ASSERT_EQ(bind(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(listen(socket.get(), 1), 0);
  }

  std::string directory_;
  std::string path_;
};

TEST_F(ListeningSocketTest, IsTheOwnersAloneAndGoesAtTheEnd) {
  auto socket = ListeningSocket::Open(path_);
  ASSERT_TRUE(socket.ok()) << socket.status();
  struct stat found{};
  ASSERT_EQ(stat(path_.c_str(), &found), 0);
  EXPECT_TRUE(S_ISSOCK(found.st_mode));
  EXPECT_EQ(found.st_mode & 0777, 0600u);
  socket->reset();
  EXPECT_FALSE(std::filesystem::exists(path_));
}

TEST_F(ListeningSocketTest, AStaleSocketIsReplaced) {
  LeaveStale();
  EXPECT_TRUE(ListeningSocket::Open(path_).ok());
}

TEST_F(ListeningSocketTest, ASecondDaemonIsRefused) {
  auto first = ListeningSocket::Open(path_);
  ASSERT_TRUE(first.ok());
  const absl::Status second = ListeningSocket::Open(path_).status();
  EXPECT_EQ(second.code(), absl::StatusCode::kAlreadyExists);
  EXPECT_THAT(std::string(second.message()), HasSubstr("another daemon answers"));
  EXPECT_TRUE(std::filesystem::exists(path_));
}

TEST_F(ListeningSocketTest, AFileThatIsNoSocketStays) {
  std::ofstream(path_) << "precious";
  EXPECT_EQ(ListeningSocket::Open(path_).status().code(), absl::StatusCode::kAlreadyExists);
  EXPECT_TRUE(std::filesystem::is_regular_file(path_));
}

TEST_F(ListeningSocketTest, TheSuccessorsSocketStays) {
  auto first = ListeningSocket::Open(path_);
  std::filesystem::remove(path_);
  // Keeps the first one's inode from being used again.
  std::ofstream(directory_ + "/other");
  auto second = ListeningSocket::Open(path_);
  ASSERT_TRUE(second.ok());
  first->reset();
  EXPECT_TRUE(std::filesystem::exists(path_));
}

TEST_F(ListeningSocketTest, PathsThatDoNotFitAreRefused) {
  for (const std::string& path : {std::string(), directory_ + "/" + std::string(108, 'x')}) {
    EXPECT_EQ(ListeningSocket::Open(path).status().code(), absl::StatusCode::kInvalidArgument);
  }
}

TEST_F(ListeningSocketTest, ANewDirectoryIsPrivate) {
  const std::string made = directory_ + "/a/b";
  ASSERT_TRUE(PrepareSocketDirectory(made, getuid()).ok());
  struct stat found{};
  ASSERT_EQ(stat(made.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0700u);
  EXPECT_TRUE(PrepareSocketDirectory(made, getuid()).ok());
}

TEST_F(ListeningSocketTest, DirectoriesWhereOthersCouldReplaceTheSocketAreRefused) {
  EXPECT_TRUE(PrepareSocketDirectory("/tmp", getuid()).ok()) << "sticky";
  chmod(directory_.c_str(), 0777);
  EXPECT_EQ(PrepareSocketDirectory(directory_, getuid()).code(),
            absl::StatusCode::kFailedPrecondition);
  chmod(directory_.c_str(), 0700);
  std::filesystem::create_directory_symlink("/tmp", directory_ + "/link");
  EXPECT_EQ(PrepareSocketDirectory(directory_ + "/link", getuid()).code(),
            absl::StatusCode::kFailedPrecondition);
}

}  // namespace
}  // namespace pyasc
