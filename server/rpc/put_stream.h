// One TensorService.Put: chunks to memory.
#ifndef PYASC_SERVER_RPC_PUT_STREAM_H_
#define PYASC_SERVER_RPC_PUT_STREAM_H_

#include <grpcpp/grpcpp.h>

#include <atomic>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "pyascd/v1/tensor_service.pb.h"
#include "server/kernels/thread_pool.h"
#include "server/session/session_table.h"
#include "server/tensor/transfer.h"

namespace pyasc {

// Deletes itself. One message at a time is read and written, on the pool.
class PutStream final : public grpc::ServerReadReactor<pyascd::v1::PutRequest> {
 public:
  PutStream(ThreadPool* pool, grpc::CallbackServerContext* context,
            std::shared_ptr<Session> session, pyascd::v1::PutResponse* response);
  void OnReadDone(bool ok) override;
  void OnCancel() override { cancelled_ = true; }
  void OnDone() override;

 private:
  absl::Status OnMessage();
  absl::Status OnHeader(const pyascd::v1::PutHeader& header);
  absl::Status OnChunk(const std::string& chunk);
  absl::Status OnEnd();

  ThreadPool* const pool_;
  grpc::CallbackServerContext* const context_;
  const std::shared_ptr<Session> session_;  // lives as long as its last call
  pyascd::v1::PutResponse* const response_;
  pyascd::v1::PutRequest message_;
  std::unique_ptr<TensorSink> sink_;  // null before the header
  std::string handle_;                // "" for memory made by this stream
  std::string new_handle_;            // the client's own for that memory; "" if it has none
  std::string made_;                  // the handle of that memory, once it has one
  std::atomic<bool> cancelled_ = false;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_PUT_STREAM_H_
