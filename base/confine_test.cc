#include "base/confine.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

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

}  // namespace
}  // namespace pyasc
