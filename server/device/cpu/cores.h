// The host's cores, and the shares that devices have of them.
#ifndef PYASC_SERVER_DEVICE_CPU_CORES_H_
#define PYASC_SERVER_DEVICE_CPU_CORES_H_

#include <cstddef>
#include <vector>

#include "absl/status/status.h"

namespace pyasc {

// Numbers of the cores that the calling thread may run on, in order.
std::vector<int> AllowedCores();

// Gives each of `count` devices its own part of `cores`, as even as can be; where there are
// fewer cores than devices, several devices share one. Requires: neither is empty or 0.
std::vector<std::vector<int>> ShareCores(const std::vector<int>& cores, size_t count);

// Keeps the calling thread, and processes it starts from now on, on `cores`. kInternal: the
// system refused.
absl::Status StayOn(const std::vector<int>& cores);

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_CPU_CORES_H_
