#include "server/rpc/value_codec.h"

#include "gtest/gtest.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;

TEST(DecodeCaptures, KeepsTheMeaningOfEachName) {
  WireCaptures wire;
  v1::Capture* module = wire.Add();
  module->set_name("np");
  module->set_module("numpy");
  v1::Capture* scalar = wire.Add();
  scalar->set_name("k");
  scalar->mutable_scalar()->set_real(0.5);
  v1::Capture* other = wire.Add();
  other->set_name("d");
  other->set_other_type("dict");
  auto captures = DecodeCaptures(wire);
  ASSERT_TRUE(captures.ok());
  EXPECT_EQ((*captures)[0].kind, CaptureKind::kModule);
  EXPECT_EQ((*captures)[0].type_name, "numpy");
  EXPECT_EQ((*captures)[1].value.real, 0.5);
  EXPECT_EQ((*captures)[2].kind, CaptureKind::kOther);
  EXPECT_EQ((*captures)[2].type_name, "dict");
}

TEST(DecodeCaptures, RefusesNamesWithoutMeaningAndTheReverse) {
  WireCaptures unbound, nameless;
  unbound.Add()->set_name("k");
  nameless.Add()->set_module("numpy");
  EXPECT_EQ(DecodeCaptures(unbound).status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(DecodeCaptures(nameless).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(EncodeException, KeepsPartsSpanAndLoops) {
  ExplainedException exception;
  exception.type = "IndexError";
  exception.parts.resize(2);
  exception.parts[0].text = "index ";
  exception.parts[1].literal = false;
  exception.parts[1].value.kind = ScalarKind::kInt;
  exception.parts[1].value.integer = 300;
  exception.parts[1].conversion = 'r';
  exception.parts[1].format = "5d";
  exception.span = {3, 4, 3, 9};
  exception.loops = {{.name = "n", .value = -1}};
  v1::OperatorException wire;
  EncodeException(exception, &wire);
  EXPECT_EQ(wire.type(), "IndexError");
  EXPECT_EQ(wire.parts(0).literal(), "index ");
  EXPECT_EQ(wire.parts(1).value().integer(), std::string("\x2c\x01", 2));
  EXPECT_EQ(wire.parts(1).conversion(), "r");
  EXPECT_EQ(wire.parts(1).format(), "5d");
  EXPECT_EQ(wire.span().end_column(), 9u);
  EXPECT_EQ(wire.loops(0).name(), "n");
  EXPECT_EQ(wire.loops(0).value().integer(), "\xff");
}

}  // namespace
}  // namespace pyasc
