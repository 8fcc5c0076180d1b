// AdminService of pyascd.v1.
#ifndef PYASC_SERVER_RPC_ADMIN_SERVICE_H_
#define PYASC_SERVER_RPC_ADMIN_SERVICE_H_

#include "pyascd/v1/admin_service.grpc.pb.h"
#include "server/rpc/broker.h"
#include "server/rpc/launcher.h"
#include "server/rpc/session_stream.h"

namespace pyasc {

class AdminService final : public pyascd::v1::AdminService::CallbackService {
 public:
  AdminService(const Broker* broker, const Launcher* launcher, SessionStreams* streams)
      : broker_(broker),
        launcher_(launcher),
        streams_(streams),
        started_ns_(broker->clock->SteadyNs()) {}

  grpc::ServerUnaryReactor* GetInfo(grpc::CallbackServerContext* context,
                                    const pyascd::v1::GetInfoRequest* request,
                                    pyascd::v1::GetInfoResponse* response) override;
  grpc::ServerWriteReactor<pyascd::v1::SessionEvent>* OpenSession(
      grpc::CallbackServerContext* context, const pyascd::v1::OpenSessionRequest* request) override;
  grpc::ServerUnaryReactor* ListDevices(grpc::CallbackServerContext* context,
                                        const pyascd::v1::ListDevicesRequest* request,
                                        pyascd::v1::ListDevicesResponse* response) override;
  grpc::ServerUnaryReactor* GetStatus(grpc::CallbackServerContext* context,
                                      const pyascd::v1::GetStatusRequest* request,
                                      pyascd::v1::GetStatusResponse* response) override;
  grpc::ServerUnaryReactor* ListKernels(grpc::CallbackServerContext* context,
                                        const pyascd::v1::ListKernelsRequest* request,
                                        pyascd::v1::ListKernelsResponse* response) override;
  grpc::ServerUnaryReactor* ClearCache(grpc::CallbackServerContext* context,
                                       const pyascd::v1::ClearCacheRequest* request,
                                       pyascd::v1::ClearCacheResponse* response) override;
  grpc::ServerUnaryReactor* Stop(grpc::CallbackServerContext* context,
                                 const pyascd::v1::StopRequest* request,
                                 pyascd::v1::StopResponse* response) override;

 private:
  const Broker* const broker_;
  const Launcher* const launcher_;
  SessionStreams* const streams_;
  const int64_t started_ns_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_ADMIN_SERVICE_H_
