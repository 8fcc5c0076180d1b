// LaunchService of pyascd.v1.
#ifndef PYASC_SERVER_RPC_LAUNCH_SERVICE_H_
#define PYASC_SERVER_RPC_LAUNCH_SERVICE_H_

#include "pyascd/v1/launch_service.grpc.pb.h"
#include "server/rpc/broker.h"
#include "server/rpc/launcher.h"

namespace pyasc {

class LaunchService final : public pyascd::v1::LaunchService::CallbackService {
 public:
  LaunchService(const Broker* broker, Launcher* launcher) : broker_(broker), launcher_(launcher) {}

  grpc::ServerUnaryReactor* Launch(grpc::CallbackServerContext* context,
                                   const pyascd::v1::LaunchRequest* request,
                                   pyascd::v1::LaunchResponse* response) override;
  grpc::ServerWriteReactor<pyascd::v1::LaunchManyResponse>* LaunchMany(
      grpc::CallbackServerContext* context, const pyascd::v1::LaunchManyRequest* request) override;

 private:
  const Broker* const broker_;
  Launcher* const launcher_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_LAUNCH_SERVICE_H_
