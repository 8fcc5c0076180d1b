#include "server/rpc/rpc_server.h"

#include <google/protobuf/descriptor.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <grpcpp/server_posix.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "server/rpc/call_context.h"

namespace pyasc {
namespace {

// Calls that are still there when everything has been answered are cancelled after this.
constexpr absl::Duration kLastCalls = absl::Milliseconds(200);
// Launches that the drain timeout ends have so long to answer; longer than a device's grace.
constexpr absl::Duration kEndGrace = absl::Seconds(3);
// Clients that waited for a launch have so long to ask for its tensors.
constexpr absl::Duration kFetchGrace = absl::Milliseconds(500);
// gRPC's times end before absl's.
constexpr absl::Duration kForEver = absl::Hours(24);

// Both are settings of the process, not of a server.
void EnablePlugins() {
  static std::once_flag once;
  std::call_once(once, [] {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  });
}

}  // namespace

RpcServer::RpcServer(const Broker* broker)
    : broker_(broker),
      launcher_(broker),
      admin_(broker, &launcher_, &streams_),
      kernels_(broker),
      tensors_(broker),
      launches_(broker, &launcher_) {}

RpcServer::~RpcServer() { Shutdown(absl::ZeroDuration()); }

std::vector<std::string> RpcServer::MethodNames() {
  std::vector<std::string> names;
  const google::protobuf::DescriptorPool& pool =
      *google::protobuf::DescriptorPool::generated_pool();
  for (const char* name : {"AdminService", "KernelService", "LaunchService", "TensorService"}) {
    const auto* service = pool.FindServiceByName(std::string("pyascd.v1.") + name);
    for (int i = 0; service != nullptr && i < service->method_count(); ++i) {
      names.push_back(service->method(i)->name());
    }
  }
  return names;
}

absl::StatusOr<std::unique_ptr<RpcServer>> RpcServer::Create(const Broker* broker) {
  EnablePlugins();
  auto made = std::unique_ptr<RpcServer>(new RpcServer(broker));
  grpc::ServerBuilder builder;
  builder.RegisterService(&made->admin_);
  builder.RegisterService(&made->kernels_);
  builder.RegisterService(&made->tensors_);
  builder.RegisterService(&made->launches_);
  builder.SetMaxReceiveMessageSize(kMaxMessageBytes);
  builder.SetMaxSendMessageSize(kMaxMessageBytes);
  builder.SetContextAllocator(std::make_unique<CallContexts>(broker->clock, broker->metrics));
  builder.AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, kMaxCallsPerConnection);
  made->server_ = builder.BuildAndStart();
  if (made->server_ == nullptr) return absl::InternalError("gRPC cannot start");
  made->server_->GetHealthCheckService()->SetServingStatus(true);
  return made;
}

absl::Status RpcServer::Listen(int listening, PeerTable* peers, Acceptor::Options options) {
  PYASC_ASSIGN_OR_RETURN(
      acceptor_,
      Acceptor::Start(
          listening, peers, broker_->clock,
          [this](int fd) { grpc::AddInsecureChannelFromFd(server_.get(), fd); }, options));
  return absl::OkStatus();
}

std::shared_ptr<grpc::Channel> RpcServer::InProcessChannel() {
  return server_->InProcessChannel(grpc::ChannelArguments());
}

void RpcServer::Shutdown(absl::Duration drain_timeout) {
  if (server_ == nullptr) return;
  if (acceptor_ != nullptr) acceptor_->Stop();
  server_->GetHealthCheckService()->SetServingStatus(false);
  const auto start = std::chrono::steady_clock::now();
  const bool waiting = launcher_.under_way() > 0;
  const bool drained = launcher_.Drain(drain_timeout);
  if (!drained) {
    LogEvent(LogLevel::kWarn, "launches_ended", {{"launches", launcher_.under_way()}});
    if (!launcher_.EndAll(kEndGrace)) LogEvent(LogLevel::kWarn, "launches_abandoned");
  }
  const auto left = [&] {
    return std::min(drain_timeout, kForEver) -
           absl::FromChrono(std::chrono::steady_clock::now() - start);
  };
  if (drained && waiting) broker_->sessions->AwaitEmpty(std::min(kFetchGrace, left()));
  streams_.CloseAll();
  const absl::Duration last = drained ? std::max(kLastCalls, left()) : kLastCalls;
  server_->Shutdown(absl::ToChronoTime(absl::Now() + last));  // gRPC reads the wall clock once
  server_->Wait();
  server_.reset();
}

}  // namespace pyasc
