#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "compiler/syntax/parser.h"

namespace pyasc::syntax {
namespace {

std::unique_ptr<Function> MustParse(std::string_view text) {
  std::vector<Diagnostic> diagnostics;
  auto function = Parse(text, &diagnostics);
  EXPECT_NE(function, nullptr) << text << (diagnostics.empty() ? "" : diagnostics[0].message);
  return function;
}

struct Form {
  const char* name;
  const char* statement;
  const char* normalised;
};

class FormTest : public ::testing::TestWithParam<Form> {};

TEST_P(FormTest, IsCanonicalAndStable) {
  const Form& form = GetParam();
  const auto function = MustParse(std::string("def f(a):\n  ") + form.statement + "\n");
  ASSERT_NE(function, nullptr);
  const std::string text = Normalise(*function);
  EXPECT_EQ(text, std::string("def operator(a):\n    ") + form.normalised + "\n");
  const auto again = MustParse(text);
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(Normalise(*again), text);
  EXPECT_EQ(again->node_count, function->node_count);
}

INSTANTIATE_TEST_SUITE_P(
    Normalise, FormTest,
    ::testing::Values(
        Form{"Precedence", "x = (a+(b*c))-((d-e)-(f-g))", "x = a + b * c - (d - e - (f - g))"},
        Form{"Power", "x = (-a)**-b**(c**d) + (a**b)**c",
             "x = (-a) ** -b ** c ** d + (a ** b) ** c"},
        Form{"Unary", "x = not (not a) == b, -(-a), ~(a | b)",
             "x = not (not a) == b, --a, ~(a | b)"},
        Form{"Bool", "x = (a and b) and (c or d) or e", "x = (a and b) and (c or d) or e"},
        Form{"Compare", "x = (a<b)==(c in d) is not e", "x = (a < b) == (c in d) is not e"},
        Form{"Ternary", "x = ((a if b else c) if d else (e if f else g))",
             "x = (a if b else c) if d else e if f else g"},
        Form{"Tuples", "(x, (y, z)), = [(a,), ()], b", "(x, (y, z)), = [(a,), ()], b"},
        Form{"Subscript", "x[(1, 2)] = y[a:b:, ::c, (1, 2), ...][a,][()]",
             "x[1, 2] = y[a:b, ::c, (1, 2), ...][a,][()]"},
        Form{"Call", "f (a , k = (b), ) . real", "f(a, k=b).real"},
        Form{"IntAttribute", "x = (1).real + 1.0.real", "x = 1 .real + 1.0.real"},
        Form{"Numbers", "x = 0x1_0, 1E3, 1e999, 1_0.50, 1e22",
             "x = 16, 1000.0, 1e309, 10.5, 1e+22"},
        Form{"Strings", "x = \"a'\" 'b\\x41' r'\\d' '''\n'''", "x = 'a\\'bA\\\\d\\n'"},
        Form{"Annotated", "x: np.ndarray = a", "x: None = a"},
        Form{"Declared", "x: int", "x: None"},
        Form{"Augmented", "a[0] **= (1, 2)", "a[0] **= 1, 2"},
        Form{"Assert", "assert (a), (b, c)", "assert a, (b, c)"},
        Form{"For", "for (i, j) in ((a, b)): pass", "for i, j in a, b:\n        pass"},
        Form{"Elif", "if a: b\n  else:\n    if c: d\n    else: e",
             "if a:\n        b\n    elif c:\n        d\n    else:\n        e"},
        Form{"Loop", "while a: continue\n  else: pass",
             "while a:\n        continue\n    else:\n        pass"},
        Form{"FString", "f\"a{ b !r:>{ c }}{{\" 'd'", "f'a{b!r:>{c}}{{d'"},
        Form{"FStringSelf", "f'{a + 1 = }{b=:x}'", "f'a + 1 = {a + 1!r}b={b:x}'"},
        Form{"FStringTuple", "f'{(a, b)}{a,}'", "f'{a, b}{a,}'"},
        Form{"FStringQuotes", "f\"{a['k']}'\"", "f'{a[\"k\"]}\\''"},
        Form{"FStringNested", "f'''{f\"{a['k']}\"}'''", "f'{f\"\"\"{a[\"k\"]}\"\"\"}'"}),
    [](const auto& info) { return info.param.name; });

TEST(Normalise, ForgetsWhatHasNoMeaning) {
  const auto a =
      MustParse("@op('X')\ndef conv(x, y=1):  # note\n    \"\"\"doc\"\"\"\n\n    y[:] = (x)\n");
  const auto b = MustParse("    def other(x: int, y) -> None:\r\n     y[:]=x;\r\n");
  ASSERT_TRUE(a != nullptr && b != nullptr);
  EXPECT_EQ(Normalise(*a), Normalise(*b));
  EXPECT_EQ(Normalise(*a), "def operator(x, y):\n    y[:] = x\n");
}

TEST(Normalise, AFunctionOfADocstringAlonePasses) {
  EXPECT_EQ(Normalise(*MustParse("def f(a): 'doc'; 'more'\n")), "def operator(a):\n    pass\n");
}

TEST(Lines, HoldTheSpanOfEachOrdinal) {
  const auto function = MustParse("def f(a):\n    'doc'\n    a[0] = (-1)\n");
  const LineTable lines = Lines(*function);
  ASSERT_EQ(lines.spans.size(), 7u);  // function, assign, subscript, a, 0, -1, 1
  EXPECT_EQ(lines.spans[0].line, 1u);
  EXPECT_EQ(lines.spans[1].line, 3u);
  EXPECT_EQ(lines.spans[1].end_column, 15u);
  EXPECT_EQ(lines.spans[2].end_column, 8u);
  EXPECT_EQ(lines.spans[5].column, 12u);
  EXPECT_EQ(lines.spans[5].end_column, 14u);
}

TEST(DumpAst, LaysOutAsPythonDoes) {
  const auto function = MustParse("def f(a, b=2):\n    a += b\n");
  EXPECT_EQ(DumpAst(*function),
            "FunctionDef(\n name='f',\n args=arguments(\n  posonlyargs=[],\n  args=[\n   "
            "arg(arg='a'),\n   arg(arg='b')],\n  kwonlyargs=[],\n  kw_defaults=[],\n  defaults=[\n "
            "  Constant(value=2)]),\n body=[\n  AugAssign(\n   target=Name(id='a', ctx=Store()),\n "
            "  op=Add(),\n   value=Name(id='b', ctx=Load()))],\n decorator_list=[])");
}

}  // namespace
}  // namespace pyasc::syntax
