#include "compiler/tools/extract.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

using ::testing::HasSubstr;

constexpr char kFile[] =
    "import numpy as np\n"
    "\n"
    "@asc.op\n"
    "def first(\n"
    "    x,\n"
    "):\n"
    "    def inner(): pass\n"
    "\n"
    "# a comment\n"
    "    return x\n"
    "\n"
    "class C:\n"
    "    def second(y):\n"
    "        pass\n"
    "    z = 1\n";

TEST(ExtractTest, TakesTheLinesOfOneFunction) {
  const auto first = ExtractFunction(kFile, "first");
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(first->first_line, 4u);
  EXPECT_EQ(first->text,
            "def first(\n    x,\n):\n    def inner(): pass\n\n# a comment\n    return x\n\n");
  const auto second = ExtractFunction(kFile, "second");
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(second->text, "    def second(y):\n        pass\n");
}

TEST(ExtractTest, WithoutANameThereMustBeOne) {
  EXPECT_TRUE(ExtractFunction("def f(x):\n    pass", "").ok());
  const auto many = ExtractFunction(kFile, "");
  EXPECT_THAT(std::string(many.status().message()), HasSubstr("there are: first, second"));
  const auto none = ExtractFunction("", "f");
  EXPECT_THAT(std::string(none.status().message()), HasSubstr("0 functions named 'f'"));
}

}  // namespace
}  // namespace pyasc
