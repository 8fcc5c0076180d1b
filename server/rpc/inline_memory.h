// Tensor memory inside the messages of a launch: small arrays need no call of their own.
#ifndef PYASC_SERVER_RPC_INLINE_MEMORY_H_
#define PYASC_SERVER_RPC_INLINE_MEMORY_H_

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "pyascd/v1/launch_service.pb.h"
#include "server/tensor/tensor_store.h"

namespace pyasc {

// What one launch may carry, each way. More is faster in streams, which copy less.
inline constexpr uint64_t kMaxInlineBytes = 64 << 10;

using WireInlineMemory = google::protobuf::RepeatedPtrField<pyascd::v1::InlineMemory>;

// Buffers that no handle names, charged to the quota. kInvalidArgument: over the limit;
// kDataLoss; kResourceExhausted.
absl::StatusOr<std::vector<std::shared_ptr<Buffer>>> TakeInline(const WireInlineMemory& wire,
                                                                TensorStore& tensors);

// Fills one response's memory, up to the limit. Not thread-safe.
class InlineAnswer {
 public:
  // `wire` outlives this.
  explicit InlineAnswer(WireInlineMemory* wire) : wire_(wire) {}
  // Where the buffer is, put there at its first time; nothing if it does not fit any more.
  absl::StatusOr<std::optional<uint32_t>> IndexOf(const std::shared_ptr<Buffer>& buffer);

 private:
  WireInlineMemory* const wire_;
  uint64_t left_bytes_ = kMaxInlineBytes;
  std::map<std::shared_ptr<Buffer>, uint32_t> known_;  // held, so that no other takes its address
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_INLINE_MEMORY_H_
