#include "server/device/worker/loaded_image.h"

#include "base/cpu_features.h"
#include "base/image.h"
#include "base/status_macros.h"
#include "server/device/kernel_check.h"

namespace pyasc {

absl::StatusOr<LoadedImage> LoadedImage::Load(int fd, KernelMeta meta) {
  LoadedImage image;
  PYASC_ASSIGN_OR_RETURN(image.mapping_, Mapping::Image(fd));
  const std::string_view bytes(image.mapping_.base(), image.mapping_.bytes());
  PYASC_ASSIGN_OR_RETURN(image.header_, CheckImage(bytes, HostCpuFeatures()));
  PYASC_RETURN_IF_ERROR(CheckMeta(meta, image.header_.record_values));
  for (const Site& site : meta.sites) image.printed_values_.push_back(SlotsOf(site));
  image.meta_ = std::move(meta);
  return image;
}

abi::Entry LoadedImage::EntryAt(uint64_t offset) const {
  return reinterpret_cast<abi::Entry>(mapping_.base() + offset);
}

}  // namespace pyasc
