#include "server/rpc/kernel_service.h"

#include <string>
#include <utility>

#include "base/encoding.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/kernels/keys.h"
#include "server/rpc/call.h"
#include "server/rpc/launch_codec.h"
#include "server/rpc/launch_times.h"
#include "server/rpc/resolve.h"
#include "server/rpc/scalar_codec.h"
#include "server/rpc/value_codec.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;

using RegisterReply = std::shared_ptr<Reply<v1::RegisterResponse>>;
using CompileReply = std::shared_ptr<Reply<v1::CompileResponse>>;

absl::StatusOr<AnalyseRequest> DecodeRegister(const v1::RegisterRequest& wire) {
  if (wire.source().size() > kMaxSourceBytes) {
    return absl::InvalidArgumentError(fmt::format("the source has {} bytes, the limit is {}",
                                                  wire.source().size(), kMaxSourceBytes));
  }
  AnalyseRequest request{.text = wire.source(), .captures = {}};
  PYASC_ASSIGN_OR_RETURN(request.captures, DecodeCaptures(wire.captures()));
  return request;
}

// The same for a second registration of the same operator.
Digest OperatorId(std::string_view name, const Digest& analysis_key) {
  Encoder out;
  out.Bytes("pyascd operator 1");
  out.Bytes(name);
  out.Bytes(analysis_key.View());
  return Sha256(out.Take());
}

v1::RegisterResponse EncodeRegistered(const Operator& registered, const Analysis& analysis) {
  v1::RegisterResponse response;
  response.set_operator_id(std::string(registered.id.View()));
  EncodeSignature(analysis.signature, response.mutable_signature());
  for (const FreeName& free : analysis.signature.free_names) response.add_free_names(free.name);
  return response;
}

void RunRegister(const Broker& broker, const std::shared_ptr<Session>& session,
                 const v1::RegisterRequest& wire, const std::string& request_id,
                 const RegisterReply& reply) {
  absl::StatusOr<AnalyseRequest> request = DecodeRegister(wire);
  if (!request.ok()) {
    reply->Send(request.status());
    return;
  }
  auto registered = std::make_shared<Operator>();
  registered->name = wire.name();
  registered->text = request->text;
  registered->id = OperatorId(wire.name(), AnalysisKey(broker.registry->toolchain(), *request));
  broker.registry->Analyse(
      *std::move(request), [session, registered, request_id,
                            reply](absl::StatusOr<std::shared_ptr<const Analysis>> analysis) {
        if (!analysis.ok()) {
          LogEvent(LogLevel::kWarn, "register_failed",
                   {{"request", request_id},
                    {"session", session->ShortId()},
                    {"operator", registered->name},
                    {"message", std::string(analysis.status().message())}});
          reply->Send(analysis.status());
          return;
        }
        if (!(*analysis)->diagnostics.empty()) {
          v1::RegisterResponse response;
          EncodeDiagnostics((*analysis)->diagnostics, response.mutable_diagnostics());
          reply->Send(std::move(response));
          return;
        }
        session->AddOperator(registered);
        reply->Send(EncodeRegistered(*registered, **analysis));
      });
}

void EncodeUse(const TensorUse& use, v1::KernelTensor* wire) {
  wire->set_parameter(use.parameter);
  wire->set_dtype(EncodeDType(use.dtype));
  wire->set_rank(use.rank);
  wire->set_read(use.read);
  wire->set_written(use.written);
  wire->set_created(use.created);
  wire->set_resized(use.resized);
}

v1::CompileResponse EncodeResolved(const Resolved& resolved, const LaunchTimes& times) {
  v1::CompileResponse response;
  EncodeSpans(times, response.mutable_spans());
  if (!resolved.diagnostics.empty()) {
    EncodeDiagnostics(resolved.diagnostics, response.mutable_diagnostics());
    return response;
  }
  EncodeKernel(resolved.answer, resolved.specialisation, response.mutable_kernel());
  response.set_source(resolved.analysis->normalised);
  for (const TensorUse& use : resolved.answer.kernel->executable->meta.tensors)
    EncodeUse(use, response.add_tensors());
  for (const auto& [stage, text] : resolved.answer.kernel->stages) {
    (*response.mutable_stages())[stage] = text;
  }
  return response;
}

void RunCompile(const Broker& broker, const std::shared_ptr<Session>& session,
                const v1::CompileRequest& wire, LaunchTimes times, const std::string& request_id,
                const CompileReply& reply) {
  times.begun_ns = broker.clock->SteadyNs();
  auto registered = session->FindOperator(wire.operator_id());
  auto launch = DecodeCompile(wire);
  if (!registered.ok() || !launch.ok()) {
    reply->Send(registered.ok() ? launch.status() : registered.status());
    return;
  }
  times.decoded_ns = broker.clock->SteadyNs();
  Resolve(broker,
          {.registered = *std::move(registered),
           .launch = *std::move(launch),
           .backend = wire.backend(),
           .stages = {wire.stages().begin(), wire.stages().end()},
           .request_id = request_id},
          [&broker, times, reply](absl::StatusOr<Resolved> resolved) mutable {
            if (!resolved.ok()) {
              reply->Send(resolved.status());
              return;
            }
            times.TakeCompile(resolved->answer);
            times.resolved_ns = times.finished_ns = broker.clock->SteadyNs();
            reply->Send(EncodeResolved(*resolved, times));
          });
}

}  // namespace

grpc::ServerUnaryReactor* KernelService::Register(grpc::CallbackServerContext* context,
                                                  const v1::RegisterRequest* request,
                                                  v1::RegisterResponse* response) {
  absl::StatusOr<std::shared_ptr<Session>> session = SessionOf(*broker_, *context, __func__);
  if (!session.ok()) return AnswerNow(context, session.status());
  return StartUnary<v1::RegisterRequest, v1::RegisterResponse>(
      *broker_, context, request, response,
      [broker = broker_, session = *session, request_id = CallOf(context).request_id()](
          const v1::RegisterRequest& wire, RegisterReply reply) {
        RunRegister(*broker, session, wire, request_id, reply);
      });
}

grpc::ServerUnaryReactor* KernelService::Compile(grpc::CallbackServerContext* context,
                                                 const v1::CompileRequest* request,
                                                 v1::CompileResponse* response) {
  absl::StatusOr<std::shared_ptr<Session>> session = SessionOf(*broker_, *context, __func__);
  if (!session.ok()) return AnswerNow(context, session.status());
  return StartUnary<v1::CompileRequest, v1::CompileResponse>(
      *broker_, context, request, response,
      [broker = broker_, session = *session, request_id = CallOf(context).request_id(),
       times = LaunchTimes{.received_ns = broker_->clock->SteadyNs()}](
          const v1::CompileRequest& wire, CompileReply reply) {
        RunCompile(*broker, session, wire, times, request_id, reply);
      });
}

}  // namespace pyasc
