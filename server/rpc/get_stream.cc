#include "server/rpc/get_stream.h"

#include <algorithm>
#include <string>
#include <utility>

#include "server/rpc/call.h"
#include "server/rpc/tensor_service.h"
#include "server/tensor/crc32c.h"

namespace pyasc {

GetStream::GetStream(ThreadPool* pool, std::shared_ptr<Buffer> buffer, uint64_t offset,
                     uint64_t bytes)
    : pool_(pool), buffer_(std::move(buffer)), offset_(offset), left_bytes_(bytes) {
  pool_->Post([this] { WriteNext(); });
}

void GetStream::OnWriteDone(bool ok) {
  if (!ok) return Finish(grpc::Status::CANCELLED);
  pool_->Post([this] { WriteNext(); });
}

void GetStream::WriteNext() {
  if (left_bytes_ == 0) return Finish(grpc::Status::OK);
  const uint64_t bytes = std::min<uint64_t>(left_bytes_, kMaxChunkBytes);
  absl::StatusOr<std::string> chunk = ReadBuffer(*buffer_, offset_, bytes);
  if (!chunk.ok()) return Finish(ToGrpc(chunk.status()));
  message_.set_crc32c(Crc32c(*chunk));
  message_.set_chunk(*std::move(chunk));
  offset_ += bytes;
  left_bytes_ -= bytes;
  StartWrite(&message_);
}

}  // namespace pyasc
