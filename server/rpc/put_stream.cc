#include "server/rpc/put_stream.h"

#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/rpc/call.h"
#include "server/rpc/tensor_service.h"
#include "server/tensor/crc32c.h"

namespace pyasc {

namespace v1 = pyascd::v1;

PutStream::PutStream(ThreadPool* pool, std::shared_ptr<Session> session, v1::PutResponse* response)
    : pool_(pool), session_(std::move(session)), response_(response) {
  StartRead(&message_);
}

void PutStream::OnReadDone(bool ok) {
  pool_->Post([this, ok] {
    const absl::Status status = ok ? OnMessage() : OnEnd();
    if (ok && status.ok()) return StartRead(&message_);
    buffer_.reset();  // before the client knows that this is over
    Finish(ToGrpc(status));
  });
}

void PutStream::OnDone() {
  // Whoever gave up never learns the handle, so nobody would free it.
  if (cancelled_ && !made_.empty()) {
    pool_->Post([session = session_, made = made_] { session->tensors().Free(made); });
  }
  delete this;
}

absl::Status PutStream::OnMessage() {
  switch (message_.part_case()) {
    case v1::PutRequest::kHeader:
      return OnHeader(message_.header());
    case v1::PutRequest::kChunk:
      return OnChunk(message_.chunk());
    case v1::PutRequest::PART_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("a message that is neither header nor chunk");
}

absl::Status PutStream::OnHeader(const v1::PutHeader& header) {
  if (buffer_ != nullptr) return absl::InvalidArgumentError("a second header");
  handle_ = header.handle();
  offset_ = header.offset();
  expected_bytes_ = header.bytes();
  expected_crc_ = header.crc32c();
  if (handle_.empty()) {
    if (offset_ != 0) {
      return absl::InvalidArgumentError(fmt::format("offset {} into new memory", offset_));
    }
    PYASC_ASSIGN_OR_RETURN(buffer_, session_->tensors().MakeBuffer(expected_bytes_));
    return absl::OkStatus();
  }
  PYASC_ASSIGN_OR_RETURN(buffer_, session_->tensors().Find(handle_));
  const absl::Status inside = CheckStretch(*buffer_, offset_, expected_bytes_);
  if (inside.ok()) return inside;
  return absl::InvalidArgumentError(std::string(inside.message()));
}

absl::Status PutStream::OnChunk(const std::string& chunk) {
  if (buffer_ == nullptr) return absl::InvalidArgumentError("a chunk before the header");
  if (chunk.size() > kMaxChunkBytes) {
    return absl::InvalidArgumentError(
        fmt::format("a chunk of {} bytes, the limit is {}", chunk.size(), kMaxChunkBytes));
  }
  if (chunk.size() > expected_bytes_ - received_bytes_) {
    return absl::InvalidArgumentError(
        fmt::format("more than the {} bytes that the header announced", expected_bytes_));
  }
  PYASC_RETURN_IF_ERROR(WriteBuffer(*buffer_, offset_ + received_bytes_, chunk));
  received_bytes_ += chunk.size();
  crc_ = Crc32c(chunk, crc_);
  return absl::OkStatus();
}

absl::Status PutStream::OnEnd() {
  if (buffer_ == nullptr) return absl::InvalidArgumentError("the stream ended before its header");
  if (received_bytes_ != expected_bytes_) {
    return absl::InvalidArgumentError(
        fmt::format("the stream ended after {} of {} bytes", received_bytes_, expected_bytes_));
  }
  if (crc_ != expected_crc_) {
    return absl::DataLossError(
        fmt::format("CRC-32C {:08x} differs from the announced {:08x}", crc_, expected_crc_));
  }
  if (handle_.empty()) {
    PYASC_ASSIGN_OR_RETURN(made_, session_->tensors().Register(std::move(buffer_)));
  }
  response_->set_handle(handle_.empty() ? made_ : handle_);
  return absl::OkStatus();
}

}  // namespace pyasc
