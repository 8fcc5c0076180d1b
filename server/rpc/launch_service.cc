#include "server/rpc/launch_service.h"

#include <utility>

#include "server/rpc/call.h"
#include "server/rpc/launch_many.h"

namespace pyasc {

namespace v1 = pyascd::v1;

grpc::ServerUnaryReactor* LaunchService::Launch(grpc::CallbackServerContext* context,
                                                const v1::LaunchRequest* request,
                                                v1::LaunchResponse* response) {
  absl::StatusOr<std::shared_ptr<Session>> session = SessionOf(*broker_, *context);
  if (!session.ok()) return AnswerNow(context, session.status());
  auto cancellation = std::make_shared<Cancellation>((*session)->life());
  return StartUnary<v1::LaunchRequest, v1::LaunchResponse>(
      *broker_, request, response,
      [launcher = launcher_, session = *session, cancellation](
          const v1::LaunchRequest& wire, std::shared_ptr<Reply<v1::LaunchResponse>> reply) {
        launcher->Launch(session, wire, cancellation,
                         [session, reply](absl::StatusOr<v1::LaunchResponse> answer) {
                           if (reply->Send(std::move(answer)) || !answer.ok()) return;
                           Launcher::Discard(*session, *answer);
                         });
      },
      [launcher = launcher_, cancellation] { launcher->Cancel(*cancellation); });
}

grpc::ServerWriteReactor<v1::LaunchManyResponse>* LaunchService::LaunchMany(
    grpc::CallbackServerContext* context, const v1::LaunchManyRequest* request) {
  absl::StatusOr<std::shared_ptr<Session>> session = SessionOf(*broker_, *context);
  if (!session.ok()) return new RefusedWrites<v1::LaunchManyResponse>(session.status());
  return StartLaunchMany(broker_->pool, launcher_, *std::move(session), *request);
}

}  // namespace pyasc
