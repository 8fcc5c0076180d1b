// What every device checks of a launch before it starts.
#ifndef PYASC_SERVER_DEVICE_REQUEST_CHECK_H_
#define PYASC_SERVER_DEVICE_REQUEST_CHECK_H_

#include "absl/status/status.h"
#include "server/device/device.h"

namespace pyasc {

// kInvalidArgument naming the first tensor that does not fit the kernel's metadata or its
// own buffer, or the wrong number of tensors or attributes.
absl::Status CheckRequest(const LaunchRequest& request);

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_REQUEST_CHECK_H_
