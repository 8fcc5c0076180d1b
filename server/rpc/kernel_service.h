// KernelService of pyascd.v1.
#ifndef PYASC_SERVER_RPC_KERNEL_SERVICE_H_
#define PYASC_SERVER_RPC_KERNEL_SERVICE_H_

#include "pyascd/v1/kernel_service.grpc.pb.h"
#include "server/rpc/broker.h"

namespace pyasc {

class KernelService final : public pyascd::v1::KernelService::CallbackService {
 public:
  explicit KernelService(const Broker* broker) : broker_(broker) {}

  grpc::ServerUnaryReactor* Register(grpc::CallbackServerContext* context,
                                     const pyascd::v1::RegisterRequest* request,
                                     pyascd::v1::RegisterResponse* response) override;
  grpc::ServerUnaryReactor* Compile(grpc::CallbackServerContext* context,
                                    const pyascd::v1::CompileRequest* request,
                                    pyascd::v1::CompileResponse* response) override;

 private:
  const Broker* const broker_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_KERNEL_SERVICE_H_
