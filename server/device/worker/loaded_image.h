// Kernels that a worker has mapped.
#ifndef PYASC_SERVER_DEVICE_WORKER_LOADED_IMAGE_H_
#define PYASC_SERVER_DEVICE_WORKER_LOADED_IMAGE_H_

#include <vector>

#include "absl/status/statusor.h"
#include "base/kernel_abi.h"
#include "base/signature.h"
#include "server/device/worker/mapping.h"

namespace pyasc {

class LoadedImage {
 public:
  // Maps the sealed image `fd` read-execute. kFailedPrecondition if it is not fully
  // sealed or made for another machine, kDataLoss or kInvalidArgument if its header or
  // `meta` is wrong. The descriptor stays the caller's.
  static absl::StatusOr<LoadedImage> Load(int fd, KernelMeta meta);

  const abi::ImageHeader& header() const { return header_; }
  const KernelMeta& meta() const { return meta_; }
  abi::Entry checked_entry() const { return EntryAt(header_.checked_entry); }
  bool has_fast_entry() const { return header_.fast_entry != 0; }
  // Requires: has_fast_entry().
  abi::Entry fast_entry() const { return EntryAt(header_.fast_entry); }
  // Slots that one print() call at `site` passes. Requires: a site of meta().
  uint32_t PrintedValues(uint32_t site) const { return printed_values_[site]; }

 private:
  abi::Entry EntryAt(uint64_t offset) const;

  Mapping mapping_;
  abi::ImageHeader header_{};
  KernelMeta meta_;
  std::vector<uint32_t> printed_values_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_WORKER_LOADED_IMAGE_H_
