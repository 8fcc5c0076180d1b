#include "server/sandbox/sandbox_choice.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace pyasc {
namespace {

int LevelOf(const SandboxChoice& choice) { return static_cast<int>(choice.confinement.level); }

TEST(SandboxChoice, TakesTheHighestThereIs) {
  for (int level = 1; level <= 3; ++level) {
    const auto choice = ChooseSandbox({}, {level, level < 3 ? "something" : ""});
    ASSERT_TRUE(choice.ok()) << choice.status();
    EXPECT_EQ(LevelOf(*choice), level);
    EXPECT_EQ(choice->missing, level < 3 ? "something" : "");
  }
}

TEST(SandboxChoice, TakesALowerOneOnDemand) {
  EXPECT_EQ(LevelOf(ChooseSandbox({.level = 1}, {3, ""}).value()), 1);
  EXPECT_EQ(LevelOf(ChooseSandbox({.level = 2}, {3, ""}).value()), 2);
}

TEST(SandboxChoice, RefusesWhatTheMachineLacksAndNamesIt) {
  EXPECT_EQ(ChooseSandbox({.level = 3}, {2, "namespaces: Operation not permitted"}).status(),
            absl::FailedPreconditionError("sandbox: this machine has level 2, 3 is demanded; "
                                          "missing: namespaces: Operation not permitted"));
  EXPECT_EQ(ChooseSandbox({}, {0, "system call filter: Invalid argument"}).status(),
            absl::FailedPreconditionError("sandbox: this machine has level 0, 1 is the least; "
                                          "missing: system call filter: Invalid argument"));
}

TEST(SandboxChoice, RootsProcessesBecomeNobodyAndOthersStayTheirUsers) {
  const auto choice = ChooseSandbox({}, {1, ""});
  ASSERT_TRUE(choice.ok()) << choice.status();
  if (::geteuid() != 0) {
    EXPECT_FALSE(choice->confinement.account.has_value());
  } else if (choice->warning.empty()) {
    ASSERT_TRUE(choice->confinement.account.has_value());
    EXPECT_NE(choice->confinement.account->uid, 0u);
  }
}

TEST(SandboxChoice, RefusesUsersThatItCannotBecome) {
  for (const char* user : {"no-such-user", "root"}) {
    const absl::Status status = ChooseSandbox({.user = user}, {1, ""}).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition) << user;
    EXPECT_NE(status.message().find(user), absl::string_view::npos) << status;
  }
}

}  // namespace
}  // namespace pyasc
