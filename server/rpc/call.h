// What every method does first, and how a unary method answers.
#ifndef PYASC_SERVER_RPC_CALL_H_
#define PYASC_SERVER_RPC_CALL_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <memory>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "server/rpc/broker.h"
#include "server/rpc/call_context.h"

namespace pyasc {

inline constexpr char kSessionKey[] = "pyascd-session";  // metadata: the id in hexadecimal

grpc::Status ToGrpc(const absl::Status& status);

// Who calls. kPermissionDenied for another uid than the owner's.
absl::StatusOr<Identity> IdentityOf(const Broker& broker,
                                    const grpc::CallbackServerContext& context);
// What every method does first, with its own name (__func__); statuses are IdentityOf's.
absl::Status Authorise(const Broker& broker, grpc::CallbackServerContext& context,
                       const char* method);

// Authorise, and the session that the metadata name: kUnauthenticated, kNotFound.
absl::StatusOr<std::shared_ptr<Session>> SessionOf(const Broker& broker,
                                                   grpc::CallbackServerContext& context,
                                                   const char* method);

// The answer to a unary call, which comes once: from whoever works on it, or at once when
// the client gives up. Thread-safe; may outlive the call.
template <typename Response>
class Reply {
 public:
  Reply(grpc::ServerUnaryReactor* reactor, grpc::CallbackServerContext* context, Response* response)
      : reactor_(reactor), context_(context), response_(response) {}

  // False: the client has given up; the answer stays as it is.
  bool Send(absl::StatusOr<Response>&& answer) {
    grpc::ServerUnaryReactor* reactor = Take();
    if (reactor == nullptr) return false;
    if (answer.ok()) *response_ = *std::move(answer);
    Finish(reactor, ToGrpc(answer.status()));
    return true;
  }

  void Cancel() {
    if (grpc::ServerUnaryReactor* reactor = Take()) Finish(reactor, grpc::Status::CANCELLED);
  }

 private:
  void Finish(grpc::ServerUnaryReactor* reactor, const grpc::Status& status) {
    CallOf(context_).End(status);
    reactor->Finish(status);
  }

  // gRPC keeps the reactor, the context and the response until Finish, and only the taker finishes.
  grpc::ServerUnaryReactor* Take() {
    absl::MutexLock lock(&mutex_);
    return std::exchange(reactor_, nullptr);
  }

  absl::Mutex mutex_;
  grpc::ServerUnaryReactor* reactor_ ABSL_GUARDED_BY(mutex_);
  grpc::CallbackServerContext* const context_;
  Response* const response_;
};

namespace internal {

template <typename Response>
class UnaryReactor : public grpc::ServerUnaryReactor {
 public:
  UnaryReactor(grpc::CallbackServerContext* context, Response* response,
               std::function<void()> on_cancel)
      : reply_(std::make_shared<Reply<Response>>(this, context, response)),
        on_cancel_(std::move(on_cancel)) {}
  std::shared_ptr<Reply<Response>> reply() const { return reply_; }
  void OnCancel() override {
    if (on_cancel_ != nullptr) on_cancel_();
    reply_->Cancel();
  }
  void OnDone() override { delete this; }

 private:
  const std::shared_ptr<Reply<Response>> reply_;  // shared with the work under way
  const std::function<void()> on_cancel_;
};

}  // namespace internal

// Runs `work` on the broker's pool; it sends the reply then or later. `on_cancel`, which
// must not block, runs if the client gives up before that or just after.
template <typename Request, typename Response>
grpc::ServerUnaryReactor* StartUnary(
    const Broker& broker, grpc::CallbackServerContext* context, const Request* request,
    Response* response, std::function<void(const Request&, std::shared_ptr<Reply<Response>>)> work,
    std::function<void()> on_cancel = nullptr) {
  auto* reactor = new internal::UnaryReactor<Response>(context, response, std::move(on_cancel));
  // The request is gone once the client gives up, so the work has its own.
  broker.pool->Post(
      [copy = *request, reply = reactor->reply(), work = std::move(work)] { work(copy, reply); });
  return reactor;
}

// Answers at once: a refusal, or a response that is already filled in.
grpc::ServerUnaryReactor* AnswerNow(grpc::CallbackServerContext* context,
                                    const absl::Status& status);

// A stream of responses that is refused at once.
template <typename Response>
class RefusedWrites : public grpc::ServerWriteReactor<Response> {
 public:
  RefusedWrites(grpc::CallbackServerContext* context, const absl::Status& status) {
    CallOf(context).End(ToGrpc(status));
    this->Finish(ToGrpc(status));
  }
  void OnDone() override { delete this; }
};

// A stream of requests that is refused at once.
template <typename Request>
class RefusedReads : public grpc::ServerReadReactor<Request> {
 public:
  RefusedReads(grpc::CallbackServerContext* context, const absl::Status& status) {
    CallOf(context).End(ToGrpc(status));
    this->Finish(ToGrpc(status));
  }
  void OnDone() override { delete this; }
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_CALL_H_
