// The memory of one launch: what the device gets, and what the session keeps of it.
#ifndef PYASC_SERVER_RPC_LAUNCH_TENSORS_H_
#define PYASC_SERVER_RPC_LAUNCH_TENSORS_H_

#include <vector>

#include "absl/status/statusor.h"
#include "base/signature.h"
#include "pyascd/v1/launch_service.pb.h"
#include "server/device/device.h"
#include "server/kernels/spec.h"
#include "server/tensor/tensor_store.h"

namespace pyasc {

// One view for each of `meta.tensors`. Memory that the kernel writes is copied first, so
// that a launch that fails leaves the old as it was; views that share memory share the
// copy. Memory of host copies alone (nothing resizable in it) was sent for this launch and
// is written in place. Requires: `meta` fits the arguments (registry_rows.h).
absl::StatusOr<std::vector<TensorView>> DeviceViews(const BoundLaunch& launch,
                                                    const KernelMeta& meta, TensorStore& tensors);

// Names what the kernel wrote or made, or puts it inside the answer if the launch wants it
// there. `now` are the views the device answered with, their memory all of `tensors`' making.
// kInternal: they do not fit `meta`, or leave their memory.
absl::StatusOr<pyascd::v1::LaunchResponse::Success> KeepWritten(const BoundLaunch& launch,
                                                                const KernelMeta& meta,
                                                                const std::vector<TensorView>& now,
                                                                TensorStore& tensors);

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_LAUNCH_TENSORS_H_
