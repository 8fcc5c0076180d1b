#include "compiler/loops/known_conditions.h"

#include <functional>

#include "compiler/hir/test_builder.h"
#include "gtest/gtest.h"

namespace pyasc::loops {
namespace {

using hir::Op;
using hir::TestBuilder;
using hir::Type;
using hir::ValueId;

int CountChecks(const hir::Function& function) {
  int count = 0;
  for (const hir::Block& block : function.blocks)
    for (const hir::Instr& instr : block.instrs) count += instr.op == Op::kCheck ? 1 : 0;
  return count;
}

ValueId Compare(TestBuilder& b, Op op, ValueId x, ValueId y) {
  return b.Emit(op, Type::kI1, {x, y});
}

// The check of x[index] as compiler/sema makes it.
void Access(TestBuilder& b, ValueId index, ValueId size) {
  const ValueId sum = b.Emit(Op::kAdd, Type::kI64, {index, size});
  const ValueId place =
      b.Emit(Op::kSelect, Type::kI64, {Compare(b, Op::kSLt, index, b.Int(0)), sum, index});
  b.Emit(Op::kCheck, Type::kVoid, {Compare(b, Op::kULt, place, size)}, b.Site("IndexError"));
}

// 0 <= index < size
ValueId Inside(TestBuilder& b, ValueId index, ValueId size) {
  return b.Emit(Op::kAnd, Type::kI1,
                {Compare(b, Op::kSLe, b.Int(0), index), Compare(b, Op::kSLt, index, size)});
}

struct Row {
  const char* name;
  std::function<void(TestBuilder&, ValueId index, ValueId size)> build;
  int checks;  // that are left
};

const Row kRows[] = {
    {"Guarded",
     [](auto& b, ValueId index, ValueId size) {
       b.If(Inside(b, index, size), [&] { Access(b, index, size); });
     },
     0},
    {"GuardedInALoop",
     [](auto& b, ValueId index, ValueId size) {
       b.If(Inside(b, index, size), [&] { b.For(size, [&](ValueId) { Access(b, index, size); }); });
     },
     0},
    {"ByMinusOne",
     [](auto& b, ValueId index, ValueId size) {
       const ValueId low = Compare(b, Op::kSLt, b.Int(-1), index);
       b.If(b.Emit(Op::kAnd, Type::kI1, {low, Compare(b, Op::kSLt, index, size)}),
            [&] { Access(b, index, size); });
     },
     0},
    {"TheSecondOfTwo",
     [](auto& b, ValueId index, ValueId size) {
       const ValueId inside = Compare(b, Op::kULt, index, size);
       const uint32_t site = b.Site("IndexError");
       b.Emit(Op::kCheck, Type::kVoid, {inside}, site);
       b.Emit(Op::kCheck, Type::kVoid, {Compare(b, Op::kULt, index, size)}, site);
     },
     1},
    {"HalfGuarded",
     [](auto& b, ValueId index, ValueId size) {
       b.If(Compare(b, Op::kSLt, index, size), [&] { Access(b, index, size); });
     },
     1},
    {"AnotherSize",
     [](auto& b, ValueId index, ValueId size) {
       b.If(Inside(b, index, b.Emit(Op::kAdd, Type::kI64, {size, size})),
            [&] { Access(b, index, size); });
     },
     1},
    {"AnotherIndex",
     [](auto& b, ValueId index, ValueId size) {
       b.If(Inside(b, index, size),
            [&] { Access(b, b.Emit(Op::kAdd, Type::kI64, {index, b.Int(1)}), size); });
     },
     1},
    {"OtherArm",
     [](auto& b, ValueId index, ValueId size) {
       b.If(Inside(b, index, size), [] {}, [&] { Access(b, index, size); });
     },
     1},
    {"AfterTheGuard",
     [](auto& b, ValueId index, ValueId size) {
       b.If(Inside(b, index, size), [] {});
       Access(b, index, size);
     },
     1},
    {"EitherOr",
     [](auto& b, ValueId index, ValueId size) {
       const ValueId low = Compare(b, Op::kSLe, b.Int(0), index);
       b.If(b.Emit(Op::kOr, Type::kI1, {low, Compare(b, Op::kSLt, index, size)}),
            [&] { Access(b, index, size); });
     },
     1},
};

class KnownConditionsTest : public ::testing::TestWithParam<Row> {};

TEST_P(KnownConditionsTest, LeaveTheChecksThatAreNeeded) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kFloat64, 1);
  GetParam().build(b, b.Attribute(Type::kI64), b.Dim(x, 0));
  ASSERT_EQ(hir::Verify(b.function), "");
  UseKnownConditions(&b.function);
  EXPECT_EQ(hir::Verify(b.function), "");
  EXPECT_EQ(CountChecks(b.function), GetParam().checks) << hir::Print(b.function);
}

INSTANTIATE_TEST_SUITE_P(Rows, KnownConditionsTest, ::testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace pyasc::loops
