#include "server/rpc/admin_service.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/rpc/call.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;

v1::GetInfoResponse InfoOf(const Broker& broker) {
  v1::GetInfoResponse response;
  response.set_version(broker.info.version);
  response.set_protocol(kProtocol);
  for (const char* capability : {"launch-many", "put-get", "inline", "prints", "stages",
                                 "stop-idle", "health", "reflection", "metrics"}) {
    response.add_capabilities(capability);
  }
  response.set_pid(broker.info.pid);
  response.set_state_directory(broker.info.state_directory);
  response.set_log_path(broker.info.log_path);
  for (const DeviceInfo& device : broker.scheduler->Devices()) {
    const auto& known = response.backends();
    if (std::find(known.begin(), known.end(), device.kind) == known.end()) {
      response.add_backends(device.kind);
    }
  }
  if (response.backends_size() > 0) response.set_default_backend(response.backends(0));
  return response;
}

v1::RunningLaunch EncodeRunning(const RunningLaunch& running, int64_t now_ns) {
  v1::RunningLaunch wire;
  wire.set_operator_name(running.origin.operator_name);
  wire.set_request_id(running.origin.request_id);
  wire.set_session(running.origin.session);
  wire.set_pid(running.origin.client_pid);
  wire.set_seconds(static_cast<double>(now_ns - running.taken_ns) / 1e9);
  return wire;
}

v1::Device EncodeDevice(const DeviceInfo& info, int64_t now_ns) {
  v1::Device device;
  device.set_name(info.name);
  device.set_kind(info.kind);
  device.set_model(info.model);
  device.set_cores(info.cores);
  device.set_computes(info.computes);
  device.set_queue_depth(info.queue_depth);
  device.set_launches(info.launches);
  device.set_worker_restarts(info.worker_restarts);
  if (info.running.has_value()) *device.mutable_running() = EncodeRunning(*info.running, now_ns);
  return device;
}

v1::GetStatusResponse StatusOf(const Broker& broker, uint64_t launches, int64_t uptime_ns) {
  const StoreStats stats = broker.store->Stats();
  v1::GetStatusResponse response;
  response.set_uptime_seconds(static_cast<double>(uptime_ns) / 1e9);
  response.set_sessions(static_cast<uint32_t>(broker.sessions->size()));
  response.set_tensors(broker.quota->buffers());
  response.set_tensor_bytes(broker.quota->bytes());
  response.set_launches(launches);
  response.set_compiles(broker.registry->counters().compiles);
  response.set_kernels(stats.kernels);
  response.set_analyses(stats.analyses);
  response.set_cache_bytes(stats.bytes);
  response.set_cache_hits(stats.hits);
  response.set_cache_misses(stats.misses);
  response.set_cache_quarantined(stats.quarantined);
  response.set_sandbox_level(broker.info.sandbox_level);
  response.set_sandbox_missing(broker.info.sandbox_missing);
  response.set_sandbox_user(broker.info.sandbox_user);
  return response;
}

v1::ListOperatorsResponse OperatorsOf(const Broker& broker) {
  v1::ListOperatorsResponse response;
  for (const auto& session : broker.sessions->Of(broker.owner)) {
    for (const auto& registered : session->Operators()) {
      v1::RegisteredOperator* wire = response.add_operators();
      wire->set_name(registered->name);
      wire->set_operator_id(std::string(registered->id.View()));
      wire->set_session(session->ShortId());
      wire->set_source(registered->text);
    }
  }
  return response;
}

// Who opens a session; kInvalidArgument where his words are too long to be kept.
absl::StatusOr<SessionClient> ClientOf(const Broker& broker,
                                       const grpc::CallbackServerContext& context,
                                       const v1::OpenSessionRequest& request) {
  constexpr size_t kMostBytes = 1024;
  PYASC_ASSIGN_OR_RETURN(const Identity identity, IdentityOf(broker, context));
  if (std::max(request.client_name().size(), request.client_version().size()) > kMostBytes) {
    return absl::InvalidArgumentError(
        fmt::format("a client's name and version have at most {} bytes", kMostBytes));
  }
  return SessionClient{.uid = identity.uid,
                       .pid = identity.pid,
                       .name = request.client_name(),
                       .version = request.client_version()};
}

v1::ClientSession EncodeSession(const Session& session) {
  v1::ClientSession wire;
  wire.set_session(session.ShortId());
  wire.set_client_name(session.client().name);
  wire.set_client_version(session.client().version);
  wire.set_pid(session.client().pid);
  return wire;
}

Gauges GaugesOf(const Broker& broker) {
  Gauges now;
  for (std::string_view reason : kWorkerLosses) now.worker_restarts.push_back({reason, 0});
  for (const DeviceInfo& device : broker.scheduler->Devices()) {
    now.devices.push_back({device.name, device.queue_depth});
    for (size_t i = 0; i < kWorkerLosses.size(); ++i) {
      now.worker_restarts[i].count += device.restarts_by_loss[i];
    }
  }
  const StoreStats stats = broker.store->Stats();
  const Registry::Counters counters = broker.registry->counters();
  now.sessions = broker.sessions->size();
  now.tensor_buffers = broker.quota->buffers();
  now.tensor_bytes = broker.quota->bytes();
  now.memory_kernels = counters.memory_kernels;
  now.memory_bytes = counters.memory_bytes;
  now.disk_kernels = stats.kernels;
  now.disk_bytes = stats.bytes;
  now.quarantined = stats.quarantined;
  now.dropped_writes = stats.dropped_writes;
  now.analyses = counters.analyses;
  return now;
}

}  // namespace

grpc::ServerUnaryReactor* AdminService::GetInfo(grpc::CallbackServerContext* context,
                                                const v1::GetInfoRequest*,
                                                v1::GetInfoResponse* response) {
  const absl::Status allowed = Authorise(*broker_, *context, __func__);
  if (allowed.ok()) *response = InfoOf(*broker_);
  return AnswerNow(context, allowed);
}

grpc::ServerWriteReactor<v1::SessionEvent>* AdminService::OpenSession(
    grpc::CallbackServerContext* context, const v1::OpenSessionRequest* request) {
  CallOf(context).Begin(__func__);
  absl::StatusOr<SessionClient> client = ClientOf(*broker_, *context, *request);
  if (!client.ok()) return new RefusedWrites<v1::SessionEvent>(context, client.status());
  return streams_->Open(*broker_, context, *std::move(client));
}

grpc::ServerUnaryReactor* AdminService::ListDevices(grpc::CallbackServerContext* context,
                                                    const v1::ListDevicesRequest*,
                                                    v1::ListDevicesResponse* response) {
  const absl::Status allowed = Authorise(*broker_, *context, __func__);
  if (!allowed.ok()) return AnswerNow(context, allowed);
  for (const DeviceInfo& info : broker_->scheduler->Devices()) {
    *response->add_devices() = EncodeDevice(info, broker_->clock->SteadyNs());
  }
  return AnswerNow(context, absl::OkStatus());
}

grpc::ServerUnaryReactor* AdminService::GetStatus(grpc::CallbackServerContext* context,
                                                  const v1::GetStatusRequest* request,
                                                  v1::GetStatusResponse* response) {
  const absl::Status allowed = Authorise(*broker_, *context, __func__);
  if (!allowed.ok()) return AnswerNow(context, allowed);
  return StartUnary<v1::GetStatusRequest, v1::GetStatusResponse>(
      *broker_, context, request, response,
      [this](const v1::GetStatusRequest&, std::shared_ptr<Reply<v1::GetStatusResponse>> reply) {
        reply->Send(
            StatusOf(*broker_, launcher_->launches(), broker_->clock->SteadyNs() - started_ns_));
      });
}

grpc::ServerUnaryReactor* AdminService::GetMetrics(grpc::CallbackServerContext* context,
                                                   const v1::GetMetricsRequest* request,
                                                   v1::GetMetricsResponse* response) {
  return Answer<v1::GetMetricsRequest, v1::GetMetricsResponse>(
      __func__, context, request, response, [this](const v1::GetMetricsRequest&) {
        v1::GetMetricsResponse found;
        found.set_text(broker_->metrics->Text(GaugesOf(*broker_)));
        return found;
      });
}

grpc::ServerUnaryReactor* AdminService::ListOperators(grpc::CallbackServerContext* context,
                                                      const v1::ListOperatorsRequest* request,
                                                      v1::ListOperatorsResponse* response) {
  return Answer<v1::ListOperatorsRequest, v1::ListOperatorsResponse>(
      __func__, context, request, response,
      [this](const v1::ListOperatorsRequest&) { return OperatorsOf(*broker_); });
}

grpc::ServerUnaryReactor* AdminService::Stop(grpc::CallbackServerContext* context,
                                             const v1::StopRequest* request,
                                             v1::StopResponse* response) {
  const absl::Status allowed = Authorise(*broker_, *context, __func__);
  if (!allowed.ok()) return AnswerNow(context, allowed);
  if (request->only_idle()) {
    for (const auto& session : broker_->sessions->CloseIfEmpty()) {
      *response->add_sessions() = EncodeSession(*session);
    }
    if (response->sessions_size() > 0) return AnswerNow(context, absl::OkStatus());
  }
  response->set_launches(launcher_->under_way());
  broker_->stop();
  return AnswerNow(context, absl::OkStatus());
}

}  // namespace pyasc
