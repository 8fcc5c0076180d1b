#include "server/rpc/inline_memory.h"

#include <string>
#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/tensor/crc32c.h"
#include "server/tensor/transfer.h"

namespace pyasc {

absl::StatusOr<std::vector<std::shared_ptr<Buffer>>> TakeInline(const WireInlineMemory& wire,
                                                                TensorStore& tensors) {
  uint64_t total = 0;
  for (const pyascd::v1::InlineMemory& memory : wire) total += memory.data().size();
  if (total > kMaxInlineBytes) {
    return absl::InvalidArgumentError(
        fmt::format("{} bytes inside a launch, the limit is {}", total, kMaxInlineBytes));
  }
  std::vector<std::shared_ptr<Buffer>> taken;
  for (const pyascd::v1::InlineMemory& memory : wire) {
    const Stretch stretch{.handle = "", .offset = 0, .bytes = memory.data().size()};
    PYASC_ASSIGN_OR_RETURN(auto sink, OpenSink(tensors, stretch, memory.crc32c()));
    PYASC_RETURN_IF_ERROR(sink->Append(memory.data()));
    PYASC_ASSIGN_OR_RETURN(taken.emplace_back(), sink->Finish());
  }
  return taken;
}

absl::StatusOr<std::optional<uint32_t>> InlineAnswer::IndexOf(
    const std::shared_ptr<Buffer>& buffer) {
  if (auto found = known_.find(buffer); found != known_.end()) return found->second;
  if (buffer->bytes > left_bytes_) return std::nullopt;
  PYASC_ASSIGN_OR_RETURN(std::string data, OpenSource(buffer)->Next(kMaxInlineBytes));
  left_bytes_ -= data.size();
  const auto index = static_cast<uint32_t>(wire_->size());
  pyascd::v1::InlineMemory* memory = wire_->Add();
  memory->set_crc32c(Crc32c(data));
  memory->set_data(std::move(data));
  known_[buffer] = index;
  return index;
}

}  // namespace pyasc
