// Arguments of launches and compiles from the wire; views back to it.
#ifndef PYASC_SERVER_RPC_LAUNCH_CODEC_H_
#define PYASC_SERVER_RPC_LAUNCH_CODEC_H_

#include <string_view>

#include "absl/status/statusor.h"
#include "pyascd/v1/kernel_service.pb.h"
#include "pyascd/v1/launch_service.pb.h"
#include "server/kernels/spec.h"
#include "server/tensor/tensor_store.h"

namespace pyasc {

// kInvalidArgument: malformed, or a view that leaves its memory; kNotFound: a handle that
// `tensors` does not know; those of TakeInline. Contiguous views get canonical strides.
absl::StatusOr<BoundLaunch> DecodeLaunch(const pyascd::v1::LaunchRequest& wire,
                                         TensorStore& tensors);

// The same without memory: tensors that overlap with nothing.
absl::StatusOr<BoundLaunch> DecodeCompile(const pyascd::v1::CompileRequest& wire);

void EncodeView(const TensorView& view, std::string_view handle, pyascd::v1::TensorView* wire);

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_LAUNCH_CODEC_H_
