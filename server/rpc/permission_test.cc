// What every method does for strangers, and for calls without a session.
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/rpc/test_server.h"

namespace pyasc::testing {
namespace {

namespace v1 = pyascd::v1;
using grpc::StatusCode;

struct Method {
  const char* name;
  bool needs_session;
  std::function<grpc::Status(TestServer&, grpc::ClientContext*)> call;
};

template <typename Request, typename Response, typename Stub>
Method Unary(const char* name, bool needs_session, std::unique_ptr<Stub> TestServer::* stub,
             grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*)) {
  return {name, needs_session, [=](TestServer& server, grpc::ClientContext* context) {
            Response response;
            return ((server.*stub).get()->*method)(context, Request(), &response);
          }};
}

template <typename Reader>
grpc::Status Drain(Reader reader, auto response) {
  while (reader->Read(&response)) {
  }
  return reader->Finish();
}

std::vector<Method> AdminMethods() {
  using Admin = v1::AdminService::Stub;
  return {
      Unary("GetInfo", false, &TestServer::admin, &Admin::GetInfo),
      Unary("ListDevices", false, &TestServer::admin, &Admin::ListDevices),
      Unary("GetStatus", false, &TestServer::admin, &Admin::GetStatus),
      Unary("ListKernels", false, &TestServer::admin, &Admin::ListKernels),
      Unary("GetKernel", false, &TestServer::admin, &Admin::GetKernel),
      Unary("RemoveKernels", false, &TestServer::admin, &Admin::RemoveKernels),
      Unary("CollectGarbage", false, &TestServer::admin, &Admin::CollectGarbage),
      Unary("VerifyCache", false, &TestServer::admin, &Admin::VerifyCache),
      Unary("GetCacheStats", false, &TestServer::admin, &Admin::GetCacheStats),
      Unary("ListOperators", false, &TestServer::admin, &Admin::ListOperators),
      Unary("GetMetrics", false, &TestServer::admin, &Admin::GetMetrics),
      Unary("ClearCache", false, &TestServer::admin, &Admin::ClearCache),
      Unary("Stop", false, &TestServer::admin, &Admin::Stop),
  };
}

std::vector<Method> Methods() {
  using Kernels = v1::KernelService::Stub;
  using Tensors = v1::TensorService::Stub;
  using Launches = v1::LaunchService::Stub;
  std::vector<Method> methods = AdminMethods();
  const std::vector<Method> others = {
      Unary("Register", true, &TestServer::kernels, &Kernels::Register),
      Unary("Compile", true, &TestServer::kernels, &Kernels::Compile),
      Unary("Allocate", true, &TestServer::tensors, &Tensors::Allocate),
      Unary("Free", true, &TestServer::tensors, &Tensors::Free),
      Unary("Launch", true, &TestServer::launches, &Launches::Launch),
      {"OpenSession", false,
       [](TestServer& server, grpc::ClientContext* context) {
         return Drain(server.admin->OpenSession(context, v1::OpenSessionRequest()),
                      v1::SessionEvent());
       }},
      {"Get", true,
       [](TestServer& server, grpc::ClientContext* context) {
         return Drain(server.tensors->Get(context, v1::GetRequest()), v1::GetResponse());
       }},
      {"LaunchMany", true,
       [](TestServer& server, grpc::ClientContext* context) {
         return Drain(server.launches->LaunchMany(context, v1::LaunchManyRequest()),
                      v1::LaunchManyResponse());
       }},
      {"Put", true,
       [](TestServer& server, grpc::ClientContext* context) {
         v1::PutResponse response;
         auto writer = server.tensors->Put(context, &response);
         writer->WritesDone();
         return writer->Finish();
       }},
  };
  methods.insert(methods.end(), others.begin(), others.end());
  return methods;
}

// Another user calls every method; what each is told, by name.
std::map<std::string, StatusCode> CallAsAnother(TestServer& server) {
  TestClient client(server);
  server.caller = TestServer::kOwner + 1;
  std::map<std::string, StatusCode> told;
  for (const Method& method : Methods()) {
    grpc::ClientContext context;
    client.Enter(context);
    told[method.name] = method.call(server, &context).error_code();
  }
  return told;
}

TEST(Permission, EveryMethodDeniesAnotherUser) {
  TestServer server;
  for (const auto& [name, code] : CallAsAnother(server))
    EXPECT_EQ(code, StatusCode::PERMISSION_DENIED) << name;
  EXPECT_FALSE(server.stopped);
}

TEST(Permission, EveryMethodIsCountedUnderItsNameOnce) {
  TestServer server;
  CallAsAnother(server);
  EXPECT_EQ(Methods().size(), RpcServer::MethodNames().size());
  const std::string text = server.metrics.Text({});
  for (const std::string& name : RpcServer::MethodNames()) {
    EXPECT_THAT(text, ::testing::HasSubstr(
                          "pyascd_rpc_requests_total{code=\"PERMISSION_DENIED\",method=\"" + name +
                          "\"} 1\n"));
  }
}

TEST(Permission, MethodsThatNeedASessionSaySo) {
  TestServer server;
  const std::string bad_hex(32, 'x');
  const std::string ended = absl::BytesToHexString(std::string(16, 'e'));
  for (const Method& method : Methods()) {
    if (!method.needs_session) continue;
    grpc::ClientContext without, malformed, unknown;
    malformed.AddMetadata("pyascd-session", bad_hex);
    unknown.AddMetadata("pyascd-session", ended);
    EXPECT_EQ(method.call(server, &without).error_code(), StatusCode::UNAUTHENTICATED)
        << method.name;
    EXPECT_EQ(method.call(server, &malformed).error_code(), StatusCode::UNAUTHENTICATED)
        << method.name;
    EXPECT_EQ(method.call(server, &unknown).error_code(), StatusCode::NOT_FOUND) << method.name;
  }
}

TEST(Permission, APeerNobodyKnowsIsUnauthenticated) {
  TestServer server;
  server.broker.identify = [](std::string_view) -> absl::StatusOr<Identity> {
    return absl::UnauthenticatedError("unknown peer");
  };
  grpc::ClientContext context;
  v1::GetInfoResponse response;
  EXPECT_EQ(server.admin->GetInfo(&context, v1::GetInfoRequest(), &response).error_code(),
            StatusCode::UNAUTHENTICATED);
}

}  // namespace
}  // namespace pyasc::testing
