// AdminService of pyascd.v1.
#ifndef PYASC_SERVER_RPC_ADMIN_SERVICE_H_
#define PYASC_SERVER_RPC_ADMIN_SERVICE_H_

#include <functional>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "pyascd/v1/admin_service.grpc.pb.h"
#include "server/rpc/broker.h"
#include "server/rpc/call.h"
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
  grpc::ServerUnaryReactor* GetKernel(grpc::CallbackServerContext* context,
                                      const pyascd::v1::GetKernelRequest* request,
                                      pyascd::v1::GetKernelResponse* response) override;
  grpc::ServerUnaryReactor* RemoveKernels(grpc::CallbackServerContext* context,
                                          const pyascd::v1::RemoveKernelsRequest* request,
                                          pyascd::v1::RemoveKernelsResponse* response) override;
  grpc::ServerUnaryReactor* CollectGarbage(grpc::CallbackServerContext* context,
                                           const pyascd::v1::CollectGarbageRequest* request,
                                           pyascd::v1::CollectGarbageResponse* response) override;
  grpc::ServerUnaryReactor* VerifyCache(grpc::CallbackServerContext* context,
                                        const pyascd::v1::VerifyCacheRequest* request,
                                        pyascd::v1::VerifyCacheResponse* response) override;
  grpc::ServerUnaryReactor* GetCacheStats(grpc::CallbackServerContext* context,
                                          const pyascd::v1::GetCacheStatsRequest* request,
                                          pyascd::v1::GetCacheStatsResponse* response) override;
  grpc::ServerUnaryReactor* GetMetrics(grpc::CallbackServerContext* context,
                                       const pyascd::v1::GetMetricsRequest* request,
                                       pyascd::v1::GetMetricsResponse* response) override;
  grpc::ServerUnaryReactor* ListOperators(grpc::CallbackServerContext* context,
                                          const pyascd::v1::ListOperatorsRequest* request,
                                          pyascd::v1::ListOperatorsResponse* response) override;
  grpc::ServerUnaryReactor* ClearCache(grpc::CallbackServerContext* context,
                                       const pyascd::v1::ClearCacheRequest* request,
                                       pyascd::v1::ClearCacheResponse* response) override;
  grpc::ServerUnaryReactor* Stop(grpc::CallbackServerContext* context,
                                 const pyascd::v1::StopRequest* request,
                                 pyascd::v1::StopResponse* response) override;

 private:
  // For a method of this name: authorises the caller and runs `answer` on the broker's pool.
  template <typename Request, typename Response>
  grpc::ServerUnaryReactor* Answer(
      const char* method, grpc::CallbackServerContext* context, const Request* request,
      Response* response, std::function<absl::StatusOr<Response>(const Request&)> answer) const {
    const absl::Status allowed = Authorise(*broker_, *context, method);
    if (!allowed.ok()) return AnswerNow(context, allowed);
    return StartUnary<Request, Response>(
        *broker_, context, request, response,
        [answer = std::move(answer)](const Request& wire, std::shared_ptr<Reply<Response>> reply) {
          reply->Send(answer(wire));
        });
  }

  const Broker* const broker_;
  const Launcher* const launcher_;
  SessionStreams* const streams_;
  const int64_t started_ns_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_ADMIN_SERVICE_H_
