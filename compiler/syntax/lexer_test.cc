#include "compiler/syntax/lexer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "compiler/syntax/codes.h"
#include "compiler/syntax/number.h"
#include "compiler/syntax/parser.h"
#include "compiler/syntax/python_repr.h"
#include "compiler/syntax/unicode.h"

namespace pyasc::syntax {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> Texts(std::string_view text) {
  std::vector<Diagnostic> diagnostics;
  const auto source = SourceText::Create(text, &diagnostics);
  std::vector<std::string> texts;
  for (const Token& token : Tokenise(*source).tokens) {
    switch (token.kind) {
      case TokenKind::kNewline:
        texts.push_back("NEWLINE");
        break;
      case TokenKind::kIndent:
        texts.push_back("INDENT");
        break;
      case TokenKind::kDedent:
        texts.push_back("DEDENT");
        break;
      case TokenKind::kEnd:
        texts.push_back("END");
        break;
      case TokenKind::kError:
        texts.push_back("ERROR");
        break;
      default:
        texts.emplace_back(source->Slice(token.begin, token.end));
    }
  }
  return texts;
}

TEST(Lexer, IndentsByColumns) {
  EXPECT_THAT(Texts("if a:\n  b\n\n  # note\nc"),
              ElementsAre("if", "a", ":", "NEWLINE", "INDENT", "b", "NEWLINE", "DEDENT", "c",
                          "NEWLINE", "END"));
}

TEST(Lexer, TakesTheFirstLinesIndentationAsTheBase) {
  EXPECT_THAT(
      Texts("    a:\n      b\n    c\n"),
      ElementsAre("a", ":", "NEWLINE", "INDENT", "b", "NEWLINE", "DEDENT", "c", "NEWLINE", "END"));
}

TEST(Lexer, JoinsLinesInBracketsAndAfterBackslashes) {
  EXPECT_THAT(Texts("f(a,\n# note\n  b) + \\\n  c\n"),
              ElementsAre("f", "(", "a", ",", "b", ")", "+", "c", "NEWLINE", "END"));
}

TEST(Lexer, EndsLinesAtEveryKindOfLineEnd) {
  EXPECT_THAT(Texts("\xEF\xBB\xBF"
                    "a\r\nb\rc\n"),
              ElementsAre("a", "NEWLINE", "b", "NEWLINE", "c", "NEWLINE", "END"));
}

TEST(Lexer, TakesTheLongestOperator) {
  EXPECT_THAT(Texts("a**=b//c<<=d...e->f:=g"),
              ElementsAre("a", "**=", "b", "//", "c", "<<=", "d", "...", "e", "->", "f", ":=", "g",
                          "NEWLINE", "END"));
}

TEST(Lexer, KeepsStringsWhole) {
  EXPECT_THAT(Texts("rb'a\\'' F\"\"\"x\n'\"\"\" br '' f''"),
              ElementsAre("rb'a\\''", "F\"\"\"x\n'\"\"\"", "br", "''", "f''", "NEWLINE", "END"));
}

struct BadText {
  const char* name;
  std::string text;
  const char* code;
  const char* message;
  uint32_t line, column;
};

class BadTextTest : public ::testing::TestWithParam<BadText> {};

TEST_P(BadTextTest, IsNamedWithItsPlace) {
  const BadText& bad = GetParam();
  std::vector<Diagnostic> diagnostics;
  DumpTokens(bad.text, &diagnostics);
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_EQ(diagnostics[0].code, bad.code);
  EXPECT_THAT(diagnostics[0].message, HasSubstr(bad.message));
  EXPECT_EQ(diagnostics[0].span.line, bad.line);
  EXPECT_EQ(diagnostics[0].span.column, bad.column);
}

INSTANTIATE_TEST_SUITE_P(
    Lexer, BadTextTest,
    ::testing::Values(
        BadText{"Tabs", "if a:\n        b\n\tc\n", codes::kTabs, "inconsistent use of tabs", 3, 0},
        BadText{"Unindent", "if a:\n    b\n  c\n", codes::kIndentation,
                "unindent does not match any outer indentation level", 3, 0},
        BadText{"String", "a = 'b\nc", codes::kUnterminatedString,
                "unterminated string literal (detected at line 1)", 1, 4},
        BadText{"TripleString", "a = '''b\nc", codes::kUnterminatedString,
                "unterminated triple-quoted string literal (detected at line 2)", 1, 4},
        BadText{"Bracket", "f(a,\nb", codes::kBrackets, "'(' was never closed", 1, 1},
        BadText{"Unmatched", "a)", codes::kBrackets, "unmatched ')'", 1, 1},
        BadText{"Mismatch", "f(a\n]", codes::kBrackets,
                "closing parenthesis ']' does not match opening parenthesis '(' on line 1", 2, 0},
        BadText{"Backslash", "a = \\ b", codes::kContinuation,
                "unexpected character after line continuation character", 1, 4},
        BadText{"Character", "a = \xE2\x82\xAC", codes::kCharacter,
                "invalid character '\xE2\x82\xAC' (U+20AC)", 1, 4},
        BadText{"Blank",
                "a =\xC2\xA0"
                "b",
                codes::kCharacter, "invalid non-printable character U+00A0", 1, 3},
        BadText{"NotUtf8", "a = 1\nb = '\xFF'", codes::kNotUtf8, "unexpected byte 0xff", 2, 5},
        BadText{"Null", std::string("a\0b", 3), codes::kNullByte, "null bytes", 1, 1},
        BadText{"Number", "a = 1_", codes::kNumber, "invalid decimal literal", 1, 4},
        BadText{"Octal", "a = 07", codes::kNumber, "leading zeros in decimal integer", 1, 4},
        BadText{"Digit", "a = 0b12", codes::kNumber, "invalid digit '2' in binary literal", 1, 4},
        BadText{"Brackets", std::string(300, '('), codes::kNesting, "too many nested parentheses",
                1, 199},
        BadText{"Large", std::string(kMaxSourceBytes + 1, ' '), codes::kTooLarge,
                "limit of 1048576 bytes", 1, 0}),
    [](const auto& info) { return info.param.name; });

TEST(Numbers, IntegersAreExact) {
  EXPECT_TRUE(ParseInteger("0xFF_FF").value == 65535);
  EXPECT_TRUE(ParseInteger("0b101").value == 5);
  EXPECT_TRUE(ParseInteger("00").value == 0);
  const IntegerValue largest = ParseInteger("170141183460469231731687303715884105727");
  EXPECT_FALSE(largest.big);
  EXPECT_TRUE(largest.value == (~static_cast<unsigned __int128>(0) >> 1));
  const IntegerValue beyond = ParseInteger("0x8000_0000_0000_0000_0000_0000_0000_0000");
  EXPECT_TRUE(beyond.big);
  EXPECT_EQ(beyond.decimal, "170141183460469231731687303715884105728");
  EXPECT_TRUE(ParseInteger(std::string(5000, '9')).too_long);
}

TEST(Numbers, FloatsAreRoundedCorrectly) {
  EXPECT_EQ(ParseFloat("1_0.5e-1"), 1.05);
  EXPECT_EQ(ParseFloat("9007199254740993."), 9007199254740992.0);
  EXPECT_EQ(ParseFloat("5e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(ParseFloat("2e-324"), 0.0);
  EXPECT_EQ(ParseFloat("0e999999999999"), 0.0);
  EXPECT_TRUE(std::isinf(ParseFloat("1e309")));
  EXPECT_TRUE(std::isinf(ParseFloat("0.001e400")));
}

TEST(Repr, WritesFloatsAsPythonDoes) {
  EXPECT_EQ(ReprFloat(1e16), "1e+16");
  EXPECT_EQ(ReprFloat(9999999999999998.0), "9999999999999998.0");
  EXPECT_EQ(ReprFloat(1e-5), "1e-05");
  EXPECT_EQ(ReprFloat(0.0001), "0.0001");
  EXPECT_EQ(ReprFloat(-0.0), "-0.0");
}

TEST(Repr, WritesStringsAsPythonDoes) {
  EXPECT_EQ(ReprString("a'b"), "\"a'b\"");
  EXPECT_EQ(ReprString("a'\"\\\n\x7f"), "'a\\'\"\\\\\\n\\x7f'");
  EXPECT_EQ(ReprString("\xC2\xA0\xE2\x80\xA8\xC3\xA9"), "'\\xa0\\u2028\xC3\xA9'");
}

TEST(Unicode, KnowsIdentifiers) {
  EXPECT_TRUE(IsIdentifierStart(U'\u00b5'));
  EXPECT_FALSE(IsIdentifierStart(U'\u20ac'));
  EXPECT_FALSE(IsIdentifierStart(U'\u0301'));
  EXPECT_TRUE(IsIdentifierContinue(U'\u0301'));
  EXPECT_TRUE(IsIdentifierContinue(U'\u00b7'));
  EXPECT_FALSE(IsIdentifierContinue(U'\u037a'));
  EXPECT_EQ(Nfkc("\xEF\xAC\x81x"), "fix");
}

}  // namespace
}  // namespace pyasc::syntax
