// What a kernel says of itself must be possible before anything of it is used.
#ifndef PYASC_SERVER_DEVICE_KERNEL_CHECK_H_
#define PYASC_SERVER_DEVICE_KERNEL_CHECK_H_

#include <cstdint>

#include "absl/status/status.h"
#include "base/signature.h"

namespace pyasc {

// Checks that every slot, rank and kind that `meta` names can exist in a kernel whose
// records have `record_values` slots. kInvalidArgument says what is wrong.
absl::Status CheckMeta(const KernelMeta& meta, uint32_t record_values);

// Slots that one print() call at `site` passes: the highest that its parts name, plus one.
uint32_t SlotsOf(const Site& site);

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_KERNEL_CHECK_H_
