// Landlock, by its system calls: Debian 12's headers know its first versions only.
#ifndef PYASC_BASE_CONFINE_LANDLOCK_H_
#define PYASC_BASE_CONFINE_LANDLOCK_H_

#include "absl/status/status.h"

namespace pyasc {

// From here on the calling thread and what it starts may open nothing by path, and, where
// this kernel's Landlock has them, neither bind nor connect TCP sockets nor reach abstract
// sockets and processes outside. Descriptors that are open stay. Requires no_new_privs.
absl::Status ApplyLandlock();

}  // namespace pyasc

#endif  // PYASC_BASE_CONFINE_LANDLOCK_H_
