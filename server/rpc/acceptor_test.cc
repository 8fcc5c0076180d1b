#include "server/rpc/acceptor.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <string>

#include "absl/synchronization/mutex.h"
#include "gtest/gtest.h"
#include "server/rpc/listening_socket.h"

namespace pyasc {
namespace {

// An acceptor whose connections end up in a list.
class AcceptorTest : public testing::Test {
 protected:
  AcceptorTest() {
    char name[] = "/tmp/pyascd-acceptor-test-XXXXXX";
    directory_ = mkdtemp(name);
    listening_ = ListeningSocket::Open(directory_ + "/s").value();
  }
  ~AcceptorTest() override {
    acceptor_.reset();
    listening_.reset();
    std::filesystem::remove_all(directory_);
  }

  void Start(Acceptor::Options options = {}) {
    acceptor_ = Acceptor::Start(
                    listening_->fd(), &peers_, &Clock::System(),
                    [this](int fd) {
                      absl::MutexLock lock(&mutex_);
                      given_.emplace_back(fd);
                    },
                    options)
                    .value();
  }

  UniqueFd Connect() {
    UniqueFd socket(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, listening_->path().c_str());
    EXPECT_EQ(connect(socket.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return socket;
  }

  static void Send(const UniqueFd& socket, const std::string& bytes) {
    EXPECT_EQ(send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }

  UniqueFd AwaitGiven() {
    auto some = [this] { return !given_.empty(); };
    absl::MutexLock lock(&mutex_);
    mutex_.Await(absl::Condition(&some));
    UniqueFd fd = std::move(given_.front());
    given_.pop_front();
    return fd;
  }

  // Blocks until the other side has closed.
  static bool IsClosed(const UniqueFd& socket) {
    char byte;
    return recv(socket.get(), &byte, 1, 0) <= 0;
  }

  std::string directory_;
  std::unique_ptr<ListeningSocket> listening_;
  PeerTable peers_;
  absl::Mutex mutex_;
  std::deque<UniqueFd> given_;
  std::unique_ptr<Acceptor> acceptor_;
};

TEST_F(AcceptorTest, HandsOverHttp2WithItsIdentityAndAllItsBytes) {
  Start();
  UniqueFd client = Connect();
  Send(client, "PRI * HTTP/2.0");
  UniqueFd given = AwaitGiven();
  EXPECT_GE(given.get(), 256);
  auto identity = peers_.Find("fd:" + std::to_string(given.get()));
  ASSERT_TRUE(identity.ok());
  EXPECT_EQ(identity->uid, getuid());
  EXPECT_EQ(identity->pid, getpid());
  EXPECT_NE(fcntl(given.get(), F_GETFL) & O_NONBLOCK, 0);
  EXPECT_NE(fcntl(given.get(), F_GETFD) & FD_CLOEXEC, 0);
  char bytes[14];
  EXPECT_EQ(recv(given.get(), bytes, sizeof bytes, 0), 14);
}

TEST_F(AcceptorTest, NumbersAreNotUsedAgainAtOnce) {
  Start();
  int last = 0;
  for (int i = 0; i < 10; ++i) {
    UniqueFd client = Connect();
    Send(client, "PRI ");
    UniqueFd given = AwaitGiven();
    EXPECT_GT(given.get(), last);
    last = given.get();
  }
}

TEST_F(AcceptorTest, OtherProtocolsAreClosed) {
  Start();
  for (const char* start : {"GET / HTTP/1.1\r\n", "PRIX", "\0\0\0\0"}) {
    UniqueFd client = Connect();
    Send(client, std::string(start, 4));
    EXPECT_TRUE(IsClosed(client)) << start;
  }
}

TEST_F(AcceptorTest, SilentAndSlowClientsHoldNobodyUp) {
  Start();
  UniqueFd silent = Connect(), slow = Connect(), quick = Connect();
  Send(slow, "PR");
  Send(quick, "PRI ");
  EXPECT_TRUE(AwaitGiven().valid());
  Send(slow, "I ");
  EXPECT_TRUE(AwaitGiven().valid());
}

TEST_F(AcceptorTest, SilentClientsAreDroppedAfterTheTimeout) {
  Start({.peek_timeout_ms = 1});
  UniqueFd silent = Connect(), partial = Connect();
  Send(partial, "PR");
  EXPECT_TRUE(IsClosed(silent));
  EXPECT_TRUE(IsClosed(partial));
}

TEST_F(AcceptorTest, ConnectionsAreBoundedAndComeBackWhenOthersClose) {
  Start({.max_connections = 2});
  UniqueFd first = Connect(), second = Connect();
  Send(first, "PRI ");
  UniqueFd given = AwaitGiven();
  Send(second, "PRI ");
  UniqueFd other = AwaitGiven();
  UniqueFd third = Connect();
  Send(third, "PRI ");
  EXPECT_TRUE(IsClosed(third));
  given.reset();
  UniqueFd fourth = Connect();
  Send(fourth, "PRI ");
  EXPECT_TRUE(AwaitGiven().valid());
}

TEST_F(AcceptorTest, OneProcessCannotTakeAllConnections) {
  Start({.max_connections = 3, .max_of_process = 2});
  UniqueFd first = Connect(), second = Connect(), third = Connect();
  Send(first, "PRI ");
  UniqueFd given = AwaitGiven();
  Send(second, "PRI ");
  UniqueFd other = AwaitGiven();
  Send(third, "PRI ");
  EXPECT_TRUE(IsClosed(third));
  given.reset();
  UniqueFd fourth = Connect();
  Send(fourth, "PRI ");
  EXPECT_TRUE(AwaitGiven().valid());
}

TEST_F(AcceptorTest, ClosedConnectionsAreForgotten) {
  Start();
  for (int i = 0; i < 2000; ++i) {
    UniqueFd client = Connect();
    Send(client, "PRI ");
    AwaitGiven();
  }
  EXPECT_LE(peers_.size(), 65u);
}

TEST_F(AcceptorTest, StopDropsWhoHasSaidNothing) {
  Start();
  UniqueFd silent = Connect(), quick = Connect();
  Send(quick, "PRI ");
  UniqueFd given = AwaitGiven();  // the silent one has been accepted before
  acceptor_->Stop();
  EXPECT_TRUE(IsClosed(silent));
}

}  // namespace
}  // namespace pyasc
