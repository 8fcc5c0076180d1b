#include "compiler/syntax/parser.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiler/syntax/codes.h"

namespace pyasc::syntax {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string InFunction(std::string_view statement) {
  return fmt::format("def f(a, b):\n    {}\n", statement);
}

struct Mistake {
  const char* name;
  std::string text;
  const char* code;
  const char* message;
  uint32_t line, column, end_column;  // end on the same line; 0 for any
};

void ExpectMistake(const Mistake& mistake) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_EQ(Parse(mistake.text, &diagnostics), nullptr);
  ASSERT_FALSE(diagnostics.empty());
  const Diagnostic& first = diagnostics[0];
  EXPECT_EQ(first.code, mistake.code) << first.message;
  EXPECT_THAT(first.message, HasSubstr(mistake.message));
  EXPECT_EQ(first.span.line, mistake.line);
  EXPECT_EQ(first.span.column, mistake.column);
  if (mistake.end_column > 0) {
    EXPECT_EQ(first.span.end_column, mistake.end_column);
  }
  EXPECT_EQ(first.point, -1);
}

class MistakeTest : public ::testing::TestWithParam<Mistake> {};

TEST_P(MistakeTest, IsReportedInPythonsWords) { ExpectMistake(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Parser, MistakeTest,
    ::testing::Values(
        Mistake{"Colon", "def f(a):\n  for i in a\n    pass\n", codes::kSyntax, "expected ':'", 2,
                12, 0},
        Mistake{"Comma", InFunction("f(a b)"), codes::kSyntax, "Perhaps you forgot a comma?", 2, 8,
                9},
        Mistake{"Equals", InFunction("if a = b: pass"), codes::kSyntax, "Maybe you meant '=='", 2,
                9, 10},
        Mistake{"Operand", InFunction("a +"), codes::kSyntax, "invalid syntax", 2, 7, 0},
        Mistake{"Else", InFunction("x = 1 if a"), codes::kSyntax, "expected 'else' after 'if'", 2,
                14, 0},
        Mistake{"Print", InFunction("print a"), codes::kSyntax,
                "Missing parentheses in call to 'print'. Did you mean print(...)?", 2, 4, 11},
        Mistake{"Block", "def f(a):\n    if a:\n    pass\n", codes::kBlock,
                "expected an indented block after 'if' statement on line 2", 3, 4, 0},
        Mistake{"NoBody", "def f(a):\n", codes::kBlock,
                "expected an indented block after function definition on line 1", 2, 0, 0},
        Mistake{"Indent", "def f(a):\n    a\n      b\n", codes::kIndentation, "unexpected indent",
                3, 0, 6},
        Mistake{"Unclosed", InFunction("a = f(b\n    return a"), codes::kBrackets,
                "'(' was never closed", 2, 9, 10},
        Mistake{"Literal", InFunction("1 = a"), codes::kTarget,
                "cannot assign to literal here. Maybe you meant '==' instead of '='?", 2, 4, 5},
        Mistake{"Call", InFunction("a, f() = b"), codes::kTarget, "cannot assign to function call",
                2, 7, 10},
        Mistake{"None", InFunction("None = b"), codes::kTarget, "cannot assign to None", 2, 4, 8},
        Mistake{"Delete", InFunction("del a + b"), codes::kTarget, "cannot delete expression", 2, 8,
                13},
        Mistake{"Augmented", InFunction("a, b += 1"), codes::kTarget,
                "'tuple' is an illegal expression for augmented assignment", 2, 4, 8},
        Mistake{"Annotated", InFunction("a, b: int"), codes::kTarget,
                "only single target (not tuple) can be annotated", 2, 4, 8},
        Mistake{"Break", InFunction("break"), codes::kLoopControl, "'break' outside loop", 2, 4, 9},
        Mistake{"Continue", InFunction("continue"), codes::kLoopControl,
                "'continue' not properly in loop", 2, 4, 12},
        Mistake{"LoopElse", InFunction("for i in a: pass\n    else: break"), codes::kLoopControl,
                "'break' outside loop", 3, 10, 15},
        Mistake{"Duplicate", "def f(a, a): pass", codes::kParameters,
                "duplicate argument 'a' in function definition", 1, 9, 10},
        Mistake{"Default", "def f(a=1, b): pass", codes::kParameters,
                "non-default argument follows default argument", 1, 11, 12},
        Mistake{"Repeated", InFunction("f(a=1, a=2)"), codes::kArguments,
                "keyword argument repeated: a", 2, 11, 12},
        Mistake{"Positional", InFunction("f(a=1, 2)"), codes::kArguments,
                "positional argument follows keyword argument", 2, 11, 12},
        Mistake{"Keyword", InFunction("f(a.b=1)"), codes::kArguments,
                "expression cannot contain assignment, perhaps you meant \"==\"?", 2, 6, 9},
        Mistake{"EmptyField", InFunction("f'{}'"), codes::kFString,
                "f-string: empty expression not allowed", 2, 7, 8},
        Mistake{"Brace", InFunction("f'}'"), codes::kFString, "f-string: single '}' is not allowed",
                2, 6, 7},
        Mistake{"FieldSyntax", InFunction("f'{a b}'"), codes::kFString,
                "f-string: invalid syntax. Perhaps you forgot a comma?", 2, 9, 10},
        Mistake{"Escape", InFunction("'\\x1'"), codes::kEscape, "truncated \\xXX escape", 2, 5, 8},
        Mistake{"TwoFunctions", "def f(a): pass\ndef g(a): pass\n", codes::kNotOneFunction,
                "goes on after the end of the function", 2, 0, 3},
        Mistake{"NoFunction", "x = 1\n", codes::kNotOneFunction, "expected 'def', found 'x'", 1, 0,
                1},
        Mistake{"Empty", "", codes::kNotOneFunction, "expected 'def'", 1, 0, 0}),
    [](const auto& info) { return info.param.name; });

class RefusedTest : public ::testing::TestWithParam<Mistake> {};

TEST_P(RefusedTest, IsNamedWithItsSpanAndAHint) {
  ExpectMistake(GetParam());
  std::vector<Diagnostic> diagnostics;
  Parse(GetParam().text, &diagnostics);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_FALSE(diagnostics[0].hint.empty());
}

INSTANTIATE_TEST_SUITE_P(
    Parser, RefusedTest,
    ::testing::Values(
        Mistake{"Lambda", InFunction("g = lambda x, *y: x + 1"), codes::kLambda, "lambda", 2, 8,
                27},
        Mistake{"Comprehension", InFunction("g = [x for x in a if x]"), codes::kComprehension,
                "comprehension", 2, 8, 27},
        Mistake{"Generator", InFunction("g = sum(x for x in a)"), codes::kComprehension,
                "comprehension", 2, 12, 24},
        Mistake{"Dict", InFunction("g = {'a': 1, **b}"), codes::kDict, "dict", 2, 8, 21},
        Mistake{"Set", InFunction("g = {1, 2}"), codes::kSet, "set", 2, 8, 14},
        Mistake{"StarArgument", InFunction("f(*a)"), codes::kStarred, "unpacking", 2, 6, 8},
        Mistake{"StarTarget", InFunction("a, *b = a"), codes::kStarred, "unpacking", 2, 7, 9},
        Mistake{"Walrus", InFunction("if (n := len(a)) > 1: pass"), codes::kWalrus,
                "assignment expression", 2, 8, 19},
        Mistake{"Yield", InFunction("yield a"), codes::kYield, "yield", 2, 4, 11},
        Mistake{"Await", InFunction("await f(a)"), codes::kAwait, "await", 2, 4, 14},
        Mistake{"Bytes", InFunction("g = b'x'"), codes::kBytes, "bytes", 2, 8, 12},
        Mistake{"Imaginary", InFunction("g = 2j"), codes::kImaginary, "complex", 2, 8, 10},
        Mistake{"With", InFunction("with a as b:\n        pass"), codes::kWith, "with", 2, 4, 15},
        Mistake{"Try",
                InFunction("try:\n        a\n    except E:\n        b\n    finally:\n        c"),
                codes::kTry, "try", 2, 4, 7},
        Mistake{"Import", InFunction("import numpy as np"), codes::kImport, "import", 2, 4, 22},
        Mistake{"Global", InFunction("global x"), codes::kGlobal, "global", 2, 4, 12},
        Mistake{"Nested", InFunction("def g(x):\n        return x"), codes::kNestedFunction,
                "function", 2, 4, 12},
        Mistake{"Class", InFunction("class C: pass"), codes::kClass, "class", 2, 4, 17},
        Mistake{"Match", InFunction("match a:\n        case 1: pass"), codes::kMatch, "match", 2, 4,
                11},
        Mistake{"Async", "async def f(a): pass", codes::kAsync, "async", 1, 0, 5},
        Mistake{"RaiseFrom", InFunction("raise E(a) from b"), codes::kRaiseFrom, "from", 2, 4, 21},
        Mistake{"StarParameter", "def f(a, *b): pass", codes::kStarParameter, "*args", 1, 9, 11},
        Mistake{"KeywordOnly", "def f(a, *, b): pass", codes::kParameterMarker, "keyword-only", 1,
                9, 10},
        Mistake{"NamedEscape", InFunction("'\\N{BULLET}'"), codes::kNamedEscape, "\\N", 2, 5, 7},
        Mistake{"Surrogate", InFunction("'\\ud800'"), codes::kSurrogate, "surrogate", 2, 5, 11},
        Mistake{"Attribute", InFunction("a.shape = 3, 4"), codes::kAttributeStore, "'.shape'", 2, 4,
                11}),
    [](const auto& info) { return info.param.name; });

TEST(Parser, ReportsIndependentMistakesTogether) {
  std::vector<Diagnostic> diagnostics;
  Parse("def f(a):\n  a = {}\n  for i in a\n    1 = i\n  return lambda: 0\n", &diagnostics);
  ASSERT_EQ(diagnostics.size(), 4u);
  EXPECT_EQ(diagnostics[0].code, codes::kDict);
  EXPECT_EQ(diagnostics[1].code, codes::kSyntax);
  EXPECT_EQ(diagnostics[2].code, codes::kTarget);
  EXPECT_EQ(diagnostics[3].code, codes::kLambda);
}

TEST(Parser, ReportsInTheOrderOfTheSource) {
  std::vector<Diagnostic> diagnostics;
  Parse("def f(a):\n  a = lambda x: {}\n  a = 1j\n", &diagnostics);
  ASSERT_EQ(diagnostics.size(), 3u);
  EXPECT_EQ(diagnostics[0].code, codes::kLambda);
  EXPECT_EQ(diagnostics[1].code, codes::kDict);
  EXPECT_EQ(diagnostics[2].code, codes::kImaginary);
}

TEST(Parser, TellsTwentyMistakesAndHowManyMoreThereAre) {
  std::vector<Diagnostic> diagnostics;
  std::string text = "def f(a):\n";
  for (int i = 0; i < 100; ++i) text += "  a = {}\n";
  Parse(text, &diagnostics);
  ASSERT_EQ(diagnostics.size(), 21u);
  EXPECT_EQ(diagnostics[20].code, codes::kMoreMistakes);
  EXPECT_EQ(diagnostics[20].message, "80 more mistakes are not shown");
}

TEST(Parser, DropsDecoratorsAndAnnotationsWhateverTheyHold) {
  std::vector<Diagnostic> diagnostics;
  const auto function = Parse(
      "@op('F', alias={'a': [1]}, f=lambda x: x, *y)\n@other\n"
      "def f(a: {'x'}, b: 'text' = -1) -> {}:\n  c: {} = a\n",
      &diagnostics);
  EXPECT_THAT(diagnostics, IsEmpty());
  ASSERT_NE(function, nullptr);
  EXPECT_EQ(function->parameters.size(), 2u);
  EXPECT_NE(function->parameters[1].default_value, nullptr);
}

struct Deep {
  const char* name;
  std::string text;
  const char* limit;
};

std::string Repeat(std::string_view text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

class DeepTest : public ::testing::TestWithParam<Deep> {};

TEST_P(DeepTest, IsRefusedWithTheLimit) {
  std::vector<Diagnostic> diagnostics;
  EXPECT_EQ(Parse(GetParam().text, &diagnostics), nullptr);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_THAT(diagnostics[0].message, HasSubstr(GetParam().limit));
  const bool nodes = std::string_view(GetParam().name) == "Nodes";
  EXPECT_EQ(diagnostics[0].code, nodes ? codes::kNodes : codes::kNesting);
}

INSTANTIATE_TEST_SUITE_P(
    Parser, DeepTest,
    ::testing::Values(
        Deep{"Parentheses", InFunction(Repeat("(", 190) + "a" + Repeat(")", 190)), "150 levels"},
        Deep{"Signs", InFunction(Repeat("-", 100'000) + "a"), "150 levels"},
        Deep{"Nots", InFunction(Repeat("not ", 100'000) + "a"), "150 levels"},
        Deep{"Powers", InFunction(Repeat("a**", 100'000) + "a"), "150 levels"},
        Deep{"Comparisons", InFunction(Repeat("a < ", 1'000) + "a"), "200 operations"},
        Deep{"Ands", InFunction(Repeat("a and ", 1'000) + "a"), "200 operations"},
        Deep{"Ors", InFunction(Repeat("a or ", 1'000) + "a"), "200 operations"},
        Deep{"Lambdas", InFunction(Repeat("lambda:", 100'000) + "a"), "150 levels"},
        Deep{"Ternaries", InFunction(Repeat("a if a else ", 50'000) + "a"), "150 levels"},
        Deep{"Sum", InFunction(Repeat("a+", 100'000) + "a"), "limit of 200 operations"},
        Deep{"Attributes", InFunction("a" + Repeat(".a", 100'000)), "limit of 200 operations"},
        Deep{"Calls", InFunction("a" + Repeat("()", 100'000)), "limit of 200 operations"},
        Deep{"Elifs", InFunction("if a: a" + Repeat("\n    elif a: a", 10'000)), "150 levels"},
        Deep{"Nodes", InFunction(Repeat("a,", 250'000)), "limit of 200000 syntax nodes"}),
    [](const auto& info) { return info.param.name; });

TEST(Parser, AllowsAsManyLoopsAsPython) {
  std::string text = "def f(a):\n";
  for (int i = 1; i <= 20; ++i) text += Repeat(" ", i) + "for x in a:\n";
  std::vector<Diagnostic> diagnostics;
  EXPECT_NE(Parse(text + Repeat(" ", 21) + "pass\n", &diagnostics), nullptr);
  text += Repeat(" ", 21) + "while a: pass\n";
  Parse(text, &diagnostics);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].message, "too many statically nested blocks");
}

TEST(Parser, SurvivesEveryPrefixOfAnOperator) {
  const std::string text =
      "@op\ndef f(a, b=1):\n    '''doc'''\n    for i, (x, y) in enumerate(a):\n"
      "        if not x[1:, ...] <= 0x1F or y is not None: print(f'{x!r:>{b}}', end=\"\")\n"
      "    return (a, b) if b else [a]\n";
  for (size_t size = 0; size < text.size(); ++size) {
    std::vector<Diagnostic> diagnostics;
    const bool parsed = Parse(text.substr(0, size), &diagnostics) != nullptr;
    EXPECT_EQ(parsed, diagnostics.empty()) << size;
  }
}

}  // namespace
}  // namespace pyasc::syntax
