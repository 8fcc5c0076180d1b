// From the arguments of one launch to what its kernel is compiled for.
#ifndef PYASC_SERVER_KERNELS_SPEC_H_
#define PYASC_SERVER_KERNELS_SPEC_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/signature.h"
#include "base/specialisation.h"
#include "server/device/device.h"

namespace pyasc {

// One argument as it was bound.
struct BoundArgument {
  enum class Kind { kTensor, kOmitted, kAttribute };
  Kind kind = Kind::kTensor;
  TensorView view;         // kTensor, checked; without a buffer it shares memory with none
  bool resizable = false;  // kTensor
  bool inlined = false;    // kTensor: a copy that came inside the launch and goes back so
  Scalar scalar;           // kAttribute
};

struct BoundLaunch {
  std::vector<BoundArgument> arguments;  // one a parameter
  std::vector<Capture> captures;         // any order
  uint32_t opt_level = 3;
  bool inline_created = false;           // small memory that the kernel makes goes back inside too
  std::vector<std::string> new_handles;  // of what it writes, as far as the client chose them
};

// kInvalidArgument: a number of arguments that differs from the signature's, an omitted
// parameter that the operator does not create, a name captured twice, opt_level over 3.
absl::StatusOr<Specialisation> BuildSpecialisation(const Signature& signature,
                                                   const BoundLaunch& launch, const Target& target);

// How a kernel has to treat two tensors of one launch.
Alias AliasOf(const TensorView& a, const TensorView& b);

Layout LayoutOf(const TensorView& view);

// The value of run-time attribute `index` (KernelMeta::runtime_attributes): a parameter's
// argument, then the captured scalars in the order of their names. kInternal: there is none.
absl::StatusOr<Scalar> RuntimeAttribute(const BoundLaunch& launch,
                                        const Specialisation& specialisation, uint32_t index);

}  // namespace pyasc

#endif  // PYASC_SERVER_KERNELS_SPEC_H_
