// Between typed values and the 16-byte slots that kernels see.
#ifndef PYASC_SERVER_DEVICE_SLOT_H_
#define PYASC_SERVER_DEVICE_SLOT_H_

#include "absl/status/statusor.h"
#include "base/kernel_abi.h"
#include "base/signature.h"

namespace pyasc {

// kInvalidArgument for a string, None or a tuple: no kernel takes them at run time.
absl::StatusOr<abi::Slot> ToSlot(const Scalar& value);

// Integers wrap to their dtype. Requires: `kind` is kBool, kInt, kFloat or kNumpy.
Scalar FromSlot(const abi::Slot& slot, ScalarKind kind, DType dtype);

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_SLOT_H_
