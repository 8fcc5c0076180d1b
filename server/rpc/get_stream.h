// One TensorService.Get: memory to chunks.
#ifndef PYASC_SERVER_RPC_GET_STREAM_H_
#define PYASC_SERVER_RPC_GET_STREAM_H_

#include <grpcpp/grpcpp.h>

#include <memory>

#include "pyascd/v1/tensor_service.pb.h"
#include "server/kernels/thread_pool.h"
#include "server/tensor/transfer.h"

namespace pyasc {

// Deletes itself.
class GetStream final : public grpc::ServerWriteReactor<pyascd::v1::GetResponse> {
 public:
  GetStream(ThreadPool* pool, grpc::CallbackServerContext* context,
            std::unique_ptr<TensorSource> source);
  void OnWriteDone(bool ok) override;
  void OnDone() override { delete this; }

 private:
  void WriteNext();
  void End(const grpc::Status& status);

  ThreadPool* const pool_;
  grpc::CallbackServerContext* const context_;
  const std::unique_ptr<TensorSource> source_;
  pyascd::v1::GetResponse message_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_GET_STREAM_H_
