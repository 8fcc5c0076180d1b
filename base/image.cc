#include "base/image.h"

#include <cstring>

#include "base/cpu_features.h"
#include "base/encoding.h"
#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

absl::Status CheckEntry(std::string_view name, uint64_t offset, uint64_t image_bytes) {
  if (offset >= sizeof(abi::ImageHeader) && offset < image_bytes) return absl::OkStatus();
  return absl::DataLossError(
      fmt::format("{} entry at offset {} of an image of {} bytes", name, offset, image_bytes));
}

absl::Status CheckSizes(const abi::ImageHeader& header, uint64_t image_bytes) {
  if (header.image_bytes != image_bytes) {
    return absl::DataLossError(fmt::format("image header says {} bytes, the image has {}",
                                           header.image_bytes, image_bytes));
  }
  if (image_bytes > kMaxImageBytes) {
    return absl::DataLossError(
        fmt::format("image of {} bytes, at most {} are allowed", image_bytes, kMaxImageBytes));
  }
  if (header.scratch_bytes > kMaxScratchBytes) {
    return absl::DataLossError(
        fmt::format("image wants {} bytes of scratch, at most {} are allowed", header.scratch_bytes,
                    kMaxScratchBytes));
  }
  if (header.record_values > kMaxRecordValues) {
    return absl::DataLossError(fmt::format("image records {} values, at most {} are allowed",
                                           header.record_values, kMaxRecordValues));
  }
  if ((header.flags & ~uint32_t{abi::kGivesUpClean}) != 0) {
    return absl::DataLossError(fmt::format("image header's flags are {:#x}", header.flags));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<abi::ImageHeader> CheckImage(std::string_view image, uint64_t host_features) {
  abi::ImageHeader header;
  if (image.size() < sizeof header) {
    return absl::DataLossError(
        fmt::format("image of {} bytes is shorter than its header", image.size()));
  }
  std::memcpy(&header, image.data(), sizeof header);
  if (header.magic != abi::kImageMagic) {
    return absl::DataLossError(fmt::format("not a kernel image: magic {:#010x}", header.magic));
  }
  if (header.abi_version != abi::kVersion) {
    return absl::FailedPreconditionError(
        fmt::format("image of version {}, this build runs {}", header.abi_version, abi::kVersion));
  }
  PYASC_RETURN_IF_ERROR(CheckSizes(header, image.size()));
  PYASC_RETURN_IF_ERROR(CheckEntry("checked", header.checked_entry, image.size()));
  if (header.fast_entry != 0) {
    PYASC_RETURN_IF_ERROR(CheckEntry("fast", header.fast_entry, image.size()));
  }
  if (const uint64_t missing = header.cpu_features & ~host_features; missing != 0) {
    return absl::FailedPreconditionError(
        fmt::format("image needs CPU features this host does not have: {:#x} ({})", missing,
                    LlvmFeatureString(missing)));
  }
  return header;
}

Digest KernelDigest(std::string_view image, std::string_view meta) {
  Encoder out;
  out.Bytes(image);
  out.Bytes(meta);
  return Sha256(out.Take());
}

}  // namespace pyasc
