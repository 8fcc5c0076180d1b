#include "server/rpc/get_stream.h"

#include <string>
#include <utility>

#include "server/rpc/call.h"
#include "server/rpc/tensor_service.h"
#include "server/tensor/crc32c.h"

namespace pyasc {

GetStream::GetStream(ThreadPool* pool, grpc::CallbackServerContext* context,
                     std::unique_ptr<TensorSource> source)
    : pool_(pool), context_(context), source_(std::move(source)) {
  pool_->Post([this] { WriteNext(); });
}

void GetStream::OnWriteDone(bool ok) {
  if (!ok) return End(grpc::Status::CANCELLED);
  pool_->Post([this] { WriteNext(); });
}

void GetStream::End(const grpc::Status& status) {
  CallOf(context_).End(status);
  Finish(status);
}

void GetStream::WriteNext() {
  absl::StatusOr<std::string> chunk = source_->Next(kMaxChunkBytes);
  if (!chunk.ok() || chunk->empty()) return End(ToGrpc(chunk.status()));
  message_.set_crc32c(Crc32c(*chunk));
  message_.set_chunk(*std::move(chunk));
  StartWrite(&message_);
}

}  // namespace pyasc
