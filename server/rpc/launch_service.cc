#include "server/rpc/launch_service.h"

#include <utility>

#include "server/rpc/call.h"
#include "server/rpc/launch_many.h"

namespace pyasc {

namespace v1 = pyascd::v1;

grpc::ServerUnaryReactor* LaunchService::Launch(grpc::CallbackServerContext* context,
                                                const v1::LaunchRequest* request,
                                                v1::LaunchResponse* response) {
  absl::StatusOr<std::shared_ptr<Session>> session = SessionOf(*broker_, *context, __func__);
  if (!session.ok()) return AnswerNow(context, session.status());
  auto cancellation = std::make_shared<Cancellation>((*session)->life());
  const LaunchCall call{.session = *session,
                        .cancellation = cancellation,
                        .request_id = CallOf(context).request_id(),
                        .received_ns = broker_->clock->SteadyNs()};
  return StartUnary<v1::LaunchRequest, v1::LaunchResponse>(
      *broker_, context, request, response,
      [launcher = launcher_, call](const v1::LaunchRequest& wire,
                                   std::shared_ptr<Reply<v1::LaunchResponse>> reply) {
        launcher->Launch(
            call, wire, [session = call.session, reply](absl::StatusOr<v1::LaunchResponse> answer) {
              if (reply->Send(std::move(answer)) || !answer.ok()) return;
              Launcher::Discard(*session, *answer);
            });
      },
      [launcher = launcher_, cancellation] { launcher->Cancel(*cancellation); });
}

grpc::ServerWriteReactor<v1::LaunchManyResponse>* LaunchService::LaunchMany(
    grpc::CallbackServerContext* context, const v1::LaunchManyRequest* request) {
  absl::StatusOr<std::shared_ptr<Session>> session = SessionOf(*broker_, *context, __func__);
  if (!session.ok()) return new RefusedWrites<v1::LaunchManyResponse>(context, session.status());
  return StartLaunchMany(broker_->pool, launcher_, context,
                         {.session = *std::move(session),
                          .request_id = CallOf(context).request_id(),
                          .received_ns = broker_->clock->SteadyNs()},
                         *request);
}

}  // namespace pyasc
