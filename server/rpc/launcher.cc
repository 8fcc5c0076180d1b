#include "server/rpc/launcher.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/steady_wait.h"
#include "server/kernels/explain.h"
#include "server/rpc/launch_codec.h"
#include "server/rpc/launch_tensors.h"
#include "server/rpc/launch_times.h"
#include "server/rpc/value_codec.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;

// Short, random, and in every line of the log about the launch.
std::string NewLaunchId() { return absl::BytesToHexString(RandomBytes(6)); }

absl::Status CancelledError() { return absl::CancelledError("the launch was cancelled"); }

// "success", the type of the operator's exception, "compile_errors", or "" for a launch that
// failed.
std::string OutcomeOf(const absl::StatusOr<v1::LaunchResponse>& response) {
  if (!response.ok()) return "";
  if (response->has_exception()) return response->exception().type();
  return response->has_compile_errors() ? "compile_errors" : "success";
}

// A client that gives up is nothing to look at. Whoever got an exception of the operator's
// looks for the request that it names.
LogLevel LevelOf(const absl::StatusOr<v1::LaunchResponse>& response) {
  if (!response.ok()) {
    return absl::IsCancelled(response.status()) ? LogLevel::kDebug : LogLevel::kWarn;
  }
  return response->has_success() ? LogLevel::kDebug : LogLevel::kInfo;
}

using PrintedLines = google::protobuf::RepeatedPtrField<v1::PrintedLine>;

absl::StatusOr<PrintedLines> EncodePrints(const KernelMeta& meta, const LineTable& lines,
                                          const std::vector<PrintedLine>& prints) {
  PrintedLines wire;
  for (const PrintedLine& line : prints) {
    PYASC_ASSIGN_OR_RETURN(const ExplainedPrint print, Explain(meta, lines, line));
    EncodePrint(print, wire.Add());
  }
  return wire;
}

}  // namespace

struct Launcher::Work {
  LaunchCall call;
  std::string id;
  std::string operator_name;
  std::string backend;
  Done done;
  OnPrints on_prints;
  Resolved resolved;
  LaunchTimes times;
};

bool Launcher::Begin() {
  absl::MutexLock lock(&mutex_);
  if (draining_) return false;
  ++under_way_;
  ++launches_;
  return true;
}

void Launcher::End() {
  absl::MutexLock lock(&mutex_);
  --under_way_;
}

uint64_t Launcher::launches() const {
  absl::MutexLock lock(&mutex_);
  return launches_;
}

uint64_t Launcher::under_way() const {
  absl::MutexLock lock(&mutex_);
  return under_way_;
}

bool Launcher::Drain(absl::Duration timeout) {
  auto idle = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return under_way_ == 0; };
  absl::MutexLock lock(&mutex_);
  draining_ = true;
  return AwaitFor(mutex_, absl::Condition(&idle), timeout);
}

bool Launcher::EndAll(absl::Duration timeout) {
  {
    absl::MutexLock lock(&mutex_);
    ending_ = true;
  }
  broker_->sessions->CancelAll();
  broker_->scheduler->NoticeCancelled();
  return Drain(timeout);
}

bool Launcher::Ending() const {
  absl::MutexLock lock(&mutex_);
  return ending_;
}

void Launcher::Discard(Session& session, const v1::LaunchResponse& response) {
  for (const v1::WrittenTensor& written : response.success().written()) {
    session.tensors().Free(written.view().handle());
  }
}

void Launcher::Cancel(Cancellation& cancellation) {
  cancellation.Cancel();
  // What is dropped frees its memory, which takes its time.
  broker_->pool->Post([scheduler = broker_->scheduler] { scheduler->NoticeCancelled(); });
}

void Launcher::Launch(LaunchCall call, const v1::LaunchRequest& request, Done done,
                      OnPrints on_prints) {
  if (call.cancellation->cancelled()) return done(CancelledError());
  if (!Begin()) return done(absl::UnavailableError("the daemon is stopping"));
  auto work = std::make_shared<Work>();
  work->times.received_ns = call.received_ns;
  work->times.begun_ns = broker_->clock->SteadyNs();
  work->call = std::move(call);
  work->id = NewLaunchId();
  work->done = std::move(done);
  work->on_prints = std::move(on_prints);
  auto registered = work->call.session->FindOperator(request.operator_id());
  if (!registered.ok()) return Finish(*work, registered.status());
  work->operator_name = (*registered)->name;
  work->backend = request.backend();
  auto launch = DecodeLaunch(request, work->call.session->tensors());
  work->times.decoded_ns = broker_->clock->SteadyNs();
  if (!launch.ok()) return Finish(*work, launch.status());
  Resolve(
      *broker_,
      {.registered = *std::move(registered),
       .launch = *std::move(launch),
       .backend = work->backend,
       .stages = {},
       .request_id = work->call.request_id},
      [this, work](absl::StatusOr<Resolved> resolved) { OnResolved(work, std::move(resolved)); });
}

void Launcher::OnResolved(const std::shared_ptr<Work>& work, absl::StatusOr<Resolved> resolved) {
  if (work->call.cancellation->cancelled()) return Finish(*work, CancelledError());
  if (!resolved.ok()) return Finish(*work, resolved.status());
  if (!resolved->diagnostics.empty()) {
    v1::LaunchResponse response;
    EncodeDiagnostics(resolved->diagnostics,
                      response.mutable_compile_errors()->mutable_diagnostics());
    work->times.TakeCompile(resolved->answer);
    work->times.resolved_ns = work->times.finished_ns = broker_->clock->SteadyNs();
    EncodeSpans(work->times, response.mutable_spans());
    return Finish(*work, std::move(response));
  }
  work->resolved = *std::move(resolved);
  // Compiling takes its time: by now another device of the same kind may be free first.
  if (auto device = broker_->scheduler->Choose(work->backend); device.ok()) {
    work->resolved.device = *device;
  }
  absl::StatusOr<LaunchRequest> request = DeviceRequest(work);
  if (!request.ok()) return Finish(*work, request.status());
  work->times.TakeCompile(work->resolved.answer);
  work->times.resolved_ns = broker_->clock->SteadyNs();
  work->resolved.device->Submit(*std::move(request), [this, work](LaunchResult result) {
    work->times.answered_ns = broker_->clock->SteadyNs();
    // The device's thread must not wait for descriptors to be named and messages built.
    broker_->pool->Post(
        [this, work, result = std::move(result)]() mutable { OnDevice(*work, std::move(result)); });
  });
}

absl::StatusOr<LaunchRequest> Launcher::DeviceRequest(const std::shared_ptr<Work>& work) {
  const Resolved& resolved = work->resolved;
  LaunchRequest request;
  request.id = work->id;
  const Session& session = *work->call.session;
  request.origin = {.operator_name = work->operator_name,
                    .request_id = work->call.request_id,
                    .session = session.ShortId(),
                    .client_pid = session.client().pid};
  request.cancellation = work->call.cancellation;
  request.executable = resolved.answer.kernel->executable;
  request.expected_ns = broker_->scheduler->run_times().ExpectedNs(request.executable->digest);
  const KernelMeta& meta = request.executable->meta;
  request.allocate = [session = work->call.session](uint64_t bytes) {
    return session->tensors().MakeBuffer(bytes);
  };
  if (work->on_prints != nullptr) {
    request.on_prints = [work, executable = request.executable,
                         analysis = resolved.analysis](const std::vector<PrintedLine>& prints) {
      absl::StatusOr<PrintedLines> wire = EncodePrints(executable->meta, analysis->lines, prints);
      if (wire.ok()) work->on_prints(*std::move(wire));
    };
  }
  PYASC_ASSIGN_OR_RETURN(request.tensors,
                         DeviceViews(resolved.launch, meta, work->call.session->tensors()));
  for (uint32_t index : meta.runtime_attributes) {
    PYASC_ASSIGN_OR_RETURN(Scalar attribute,
                           RuntimeAttribute(resolved.launch, resolved.specialisation, index));
    request.attributes.push_back(std::move(attribute));
  }
  return request;
}

void Launcher::OnDevice(Work& work, LaunchResult result) {
  work.times.TakeRun(result);
  if (result.status.ok()) {
    broker_->scheduler->run_times().Learn(work.resolved.answer.kernel->executable->digest,
                                          result.run_ns);
  }
  absl::StatusOr<v1::LaunchResponse> response =
      result.status.ok() ? Respond(work, result)
                         : absl::StatusOr<v1::LaunchResponse>(result.status);
  result = LaunchResult();  // with its hold on memory
  Finish(work, std::move(response));
}

absl::StatusOr<v1::LaunchResponse> Launcher::Respond(Work& work, const LaunchResult& result) {
  const Resolved& resolved = work.resolved;
  const KernelMeta& meta = resolved.answer.kernel->executable->meta;
  v1::LaunchResponse response;
  PYASC_ASSIGN_OR_RETURN(*response.mutable_prints(),
                         EncodePrints(meta, resolved.analysis->lines, result.prints));
  EncodeKernel(resolved.answer, resolved.specialisation, response.mutable_kernel());
  response.set_run_ns(result.run_ns);
  response.set_queue_ns(
      std::max<int64_t>(work.times.answered_ns - work.times.resolved_ns - result.run_ns, 0));
  response.set_device(resolved.device->Info().name);
  if (result.raised) {
    PYASC_ASSIGN_OR_RETURN(ExplainedException exception,
                           Explain(meta, resolved.analysis->lines, result.exception));
    EncodeException(exception, response.mutable_exception());
  } else {
    PYASC_ASSIGN_OR_RETURN(
        *response.mutable_success(),
        KeepWritten(resolved.launch, meta, result.tensors, work.call.session->tensors()));
  }
  work.times.finished_ns = broker_->clock->SteadyNs();
  EncodeSpans(work.times, response.mutable_spans());
  return response;
}

void Launcher::Log(const Work& work, const absl::StatusOr<v1::LaunchResponse>& response) {
  const LogLevel level = LevelOf(response);
  if (!LogsAt(level)) return;
  LogEvent(level, "launch",
           {{"launch", work.id},
            {"request", work.call.request_id},
            {"session", work.call.session->ShortId()},
            {"operator", work.operator_name},
            {"status", std::string(absl::StatusCodeToString(response.status().code()))},
            {"message", std::string(response.status().message())},
            {"outcome", OutcomeOf(response)},
            {"run_ns", response.ok() ? response->run_ns() : 0}});
}

void Launcher::Observe(const Work& work, const absl::StatusOr<v1::LaunchResponse>& response) {
  if (work.resolved.device == nullptr || work.times.answered_ns == 0) return;
  const LaunchTimes& times = work.times;
  Outcome outcome = Outcome::kFailed;
  if (response.ok()) {
    outcome = response->has_exception() ? Outcome::kException : Outcome::kSuccess;
  } else if (absl::IsCancelled(response.status()) || absl::IsAborted(response.status())) {
    outcome = Outcome::kCancelled;
  }
  const std::string device = response.ok() ? response->device() : work.resolved.device->Info().name;
  broker_->metrics->LaunchEnded({.device = device,
                                 .outcome = outcome,
                                 .duration_ns = broker_->clock->SteadyNs() - times.received_ns,
                                 .wait_ns = times.taken ? times.taken_ns - times.resolved_ns : -1,
                                 .busy_ns = times.taken ? times.answered_ns - times.taken_ns : 0});
}

void Launcher::Finish(Work& work, absl::StatusOr<v1::LaunchResponse> response) {
  if (absl::IsCancelled(response.status()) && Ending()) {
    response = absl::AbortedError("the daemon was stopped and has ended the launch");
  }
  Log(work, response);
  Observe(work, response);
  // The memory of the launch goes before anybody counts it as done.
  work.resolved = Resolved{};
  work.done(std::move(response));
  End();
}

}  // namespace pyasc
