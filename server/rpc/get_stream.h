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
  GetStream(ThreadPool* pool, std::unique_ptr<TensorSource> source);
  void OnWriteDone(bool ok) override;
  void OnDone() override { delete this; }

 private:
  void WriteNext();

  ThreadPool* const pool_;
  const std::unique_ptr<TensorSource> source_;
  pyascd::v1::GetResponse message_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_GET_STREAM_H_
