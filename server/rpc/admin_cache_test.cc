#include <functional>
#include <string>

#include "absl/strings/escaping.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/rpc/test_server.h"

namespace pyasc::testing {
namespace {

namespace v1 = pyascd::v1;
using grpc::StatusCode;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class AdminCacheTest : public ::testing::Test {
 protected:
  using Admin = v1::AdminService::Stub;

  template <typename Request, typename Response>
  grpc::Status Call(grpc::Status (Admin::*method)(grpc::ClientContext*, const Request&, Response*),
                    const Request& request, Response* response) {
    grpc::ClientContext context;
    return (server_.admin.get()->*method)(&context, request, response);
  }

  template <typename Request, typename Response>
  Response Ok(grpc::Status (Admin::*method)(grpc::ClientContext*, const Request&, Response*),
              const Request& request) {
    Response response;
    const grpc::Status status = Call(method, request, &response);
    EXPECT_TRUE(status.ok()) << status.error_message();
    return response;
  }

  v1::ListKernelsResponse Kernels() { return Ok(&Admin::ListKernels, v1::ListKernelsRequest()); }

  // A kernel of its own for each name.
  void Launch(const std::string& name) {
    v1::LaunchResponse response;
    const std::string text = "def " + name + "(x, out, alpha): ...";
    ASSERT_TRUE(
        client_
            .Launch(client_.LaunchOf(client_.Register(name, text), client_.Put("abcd"), "", 1),
                    &response)
            .ok());
  }

  StatusCode CodeOfPrefix(const std::string& prefix) {
    v1::GetKernelRequest request;
    request.set_key_prefix(prefix);
    v1::GetKernelResponse response;
    return Call(&Admin::GetKernel, request, &response).error_code();
  }

  TestServer server_;
  TestClient client_{server_};
};

TEST_F(AdminCacheTest, KernelsComeInPages) {
  for (const char* name : {"a", "b", "c"}) Launch(name);
  v1::ListKernelsRequest request;
  request.set_limit(2);
  const auto first = Ok(&Admin::ListKernels, request);
  ASSERT_EQ(first.kernels_size(), 2);
  EXPECT_EQ(first.kernels(0).operator_name(), "c");
  EXPECT_EQ(first.kernels(0).toolchain(), "test 1");
  request.set_before(first.next());
  const auto second = Ok(&Admin::ListKernels, request);
  ASSERT_EQ(second.kernels_size(), 1);
  EXPECT_EQ(second.kernels(0).operator_name(), "a");
  EXPECT_EQ(second.next(), 0u);
}

TEST_F(AdminCacheTest, AKernelIsFoundByTheBeginningOfItsKey) {
  Launch("a");
  const std::string key = absl::BytesToHexString(Kernels().kernels(0).kernel().key());
  v1::GetKernelRequest request;
  request.set_key_prefix(key.substr(0, 7));
  const auto found = Ok(&Admin::GetKernel, request);
  EXPECT_EQ(found.kernel().operator_name(), "a");
  EXPECT_THAT(found.source(), HasSubstr("a"));
  EXPECT_EQ(found.digest().size(), 32u);
  EXPECT_EQ(CodeOfPrefix(key), StatusCode::OK);
  EXPECT_EQ(CodeOfPrefix(key + "0"), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(CodeOfPrefix("abc"), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(CodeOfPrefix("wxyz"), StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(CodeOfPrefix(key.substr(0, 5) + (key[5] == '0' ? "1" : "0")), StatusCode::NOT_FOUND);
}

TEST_F(AdminCacheTest, AnAmbiguousKeySaysSo) {
  KernelRow row;
  row.key.bytes = {1, 2, 3};
  server_.store->PutKernel(row);
  row.key.bytes = {1, 2, 4};
  server_.store->PutKernel(row);
  EXPECT_EQ(CodeOfPrefix("0102"), StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(CodeOfPrefix("010203"), StatusCode::OK);
}

TEST_F(AdminCacheTest, ARemovedKernelIsCompiledAgain) {
  Launch("a");
  v1::RemoveKernelsRequest request;
  request.add_keys(Kernels().kernels(0).kernel().key());
  request.set_dry_run(true);
  EXPECT_EQ(Ok(&Admin::RemoveKernels, request).kernels(), 1u);
  EXPECT_EQ(Kernels().kernels_size(), 1);
  request.set_dry_run(false);
  const auto removed = Ok(&Admin::RemoveKernels, request);
  EXPECT_EQ(removed.kernels(), 1u);
  EXPECT_GT(removed.bytes(), 0u);
  EXPECT_THAT(Kernels().kernels(), IsEmpty());
  Launch("a");
  EXPECT_EQ(server_.broker.registry->counters().compiles, 2u);
  request.add_keys("short");
  v1::RemoveKernelsResponse response;
  EXPECT_EQ(Call(&Admin::RemoveKernels, request, &response).error_code(),
            StatusCode::INVALID_ARGUMENT);
}

TEST_F(AdminCacheTest, GarbageIsCollected) {
  Launch("a");
  KernelRow foreign;
  foreign.toolchain = "another";
  server_.store->PutKernel(foreign);
  v1::CollectGarbageRequest request;
  EXPECT_EQ(Ok(&Admin::CollectGarbage, request).kernels(), 1u);
  EXPECT_EQ(Kernels().kernels_size(), 1);
  request.set_max_bytes(0);
  request.set_dry_run(true);
  const auto dry = Ok(&Admin::CollectGarbage, request);
  EXPECT_EQ(dry.kernels(), 1u);
  EXPECT_EQ(dry.analyses(), 1u);
  EXPECT_EQ(Kernels().kernels_size(), 1);
  request.set_unused_for_s(-1);
  v1::CollectGarbageResponse response;
  EXPECT_EQ(Call(&Admin::CollectGarbage, request, &response).error_code(),
            StatusCode::INVALID_ARGUMENT);
}

TEST_F(AdminCacheTest, StatsAndVerification) {
  Launch("a");
  const auto stats = Ok(&Admin::GetCacheStats, v1::GetCacheStatsRequest());
  EXPECT_EQ(stats.kernels(), 1u);
  EXPECT_EQ(stats.analyses(), 1u);
  EXPECT_GT(stats.bytes(), 0u);
  EXPECT_EQ(stats.max_bytes(), MemoryStoreOptions().max_bytes);
  EXPECT_GT(stats.oldest_use_unix_s(), 0);
  const auto verified = Ok(&Admin::VerifyCache, v1::VerifyCacheRequest());
  EXPECT_EQ(verified.rows(), 2u);
  EXPECT_THAT(verified.bad_keys(), IsEmpty());
  EXPECT_EQ(verified.next(), "");
}

TEST_F(AdminCacheTest, OperatorsOfAllSessionsAreListed) {
  client_.Register("Mine");
  TestClient other(server_);
  other.Register("Other", "def g(x, out, alpha): ...");
  std::vector<std::string> names;
  const auto operators = Ok(&Admin::ListOperators, v1::ListOperatorsRequest());
  for (const auto& registered : operators.operators()) names.push_back(registered.name());
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("Mine", "Other"));
  EXPECT_EQ(operators.operators(0).session().size(), 8u);
  EXPECT_THAT(operators.operators(0).source(), HasSubstr("def "));
}

}  // namespace
}  // namespace pyasc::testing
