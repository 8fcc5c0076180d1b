// What version this is. Defined in a file of its own, which alone depends on it.
#ifndef PYASC_BASE_VERSION_H_
#define PYASC_BASE_VERSION_H_

#include <string_view>

namespace pyasc {

// SemVer of the daemon and its executables. Ends in a zero.
extern const std::string_view kPyascdVersion;

// What compiles kernels: part of every kernel's key and of its row.
extern const std::string_view kToolchain;

}  // namespace pyasc

#endif  // PYASC_BASE_VERSION_H_
