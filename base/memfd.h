// Anonymous memory that processes share by descriptor, sealed against what the other
// side must not do with it.
#ifndef PYASC_BASE_MEMFD_H_
#define PYASC_BASE_MEMFD_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/unique_fd.h"

namespace pyasc {

// `bytes` zero bytes that can be written and mapped but never change size
// (F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL). Close-on-exec. `name` is for /proc only.
// kResourceExhausted: no memory or descriptors.
absl::StatusOr<UniqueFd> MakeMemfd(const std::string& name, uint64_t bytes);

// `contents`, which nobody can change any more (MakeMemfd's seals and F_SEAL_WRITE).
absl::StatusOr<UniqueFd> MakeSealedMemfd(const std::string& name, std::string_view contents);

// kFailedPrecondition unless `fd` is a memfd with all of `seals` (F_SEAL_...).
absl::Status CheckSeals(int fd, int seals);

}  // namespace pyasc

#endif  // PYASC_BASE_MEMFD_H_
