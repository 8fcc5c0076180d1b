#include "compiler/zygote/zygote.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/encoding.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

using ::testing::HasSubstr;

// Only against hanging: nothing here waits that long.
constexpr int kPatienceMs = 60'000;

std::pair<UniqueFd, UniqueFd> SocketPair() {
  std::array<int, 2> ends;
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

struct Exit {
  uint64_t job = 0;
  pid_t pid = 0;
  int wait_status = 0;
};

class ZygoteTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto [ours, theirs] = SocketPair();
    control_ = std::move(ours);
    zygote_ = ::fork();
    if (zygote_ == 0) {
      ::fcntl(theirs.get(), F_SETFD, 0);
      const std::string number = std::to_string(theirs.get());
      ::execl(PYASCD_TEST_ZYGOTE, PYASCD_TEST_ZYGOTE, number.c_str(), nullptr);
      ::_exit(127);
    }
    theirs.reset();
    const absl::StatusOr<Frame> ready = ReadFrame(control_.get(), kPatienceMs);
    ASSERT_TRUE(ready.ok()) << ready.status();
    ASSERT_EQ(ready->type, FrameType::kReady);
  }

  void TearDown() override {
    control_.reset();
    if (zygote_ > 0) {
      EXPECT_EQ(AwaitZygote(), 0);
    }
  }

  int AwaitZygote() {
    int status = -1;
    ::waitpid(std::exchange(zygote_, -1), &status, 0);
    return status;
  }

  // Starts a job and returns our end of its socket.
  UniqueFd Start(uint64_t job) {
    auto [ours, theirs] = SocketPair();
    Encoder payload;
    payload.U64(job);
    const absl::Status written =
        WriteFrame(control_.get(), FrameType::kJob, payload.Take(), {theirs.get()});
    EXPECT_TRUE(written.ok()) << written;
    return std::move(ours);
  }

  UniqueFd Start(uint64_t job, const std::string& request) {
    UniqueFd socket = Start(job);
    const absl::Status written = WriteFrame(socket.get(), FrameType::kAnalyse, request);
    EXPECT_TRUE(written.ok()) << written;
    return socket;
  }

  std::string AnswerOf(uint64_t job, const std::string& request) {
    const UniqueFd socket = Start(job);
    const absl::Status written = WriteFrame(socket.get(), FrameType::kAnalyse, request);
    if (!written.ok()) return std::string(written.message());
    absl::StatusOr<Frame> answer = ReadFrame(socket.get(), kPatienceMs);
    if (!answer.ok()) return std::string(answer.status().message());
    return answer->payload;
  }

  Exit NextExit() {
    const absl::StatusOr<Frame> frame = ReadFrame(control_.get(), kPatienceMs);
    EXPECT_TRUE(frame.ok()) << frame.status();
    EXPECT_EQ(frame->type, FrameType::kExited);
    Decoder in(frame->payload);
    Exit exit;
    exit.job = in.U64();
    exit.pid = static_cast<pid_t>(in.U32());
    exit.wait_status = static_cast<int>(in.U32());
    EXPECT_TRUE(in.Done());
    return exit;
  }

  UniqueFd control_;
  pid_t zygote_ = -1;
};

TEST_F(ZygoteTest, WarmChildAnswersAndItsExitIsReported) {
  EXPECT_EQ(AnswerOf(7, "hello"), "warm hello");
  const Exit exit = NextExit();
  EXPECT_EQ(exit.job, 7u);
  EXPECT_GT(exit.pid, 0);
  EXPECT_EQ(exit.wait_status, 0);
}

TEST_F(ZygoteTest, EveryJobHasAProcessOfItsOwn) {
  std::map<std::string, int> pids;
  for (uint64_t job = 0; job < 20; ++job) {
    ++pids[AnswerOf(job, "pid")];
    NextExit();
  }
  EXPECT_EQ(pids.size(), 20u);
}

TEST_F(ZygoteTest, ManyJobsAtOnce) {
  std::vector<UniqueFd> sockets;
  for (uint64_t job = 0; job < 30; ++job) sockets.push_back(Start(job));
  for (size_t i = 0; i < sockets.size(); ++i) {
    ASSERT_TRUE(WriteFrame(sockets[i].get(), FrameType::kAnalyse, std::to_string(i)).ok());
  }
  for (size_t i = 0; i < sockets.size(); ++i) {
    const absl::StatusOr<Frame> answer = ReadFrame(sockets[i].get(), kPatienceMs);
    ASSERT_TRUE(answer.ok()) << answer.status();
    EXPECT_EQ(answer->payload, "warm " + std::to_string(i));
  }
  for (size_t i = 0; i < sockets.size(); ++i) EXPECT_EQ(NextExit().wait_status, 0);
}

TEST_F(ZygoteTest, LargeAnswerArrives) { EXPECT_EQ(AnswerOf(1, "large").size(), 8u << 20); }

TEST_F(ZygoteTest, AnswerBeyondTheFrameLimitIsAFault) {
  EXPECT_THAT(AnswerOf(1, "too large"), HasSubstr("at most"));
  EXPECT_EQ(NextExit().wait_status, 0);
}

TEST_F(ZygoteTest, DeathOfAChildShowsOnBothSocketsAndHarmsNobody) {
  struct Row {
    const char* request;
    bool by_signal;
    int code;
  };
  for (const Row& row :
       {Row{"crash", true, SIGSEGV}, Row{"allocate", true, SIGABRT}, Row{"exit", false, 3}}) {
    SCOPED_TRACE(row.request);
    EXPECT_EQ(AnswerOf(1, row.request), "peer closed the stream");
    const Exit exit = NextExit();
    EXPECT_EQ(WIFSIGNALED(exit.wait_status), row.by_signal);
    EXPECT_EQ(row.by_signal ? WTERMSIG(exit.wait_status) : WEXITSTATUS(exit.wait_status), row.code);
    EXPECT_EQ(AnswerOf(2, "hello"), "warm hello");
    EXPECT_EQ(NextExit().job, 2u);
  }
}

TEST_F(ZygoteTest, EndlessChildDiesWhenItsClientHangsUp) {
  UniqueFd socket = Start(5, "loop");
  EXPECT_EQ(AnswerOf(6, "hello"), "warm hello");
  EXPECT_EQ(NextExit().job, 6u);
  socket.reset();
  const Exit exit = NextExit();
  EXPECT_EQ(exit.job, 5u);
  EXPECT_TRUE(WIFSIGNALED(exit.wait_status));
}

TEST_F(ZygoteTest, EndlessChildDiesOnDemand) {
  const UniqueFd socket = Start(5, "loop");
  Encoder job;
  job.U64(5);
  ASSERT_TRUE(WriteFrame(control_.get(), FrameType::kKill, job.Take()).ok());
  const Exit exit = NextExit();
  EXPECT_EQ(exit.job, 5u);
  EXPECT_EQ(WTERMSIG(exit.wait_status), SIGKILL);
  // A job that has ended, or never was, is nobody's to kill.
  job.U64(5);
  ASSERT_TRUE(WriteFrame(control_.get(), FrameType::kKill, job.Take()).ok());
  EXPECT_EQ(AnswerOf(6, "hello"), "warm hello");
}

TEST_F(ZygoteTest, HangUpBeforeTheRequestEndsTheChildQuietly) {
  Start(3);
  const Exit exit = NextExit();
  EXPECT_EQ(exit.job, 3u);
  EXPECT_EQ(exit.wait_status, 0);
}

TEST_F(ZygoteTest, BadStatusIsAFaultWithItsText) {
  const UniqueFd socket = Start(1);
  ASSERT_TRUE(WriteFrame(socket.get(), FrameType::kCompile, "").ok());
  const absl::StatusOr<Frame> answer = ReadFrame(socket.get(), kPatienceMs);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->type, FrameType::kFault);
  EXPECT_EQ(answer->payload, "not a kAnalyse");
}

TEST_F(ZygoteTest, ChildIsConfined) {
  EXPECT_EQ(AnswerOf(1, "limits"), "data=536870912 cpu=60 core=0");
  EXPECT_EQ(AnswerOf(2, "descriptors"), "1");
  EXPECT_EQ(AnswerOf(3, "open"), "Operation not permitted");
  EXPECT_EQ(AnswerOf(4, "exec"), "peer closed the stream");
  std::map<uint64_t, int> signals;  // by job: exits come in any order
  for (int i = 0; i < 4; ++i) {
    const Exit exit = NextExit();
    signals[exit.job] = exit.wait_status & 0x7f;
  }
  EXPECT_EQ(signals, (std::map<uint64_t, int>{{1, 0}, {2, 0}, {3, 0}, {4, SIGSYS}}));
}

TEST_F(ZygoteTest, KilledSpareIsReplaced) {
  std::ifstream children("/proc/" + std::to_string(zygote_) + "/task/" + std::to_string(zygote_) +
                         "/children");
  pid_t spare = 0;
  ASSERT_TRUE(children >> spare);
  ASSERT_EQ(::kill(spare, SIGKILL), 0);
  // The kill may be seen before or after the job is handed over.
  const std::string answer = AnswerOf(1, "hello");
  EXPECT_TRUE(answer == "warm hello" || answer == "peer closed the stream" ||
              answer == "recvmsg: Connection reset by peer" || answer == "sendmsg: Broken pipe")
      << answer;
  EXPECT_EQ(NextExit().job, 1u);
  EXPECT_EQ(AnswerOf(2, "hello"), "warm hello");
}

TEST_F(ZygoteTest, InterruptFromTheTerminalIsIgnored) {
  ASSERT_EQ(::kill(zygote_, SIGINT), 0);
  EXPECT_EQ(AnswerOf(1, "hello"), "warm hello");
}

TEST_F(ZygoteTest, EndOfTheControlStreamEndsZygoteAndChildren) {
  const UniqueFd socket = Start(5, "loop");
  control_.reset();
  EXPECT_EQ(AwaitZygote(), 0);
  EXPECT_TRUE(absl::IsUnavailable(ReadFrame(socket.get(), kPatienceMs).status()));
}

TEST_F(ZygoteTest, ChildrenDieWithAKilledZygote) {
  const UniqueFd socket = Start(5, "loop");
  EXPECT_EQ(AnswerOf(6, "hello"), "warm hello");  // 5 has started
  ASSERT_EQ(::kill(zygote_, SIGKILL), 0);
  EXPECT_EQ(WTERMSIG(AwaitZygote()), SIGKILL);
  EXPECT_TRUE(absl::IsUnavailable(ReadFrame(socket.get(), kPatienceMs).status()));
}

TEST_F(ZygoteTest, MalformedControlFrameEndsTheZygoteWithAFailure) {
  ASSERT_TRUE(WriteFrame(control_.get(), FrameType::kJob, "12345678").ok());
  EXPECT_EQ(WEXITSTATUS(AwaitZygote()), 1);
}

}  // namespace
}  // namespace pyasc
