#include "compiler/tools/argument.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ArgumentTest, ATensorHasDtypeAndDimClasses) {
  for (const char* text : {"f32[1,3,0]", "float32[1, 3, 0]"}) {
    const auto argument = ParseArgument(text);
    ASSERT_TRUE(argument.ok()) << argument.status();
    EXPECT_EQ(argument->kind, ArgumentKind::kTensor);
    EXPECT_EQ(argument->dtype, DType::kFloat32);
    EXPECT_THAT(argument->dims, ElementsAre(DimClass::kOne, DimClass::kMany, DimClass::kZero));
  }
  EXPECT_EQ(ParseArgument("bf16[]")->dtype, DType::kBFloat16);
  EXPECT_EQ(ParseArgument("bool[]")->dims.size(), 0u);
}

TEST(ArgumentTest, OmitIsAnOmittedOutput) {
  EXPECT_EQ(ParseArgument("omit")->kind, ArgumentKind::kOmitted);
}

struct ScalarCase {
  const char* name;
  const char* text;
  ScalarKind kind;
};

class ScalarTest : public ::testing::TestWithParam<ScalarCase> {};

TEST_P(ScalarTest, HasAKind) {
  const auto argument = ParseArgument(GetParam().text);
  ASSERT_TRUE(argument.ok()) << argument.status();
  EXPECT_EQ(argument->scalar.kind, GetParam().kind);
  EXPECT_EQ(argument->kind, ArgumentKind::kConstant);
}

const ScalarCase kScalars[] = {
    {"Int", "-3", ScalarKind::kInt},
    {"Float", "0.5", ScalarKind::kFloat},
    {"Infinity", "inf", ScalarKind::kFloat},
    {"Bool", "True", ScalarKind::kBool},
    {"None", "None", ScalarKind::kNone},
    {"String", "\"same\"", ScalarKind::kString},
    {"Tuple", "(1, (2, 3))", ScalarKind::kTuple},
    {"Numpy", "f32(1.5)", ScalarKind::kNumpy},
};

INSTANTIATE_TEST_SUITE_P(Kinds, ScalarTest, ::testing::ValuesIn(kScalars),
                         [](const auto& row) { return row.param.name; });

TEST(ArgumentTest, TuplesNest) {
  const auto scalar = ParseScalar("(1, (2, 3), 'x')");
  ASSERT_TRUE(scalar.ok());
  ASSERT_EQ(scalar->items.size(), 3u);
  EXPECT_EQ(scalar->items[1].items.size(), 2u);
  EXPECT_EQ(scalar->items[2].text, "x");
}

TEST(ArgumentTest, MistakesAreNamed) {
  for (const char* text : {"", "f32[", "f33[2]", "f32[-1]", "f32[a]", "3]", "word", "(1, word)"}) {
    EXPECT_FALSE(ParseArgument(text).ok()) << text;
  }
  EXPECT_THAT(std::string(ParseArgument("f33[2]").status().message()), HasSubstr("f33[2]"));
  EXPECT_FALSE(SplitAssignment("x").ok());
  EXPECT_EQ(SplitAssignment("x=a=b")->second, "a=b");
}

}  // namespace
}  // namespace pyasc
