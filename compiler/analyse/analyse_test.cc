#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiler/analyse/aspects.h"
#include "compiler/compiler.h"
#include "compiler/syntax/codes.h"

namespace pyasc {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Capture Module(std::string name, std::string module) {
  Capture capture;
  capture.name = std::move(name);
  capture.kind = CaptureKind::kModule;
  capture.type_name = std::move(module);
  return capture;
}

Capture Other(std::string name, std::string type) {
  Capture capture;
  capture.name = std::move(name);
  capture.type_name = std::move(type);
  return capture;
}

Capture Number(std::string name) {
  Capture capture;
  capture.name = std::move(name);
  capture.kind = CaptureKind::kScalar;
  capture.value.kind = ScalarKind::kInt;
  return capture;
}

Analysis Answer(std::string text, std::vector<Capture> captures = {Module("np", "numpy")}) {
  absl::StatusOr<Analysis> analysis = Analyse({std::move(text), std::move(captures)});
  EXPECT_TRUE(analysis.ok());
  return *std::move(analysis);
}

// "name:woc" for written, may_omit, constant; "-" for what it is not.
std::string Flags(const Signature& signature) {
  std::string flags;
  for (const Parameter& p : signature.parameters) {
    flags += fmt::format("{}{}:{}{}{}", flags.empty() ? "" : " ", p.name, p.written ? "w" : "-",
                         p.may_omit ? "o" : "-", p.constant ? "c" : "-");
  }
  return flags;
}

struct Effect {
  const char* name;
  const char* text;
  const char* flags;
};

class EffectTest : public ::testing::TestWithParam<Effect> {};

TEST_P(EffectTest, IsInTheSignature) {
  const Analysis analysis = Answer(GetParam().text);
  ASSERT_THAT(analysis.diagnostics, IsEmpty());
  EXPECT_EQ(Flags(analysis.signature), GetParam().flags);
}

INSTANTIATE_TEST_SUITE_P(
    Writes, EffectTest,
    ::testing::Values(
        Effect{"View", "def f(a):\n  a = a.T\n  a[0] = 1\n", "a:w-c"},
        Effect{"Row", "def f(a):\n  b = a[0]\n  b[:] = 1\n", "a:w-c"},
        Effect{"Reshape", "def f(a):\n  b = np.reshape(a.reshape(-1), 4)\n  b += 1\n", "a:w--"},
        Effect{"Rows", "def f(a):\n  for i, r in enumerate(a):\n    r[0] = i\n", "a:w-c"},
        Effect{"ZippedRows", "def f(a, b):\n  for x, y in zip(a, b): y[:] = x\n", "a:--c b:w-c"},
        Effect{"Swap", "def f(a, b):\n  a, b = b, a\n  a[0] = b[0]\n", "a:--c b:w-c"},
        Effect{"Copy", "def f(a, o):\n  a = a.copy()\n  a[0] = 1\n  o[:] = a\n", "a:--c o:woc"},
        Effect{"Fresh", "def f(a, o):\n  a = a - 1\n  a /= 2\n  o[:] = a\n", "a:--- o:woc"},
        Effect{"FreshInOneBranch", "def f(a, k=0):\n  if k:\n    a = a - 1\n  a /= 2\n",
               "a:w-- k:--c"},
        Effect{"FreshInALoop",
               "def f(a):\n  b = a\n  for i in range(3):\n    b += 1\n    b = b * 2\n", "a:w--"},
        Effect{"Augmented", "def f(x):\n  x += 1\n", "x:w--"},
        Effect{"AugmentedAttribute",
               "def f(x, n, axis=-1):\n  axis += 2\n  n -= 1\n"
               "  for i in range(n): x[i, axis] += 1\n",
               "x:w-c n:--c axis:--c"},
        Effect{"AugmentedElement",
               "def f(x, o):\n  N, = x.shape\n  s = x[0]\n  s += x[1]\n  o[0] = s\n",
               "x:--c o:woc"},
        Effect{"Methods", "def f(a, b, c):\n  a.fill(0)\n  b.sort()\n  np.add(a, b, out=c)\n",
               "a:w-- b:w-- c:w--"},
        Effect{"Choice", "def f(a, b, k):\n  (a if k else b)[0] = 1\n", "a:w-- b:w-- k:--c"}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Outputs, EffectTest,
    ::testing::Values(
        Effect{"Resized", "def f(x, o):\n  o.resize(x.shape)\n  o[0] += x[0]\n", "x:--c o:woc"},
        Effect{"ResizedInBranches",
               "def f(x, o, k=0):\n  if k: o.resize(3)\n  else: o.resize(4)\n"
               "  o[0] += 1\n",
               "x:--- o:woc k:--c"},
        Effect{"Covered", "def f(x, o):\n  o[:, ...] = x\n  o[0] += 1\n", "x:--- o:woc"},
        Effect{"CoveredInABranch", "def f(x, o, k=0):\n  if k: o[:] = x\n  o[0] += 1\n",
               "x:--- o:w-c k:--c"},
        Effect{"CoveredByItself", "def f(o):\n  o[:] = o + 1\n", "o:w-c"},
        Effect{"NeverRead", "def f(x, o):\n  for i in range(3): o[i] = x[i]\n", "x:--c o:woc"},
        Effect{"ReadLater", "def f(x, o):\n  o[0] = x[0]\n  x[1] = o[0]\n", "x:w-c o:w-c"},
        Effect{"ShapeRead", "def f(o):\n  for i in range(o.shape[0]): o[i] = i\n", "o:w-c"},
        Effect{"Default", "def f(o=None):\n  o[:] = 1\n", "o:w-c"},
        Effect{"TwoAtOnce", "def f(a, b):\n  a[:], b[:] = 1, 2\n  a[0] += b[0]\n", "a:woc b:woc"}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Constants, EffectTest,
    ::testing::Values(
        Effect{"Arithmetic", "def f(x, o, alpha=1.0):\n  o[:] = np.exp(alpha * x)\n",
               "x:--- o:woc alpha:---"},
        Effect{"Transitive",
               "def f(o, n):\n  m = n * 2\n  k = m + 1\n  for i in range(k): o[i] = 1\n",
               "o:woc n:--c"},
        Effect{"Slice", "def f(x, o, k):\n  o[:] = x[:k]\n", "x:--c o:woc k:--c"},
        Effect{"Condition", "def f(o, a, b, c):\n  o[0] = (1 if a else 2) + (b and 3) + c\n",
               "o:woc a:--c b:--c c:---"},
        Effect{"Shape",
               "def f(x, o, a, b, c):\n  o[:] = x.reshape(a, -1) + np.zeros(b) + np.full(3, c)\n",
               "x:--- o:woc a:--c b:--c c:---"},
        Effect{"Keyword", "def f(x, o, a, b, c):\n  o[:] = x.sum(axis=a) + np.sum(x, b) * c\n",
               "x:--- o:woc a:--c b:--c c:---"},
        Effect{"Exponent", "def f(x, o, p):\n  o[:] = x ** p\n", "x:--- o:woc p:--c"},
        Effect{"Message", "def f(x, k):\n  raise ValueError(f'{k}')\n", "x:--- k:---"}),
    [](const auto& info) { return info.param.name; });

TEST(Writes, ALongShuffleInALoopIsFollowed) {
  std::string text = "def f(a, b):\n  for i in range(9):\n    n0[0] = 1\n";
  for (int i = 0; i < 2000; ++i) text += fmt::format("    n{} = n{}\n", i, i + 1);
  EXPECT_EQ(Flags(Answer(text + "    n2000 = b\n").signature), "a:wo- b:w-c");
}

TEST(FreeNames, AreReadAndNotBound) {
  const Analysis analysis = Answer(
      "def f(x, o: dtype = DEFAULT):\n  for i in range(N):\n    o[i] = np.exp(x[i]) + e\n  e = 1\n",
      {Number("N"), Module("np", "numpy")});
  EXPECT_THAT(analysis.diagnostics, IsEmpty());
  EXPECT_THAT(analysis.signature.free_names,
              ElementsAre(FreeName{"N", true}, FreeName{"np", false}));
}

TEST(FreeNames, AreConstantWhereTheyDecideControlFlow) {
  const Analysis analysis =
      Answer("def f(x, o):\n  n = N + 1\n  for i in range(n):\n    o[i] = x[i] * k\n",
             {Number("N"), Number("k")});
  EXPECT_THAT(analysis.signature.free_names,
              ElementsAre(FreeName{"N", true}, FreeName{"k", false}));
}

TEST(FreeNames, HoldABuiltinThatTheCallerShadows) {
  const Analysis analysis = Answer("def f(x):\n  x[0] = max(len(x), 1)\n", {Number("max")});
  EXPECT_THAT(analysis.signature.free_names, ElementsAre(FreeName{"max", false}));
}

TEST(FreeNames, AnUndefinedOneIsReportedOnceWithAGuess) {
  const Analysis analysis = Answer("def f(x, weight):\n  x[0] = wieght + wieght * xyzzy\n");
  ASSERT_EQ(analysis.diagnostics.size(), 2u);
  EXPECT_EQ(analysis.diagnostics[0].code, codes::kUndefinedName);
  EXPECT_EQ(analysis.diagnostics[0].message, "name 'wieght' is not defined");
  EXPECT_EQ(analysis.diagnostics[0].hint, "did you mean 'weight'?");
  EXPECT_EQ(analysis.diagnostics[0].span.line, 2u);
  EXPECT_EQ(analysis.diagnostics[0].span.column, 9u);
  EXPECT_THAT(analysis.diagnostics[1].hint, HasSubstr("pass it as a parameter"));
}

TEST(FreeNames, AModuleThatIsNotImportedIsNoBuiltin) {
  const Analysis analysis = Answer(
      "def f(x):\n  x[0] = np.e\n  x[0] = math.pi\n  x[1] = ranges.pi\n  x[1] = os.pi\n", {});
  ASSERT_EQ(analysis.diagnostics.size(), 4u);
  EXPECT_EQ(analysis.diagnostics[0].hint, "write import numpy as np at module level");
  EXPECT_EQ(analysis.diagnostics[1].hint, "write import math at module level");
  EXPECT_THAT(analysis.diagnostics[2].hint, HasSubstr("import them at module level"));
  EXPECT_THAT(analysis.diagnostics[3].hint, HasSubstr("import them at module level"));
}

TEST(FreeNames, ACapturedObjectIsReportedAtItsFirstUse) {
  const Analysis analysis =
      Answer("def f(x):\n  x[0] = table[0]\n  x[1] = table[1]\n", {Other("table", "dict")});
  ASSERT_EQ(analysis.diagnostics.size(), 1u);
  EXPECT_EQ(analysis.diagnostics[0].code, codes::kCapturedObject);
  EXPECT_EQ(analysis.diagnostics[0].message, "cannot use 'table' of type dict");
  EXPECT_EQ(analysis.diagnostics[0].span.line, 2u);
  EXPECT_FALSE(analysis.diagnostics[0].hint.empty());
}

struct Refused {
  const char* name;
  Capture capture;
  const char* code;
  const char* message;
  const char* hint;
};

class CaptureTest : public ::testing::TestWithParam<Refused> {};

TEST_P(CaptureTest, IsRefusedByNameWithAHint) {
  const Capture& capture = GetParam().capture;
  const Analysis analysis =
      Answer(fmt::format("def f(x):\n  x[0] = {}(1)\n", capture.name), {capture});
  ASSERT_EQ(analysis.diagnostics.size(), 1u);
  EXPECT_EQ(analysis.diagnostics[0].code, GetParam().code);
  EXPECT_THAT(analysis.diagnostics[0].message, HasSubstr(GetParam().message));
  EXPECT_EQ(analysis.diagnostics[0].hint, GetParam().hint);
  EXPECT_EQ(analysis.diagnostics[0].span.column, 9u);
}

INSTANTIATE_TEST_SUITE_P(
    FreeNames, CaptureTest,
    ::testing::Values(Refused{"Itself", Other("f", "Operator"), codes::kRecursion,
                              "'f' calls itself", "write a loop: while condition:"},
                      Refused{"Function", Other("g", "function"), codes::kUserFunction,
                              "cannot call 'g' of type function", "write the body of g here"},
                      Refused{"Operator", Other("g", "Operator"), codes::kUserFunction,
                              "cannot call 'g' of type Operator", "write the body of g here"},
                      Refused{"Ufunc", Other("sqrt", "ufunc"), codes::kCapturedObject,
                              "'sqrt' of type ufunc", "import numpy as np, and write np.sqrt"},
                      Refused{"Builtin", Other("sqrt", "builtin_function_or_method"),
                              codes::kCapturedObject, "'sqrt'",
                              "import math, and write math.sqrt"}),
    [](const auto& info) { return info.param.name; });

TEST(FreeNames, ACapturedObjectThatIsNotUsedIsIgnored) {
  EXPECT_THAT(Answer("def f(x):\n  x[0] = 1\n", {Other("g", "function")}).diagnostics, IsEmpty());
}

TEST(Defaults, LiteralsAreEvaluated) {
  const Analysis analysis =
      Answer("def f(x, a=-1, b=(1.5, None, 'ab'), c=True, d=np.inf, e=-(2.0)): pass\n");
  const std::vector<Parameter>& p = analysis.signature.parameters;
  ASSERT_EQ(p.size(), 6u);
  EXPECT_FALSE(p[0].has_default);
  EXPECT_EQ(p[1].default_value.kind, ScalarKind::kInt);
  EXPECT_TRUE(p[1].default_value.integer == -1);
  ASSERT_EQ(p[2].default_value.items.size(), 3u);
  EXPECT_EQ(p[2].default_value.items[0].real, 1.5);
  EXPECT_EQ(p[2].default_value.items[2].text, "ab");
  EXPECT_EQ(p[3].default_value.kind, ScalarKind::kBool);
  EXPECT_TRUE(p[4].has_default);
  EXPECT_EQ(p[4].default_value.kind, ScalarKind::kNone);
  EXPECT_EQ(p[5].default_value.real, -2.0);
}

TEST(Analyse, AnswersWithTheWholeAnalysis) {
  const Analysis analysis = Answer("@op\ndef scale(x, o):\n  o[:] = 2*x\n");
  EXPECT_EQ(analysis.function_name, "scale");
  EXPECT_EQ(analysis.normalised, "def operator(x, o):\n    o[:] = 2 * x\n");
  EXPECT_EQ(analysis.lines.spans.size(), 8u);
  EXPECT_EQ(analysis.lines.spans[0].line, 2u);
}

TEST(Analyse, TheUsersMistakesAreNoFailure) {
  EXPECT_FALSE(Answer("def f(x:\n").diagnostics.empty());
  EXPECT_FALSE(Answer(std::string("\xFF\0", 2)).diagnostics.empty());
  EXPECT_FALSE(Answer("").diagnostics.empty());
}

}  // namespace
}  // namespace pyasc
