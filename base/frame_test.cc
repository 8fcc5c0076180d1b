#include "base/frame.h"

#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "base/memfd.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

struct Pair {
  Pair() {
    int fds[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
    near.reset(fds[0]);
    far.reset(fds[1]);
  }
  UniqueFd near, far;
};

std::string Header(uint32_t bytes, uint16_t type, uint16_t fds) {
  std::string header(8, '\0');
  ::memcpy(&header[0], &bytes, 4);
  ::memcpy(&header[4], &type, 2);
  ::memcpy(&header[6], &fds, 2);
  return header;
}

// Sends raw bytes, with descriptors if `fds` is not empty.
void SendRaw(int socket, std::string bytes, const std::vector<int>& fds = {}) {
  iovec part{bytes.data(), bytes.size()};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  std::vector<char> control(CMSG_SPACE(fds.size() * sizeof(int)));
  if (!fds.empty()) {
    message.msg_control = control.data();
    message.msg_controllen = control.size();
    cmsghdr* header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
    ::memcpy(CMSG_DATA(header), fds.data(), fds.size() * sizeof(int));
  }
  ASSERT_EQ(::sendmsg(socket, &message, MSG_NOSIGNAL), static_cast<ssize_t>(bytes.size()));
}

ino_t Inode(int fd) {
  struct stat status{};
  EXPECT_EQ(::fstat(fd, &status), 0);
  return status.st_ino;
}

size_t OpenFds() {
  size_t count = 0;
  for (int fd = 0; fd < 1024; ++fd) count += ::fcntl(fd, F_GETFD) >= 0 ? 1 : 0;
  return count;
}

TEST(FrameTest, RoundTripsWithDescriptors) {
  Pair pair;
  UniqueFd memory = MakeMemfd("test", 10).value();
  ASSERT_TRUE(
      WriteFrame(pair.near.get(), FrameType::kLoad, "payload", {memory.get(), memory.get()}).ok());
  ASSERT_TRUE(WriteFrame(pair.near.get(), FrameType::kReady, "").ok());
  absl::StatusOr<Frame> load = ReadFrame(pair.far.get());
  ASSERT_TRUE(load.ok()) << load.status();
  EXPECT_EQ(load->type, FrameType::kLoad);
  EXPECT_EQ(load->payload, "payload");
  ASSERT_EQ(load->fds.size(), 2u);
  EXPECT_EQ(Inode(load->fds[1].get()), Inode(memory.get()));
  EXPECT_EQ(::fcntl(load->fds[0].get(), F_GETFD), FD_CLOEXEC);
  absl::StatusOr<Frame> ready = ReadFrame(pair.far.get());
  ASSERT_TRUE(ready.ok());
  EXPECT_EQ(ready->type, FrameType::kReady);
  EXPECT_EQ(ready->payload, "");
  EXPECT_TRUE(ready->fds.empty());
}

TEST(FrameTest, CarriesMoreThanTheSocketHolds) {
  Pair pair;
  const std::string payload(20u << 20, 'x');
  absl::Status written;
  std::thread writer([&] { written = WriteFrame(pair.near.get(), FrameType::kAnalysis, payload); });
  absl::StatusOr<Frame> frame = ReadFrame(pair.far.get());
  writer.join();
  ASSERT_TRUE(written.ok()) << written;
  ASSERT_TRUE(frame.ok()) << frame.status();
  EXPECT_EQ(frame->payload, payload);
}

TEST(FrameTest, WorksOnNonBlockingSockets) {
  Pair pair;
  ASSERT_EQ(::fcntl(pair.near.get(), F_SETFL, O_NONBLOCK), 0);
  ASSERT_EQ(::fcntl(pair.far.get(), F_SETFL, O_NONBLOCK), 0);
  const std::string payload(3u << 20, 'y');
  std::thread writer(
      [&] { EXPECT_TRUE(WriteFrame(pair.near.get(), FrameType::kFault, payload).ok()); });
  absl::StatusOr<Frame> frame = ReadFrame(pair.far.get(), 60'000);
  writer.join();
  ASSERT_TRUE(frame.ok()) << frame.status();
  EXPECT_EQ(frame->payload.size(), payload.size());
}

TEST(FrameTest, ReadsWhatComesByteByByte) {
  Pair pair;
  UniqueFd memory = MakeMemfd("test", 1).value();
  const std::string bytes = Header(5, 20, 1) + "abcde";
  std::thread writer([&] {
    SendRaw(pair.near.get(), bytes.substr(0, 1), {memory.get()});
    for (size_t i = 1; i < bytes.size(); ++i) SendRaw(pair.near.get(), bytes.substr(i, 1));
  });
  absl::StatusOr<Frame> frame = ReadFrame(pair.far.get());
  writer.join();
  ASSERT_TRUE(frame.ok()) << frame.status();
  EXPECT_EQ(frame->payload, "abcde");
  EXPECT_EQ(frame->fds.size(), 1u);
}

TEST(FrameTest, KeepsFramesApartThatArriveTogether) {
  Pair pair;
  SendRaw(pair.near.get(), Header(1, 1, 0) + "a" + Header(2, 2, 0) + "bc");
  EXPECT_EQ(ReadFrame(pair.far.get())->payload, "a");
  EXPECT_EQ(ReadFrame(pair.far.get())->payload, "bc");
}

TEST(FrameTest, EndOfStreamBetweenFramesIsUnavailable) {
  Pair pair;
  pair.near.reset();
  EXPECT_EQ(ReadFrame(pair.far.get()).status().code(), absl::StatusCode::kUnavailable);
}

// A peer that is gone with bytes unread resets the stream instead of ending it.
TEST(FrameTest, ResetIsUnavailable) {
  Pair pair;
  ASSERT_TRUE(WriteFrame(pair.near.get(), FrameType::kReady, "unread").ok());
  pair.far.reset();
  const absl::Status status = ReadFrame(pair.near.get()).status();
  EXPECT_EQ(status, absl::UnavailableError("recvmsg: Connection reset by peer"));
}

TEST(FrameTest, EndOfStreamInsideAFrameIsDataLoss) {
  const std::string bytes = Header(4, 3, 0) + "abcd";
  for (size_t cut = 1; cut < bytes.size(); ++cut) {
    Pair pair;
    SendRaw(pair.near.get(), bytes.substr(0, cut));
    pair.near.reset();
    EXPECT_EQ(ReadFrame(pair.far.get()).status().code(), absl::StatusCode::kDataLoss) << cut;
  }
}

TEST(FrameTest, RefusesMalformedHeaders) {
  const struct {
    const char* name;
    uint32_t bytes;
    uint16_t fds;
  } kRows[] = {
      {"one byte too long", (256u << 20) + 1, 0}, {"longest possible", 0xffffffff, 0},
      {"descriptors that did not come", 0, 1},    {"more descriptors than allowed", 0, 201},
      {"most descriptors possible", 0, 0xffff},
  };
  for (const auto& row : kRows) {
    Pair pair;
    SendRaw(pair.near.get(), Header(row.bytes, 1, row.fds));
    EXPECT_EQ(ReadFrame(pair.far.get()).status().code(), absl::StatusCode::kDataLoss) << row.name;
  }
}

TEST(FrameTest, ClosesDescriptorsNobodyAnnounced) {
  Pair pair;
  const size_t before = OpenFds();
  SendRaw(pair.near.get(), Header(0, 1, 0), std::vector<int>(253, pair.near.get()));
  EXPECT_EQ(ReadFrame(pair.far.get()).status().code(), absl::StatusCode::kDataLoss);
  SendRaw(pair.near.get(), Header(2, 1, 0));
  SendRaw(pair.near.get(), "ab", {pair.near.get()});
  EXPECT_EQ(ReadFrame(pair.far.get()).status().code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(OpenFds(), before);
}

TEST(FrameTest, GivesUpAtTheDeadline) {
  Pair pair;
  EXPECT_EQ(ReadFrame(pair.far.get(), 0).status().code(), absl::StatusCode::kDeadlineExceeded);
  SendRaw(pair.near.get(), Header(4, 1, 0) + "ab");
  EXPECT_EQ(ReadFrame(pair.far.get(), 1).status().code(), absl::StatusCode::kDeadlineExceeded);
}

TEST(FrameTest, AnnouncedBytesTakeNoMemoryBeforeTheyCome) {
  Pair pair;
  SendRaw(pair.near.get(), Header(static_cast<uint32_t>(kMaxFramePayload), 1, 0) + "x");
  EXPECT_EQ(ReadFrame(pair.far.get(), 1).status().code(), absl::StatusCode::kDeadlineExceeded);
}

TEST(FrameTest, WritingToAClosedPeerIsUnavailable) {
  Pair pair;
  pair.far.reset();
  EXPECT_EQ(WriteFrame(pair.near.get(), FrameType::kReady, "x").code(),
            absl::StatusCode::kUnavailable);
}

TEST(FrameTest, RefusesToWriteTooMuch) {
  Pair pair;
  const std::string huge(kMaxFramePayload + 1, '\0');
  EXPECT_EQ(WriteFrame(pair.near.get(), FrameType::kReady, huge).code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(WriteFrame(pair.near.get(), FrameType::kReady, "", std::vector<int>(201, 0)).code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(FrameTest, CarriesTheMostDescriptors) {
  Pair pair;
  ASSERT_TRUE(WriteFrame(pair.near.get(), FrameType::kLaunch, "",
                         std::vector<int>(kMaxFrameFds, pair.near.get()))
                  .ok());
  absl::StatusOr<Frame> frame = ReadFrame(pair.far.get());
  ASSERT_TRUE(frame.ok()) << frame.status();
  EXPECT_EQ(frame->fds.size(), kMaxFrameFds);
}

}  // namespace
}  // namespace pyasc
