#include "base/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "gtest/gtest.h"

namespace pyasc {
namespace {

// Runs `body` in a child; true if it returned true there.
bool InChild(const std::function<bool()>& body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body() ? 0 : 1);
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

rlimit LimitOf(__rlimit_resource resource) {
  rlimit limit{};
  ::getrlimit(resource, &limit);
  return limit;
}

TEST(ConfineTest, SetsBothLimitsAndNoCoreByDefault) {
  EXPECT_TRUE(InChild([] {
    const bool ok = ApplyLimits({.open_files = 17}).ok();
    const rlimit files = LimitOf(RLIMIT_NOFILE);
    return ok && files.rlim_cur == 17 && files.rlim_max == 17 && LimitOf(RLIMIT_CORE).rlim_max == 0;
  }));
}

TEST(ConfineTest, NeverRaisesALimit) {
  EXPECT_TRUE(InChild([] {
    return ApplyLimits({.open_files = 10}).ok() && ApplyLimits({.open_files = 1000}).ok() &&
           LimitOf(RLIMIT_NOFILE).rlim_max == 10;
  }));
}

TEST(ConfineTest, ProcessorTimeWarnsBeforeItKills) {
  EXPECT_TRUE(InChild([] {
    if (!ApplyLimits({.cpu_s = 7}).ok()) return false;
    const rlimit seven = LimitOf(RLIMIT_CPU);
    const rlimit less{2, 2};  // somebody else's
    return seven.rlim_cur == 7 && seven.rlim_max == 8 && ::setrlimit(RLIMIT_CPU, &less) == 0 &&
           ApplyLimits({.cpu_s = 7}).ok() && LimitOf(RLIMIT_CPU).rlim_cur == 1;
  }));
}

TEST(ConfineTest, LimitsDataMemory) {
  EXPECT_TRUE(InChild([] {
    if (!ApplyLimits({.data_bytes = 64u << 20}).ok()) return false;
    return ::mmap(nullptr, 128u << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                  0) == MAP_FAILED;
  }));
}

TEST(ConfineTest, GivesUpPrivileges) {
  EXPECT_TRUE(InChild(
      [] { return SetNoNewPrivileges().ok() && ::prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1; }));
}

TEST(ConfineTest, AsksForTheParentsDeathSignal) {
  const pid_t parent = ::getpid();
  EXPECT_TRUE(InChild([parent] {
    int signal = 0;
    return DieWithParent(parent).ok() && ::prctl(PR_GET_PDEATHSIG, &signal) == 0 &&
           signal == SIGKILL;
  }));
}

TEST(ConfineTest, NoticesAParentThatIsGone) {
  EXPECT_TRUE(
      InChild([] { return DieWithParent(1'000'000'000).code() == absl::StatusCode::kAborted; }));
}

TEST(ConfineTest, ArgumentsAreTakenBackAsTheyWere) {
  const Confinement told{.level = SandboxLevel::kLandlock, .account = Account{7, 8}};
  Confinement heard;
  for (const std::string& argument : told.Arguments()) {
    EXPECT_TRUE(heard.TakeArgument(argument).value());
  }
  EXPECT_EQ(heard.level, told.level);
  ASSERT_TRUE(heard.account.has_value());
  EXPECT_EQ(heard.account->uid, 7u);
  EXPECT_EQ(heard.account->gid, 8u);
}

TEST(ConfineTest, MalformedArgumentsAreRefused) {
  Confinement confinement;
  for (const char* argument :
       {"--sandbox=", "--sandbox=0", "--sandbox=4", "--sandbox=2x", "--account=", "--account=1",
        "--account=1:", "--account=:1", "--account=-1:1", "--account=1:2:3"}) {
    EXPECT_EQ(confinement.TakeArgument(argument).status().code(),
              absl::StatusCode::kInvalidArgument)
        << argument;
  }
  EXPECT_FALSE(confinement.TakeArgument("--control-fd=3").value());
}

TEST(ConfineTest, BecomesAnotherWithoutAnyGroupAndKeepsTheDeathSignal) {
  if (::geteuid() != 0) {
    EXPECT_TRUE(InChild([] { return !GiveUpRights({.account = Account{1, 1}}).ok(); }));
    return;
  }
  const pid_t parent = ::getpid();
  EXPECT_TRUE(InChild([parent] {
    const gid_t groups[] = {1, 2};
    int signal = 0;
    return ::setgroups(2, groups) == 0 && DieWithParent(parent).ok() &&
           GiveUpRights({.account = Account{65534, 65533}}).ok() && ::getuid() == 65534 &&
           ::getegid() == 65533 && ::getgroups(0, nullptr) == 0 && ::setuid(0) != 0 &&
           ::setgid(0) != 0 && ::prctl(PR_GET_PDEATHSIG, &signal) == 0 && signal == SIGKILL;
  }));
}

// Landlock alone, without the filter that would refuse all this first.
TEST(ConfineTest, LandlockHidesFilesAndWhatIsOutside) {
  const pid_t parent = ::getpid();
  if (ProbeSandbox().level < static_cast<int>(SandboxLevel::kLandlock)) {
    EXPECT_TRUE(InChild([] { return !GiveUpRights({.level = SandboxLevel::kLandlock}).ok(); }));
    return;
  }
  EXPECT_TRUE(InChild([] {
    return GiveUpRights({.level = SandboxLevel::kLandlock}).ok() &&
           ::open("/etc/passwd", O_RDONLY) < 0 && errno == EACCES &&
           ::open("/", O_RDONLY | O_DIRECTORY) < 0 && errno == EACCES;
  }));
  constexpr unsigned kVersion = 1;
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersion);
  const bool scoped = version >= 6, net = version >= 4;
  EXPECT_TRUE(InChild([=] {
    if (!GiveUpRights({.level = SandboxLevel::kLandlock}).ok()) return false;
    const int tcp = ::socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in nowhere{.sin_family = AF_INET, .sin_port = 1};
    const int connected =
        ::connect(tcp, reinterpret_cast<const sockaddr*>(&nowhere), sizeof nowhere);
    if (connected == 0 || (net && errno != EACCES)) return false;
    return !scoped || (::kill(parent, 0) != 0 && errno == EPERM);
  }));
}

TEST(ConfineTest, ProbeFindsWhatWorksAndNamesWhatDoesNot) {
  const SandboxSupport support = ProbeSandbox();
  EXPECT_GE(support.level, 1) << support.missing;
  EXPECT_EQ(support.missing.empty(), support.level == static_cast<int>(kHighestSandboxLevel));
}

}  // namespace
}  // namespace pyasc
