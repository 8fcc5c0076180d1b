// The directory that holds a daemon's state, and whom it must belong to. Whoever can
// write there runs code as this daemon's user, so anything that others could have
// planted or may change is refused.
#ifndef PYASC_CACHE_STATE_DIRECTORY_H_
#define PYASC_CACHE_STATE_DIRECTORY_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace pyasc {

// Makes `directory` (0700, and its parents) if there is none, and checks it: no symbolic
// link, owned by this user, written by no one else. kPermissionDenied says what is wrong
// and what would mend it; kFailedPrecondition: another place would do, for this one cannot be
// written, or lies on a network file system, where neither locks nor shared memory can be
// relied on.
absl::Status PrepareStateDirectory(const std::string& directory);

// The same for a file in it, which is made empty (0600) if there is none; one that others
// can read is made private.
absl::Status PrepareStateFile(const std::string& path);
// The same, but one that is not there stays so.
absl::Status CheckStateFile(const std::string& path);

// The secret of the directory's MACs, 32 bytes; made at random if there is none. One that
// others could have read is refused: kPermissionDenied.
absl::StatusOr<std::string> LoadMacKey(const std::string& path);

// Whether statfs's f_type is a file system on another machine.
bool IsNetworkFileSystem(uint64_t file_system_type);

}  // namespace pyasc

#endif  // PYASC_CACHE_STATE_DIRECTORY_H_
