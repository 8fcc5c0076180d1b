#include "compiler/tools/report.h"

#include "gtest/gtest.h"

namespace pyasc {
namespace {

TEST(ReportTest, ShowsTheLineAndTheColumns) {
  Diagnostic diagnostic;
  diagnostic.code = "PA0101";
  diagnostic.message = "unknown name 'ä'";
  diagnostic.hint = "define it";
  diagnostic.span = {2, 9, 2, 11};
  EXPECT_EQ(Report(diagnostic, {}, "def f(x):\n    ö = ä\n", "a.py", 10),
            "a.py:11:9: error: unknown name 'ä' [PA0101]\n"
            "    ö = ä\n"
            "        ^\n"
            "hint: define it\n");
}

TEST(ReportTest, AnOrdinalIsLookedUp) {
  Diagnostic diagnostic;
  diagnostic.code = "PA0201";
  diagnostic.message = "m";
  diagnostic.point = 1;
  LineTable lines;
  lines.spans = {{1, 0, 2, 8}, {2, 4, 2, 8}};
  EXPECT_EQ(Report(diagnostic, lines, "def f():\n    pass\n", "a.py", 1),
            "a.py:2:5: error: m [PA0201]\n    pass\n    ^~~~\n");
}

TEST(ReportTest, ALineBeyondTheTextIsEmpty) {
  Diagnostic diagnostic;
  diagnostic.span = {9, 3, 9, 4};
  EXPECT_EQ(Report(diagnostic, {}, "x", "a.py", 1), "a.py:9:1: error:  []\n\n^\n");
  EXPECT_EQ(Report(diagnostic, {}, "", "a.py", 1), "a.py:9:1: error:  []\n\n^\n");
}

}  // namespace
}  // namespace pyasc
