#include "server/kernels/explain.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc {
namespace {

MessagePart Literal(std::string text) {
  MessagePart part;
  part.literal = std::move(text);
  return part;
}

MessagePart Value(int32_t slot, char conversion, std::string format) {
  MessagePart part;
  part.slot = slot;
  part.kind = ScalarKind::kInt;
  part.conversion = conversion;
  part.format = std::move(format);
  return part;
}

Scalar Int(Int128 value) {
  Scalar scalar;
  scalar.kind = ScalarKind::kInt;
  scalar.integer = value;
  return scalar;
}

KernelMeta Meta() {
  Site raises;
  raises.point = 1;
  raises.exception = "ValueError";
  raises.parts = {Literal("K is "), Value(0, 'r', ""), Literal(" not "), Value(1, 0, "5d")};
  raises.loops = {"n", "k"};
  raises.loop_slot = 2;
  Site prints;
  prints.point = 0;
  prints.parts = {Value(0, 0, "")};
  prints.end = "";
  KernelMeta meta;
  meta.sites = {raises, prints};
  return meta;
}

const LineTable kLines{.spans = {{1, 0, 1, 5}, {2, 4, 2, 9}}};

RaisedException Raised(uint32_t site, std::vector<Scalar> values, std::vector<Int128> loops) {
  RaisedException raised;
  raised.site = site;
  raised.values = std::move(values);
  raised.loop_indices = std::move(loops);
  return raised;
}

TEST(Explain, PutsValuesBetweenTheLiterals) {
  auto explained = Explain(Meta(), kLines, Raised(0, {Int(3), Int(4)}, {7, 8}));
  ASSERT_TRUE(explained.ok());
  EXPECT_EQ(explained->type, "ValueError");
  EXPECT_EQ(explained->span.line, 2u);
  ASSERT_EQ(explained->parts.size(), 4u);
  EXPECT_EQ(explained->parts[0].text, "K is ");
  EXPECT_EQ(explained->parts[1].value, Int(3));
  EXPECT_EQ(explained->parts[1].conversion, 'r');
  EXPECT_EQ(explained->parts[3].format, "5d");
  ASSERT_EQ(explained->loops.size(), 2u);
  EXPECT_EQ(explained->loops[1].name, "k");
  EXPECT_EQ(explained->loops[1].value, 8);
}

TEST(Explain, APrintKeepsItsEnd) {
  PrintedLine printed;
  printed.site = 1;
  printed.values = {Int(5)};
  auto explained = Explain(Meta(), kLines, printed);
  ASSERT_TRUE(explained.ok());
  EXPECT_EQ(explained->end, "");
  EXPECT_EQ(explained->parts[0].value, Int(5));
  EXPECT_EQ(explained->span.line, kLines.spans[Meta().sites[1].point].line);
}

TEST(Explain, DoesNotBelieveTheDevice) {
  struct Case {
    const char* name;
    RaisedException raised;
  };
  const Case cases[] = {
      {"no such site", Raised(2, {Int(3), Int(4)}, {7, 8})},
      {"too few values", Raised(0, {Int(3)}, {7, 8})},
      {"too few loops", Raised(0, {Int(3), Int(4)}, {7})},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(Explain(Meta(), kLines, c.raised).status().code(), absl::StatusCode::kInternal)
        << c.name;
  }
}

TEST(WithSpans, TurnsPointsIntoSpansOfThisText) {
  Diagnostic parsed, lowered, stray;
  parsed.span = {9, 1, 9, 2};
  lowered.point = 1;
  stray.point = 77;
  auto diagnostics = WithSpans({parsed, lowered, stray}, kLines);
  EXPECT_EQ(diagnostics[0].span.line, 9u);
  EXPECT_EQ(diagnostics[1].span.line, 2u);
  EXPECT_EQ(diagnostics[2].span.line, 0u);
}

}  // namespace
}  // namespace pyasc
