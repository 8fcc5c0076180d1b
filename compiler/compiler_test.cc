#include "compiler/compiler.h"

#include <cstring>

#include "base/kernel_abi.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Argument Vector(DType dtype) {
  Argument argument;
  argument.dtype = dtype;
  argument.dims = {DimClass::kMany};
  return argument;
}

CompileRequest RequestFor(const char* text, const std::vector<Capture>& captures) {
  const auto analysis = Analyse({text, captures});
  EXPECT_TRUE(analysis.ok() && analysis->diagnostics.empty());
  CompileRequest request;
  request.normalised = analysis->normalised;
  request.specialisation.captures = captures;
  return request;
}

// A request to compile axpy for float64 vectors and a Python float.
CompileRequest Axpy() {
  CompileRequest request = RequestFor(
      "def axpy(a, x, y):\n    for i in range(x.shape[0]):\n        y[i] += a * x[i]\n", {});
  Argument a;
  a.kind = ArgumentKind::kRuntime;
  a.scalar.kind = ScalarKind::kFloat;
  request.specialisation.arguments = {a, Vector(DType::kFloat64), Vector(DType::kFloat64)};
  return request;
}

class CompilerTest : public ::testing::Test {
 protected:
  static absl::StatusOr<Compilation> Compile(const CompileRequest& request) {
    static const auto* const compiler = new auto(Compiler::Create());
    EXPECT_TRUE(compiler->ok()) << compiler->status();
    return (**compiler)->Compile(request);
  }
};

TEST_F(CompilerTest, MakesAnImageAndItsMeta) {
  const auto compilation = Compile(Axpy());
  ASSERT_TRUE(compilation.ok()) << compilation.status();
  EXPECT_TRUE(compilation->diagnostics.empty());
  ASSERT_GE(compilation->image.size(), sizeof(abi::ImageHeader));
  abi::ImageHeader header;
  std::memcpy(&header, compilation->image.data(), sizeof header);
  EXPECT_EQ(header.magic, abi::kImageMagic);
  ASSERT_EQ(compilation->meta.tensors.size(), 2u);
  EXPECT_TRUE(compilation->meta.tensors[1].written);
  EXPECT_THAT(compilation->meta.runtime_attributes, ElementsAre(0u));
  EXPECT_TRUE(compilation->stages.empty());
}

TEST_F(CompilerTest, TheRecordHoldsTheValuesOfChecksThatWereNeedlessToo) {
  CompileRequest request = RequestFor(
      "def f(x):\n    for i in range(x.shape[0]):\n        if 0 <= i - 2 < x.shape[0]:\n"
      "            x[i - 2] += 1\n",
      {});
  request.specialisation.arguments = {Vector(DType::kFloat64)};
  const auto compilation = Compile(request);
  ASSERT_TRUE(compilation.ok()) << compilation.status();
  abi::ImageHeader header;
  std::memcpy(&header, compilation->image.data(), sizeof header);
  uint32_t needed = 0;
  for (const Site& site : compilation->meta.sites)
    needed = std::max(needed, site.loop_slot + static_cast<uint32_t>(site.loops.size()));
  EXPECT_EQ(needed, 3u);
  EXPECT_GE(header.record_values, needed);
}

TEST_F(CompilerTest, TheSameRequestGivesTheSameBytes) {
  EXPECT_EQ(Compile(Axpy())->image, Compile(Axpy())->image);
}

TEST_F(CompilerTest, ShowsTheStagesAskedFor) {
  CompileRequest request = Axpy();
  for (const std::string_view stage : StageNames()) request.stages.emplace_back(stage);
  const auto compilation = Compile(request);
  ASSERT_TRUE(compilation.ok()) << compilation.status();
  EXPECT_EQ(compilation->stages.size(), StageNames().size());
  for (const auto& [stage, text] : compilation->stages) EXPECT_NE(text, "") << stage;
  EXPECT_EQ(compilation->image, Compile(Axpy())->image);
}

TEST_F(CompilerTest, AMistakeIsADiagnosticNotAStatus) {
  CompileRequest request =
      RequestFor("def f(x):\n    x[0] = np.fft(x)\n", {{"np", CaptureKind::kModule, "numpy", {}}});
  request.specialisation.arguments = {Vector(DType::kFloat64)};
  const auto compilation = Compile(request);
  ASSERT_TRUE(compilation.ok()) << compilation.status();
  ASSERT_FALSE(compilation->diagnostics.empty());
  EXPECT_GE(compilation->diagnostics[0].point, 0);
  EXPECT_TRUE(compilation->image.empty());
}

TEST_F(CompilerTest, ARequestThatMakesNoSenseIsAStatus) {
  CompileRequest request = Axpy();
  request.stages = {"tiles"};
  EXPECT_THAT(std::string(Compile(request).status().message()), HasSubstr("stage 'tiles'"));
  request = Axpy();
  request.specialisation.arguments.pop_back();
  EXPECT_THAT(std::string(Compile(request).status().message()),
              HasSubstr("2 arguments for 3 parameters"));
  request = Axpy();
  request.normalised = "x = 1\n";
  EXPECT_FALSE(Compile(request).ok());
}

}  // namespace
}  // namespace pyasc
