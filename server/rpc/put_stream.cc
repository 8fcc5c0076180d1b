#include "server/rpc/put_stream.h"

#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/rpc/call.h"
#include "server/rpc/tensor_service.h"

namespace pyasc {

namespace v1 = pyascd::v1;

PutStream::PutStream(ThreadPool* pool, grpc::CallbackServerContext* context,
                     std::shared_ptr<Session> session, v1::PutResponse* response)
    : pool_(pool), context_(context), session_(std::move(session)), response_(response) {
  StartRead(&message_);
}

void PutStream::OnReadDone(bool ok) {
  pool_->Post([this, ok] {
    const absl::Status status = ok ? OnMessage() : OnEnd();
    if (ok && status.ok()) return StartRead(&message_);
    sink_.reset();  // before the client knows that this is over
    CallOf(context_).End(ToGrpc(status));
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
  if (sink_ != nullptr) return absl::InvalidArgumentError("a second header");
  handle_ = header.handle();
  new_handle_ = header.new_handle();
  PYASC_ASSIGN_OR_RETURN(
      sink_,
      OpenSink(session_->tensors(),
               {.handle = header.handle(), .offset = header.offset(), .bytes = header.bytes()},
               header.crc32c()));
  return OnChunk(header.chunk());
}

absl::Status PutStream::OnChunk(const std::string& chunk) {
  if (sink_ == nullptr) return absl::InvalidArgumentError("a chunk before the header");
  if (chunk.size() > kMaxChunkBytes) {
    return absl::InvalidArgumentError(
        fmt::format("a chunk of {} bytes, the limit is {}", chunk.size(), kMaxChunkBytes));
  }
  return sink_->Append(chunk);
}

absl::Status PutStream::OnEnd() {
  if (sink_ == nullptr) return absl::InvalidArgumentError("the stream ended before its header");
  PYASC_ASSIGN_OR_RETURN(std::shared_ptr<Buffer> buffer, sink_->Finish());
  if (handle_.empty()) {
    PYASC_ASSIGN_OR_RETURN(made_, session_->tensors().Register(std::move(buffer), new_handle_));
  }
  response_->set_handle(handle_.empty() ? made_ : handle_);
  return absl::OkStatus();
}

}  // namespace pyasc
