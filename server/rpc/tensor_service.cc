#include "server/rpc/tensor_service.h"

#include <string>
#include <utility>

#include "server/rpc/call.h"
#include "server/rpc/get_stream.h"
#include "server/rpc/put_stream.h"

namespace pyasc {

namespace v1 = pyascd::v1;

grpc::ServerUnaryReactor* TensorService::Allocate(grpc::CallbackServerContext* context,
                                                  const v1::AllocateRequest* request,
                                                  v1::AllocateResponse* response) {
  absl::StatusOr<std::shared_ptr<Session>> session = SessionOf(*broker_, *context, __func__);
  if (!session.ok()) return AnswerNow(context, session.status());
  return StartUnary<v1::AllocateRequest, v1::AllocateResponse>(
      *broker_, context, request, response,
      [session = *session](const v1::AllocateRequest& wire,
                           std::shared_ptr<Reply<v1::AllocateResponse>> reply) {
        absl::StatusOr<std::string> handle = session->tensors().Allocate(wire.bytes());
        if (!handle.ok()) {
          reply->Send(handle.status());
          return;
        }
        v1::AllocateResponse allocated;
        allocated.set_handle(*handle);
        // Whoever gave up never learns the handle, so nobody would free it.
        if (!reply->Send(std::move(allocated))) session->tensors().Free(*handle);
      });
}

grpc::ServerReadReactor<v1::PutRequest>* TensorService::Put(grpc::CallbackServerContext* context,
                                                            v1::PutResponse* response) {
  absl::StatusOr<std::shared_ptr<Session>> session = SessionOf(*broker_, *context, __func__);
  if (!session.ok()) return new RefusedReads<v1::PutRequest>(context, session.status());
  return new PutStream(broker_->pool, context, *std::move(session), response);
}

grpc::ServerWriteReactor<v1::GetResponse>* TensorService::Get(grpc::CallbackServerContext* context,
                                                              const v1::GetRequest* request) {
  absl::StatusOr<std::shared_ptr<Session>> session = SessionOf(*broker_, *context, __func__);
  if (!session.ok()) return new RefusedWrites<v1::GetResponse>(context, session.status());
  auto source = OpenSource(
      (*session)->tensors(),
      {.handle = request->handle(), .offset = request->offset(), .bytes = request->bytes()});
  if (!source.ok()) return new RefusedWrites<v1::GetResponse>(context, source.status());
  return new GetStream(broker_->pool, context, *std::move(source));
}

grpc::ServerUnaryReactor* TensorService::Free(grpc::CallbackServerContext* context,
                                              const v1::FreeRequest* request,
                                              v1::FreeResponse* response) {
  absl::StatusOr<std::shared_ptr<Session>> session = SessionOf(*broker_, *context, __func__);
  if (!session.ok()) return AnswerNow(context, session.status());
  // Giving memory back to the system takes its time, so it is the pool's.
  return StartUnary<v1::FreeRequest, v1::FreeResponse>(
      *broker_, context, request, response,
      [session = *session](const v1::FreeRequest& wire,
                           std::shared_ptr<Reply<v1::FreeResponse>> reply) {
        for (const std::string& handle : wire.handles()) session->tensors().Free(handle);
        reply->Send(v1::FreeResponse());
      });
}

}  // namespace pyasc
