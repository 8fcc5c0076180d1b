// What is known of a call beside gRPC's own: its request id, which clients and the log share,
// its method, and how it ended.
#ifndef PYASC_SERVER_RPC_CALL_CONTEXT_H_
#define PYASC_SERVER_RPC_CALL_CONTEXT_H_

#include <grpcpp/grpcpp.h>

#include <string>
#include <string_view>

#include "base/clock.h"
#include "server/metrics/metrics.h"

namespace pyasc {

// Metadata: W3C's trace context, 00-TRACE-SPAN-FLAGS; the span is the request.
inline constexpr char kTraceKey[] = "traceparent";

// The 16 hexadecimal digits of the span, or as many new random ones if the text is no trace
// context: a client may send anything, and its words go into the log.
std::string RequestIdOf(std::string_view traceparent);

// The context of every call of pyascd.v1.
class CallContext : public grpc::CallbackServerContext {
 public:
  // Both outlive the call.
  CallContext(const Clock* clock, Metrics* metrics)
      : clock_(clock), metrics_(metrics), started_ns_(clock->SteadyNs()) {}

  // By one thread at a time, the first of them the method's own.
  const std::string& request_id();
  // What comes first. `method` is the method's name, and a literal.
  void Begin(const char* method) { method_ = method; }
  // Right before the reactor's Finish: counts the call and logs it, a fault of the daemon as a
  // warning, what was refused as info, all others for debugging.
  void End(const grpc::Status& status);

 private:
  const Clock* const clock_;
  Metrics* const metrics_;
  const int64_t started_ns_;
  const char* method_ = "";
  std::string request_id_;
};

// Makes them for a server. Both outlive it.
class CallContexts : public grpc::ContextAllocator {
 public:
  CallContexts(const Clock* clock, Metrics* metrics) : clock_(clock), metrics_(metrics) {}
  grpc::CallbackServerContext* NewCallbackServerContext() override;
  // Of calls of methods that there are not: gRPC releases those contexts too.
  grpc::GenericCallbackServerContext* NewGenericCallbackServerContext() override;
  void Release(grpc::CallbackServerContext* context) override;
  void Release(grpc::GenericCallbackServerContext* context) override;

 private:
  const Clock* const clock_;
  Metrics* const metrics_;
};

// Of a call of pyascd.v1.
inline CallContext& CallOf(grpc::CallbackServerContext* context) {
  return static_cast<CallContext&>(*context);
}

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_CALL_CONTEXT_H_
