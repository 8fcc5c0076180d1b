#include "server/sandbox/process.h"

#include <errno.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "server/sandbox/socket_pair.h"

namespace pyasc {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::unique_ptr<Process> Shell(const std::string& script, const std::vector<int>& fds = {}) {
  auto process = Process::Start("/bin/sh", {"-c", script}, fds);
  EXPECT_TRUE(process.ok()) << process.status();
  return *std::move(process);
}

std::string ReadAll(int fd) {
  std::string text;
  char part[256];
  for (ssize_t got; (got = ::read(fd, part, sizeof part)) > 0;)
    text.append(part, static_cast<size_t>(got));
  return text;
}

// What /proc says in `field` of a process.
std::string StatusField(pid_t pid, const std::string& field) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/status");
  std::string line;
  while (std::getline(file, line)) {
    if (line.rfind(field + ":", 0) == 0) return line.substr(field.size() + 2);
  }
  return "";
}

struct EndRow {
  std::string script;
  std::string how;
};

TEST(Process, SaysHowItEnded) {
  const std::vector<EndRow> rows = {
      {"exit 0", "exit status 0"},  {"exit 3", "exit status 3"},  {"kill -SEGV $$", "SIGSEGV"},
      {"kill -ABRT $$", "SIGABRT"}, {"kill -KILL $$", "SIGKILL"},
  };
  for (const EndRow& row : rows) {
    const auto process = Shell("ulimit -c 0; " + row.script);
    const std::optional<int> status = process->Wait(-1);
    ASSERT_TRUE(status.has_value()) << row.script;
    EXPECT_EQ(DescribeExit(*status), row.how) << row.script;
    EXPECT_EQ(process->Wait(0), status) << row.script;
  }
}

TEST(Process, WaitingCanGiveUp) {
  SocketPair sockets = *MakeSocketPair();
  const auto process = Shell("read line <&3", {sockets.theirs.get()});
  EXPECT_EQ(process->Wait(0), std::nullopt);
  process->Kill();
  EXPECT_EQ(DescribeExit(*process->Wait(-1)), "SIGKILL");
  process->Kill();  // nothing to kill any more
}

TEST(Process, HasOnlyTheDescriptorsGiven) {
  SocketPair sockets = *MakeSocketPair();
  const UniqueFd leaky(::open("/dev/null", O_RDONLY));  // not close-on-exec
  const auto process = Shell("echo /proc/$$/fd/* >&3", {sockets.theirs.get(), leaky.get()});
  sockets.theirs.reset();
  const std::string seen = ReadAll(sockets.ours.get());
  const std::string dir = "/proc/" + std::to_string(process->pid()) + "/fd/";
  // 5 is the directory that the shell reads.
  std::string listed;
  for (const char* fd : {"0", "1", "2", "3", "4"}) listed += dir + fd + " ";
  EXPECT_THAT(seen, HasSubstr(listed.substr(0, listed.size() - 1)));
  EXPECT_THAT(seen, Not(HasSubstr(dir + std::to_string(leaky.get() + 100))));
  EXPECT_LE(seen.size(), listed.size() + dir.size() + 3);
}

TEST(Process, KnowsLittleOfOurEnvironment) {
  ::setenv("PYASCD_TEST_SECRET", "a token", 1);
  ::setenv("UBSAN_OPTIONS", "print_stacktrace=1", 0);
  SocketPair sockets = *MakeSocketPair();
  const auto process = Shell("env >&3", {sockets.theirs.get()});
  sockets.theirs.reset();
  const std::string environment = ReadAll(sockets.ours.get());
  ::unsetenv("PYASCD_TEST_SECRET");
  EXPECT_THAT(environment, HasSubstr("UBSAN_OPTIONS="));
  EXPECT_THAT(environment, Not(HasSubstr("PYASCD_TEST_SECRET")));
}

TEST(Process, DescriptorsMayBeGivenInAnyOrder) {
  SocketPair first = *MakeSocketPair();
  SocketPair second = *MakeSocketPair();
  const auto process =
      Shell("echo three >&3; echo four >&4", {second.theirs.get(), first.theirs.get()});
  first.theirs.reset();
  second.theirs.reset();
  EXPECT_EQ(ReadAll(second.ours.get()), "three\n");
  EXPECT_EQ(ReadAll(first.ours.get()), "four\n");
}

TEST(Process, StartsWithDefaultSignalsInASessionOfItsOwn) {
  sigset_t some, before;
  ::sigemptyset(&some);
  ::sigaddset(&some, SIGUSR1);
  ::pthread_sigmask(SIG_BLOCK, &some, &before);
  const auto old_handler = ::signal(SIGPIPE, SIG_IGN);
  SocketPair sockets = *MakeSocketPair();
  const auto process = Shell("read line <&3", {sockets.theirs.get()});
  EXPECT_EQ(StatusField(process->pid(), "SigBlk"), "0000000000000000");
  EXPECT_EQ(StatusField(process->pid(), "SigIgn"), "0000000000000000");
  EXPECT_EQ(::getsid(process->pid()), process->pid());
  ::signal(SIGPIPE, old_handler);
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

TEST(Process, TakesWhatItStartedWithIt) {
  for (const bool killed : {true, false}) {
    SocketPair sockets = *MakeSocketPair();
    auto process = Shell(killed ? "sleep 1000 & echo up >&3; wait" : "sleep 1000 & exit 0",
                         {sockets.theirs.get()});
    sockets.theirs.reset();
    if (killed) {
      char up;
      ASSERT_EQ(::read(sockets.ours.get(), &up, 1), 1);
      process->Kill();
    }
    ASSERT_TRUE(process->Wait(-1).has_value());
    ReadAll(sockets.ours.get());  // ends when nobody holds the other end
  }
}

TEST(Process, DiesWithTheThreadThatStartedIt) {
  SocketPair sockets = *MakeSocketPair();
  std::unique_ptr<Process> process;
  std::thread([&] { process = Shell("read line <&3", {sockets.theirs.get()}); }).join();
  EXPECT_EQ(DescribeExit(*process->Wait(-1)), "SIGKILL");
}

TEST(Process, AnExecutableThatIsNotThereIsAnErrorAndLeavesNothing) {
  const absl::Status status = Process::Start("/nonexistent/program", {}, {}).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(std::string(status.message()),
            "cannot execute /nonexistent/program: No such file or directory");
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace pyasc
