#include "server/auth/peers.h"

#include <sys/socket.h>
#include <unistd.h>

#include "gtest/gtest.h"

namespace pyasc {
namespace {

TEST(CheckOwner, LetsTheOwnerInAndNobodyElse) {
  EXPECT_TRUE(CheckOwner({.uid = 1000, .pid = 1}, 1000).ok());
  for (uid_t uid : {0u, 999u, 1001u}) {
    EXPECT_EQ(CheckOwner({.uid = uid, .pid = 1}, 1000).code(), absl::StatusCode::kPermissionDenied);
  }
}

TEST(PeerOfSocket, IsTheProcessThatMadeTheSocket) {
  int pair[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
  auto identity = PeerOfSocket(pair[0]);
  ASSERT_TRUE(identity.ok());
  EXPECT_EQ(identity->uid, getuid());
  EXPECT_EQ(identity->pid, getpid());
  close(pair[0]);
  close(pair[1]);
}

TEST(PeerOfSocket, IsUnknownForWhatIsNoSocket) {
  EXPECT_EQ(PeerOfSocket(-1).status().code(), absl::StatusCode::kUnauthenticated);
}

TEST(PeerTable, FindsWhatWasRecordedLast) {
  PeerTable table;
  table.Record(7, {.uid = 1, .pid = 2});
  table.Record(7, {.uid = 3, .pid = 4});
  EXPECT_EQ(table.Find("fd:7")->uid, 3u);
  EXPECT_EQ(table.Find("fd:77").status().code(), absl::StatusCode::kUnauthenticated);
  EXPECT_EQ(table.Find("inproc").status().code(), absl::StatusCode::kUnauthenticated);
  table.Forget(7);
  EXPECT_FALSE(table.Find("fd:7").ok());
  EXPECT_EQ(table.size(), 0u);
}

}  // namespace
}  // namespace pyasc
