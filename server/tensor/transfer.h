// The port between tensor memory and what carries its bytes: messages of a stream, or of a
// launch. Services see only sinks and sources, whatever lies behind.
#ifndef PYASC_SERVER_TENSOR_TRANSFER_H_
#define PYASC_SERVER_TENSOR_TRANSFER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/tensor/tensor_store.h"

namespace pyasc {

// Part of a session's memory, as a client names it.
struct Stretch {
  std::string handle;
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

// Takes the bytes of one stretch in their order. Not thread-safe. One that is destroyed
// before it has finished leaves the stretch's contents unspecified, and no new memory.
class TensorSink {
 public:
  virtual ~TensorSink() = default;
  // kInvalidArgument: more bytes than were announced.
  virtual absl::Status Append(std::string_view bytes) = 0;
  // Once, after the last bytes: the memory. kInvalidArgument: bytes are missing; kDataLoss:
  // they are not those that were announced.
  virtual absl::StatusOr<std::shared_ptr<Buffer>> Finish() = 0;
};

// Gives the bytes of one stretch in their order, also if it is freed meanwhile. Not
// thread-safe.
class TensorSource {
 public:
  virtual ~TensorSource() = default;
  // The next bytes, at most `max_bytes` and fewer only at the end; "" after the last.
  virtual absl::StatusOr<std::string> Next(uint64_t max_bytes) = 0;
};

// An empty handle: new memory, which no handle names yet. `crc32c` is of all bytes to come.
// kNotFound: no such handle; kInvalidArgument: the stretch leaves its memory;
// kResourceExhausted: no memory, or over the quota.
absl::StatusOr<std::unique_ptr<TensorSink>> OpenSink(TensorStore& tensors, const Stretch& stretch,
                                                     uint32_t crc32c);

// kNotFound; kOutOfRange: the stretch leaves its memory.
absl::StatusOr<std::unique_ptr<TensorSource>> OpenSource(const TensorStore& tensors,
                                                         const Stretch& stretch);
// Of all of a buffer.
std::unique_ptr<TensorSource> OpenSource(std::shared_ptr<const Buffer> buffer);

}  // namespace pyasc

#endif  // PYASC_SERVER_TENSOR_TRANSFER_H_
