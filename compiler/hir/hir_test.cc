#include "compiler/hir/hir.h"

#include <functional>
#include <string>

#include "compiler/hir/test_builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc::hir {
namespace {

using ::testing::HasSubstr;

TEST(PrintTest, ListsAFunctionReadably) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kFloat32, 1);
  const SlotId sum = b.Slot("s.float32", Type::kF32);
  const uint32_t site = b.Site("ValueError", 1, {"i"});
  b.For(b.Dim(x, 0), [&](ValueId i) {
    const ValueId element = b.Load(Type::kF32, b.At(x, i));
    const ValueId positive = b.Emit(Op::kFLt, Type::kI1, {b.Real(0, Type::kF32), element});
    b.Emit(Op::kCheck, Type::kVoid, {positive, element, i}, site);
    b.If(positive, [&] { b.Set(sum, element); }, [&] { b.Emit(Op::kBreak, Type::kVoid, {}); });
  });
  ASSERT_EQ(Verify(b.function), "");
  EXPECT_EQ(Print(b.function), R"(tensor 0 x: float32 rank 1 read written
slot 0 s.float32: f32
site 0 @0 ValueError {0} for i={1}
body {
  %0: i64 = tensor.dim x[0]
  for %0 as %1: i64 {
    %2: ptr = tensor.data x
    %3: i64 = tensor.stride x[0]
    %4: i64 = mul %1, %3
    %5: ptr = ptr.add %2, %4
    %6: f32 = load %5
    %7: f32 = constf 0
    %8: i1 = flt %7, %6
    check #0 %8, %6, %1
    if %8 {
      store.slot s.float32 %6
    } else {
      break
    }
  }
}
)");
}

TEST(PrintTest, ListsMapsAndWhiles) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kInt64, 1);
  const ValueId dim = b.Dim(x, 0);
  const MapOperand destination = b.Whole(x);
  b.Map(
      {dim}, destination, {b.Whole(x, /*may_alias=*/true)},
      [&](const std::vector<ValueId>& e) {
        return b.Emit(Op::kAdd, Type::kI64, {e[0], b.Int(-(Int128{1} << 63))});
      },
      b.Site("MemoryError"));
  b.While([&] { return b.Int(1, Type::kI1); }, [&] { b.Emit(Op::kBreak, Type::kVoid, {}); });
  ASSERT_EQ(Verify(b.function), "");
  const std::string text = Print(b.function);
  EXPECT_THAT(text, HasSubstr("map [%0] %1[%2]: i64 from %3[%4]: i64 aliased as (%5: i64) {\n"
                              "    %6: i64 = const -9223372036854775808\n"
                              "    %7: i64 = add %5, %6\n"
                              "    yield %7\n"));
  EXPECT_THAT(text, HasSubstr("  while {\n    %8: i1 = const 1\n    yield %8\n  } do {\n"
                              "    break\n  }\n"));
}

struct BadCase {
  const char* name;
  std::function<void(TestBuilder&)> build;
  const char* problem;
};

class VerifyTest : public ::testing::TestWithParam<BadCase> {};

TEST_P(VerifyTest, NamesTheProblem) {
  TestBuilder b;
  GetParam().build(b);
  EXPECT_THAT(Verify(b.function), HasSubstr(GetParam().problem));
}

const BadCase kBadCases[] = {
    {"OperandType", [](TestBuilder& b) { b.Emit(Op::kAdd, Type::kI64, {b.Int(1), b.Real(1)}); },
     "operand 1 is f64, not i64"},
    {"FloatOfInts", [](TestBuilder& b) { b.Emit(Op::kFAdd, Type::kI64, {b.Int(1), b.Int(1)}); },
     "operand 0 is not a float"},
    {"OperandCount", [](TestBuilder& b) { b.Emit(Op::kAdd, Type::kI64, {b.Int(1)}); },
     "1 operands, not 2"},
    {"UseAfterScope",
     [](TestBuilder& b) {
       ValueId inner = kNone;
       b.If(b.Int(1, Type::kI1), [&] { inner = b.Int(3); });
       b.Emit(Op::kAdd, Type::kI64, {inner, inner});
     },
     "is not defined here"},
    {"BreakOutsideLoop", [](TestBuilder& b) { b.Emit(Op::kBreak, Type::kVoid, {}); },
     "outside a loop"},
    {"UnknownSite", [](TestBuilder& b) { b.Emit(Op::kRaise, Type::kVoid, {}, 3); }, "no site 3"},
    {"TooFewValues",
     [](TestBuilder& b) { b.Emit(Op::kRaise, Type::kVoid, {}, b.Site("ValueError", 2)); },
     "the message shows value 0 of 0"},
    {"LoopValues",
     [](TestBuilder& b) {
       b.Emit(Op::kRaise, Type::kVoid, {b.Int(1)}, b.Site("ValueError", 1, {"i"}));
     },
     "1 values, but its site has 2"},
    {"WrongSlotType", [](TestBuilder& b) { b.Set(b.Slot("s", Type::kF64), b.Int(1)); },
     "operand 0 is i64, not f64"},
    {"ConstantTooWide", [](TestBuilder& b) { b.Int(256, Type::kI8); }, "does not fit"},
    {"NarrowingExtension", [](TestBuilder& b) { b.Emit(Op::kSExt, Type::kI8, {b.Int(1)}); },
     "no conversion from i64 to i8"},
    {"BoolInMemory",
     [](TestBuilder& b) { b.Store(b.Int(1, Type::kI1), b.Data(b.Tensor("x", DType::kBool, 0))); },
     "no type of an element in memory"},
    {"SideEffectInMap",
     [](TestBuilder& b) {
       const uint32_t x = b.Tensor("x", DType::kInt64, 0);
       const MapOperand whole = b.Whole(x);
       b.Map({}, whole, {whole}, [&](const std::vector<ValueId>& e) {
         b.Store(e[0], whole.data);
         return e[0];
       });
     },
     "a side effect inside a map"},
    {"StrideCount",
     [](TestBuilder& b) {
       const MapOperand whole = b.Whole(b.Tensor("x", DType::kInt64, 1));
       b.Map({}, whole, {}, [&](const std::vector<ValueId>&) { return b.Int(1); });
     },
     "1 strides for 0 dims"},
};

INSTANTIATE_TEST_SUITE_P(Problems, VerifyTest, ::testing::ValuesIn(kBadCases),
                         [](const auto& row) { return row.param.name; });

TEST(TypesTest, BoolAndBfloat16DifferInMemory) {
  EXPECT_EQ(MemoryType(DType::kBool), Type::kI8);
  EXPECT_EQ(ValueType(DType::kBool), Type::kI1);
  EXPECT_EQ(MemoryType(DType::kBFloat16), Type::kI16);
  EXPECT_EQ(ValueType(DType::kBFloat16), Type::kF32);
  EXPECT_EQ(Name(MemoryType(DType::kUint16)), "i16");
}

}  // namespace
}  // namespace pyasc::hir
