#include "server/rpc/call_context.h"

#include <grpcpp/generic/async_generic_service.h>

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "base/digest.h"
#include "base/log.h"

namespace pyasc {
namespace {

// "00-" trace "-" span "-" flags.
constexpr size_t kTraceAt = 3, kTraceDigits = 32;
constexpr size_t kSpanAt = kTraceAt + kTraceDigits + 1, kSpanDigits = 16;
constexpr size_t kFlagsAt = kSpanAt + kSpanDigits + 1;
constexpr size_t kLength = kFlagsAt + 2;

bool IsLowerHex(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

bool IsId(std::string_view text) {
  return IsLowerHex(text) && text.find_first_not_of('0') != std::string_view::npos;
}

bool IsTraceparent(std::string_view text) {
  return text.size() == kLength && text.substr(0, kTraceAt) == "00-" && text[kSpanAt - 1] == '-' &&
         text[kFlagsAt - 1] == '-' && IsId(text.substr(kTraceAt, kTraceDigits)) &&
         IsId(text.substr(kSpanAt, kSpanDigits)) && IsLowerHex(text.substr(kFlagsAt));
}

LogLevel LevelOf(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kOk:
    case absl::StatusCode::kCancelled:
      return LogLevel::kDebug;
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kDataLoss:
      return LogLevel::kWarn;
    default:
      return LogLevel::kInfo;
  }
}

}  // namespace

std::string RequestIdOf(std::string_view traceparent) {
  if (IsTraceparent(traceparent)) return std::string(traceparent.substr(kSpanAt, kSpanDigits));
  return absl::BytesToHexString(RandomBytes(kSpanDigits / 2));
}

const std::string& CallContext::request_id() {
  if (!request_id_.empty()) return request_id_;
  const auto found = client_metadata().find(kTraceKey);
  std::string_view sent;
  if (found != client_metadata().end()) sent = {found->second.data(), found->second.size()};
  request_id_ = RequestIdOf(sent);
  return request_id_;
}

void CallContext::End(const grpc::Status& status) {
  const auto code = static_cast<absl::StatusCode>(status.error_code());
  const int64_t duration_ns = clock_->SteadyNs() - started_ns_;
  metrics_->CallEnded(method_, code, duration_ns);
  const LogLevel level = LevelOf(code);
  if (!LogsAt(level)) return;
  LogEvent(level, "rpc",
           {{"method", method_},
            {"request", request_id()},
            {"status", std::string(absl::StatusCodeToString(code))},
            {"message", status.error_message()},
            {"duration_us", duration_ns / 1000}});
}

grpc::CallbackServerContext* CallContexts::NewCallbackServerContext() {
  return new CallContext(clock_, metrics_);
}

grpc::GenericCallbackServerContext* CallContexts::NewGenericCallbackServerContext() {
  return new grpc::GenericCallbackServerContext;
}

void CallContexts::Release(grpc::CallbackServerContext* context) { delete context; }

void CallContexts::Release(grpc::GenericCallbackServerContext* context) { delete context; }

}  // namespace pyasc
