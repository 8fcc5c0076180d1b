#include "base/confine_landlock.h"

#include <errno.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/unique_fd.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

// struct landlock_ruleset_attr of version 6 and later; older ones know its beginning.
struct RulesetAttributes {
  uint64_t handled_access_fs;
  uint64_t handled_access_net;
  uint64_t scoped;
};

// Everything that version of the interface can refuse: a ruleset without rules then allows
// none of it.
struct Version {
  RulesetAttributes refuses;
  size_t attribute_bytes;
};

constexpr uint64_t kNet = 0x3;     // bind and connect TCP
constexpr uint64_t kScoped = 0x3;  // abstract Unix sockets, signals
// Files: the first 13 rights, then rename across directories, truncate, ioctl of devices.
constexpr std::array<Version, 6> kVersions{{
    {{0x1fff, 0, 0}, 8},
    {{0x3fff, 0, 0}, 8},
    {{0x7fff, 0, 0}, 8},
    {{0x7fff, kNet, 0}, 16},
    {{0xffff, kNet, 0}, 16},
    {{0xffff, kNet, kScoped}, 24},
}};

constexpr unsigned kAskVersion = 1;

absl::Status LandlockError(const char* what) {
  return absl::InternalError(fmt::format("Landlock: {}: {}", what, ::strerror(errno)));
}

}  // namespace

absl::Status ApplyLandlock() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kAskVersion);
  if (version < 1) return LandlockError("not offered by this kernel");
  const size_t known = std::min(static_cast<size_t>(version), kVersions.size());
  const Version& use = kVersions[known - 1];
  const UniqueFd ruleset(static_cast<int>(
      ::syscall(SYS_landlock_create_ruleset, &use.refuses, use.attribute_bytes, 0)));
  if (!ruleset.valid()) return LandlockError("ruleset");
  if (::syscall(SYS_landlock_restrict_self, ruleset.get(), 0) != 0)
    return LandlockError("restrict");
  return absl::OkStatus();
}

}  // namespace pyasc
