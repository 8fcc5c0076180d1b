// Checks of a kernel image before anything trusts its header.
#ifndef PYASC_BASE_IMAGE_H_
#define PYASC_BASE_IMAGE_H_

#include <cstdint>
#include <string_view>

#include "absl/status/statusor.h"
#include "base/digest.h"
#include "base/kernel_abi.h"

namespace pyasc {

inline constexpr uint64_t kMaxImageBytes = 64u << 20;
inline constexpr uint64_t kMaxScratchBytes = 1u << 30;
inline constexpr uint32_t kMaxRecordValues = 1u << 16;

// The header of a whole image, which may be hostile: its entries lie behind the header
// and inside the image, its sizes agree with the bytes and with the limits above.
// kDataLoss: not an image, or a damaged one; kFailedPrecondition: a sound image of
// another version or for other CPUs than one with `host_features`.
absl::StatusOr<abi::ImageHeader> CheckImage(std::string_view image, uint64_t host_features);

// What a kernel is known by: its image and its encoded meta.
Digest KernelDigest(std::string_view image, std::string_view meta);

}  // namespace pyasc

#endif  // PYASC_BASE_IMAGE_H_
