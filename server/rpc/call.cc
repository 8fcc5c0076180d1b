#include "server/rpc/call.h"

#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"
#include "base/status_macros.h"

namespace pyasc {
namespace {

// The id in the metadata as bytes; "" if there is none, or none that could be an id.
std::string SessionIdOf(const grpc::CallbackServerContext& context) {
  auto found = context.client_metadata().find(kSessionKey);
  if (found == context.client_metadata().end()) return "";
  const absl::string_view hex(found->second.data(), found->second.size());
  if (hex.size() != 2 * SessionTable::kIdBytes) return "";
  for (char c : hex) {
    if (!absl::ascii_isxdigit(static_cast<unsigned char>(c))) return "";
  }
  return absl::HexStringToBytes(hex);
}

}  // namespace

grpc::Status ToGrpc(const absl::Status& status) {
  // absl's codes are gRPC's.
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()), std::string(status.message()));
}

absl::StatusOr<Identity> IdentityOf(const Broker& broker,
                                    const grpc::CallbackServerContext& context) {
  PYASC_ASSIGN_OR_RETURN(Identity identity, broker.identify(context.peer()));
  PYASC_RETURN_IF_ERROR(CheckOwner(identity, broker.owner));
  return identity;
}

absl::Status Authorise(const Broker& broker, grpc::CallbackServerContext& context,
                       const char* method) {
  CallOf(&context).Begin(method);
  return IdentityOf(broker, context).status();
}

absl::StatusOr<std::shared_ptr<Session>> SessionOf(const Broker& broker,
                                                   grpc::CallbackServerContext& context,
                                                   const char* method) {
  CallOf(&context).Begin(method);
  PYASC_ASSIGN_OR_RETURN(Identity identity, IdentityOf(broker, context));
  return broker.sessions->Find(SessionIdOf(context), identity.uid);
}

grpc::ServerUnaryReactor* AnswerNow(grpc::CallbackServerContext* context,
                                    const absl::Status& status) {
  grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
  CallOf(context).End(ToGrpc(status));
  reactor->Finish(ToGrpc(status));
  return reactor;
}

}  // namespace pyasc
