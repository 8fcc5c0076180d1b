// TensorService of pyascd.v1.
#ifndef PYASC_SERVER_RPC_TENSOR_SERVICE_H_
#define PYASC_SERVER_RPC_TENSOR_SERVICE_H_

#include "pyascd/v1/tensor_service.grpc.pb.h"
#include "server/rpc/broker.h"

namespace pyasc {

inline constexpr size_t kMaxChunkBytes = 1 << 20;

class TensorService final : public pyascd::v1::TensorService::CallbackService {
 public:
  explicit TensorService(const Broker* broker) : broker_(broker) {}

  grpc::ServerUnaryReactor* Allocate(grpc::CallbackServerContext* context,
                                     const pyascd::v1::AllocateRequest* request,
                                     pyascd::v1::AllocateResponse* response) override;
  grpc::ServerReadReactor<pyascd::v1::PutRequest>* Put(grpc::CallbackServerContext* context,
                                                       pyascd::v1::PutResponse* response) override;
  grpc::ServerWriteReactor<pyascd::v1::GetResponse>* Get(
      grpc::CallbackServerContext* context, const pyascd::v1::GetRequest* request) override;
  grpc::ServerUnaryReactor* Free(grpc::CallbackServerContext* context,
                                 const pyascd::v1::FreeRequest* request,
                                 pyascd::v1::FreeResponse* response) override;

 private:
  const Broker* const broker_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_TENSOR_SERVICE_H_
