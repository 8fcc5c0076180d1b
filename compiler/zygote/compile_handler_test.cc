#include "compiler/zygote/compile_handler.h"

#include <string>

#include "base/cpu_features.h"
#include "base/encoding.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

class CompileHandlerTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    absl::StatusOr<std::unique_ptr<CompileHandler>> handler = CompileHandler::Create();
    ASSERT_TRUE(handler.ok()) << handler.status();
    handler_ = handler->release();
  }
  static void TearDownTestSuite() { delete handler_; }

  static absl::StatusOr<Answer> Handle(FrameType type, std::string payload) {
    Frame request;
    request.type = type;
    request.payload = std::move(payload);
    return handler_->Handle(request);
  }

  static Analysis Analysed(const std::string& text) {
    AnalyseRequest request;
    request.text = text;
    const absl::StatusOr<Answer> answer = Handle(FrameType::kAnalyse, EncodeToString(request));
    EXPECT_TRUE(answer.ok()) << answer.status();
    EXPECT_EQ(answer->type, FrameType::kAnalysis);
    absl::StatusOr<Analysis> analysis = DecodeFromString<Analysis>(answer->payload);
    EXPECT_TRUE(analysis.ok()) << analysis.status();
    return *std::move(analysis);
  }

  static CompileHandler* handler_;
};

CompileHandler* CompileHandlerTest::handler_ = nullptr;

TEST_F(CompileHandlerTest, AnswersWithAnAnalysisAndAnImage) {
  const Analysis analysis = Analysed("def double(x, out):\n    out[:] = x * 2.0\n");
  ASSERT_TRUE(analysis.diagnostics.empty()) << analysis.diagnostics[0].message;
  CompileRequest request;
  request.normalised = analysis.normalised;
  request.specialisation.arguments.resize(2);
  for (Argument& argument : request.specialisation.arguments) argument.dims = {DimClass::kMany};
  request.specialisation.target.cpu_features = HostCpuFeatures();
  const absl::StatusOr<Answer> answer = Handle(FrameType::kCompile, EncodeToString(request));
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->type, FrameType::kCompilation);
  const absl::StatusOr<Compilation> compilation = DecodeFromString<Compilation>(answer->payload);
  ASSERT_TRUE(compilation.ok()) << compilation.status();
  EXPECT_TRUE(compilation->diagnostics.empty());
  EXPECT_THAT(compilation->image, ::testing::StartsWith("PASC"));
}

TEST_F(CompileHandlerTest, MistakesOfTheUserAreDiagnostics) {
  EXPECT_FALSE(Analysed("def broken(x:\n").diagnostics.empty());
}

TEST_F(CompileHandlerTest, MalformedRequestsAreBadStatuses) {
  EXPECT_FALSE(Handle(FrameType::kAnalyse, "nonsense").ok());
  EXPECT_FALSE(Handle(FrameType::kCompile, "").ok());
  EXPECT_EQ(Handle(FrameType::kLaunch, "").status().code(), absl::StatusCode::kInvalidArgument);
}

TEST_F(CompileHandlerTest, WarmingUpChangesNoAnswer) {
  const std::string text = "def f(x, out):\n    out[:] = x + x\n";
  const std::string before = EncodeToString(Analysed(text));
  handler_->Warm();
  EXPECT_EQ(EncodeToString(Analysed(text)), before);
}

}  // namespace
}  // namespace pyasc
