#include "server/rpc/session_stream.h"

#include <utility>

#include "base/log.h"
#include "server/rpc/call.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;

class SessionStream final : public grpc::ServerWriteReactor<v1::SessionEvent> {
 public:
  SessionStream(SessionStreams* streams, const Broker& broker, grpc::CallbackServerContext* context,
                std::shared_ptr<Session> session)
      : streams_(streams),
        broker_(broker),
        session_(std::move(session)),
        life_(std::make_shared<SessionLife>(this, context)) {
    LogEvent(LogLevel::kInfo, "session_opened",
             {{"session", session_->ShortId()}, {"uid", session_->uid()}});
    event_.set_session_id(session_->id());
  }

  void Greet() { StartWrite(&event_); }
  std::shared_ptr<SessionLife> life() const { return life_; }

  void OnWriteDone(bool) override { life_->Greeted(); }
  void OnCancel() override { life_->End(grpc::Status::CANCELLED); }
  void OnDone() override {
    broker_.sessions->Remove(session_->id());
    // Giving the session's memory back takes its time.
    broker_.pool->Post([scheduler = broker_.scheduler, session = session_] {
      session->End();
      scheduler->NoticeCancelled();
      LogEvent(LogLevel::kInfo, "session_ended", {{"session", session->ShortId()}});
    });
    streams_->Remove(life_);
    delete this;
  }

 private:
  SessionStreams* const streams_;
  const Broker& broker_;
  const std::shared_ptr<Session> session_;   // shared with the table and calls under way
  const std::shared_ptr<SessionLife> life_;  // shared with SessionStreams
  v1::SessionEvent event_;
};

const grpc::Status kStopping(grpc::StatusCode::UNAVAILABLE, "the daemon is stopping");

}  // namespace

void SessionLife::Greeted() {
  {
    absl::MutexLock lock(&mutex_);
    greeted_ = true;
  }
  FinishIfDue();
}

void SessionLife::End(const grpc::Status& status) {
  {
    absl::MutexLock lock(&mutex_);
    if (!ended_) status_ = status;
    ended_ = true;
  }
  FinishIfDue();
}

void SessionLife::FinishIfDue() {
  grpc::Status status;
  {
    absl::MutexLock lock(&mutex_);
    if (!greeted_ || !ended_ || finished_) return;
    finished_ = true;
    status = status_;
  }
  CallOf(context_).End(status);
  writer_->Finish(status);
}

grpc::ServerWriteReactor<v1::SessionEvent>* SessionStreams::Open(
    const Broker& broker, grpc::CallbackServerContext* context, SessionClient client) {
  auto session = broker.sessions->Open(std::move(client));
  if (!session.ok()) return new RefusedWrites<v1::SessionEvent>(context, session.status());
  auto* stream = new SessionStream(this, broker, context, *std::move(session));
  bool closed = false;
  {
    absl::MutexLock lock(&mutex_);
    open_.insert(stream->life());
    closed = closed_;
  }
  if (closed) stream->life()->End(kStopping);
  stream->Greet();
  return stream;
}

void SessionStreams::CloseAll() {
  std::set<std::shared_ptr<SessionLife>> open;
  {
    absl::MutexLock lock(&mutex_);
    closed_ = true;
    open = open_;
  }
  for (const auto& life : open) life->End(kStopping);
}

void SessionStreams::Remove(const std::shared_ptr<SessionLife>& life) {
  absl::MutexLock lock(&mutex_);
  open_.erase(life);
}

}  // namespace pyasc
