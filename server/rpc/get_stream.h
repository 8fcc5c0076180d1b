// One TensorService.Get: memory to chunks.
#ifndef PYASC_SERVER_RPC_GET_STREAM_H_
#define PYASC_SERVER_RPC_GET_STREAM_H_

#include <grpcpp/grpcpp.h>

#include <cstdint>
#include <memory>

#include "pyascd/v1/tensor_service.pb.h"
#include "server/kernels/thread_pool.h"
#include "server/tensor/tensor_store.h"

namespace pyasc {

// Deletes itself. Requires: the stretch lies inside the buffer.
class GetStream final : public grpc::ServerWriteReactor<pyascd::v1::GetResponse> {
 public:
  GetStream(ThreadPool* pool, std::shared_ptr<Buffer> buffer, uint64_t offset, uint64_t bytes);
  void OnWriteDone(bool ok) override;
  void OnDone() override { delete this; }

 private:
  void WriteNext();

  ThreadPool* const pool_;
  const std::shared_ptr<Buffer> buffer_;  // read to its end even if it is freed meanwhile
  pyascd::v1::GetResponse message_;
  uint64_t offset_;
  uint64_t left_bytes_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_GET_STREAM_H_
