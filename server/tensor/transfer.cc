#include "server/tensor/transfer.h"

#include <algorithm>
#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/tensor/crc32c.h"

namespace pyasc {
namespace {

class BufferSink final : public TensorSink {
 public:
  // Requires: the stretch lies inside the buffer.
  BufferSink(std::shared_ptr<Buffer> buffer, uint64_t offset, uint64_t bytes, uint32_t crc32c)
      : buffer_(std::move(buffer)),
        offset_(offset),
        expected_bytes_(bytes),
        expected_crc_(crc32c) {}

  absl::Status Append(std::string_view bytes) override {
    if (bytes.size() > expected_bytes_ - received_bytes_) {
      return absl::InvalidArgumentError(
          fmt::format("more than the {} bytes that were announced", expected_bytes_));
    }
    PYASC_RETURN_IF_ERROR(WriteBuffer(*buffer_, offset_ + received_bytes_, bytes));
    received_bytes_ += bytes.size();
    crc_ = Crc32c(bytes, crc_);
    return absl::OkStatus();
  }

  absl::StatusOr<std::shared_ptr<Buffer>> Finish() override {
    if (received_bytes_ != expected_bytes_) {
      return absl::InvalidArgumentError(
          fmt::format("only {} of {} bytes have come", received_bytes_, expected_bytes_));
    }
    if (crc_ != expected_crc_) {
      return absl::DataLossError(
          fmt::format("CRC-32C {:08x} differs from the announced {:08x}", crc_, expected_crc_));
    }
    return std::move(buffer_);
  }

 private:
  std::shared_ptr<Buffer> buffer_;
  const uint64_t offset_;
  const uint64_t expected_bytes_;
  const uint32_t expected_crc_;
  uint64_t received_bytes_ = 0;
  uint32_t crc_ = 0;
};

class BufferSource final : public TensorSource {
 public:
  // Requires: the stretch lies inside the buffer.
  BufferSource(std::shared_ptr<const Buffer> buffer, uint64_t offset, uint64_t bytes)
      : buffer_(std::move(buffer)), offset_(offset), left_bytes_(bytes) {}

  absl::StatusOr<std::string> Next(uint64_t max_bytes) override {
    const uint64_t bytes = std::min(left_bytes_, max_bytes);
    PYASC_ASSIGN_OR_RETURN(std::string next, ReadBuffer(*buffer_, offset_, bytes));
    offset_ += bytes;
    left_bytes_ -= bytes;
    return next;
  }

 private:
  const std::shared_ptr<const Buffer> buffer_;
  uint64_t offset_;
  uint64_t left_bytes_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TensorSink>> OpenSink(TensorStore& tensors, const Stretch& stretch,
                                                     uint32_t crc32c) {
  std::shared_ptr<Buffer> buffer;
  if (stretch.handle.empty()) {
    if (stretch.offset != 0) {
      return absl::InvalidArgumentError(fmt::format("offset {} into new memory", stretch.offset));
    }
    PYASC_ASSIGN_OR_RETURN(buffer, tensors.MakeBuffer(stretch.bytes));
  } else {
    PYASC_ASSIGN_OR_RETURN(buffer, tensors.Find(stretch.handle));
    const absl::Status inside = CheckStretch(*buffer, stretch.offset, stretch.bytes);
    if (!inside.ok()) return absl::InvalidArgumentError(inside.message());
  }
  return std::make_unique<BufferSink>(std::move(buffer), stretch.offset, stretch.bytes, crc32c);
}

absl::StatusOr<std::unique_ptr<TensorSource>> OpenSource(const TensorStore& tensors,
                                                         const Stretch& stretch) {
  PYASC_ASSIGN_OR_RETURN(std::shared_ptr<Buffer> buffer, tensors.Find(stretch.handle));
  PYASC_RETURN_IF_ERROR(CheckStretch(*buffer, stretch.offset, stretch.bytes));
  return std::make_unique<BufferSource>(std::move(buffer), stretch.offset, stretch.bytes);
}

std::unique_ptr<TensorSource> OpenSource(std::shared_ptr<const Buffer> buffer) {
  const uint64_t bytes = buffer->bytes;
  return std::make_unique<BufferSource>(std::move(buffer), 0, bytes);
}

}  // namespace pyasc
