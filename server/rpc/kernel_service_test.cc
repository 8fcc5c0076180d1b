#include "server/rpc/kernel_service.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "server/rpc/test_server.h"

namespace pyasc::testing {
namespace {

namespace v1 = pyascd::v1;
using grpc::StatusCode;
using ::testing::HasSubstr;

class KernelServiceTest : public ::testing::Test {
 protected:
  grpc::Status Register(const v1::RegisterRequest& request, v1::RegisterResponse* response) {
    grpc::ClientContext context;
    client_.Enter(context);
    return server_.kernels->Register(&context, request, response);
  }

  grpc::Status Compile(const v1::CompileRequest& request, v1::CompileResponse* response) {
    grpc::ClientContext context;
    client_.Enter(context);
    return server_.kernels->Compile(&context, request, response);
  }

  static v1::RegisterRequest Source(const std::string& text) {
    v1::RegisterRequest request;
    request.set_name("F");
    request.set_source(text);
    return request;
  }

  v1::CompileRequest CompileOf(const std::string& operator_id) {
    v1::CompileRequest request;
    request.set_operator_id(operator_id);
    request.set_opt_level(2);
    v1::ArgumentType::Tensor* tensor = request.add_arguments()->mutable_tensor();
    tensor->set_dtype(v1::DATA_TYPE_FLOAT64);
    tensor->add_shape(3);
    request.add_arguments()->mutable_omitted();
    request.add_arguments()->mutable_attribute()->set_real(0.5);
    return request;
  }

  TestServer server_;
  TestClient client_{server_};
};

TEST_F(KernelServiceTest, RegisteringAnswersWithTheSignature) {
  v1::RegisterResponse response;
  ASSERT_TRUE(Register(Source("text"), &response).ok());
  EXPECT_EQ(response.operator_id().size(), 32u);
  ASSERT_EQ(response.signature().parameters_size(), 3);
  EXPECT_EQ(response.signature().parameters(1).name(), "out");
  EXPECT_TRUE(response.signature().parameters(1).written());
  EXPECT_TRUE(response.signature().parameters(1).may_omit());
  EXPECT_FALSE(response.signature().parameters(1).constant());
  ASSERT_EQ(response.free_names_size(), 2);
  EXPECT_EQ(response.free_names(1), "scale");
}

TEST_F(KernelServiceTest, RegisteringTwiceIsOneAnalysisAndOneId) {
  EXPECT_EQ(client_.Register(), client_.Register());
  EXPECT_NE(client_.Register("F"), client_.Register("G"));
  EXPECT_EQ(server_.compiler.analyses(), 1);
}

TEST_F(KernelServiceTest, AMistakeIsAnAnswer) {
  server_.compiler.OnAnalyse([](const AnalyseRequest&) {
    Analysis analysis;
    Diagnostic diagnostic;
    diagnostic.code = "PA0101";
    diagnostic.message = "unexpected indent";
    diagnostic.hint = "remove it";
    diagnostic.span = {2, 4, 2, 8};
    analysis.diagnostics = {diagnostic};
    return analysis;
  });
  v1::RegisterResponse response;
  ASSERT_TRUE(Register(Source("text"), &response).ok());
  EXPECT_TRUE(response.operator_id().empty());
  ASSERT_EQ(response.diagnostics_size(), 1);
  EXPECT_EQ(response.diagnostics(0).code(), "PA0101");
  EXPECT_EQ(response.diagnostics(0).hint(), "remove it");
  EXPECT_EQ(response.diagnostics(0).span().line(), 2u);
}

TEST_F(KernelServiceTest, ASourceOverTheLimitIsRefusedAndTheLimitNamed) {
  v1::RegisterResponse response;
  EXPECT_TRUE(Register(Source(std::string(1 << 20, ' ')), &response).ok());
  const grpc::Status status = Register(Source(std::string((1 << 20) + 1, ' ')), &response);
  EXPECT_EQ(status.error_code(), StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("1048576"));
}

TEST_F(KernelServiceTest, MalformedCapturesAreRefused) {
  v1::RegisterRequest request = Source("text");
  request.add_captures()->set_name("k");
  v1::RegisterResponse response;
  EXPECT_EQ(Register(request, &response).error_code(), StatusCode::INVALID_ARGUMENT);
}

TEST_F(KernelServiceTest, ADeadCompileProcessMayBeTriedAgain) {
  server_.compiler.OnAnalyse([](const AnalyseRequest&) -> absl::StatusOr<Analysis> {
    return absl::UnavailableError("the compile process was killed by SIGSEGV");
  });
  v1::RegisterResponse response;
  const grpc::Status status = Register(Source("text"), &response);
  EXPECT_EQ(status.error_code(), StatusCode::UNAVAILABLE);
  EXPECT_THAT(status.error_message(), HasSubstr("SIGSEGV"));
  server_.compiler.OnAnalyse(FakeCompiler::DefaultAnalysis);
  EXPECT_TRUE(Register(Source("text"), &response).ok());
}

TEST_F(KernelServiceTest, CompilingAheadTellsOfTheKernelAndItsStages) {
  v1::CompileRequest request = CompileOf(client_.Register());
  v1::CompileResponse response;
  ASSERT_TRUE(Compile(request, &response).ok());
  EXPECT_TRUE(response.kernel().compiled());
  EXPECT_EQ(response.kernel().device_kind(), "cpu");
  EXPECT_EQ(response.kernel().opt_level(), 2u);
  EXPECT_EQ(response.kernel().key().size(), 32u);
  EXPECT_EQ(response.kernel().image_bytes(), MinimalImage().size());
  EXPECT_EQ(response.source(), "def f(x, out, alpha): ...");
  EXPECT_EQ(server_.compiler.last_compile().specialisation.arguments[0].layout,
            Layout::kContiguous);
  ASSERT_TRUE(Compile(request, &response).ok());
  EXPECT_FALSE(response.kernel().compiled());
  request.add_stages("hir");
  ASSERT_TRUE(Compile(request, &response).ok());
  EXPECT_EQ(response.stages().at("hir"), "text of hir");
}

TEST_F(KernelServiceTest, CompileErrorsPointIntoTheText) {
  server_.compiler.OnCompile([](const CompileRequest&) {
    Compilation compilation;
    compilation.diagnostics.resize(1);
    compilation.diagnostics[0].code = "PA0301";
    compilation.diagnostics[0].point = 4;
    return compilation;
  });
  v1::CompileResponse response;
  ASSERT_TRUE(Compile(CompileOf(client_.Register()), &response).ok());
  ASSERT_EQ(response.diagnostics_size(), 1);
  EXPECT_EQ(response.diagnostics(0).span().line(), 5u);
}

TEST_F(KernelServiceTest, BadCompileRequestsAreRefused) {
  const std::string id = client_.Register();
  v1::CompileRequest unknown = CompileOf("no such operator"), npu = CompileOf(id),
                     level = CompileOf(id), few = CompileOf(id), untyped = CompileOf(id),
                     rank = CompileOf(id), negative = CompileOf(id);
  npu.set_backend("npu");
  level.set_opt_level(4);
  few.mutable_arguments()->RemoveLast();
  untyped.mutable_arguments(0)->clear_tensor();
  for (int i = 0; i < 40; ++i) rank.mutable_arguments(0)->mutable_tensor()->add_shape(1);
  negative.mutable_arguments(0)->mutable_tensor()->set_shape(0, -3);
  struct Case {
    const char* name;
    v1::CompileRequest request;
    StatusCode code;
    const char* message;
  };
  const Case cases[] = {
      {"unknown operator", unknown, StatusCode::NOT_FOUND, "operator"},
      {"no such device", npu, StatusCode::FAILED_PRECONDITION, "cpu"},
      {"level", level, StatusCode::INVALID_ARGUMENT, "opt_level 4"},
      {"too few", few, StatusCode::INVALID_ARGUMENT, "2 arguments for 3 parameters"},
      {"untyped", untyped, StatusCode::INVALID_ARGUMENT, "argument 0"},
      {"rank", rank, StatusCode::INVALID_ARGUMENT, "rank 41"},
      {"negative", negative, StatusCode::INVALID_ARGUMENT, "-3"},
  };
  for (const Case& c : cases) {
    v1::CompileResponse response;
    const grpc::Status status = Compile(c.request, &response);
    EXPECT_EQ(status.error_code(), c.code) << c.name << ": " << status.error_message();
    EXPECT_THAT(status.error_message(), HasSubstr(c.message)) << c.name;
  }
}

TEST_F(KernelServiceTest, OperatorsBelongToTheirSession) {
  TestClient other(server_);
  v1::CompileResponse response;
  EXPECT_EQ(Compile(CompileOf(other.Register()), &response).error_code(), StatusCode::NOT_FOUND);
}

}  // namespace
}  // namespace pyasc::testing
