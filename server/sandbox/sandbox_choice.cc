#include "server/sandbox/sandbox_choice.h"

#include <errno.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <optional>

#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr const char* kDefaultUser = "nobody";

std::optional<Account> AccountOf(const std::string& user) {
  std::array<char, 16384> strings;
  passwd entry;
  passwd* found = nullptr;
  ::getpwnam_r(user.c_str(), &entry, strings.data(), strings.size(), &found);
  if (found == nullptr) return std::nullopt;
  return Account{entry.pw_uid, entry.pw_gid};
}

// An account without rights that children of this process can become.
absl::StatusOr<Account> UsableAccount(const std::string& user) {
  const std::optional<Account> account = AccountOf(user);
  if (!account.has_value()) {
    return absl::FailedPreconditionError(fmt::format("there is no user '{}'", user));
  }
  if (account->uid == 0) {
    return absl::FailedPreconditionError(fmt::format("'{}' is no unprivileged user", user));
  }
  const absl::Status usable = ProbeAccount(*account);
  if (usable.ok()) return *account;
  return absl::FailedPreconditionError(
      fmt::format("cannot become '{}': {}", user, std::string(usable.message())));
}

absl::Status ChooseAccount(const std::string& user, SandboxChoice* choice) {
  if (::geteuid() != 0) {
    if (user.empty()) return absl::OkStatus();
    return absl::FailedPreconditionError(
        fmt::format("sandbox_user: only root can become '{}'", user));
  }
  const absl::StatusOr<Account> account = UsableAccount(user.empty() ? kDefaultUser : user);
  if (account.ok()) {
    choice->confinement.account = *account;
    return absl::OkStatus();
  }
  choice->warning = std::string(account.status().message());
  if (user.empty()) return absl::OkStatus();
  return absl::FailedPreconditionError(fmt::format("sandbox_user: {}", choice->warning));
}

}  // namespace

absl::StatusOr<SandboxChoice> ChooseSandbox(const SandboxDemand& demand,
                                            const SandboxSupport& support) {
  SandboxChoice choice;
  choice.missing = support.missing;
  // Without a filter every operator could do what its daemon can.
  const int least = demand.level == 0 ? 1 : demand.level;
  if (support.level < least) {
    return absl::FailedPreconditionError(
        fmt::format("sandbox: this machine has level {}, {} is {}; missing: {}", support.level,
                    least, demand.level == 0 ? "the least" : "demanded", support.missing));
  }
  choice.confinement.level =
      static_cast<SandboxLevel>(demand.level == 0 ? support.level : demand.level);
  PYASC_RETURN_IF_ERROR(ChooseAccount(demand.user, &choice));
  return choice;
}

}  // namespace pyasc
