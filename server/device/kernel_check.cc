#include "server/device/kernel_check.h"

#include <algorithm>

#include "base/image.h"
#include "base/kernel_abi.h"
#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

absl::Status CheckPart(const MessagePart& part, uint32_t slots, size_t site) {
  if (part.slot < 0) return absl::OkStatus();
  if (static_cast<uint32_t>(part.slot) >= slots) {
    return absl::InvalidArgumentError(
        fmt::format("kernel site {}: slot {} of {}", site, part.slot, slots));
  }
  switch (part.kind) {
    case ScalarKind::kBool:
    case ScalarKind::kInt:
    case ScalarKind::kFloat:
    case ScalarKind::kNumpy:
      return absl::OkStatus();
    default:
      return absl::InvalidArgumentError(fmt::format("kernel site {}: a slot cannot hold kind {}",
                                                    site, static_cast<int>(part.kind)));
  }
}

absl::Status CheckSite(const Site& site, uint32_t record_values, size_t index) {
  const bool prints = site.exception.empty();
  for (const MessagePart& part : site.parts) {
    PYASC_RETURN_IF_ERROR(CheckPart(part, prints ? kMaxRecordValues : record_values, index));
  }
  if (!prints && uint64_t{site.loop_slot} + site.loops.size() > record_values &&
      !site.loops.empty()) {
    return absl::InvalidArgumentError(fmt::format("kernel site {}: {} loops from slot {} of {}",
                                                  index, site.loops.size(), site.loop_slot,
                                                  record_values));
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckMeta(const KernelMeta& meta, uint32_t record_values) {
  for (size_t i = 0; i < meta.sites.size(); ++i) {
    PYASC_RETURN_IF_ERROR(CheckSite(meta.sites[i], record_values, i));
  }
  for (const TensorUse& use : meta.tensors) {
    if (use.rank > abi::kMaxRank) {
      return absl::InvalidArgumentError(fmt::format("kernel tensor of rank {}", use.rank));
    }
  }
  return absl::OkStatus();
}

uint32_t SlotsOf(const Site& site) {
  int32_t last = -1;
  for (const MessagePart& part : site.parts) last = std::max(last, part.slot);
  return static_cast<uint32_t>(last + 1);
}

}  // namespace pyasc
