#include "server/rpc/launch_many.h"

#include <deque>
#include <string>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "base/steady_wait.h"
#include "server/rpc/call_context.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;

using Writer = grpc::ServerWriteReactor<v1::LaunchManyResponse>;

// Messages, each of some 16 KiB of prints, that wait for a client which reads slowly.
constexpr size_t kMostWaiting = 64;
constexpr absl::Duration kLookAgain = absl::Milliseconds(100);

// The answers on their way. Shared by the reactor and the launches, either of which may be
// the last. Writes and the end are decided under the lock and done outside it; there is at
// most one write at a time and nothing after the end.
class Answers {
 public:
  Answers(Writer* writer, grpc::CallbackServerContext* context, int expected)
      : writer_(writer), context_(context), expected_(expected) {}

  // False: nobody listens any more.
  bool Push(v1::LaunchManyResponse response) {
    {
      absl::MutexLock lock(&mutex_);
      --expected_;
      if (cancelled_) return false;
      waiting_.push_back(std::move(response));
    }
    Step(/*write_done=*/false);
    return true;
  }

  // Something before an answer. Waits while many such wait for the client, unless the
  // launch is cancelled.
  void PushPrints(v1::LaunchManyResponse prints, const Cancellation& cancellation) {
    {
      absl::MutexLock lock(&mutex_);
      while (!AwaitFor(mutex_, absl::Condition(this, &Answers::HasRoom), kLookAgain)) {
        if (cancellation.cancelled()) return;
      }
      if (cancelled_) return;
      waiting_.push_back(std::move(prints));
    }
    Step(/*write_done=*/false);
  }

  void Cancel() {
    {
      absl::MutexLock lock(&mutex_);
      cancelled_ = true;
    }
    Step(/*write_done=*/false);
  }

  // The next write, or the end, if it is time for it.
  void Step(bool write_done) {
    bool finish = false;
    grpc::Status status;
    {
      absl::MutexLock lock(&mutex_);
      if (write_done) writing_ = false;
      if (writing_ || finished_) return;
      finish = cancelled_ || (waiting_.empty() && expected_ == 0);
      if (!finish && waiting_.empty()) return;
      if (finish) {
        finished_ = true;
        status = cancelled_ ? grpc::Status::CANCELLED : grpc::Status::OK;
      } else {
        writing_ = true;
        current_ = std::move(waiting_.front());
        waiting_.pop_front();
      }
    }
    if (finish) {
      CallOf(context_).End(status);
      return writer_->Finish(status);
    }
    writer_->StartWrite(&current_);
  }

 private:
  bool HasRoom() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return cancelled_ || waiting_.size() < kMostWaiting;
  }

  Writer* const writer_;                        // valid until finished_
  grpc::CallbackServerContext* const context_;  // as long
  absl::Mutex mutex_;
  int expected_ ABSL_GUARDED_BY(mutex_);
  bool writing_ ABSL_GUARDED_BY(mutex_) = false;
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  std::deque<v1::LaunchManyResponse> waiting_ ABSL_GUARDED_BY(mutex_);
  v1::LaunchManyResponse current_;  // the write's, while writing_
};

class ManyReactor final : public Writer {
 public:
  ManyReactor(int expected, grpc::CallbackServerContext* context, Launcher* launcher,
              std::shared_ptr<Cancellation> cancellation)
      : answers_(std::make_shared<Answers>(this, context, expected)),
        launcher_(launcher),
        cancellation_(std::move(cancellation)) {}
  std::shared_ptr<Answers> answers() const { return answers_; }
  void OnWriteDone(bool ok) override {
    if (!ok) OnCancel();
    answers_->Step(/*write_done=*/true);
  }
  void OnCancel() override {
    launcher_->Cancel(*cancellation_);
    answers_->Cancel();
  }
  void OnDone() override { delete this; }

 private:
  const std::shared_ptr<Answers> answers_;  // shared with the launches
  Launcher* const launcher_;
  const std::shared_ptr<Cancellation> cancellation_;
};

v1::LaunchManyResponse AnswerOf(int index, absl::StatusOr<v1::LaunchResponse> response) {
  v1::LaunchManyResponse answer;
  answer.set_index(static_cast<uint32_t>(index));
  answer.set_status_code(static_cast<int32_t>(response.status().code()));
  answer.set_status_message(std::string(response.status().message()));
  if (response.ok()) *answer.mutable_response() = *std::move(response);
  return answer;
}

Launcher::OnPrints PrintsOf(int index, std::shared_ptr<Answers> answers,
                            std::shared_ptr<const Cancellation> cancellation) {
  return [index, answers = std::move(answers), cancellation = std::move(cancellation)](
             google::protobuf::RepeatedPtrField<v1::PrintedLine> lines) {
    v1::LaunchManyResponse prints;
    prints.set_index(static_cast<uint32_t>(index));
    *prints.mutable_prints_meanwhile() = std::move(lines);
    answers->PushPrints(std::move(prints), *cancellation);
  };
}

}  // namespace

Writer* StartLaunchMany(ThreadPool* pool, Launcher* launcher, grpc::CallbackServerContext* context,
                        LaunchCall call, v1::LaunchManyRequest request) {
  auto cancellation = std::make_shared<Cancellation>(call.session->life());
  call.cancellation = cancellation;
  auto* reactor = new ManyReactor(request.launches_size(), context, launcher, cancellation);
  pool->Post([launcher, call = std::move(call), request = std::move(request),
              answers = reactor->answers()] {
    for (int i = 0; i < request.launches_size(); ++i) {
      Launcher::OnPrints on_prints;
      if (request.prints_meanwhile()) on_prints = PrintsOf(i, answers, call.cancellation);
      launcher->Launch(
          call, request.launches(i),
          [session = call.session, answers, i](absl::StatusOr<v1::LaunchResponse> response) {
            v1::LaunchManyResponse answer = AnswerOf(i, std::move(response));
            if (!answers->Push(answer)) Launcher::Discard(*session, answer.response());
          },
          std::move(on_prints));
    }
    answers->Step(/*write_done=*/false);
  });
  return reactor;
}

}  // namespace pyasc
