#include "compiler/loops/detect.h"

#include <functional>

#include "compiler/hir/test_builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc::loops {
namespace {

using hir::Op;
using hir::TestBuilder;
using hir::Type;
using hir::ValueId;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Loops around each guard, in order.
void AddDepths(const hir::Function& function, hir::BlockId id, int depth, std::vector<int>* out) {
  for (const hir::Instr& instr : function.blocks[id].instrs) {
    if (instr.op == Op::kGuard) out->push_back(depth);
    const bool loop = instr.op == Op::kFor || instr.op == Op::kWhile;
    for (const hir::BlockId block : instr.blocks)
      AddDepths(function, block, depth + (loop ? 1 : 0), out);
  }
}

std::vector<int> Depths(const hir::Function& function) {
  std::vector<int> depths;
  AddDepths(function, function.body, 0, &depths);
  return depths;
}

ValueId Below(TestBuilder& b, ValueId x, ValueId size) {
  return b.Emit(Op::kULt, Type::kI1, {x, size});
}

void Check(TestBuilder& b, ValueId condition) {
  b.Emit(Op::kCheck, Type::kVoid, {condition}, b.Site("IndexError"));
}

// Rows get a size and the number of trips from outside every loop.
struct Row {
  const char* name;
  std::function<void(TestBuilder&, ValueId size, ValueId trips)> build;
  std::vector<int> depths;
};

const Row kRows[] = {
    {"Trip",
     [](auto& b, ValueId size, ValueId trips) {
       b.For(trips, [&](ValueId i) { Check(b, Below(b, i, size)); });
     },
     {0}},
    {"AffineInTwoLoops",
     [](auto& b, ValueId size, ValueId trips) {
       b.For(trips, [&](ValueId i) {
         b.For(trips, [&](ValueId j) {
           const ValueId twice = b.Exact(Op::kMul, i, b.Int(2));
           Check(b, Below(b, b.Exact(Op::kSub, twice, j), size));
         });
       });
     },
     {0}},
    {"WrappedIndex",
     [](auto& b, ValueId size, ValueId trips) {
       b.For(trips, [&](ValueId i) {
         const ValueId index = b.Exact(Op::kSub, i, b.Int(5));
         const ValueId negative = b.Emit(Op::kSLt, Type::kI1, {index, b.Int(0)});
         const ValueId sum = b.Emit(Op::kAdd, Type::kI64, {index, size});
         Check(b, Below(b, b.Emit(Op::kSelect, Type::kI64, {negative, sum, index}), size));
       });
     },
     {0}},
    {"IndexOf128Bits",
     [](auto& b, ValueId size, ValueId trips) {
       b.For(trips, [&](ValueId i) {
         const ValueId wide = b.Emit(Op::kSExt, Type::kI128, {i});
         const ValueId index = b.Exact(Op::kMul, wide, b.Int(Int128{1} << 70, Type::kI128));
         Check(b, Below(b, index, b.Emit(Op::kSExt, Type::kI128, {size})));
       });
     },
     {0}},
    {"AfterARaise",
     [](auto& b, ValueId size, ValueId trips) {
       b.For(trips, [&](ValueId i) {
         b.If(b.Emit(Op::kEq, Type::kI1, {i, size}),
              [&] { b.Emit(Op::kRaise, Type::kVoid, {}, b.Site("ValueError")); });
         Check(b, Below(b, i, size));
       });
     },
     {0}},
    {"AfterABreakOfAnInnerLoop",
     [](auto& b, ValueId size, ValueId trips) {
       b.For(trips, [&](ValueId i) {
         b.For(trips, [&](ValueId) { b.Emit(Op::kBreak, Type::kVoid, {}); });
         Check(b, Below(b, i, size));
       });
     },
     {0}},
    {"SumThatMayWrap",
     [](auto& b, ValueId size, ValueId trips) {
       b.For(trips,
             [&](ValueId i) { Check(b, Below(b, b.Emit(Op::kMul, Type::kI64, {i, size}), size)); });
     },
     {1}},
    {"AfterABreak",
     [](auto& b, ValueId size, ValueId trips) {
       b.For(trips, [&](ValueId i) {
         b.If(b.Emit(Op::kEq, Type::kI1, {i, size}), [&] { b.Emit(Op::kBreak, Type::kVoid, {}); });
         Check(b, Below(b, i, size));
       });
     },
     {1}},
    {"AfterAReturnInAnInnerLoop",
     [](auto& b, ValueId size, ValueId trips) {
       b.For(trips, [&](ValueId i) {
         b.For(trips, [&](ValueId) { b.Emit(Op::kReturn, Type::kVoid, {}); });
         Check(b, Below(b, i, size));
       });
     },
     {1}},
    {"Conditional",
     [](auto& b, ValueId size, ValueId trips) {
       b.For(trips, [&](ValueId i) {
         b.If(b.Emit(Op::kEq, Type::kI1, {i, size}), [&] { Check(b, Below(b, i, size)); });
       });
     },
     {1}},
    {"SquareIsNotAffine",
     [](auto& b, ValueId size, ValueId trips) {
       b.For(trips, [&](ValueId i) { Check(b, Below(b, b.Exact(Op::kMul, i, i), size)); });
     },
     {1}},
    {"SizeThatVaries",
     [](auto& b, ValueId, ValueId trips) {
       b.For(trips, [&](ValueId i) { Check(b, Below(b, i, b.Exact(Op::kMul, i, b.Int(2)))); });
     },
     {1}},
    {"DivisionIsNotMoved",
     [](auto& b, ValueId size, ValueId trips) {
       b.For(trips, [&](ValueId i) {
         Check(b, Below(b, i, b.Emit(Op::kSDiv, Type::kI64, {trips, size})));
       });
     },
     {1}},
    {"SlotOfTheLoop",
     [](auto& b, ValueId size, ValueId trips) {
       const hir::SlotId slot = b.Slot("s", Type::kI64);
       b.For(trips, [&](ValueId i) {
         b.Set(slot, i);
         Check(b, Below(b, b.Get(slot), size));
       });
     },
     {1}},
    {"SlotOfBefore",
     [](auto& b, ValueId size, ValueId trips) {
       const hir::SlotId slot = b.Slot("s", Type::kI64);
       b.Set(slot, size);
       b.For(trips, [&](ValueId i) { Check(b, Below(b, i, b.Get(slot))); });
     },
     {0}},
};

class HoistTest : public ::testing::TestWithParam<Row> {};

TEST_P(HoistTest, GuardsLeaveTheLoopsTheyCan) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kFloat64, 2);
  GetParam().build(b, b.Dim(x, 0), b.Dim(x, 1));
  ASSERT_EQ(hir::Verify(b.function), "");
  const auto fast = Detect(b.function);
  ASSERT_TRUE(fast.has_value());
  EXPECT_EQ(hir::Verify(fast->function), "");
  EXPECT_EQ(Depths(fast->function), GetParam().depths) << hir::Print(fast->function);
}

INSTANTIATE_TEST_SUITE_P(Rows, HoistTest, ::testing::ValuesIn(kRows),
                         [](const auto& row) { return row.param.name; });

TEST(DetectTest, WhatPrintsIsNotDoneTwice) {
  TestBuilder b;
  Check(b, b.Int(1, Type::kI1));
  b.If(b.Int(0, Type::kI1), [&] { b.Emit(Op::kPrint, Type::kVoid, {}, b.Site("")); });
  EXPECT_FALSE(Detect(b.function).has_value());
}

TEST(DetectTest, WhatNeverRaisesNeedsNoSecondEntry) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kFloat64, 1);
  b.Store(b.Real(1), b.At(x, b.Int(0)));
  b.Emit(Op::kAlloc, Type::kPtr, {b.Int(8)}, b.Site("MemoryError"));
  EXPECT_FALSE(Detect(b.function).has_value());
}

TEST(DetectTest, ExceptionsBecomeGivingUp) {
  TestBuilder b;
  b.If(b.Int(0, Type::kI1), [&] { b.Emit(Op::kRaise, Type::kVoid, {}, b.Site("KeyError")); });
  b.Emit(Op::kRaise, Type::kVoid, {b.Int(1)}, b.Site("ValueError", 1));
  const auto fast = Detect(b.function);
  ASSERT_TRUE(fast.has_value());
  EXPECT_EQ(hir::Verify(fast->function), "");
  const std::string text = hir::Print(fast->function);
  EXPECT_THAT(text, HasSubstr("give.up\n  } else"));
  EXPECT_THAT(text, Not(HasSubstr("raise")));
}

TEST(DetectTest, AConditionThatRaisesStillYields) {
  TestBuilder b;
  b.While(
      [&] {
        b.Emit(Op::kRaise, Type::kVoid, {}, b.Site("ZeroDivisionError"));
        return b.Int(1, Type::kI1);
      },
      [] {});
  ASSERT_EQ(hir::Verify(b.function), "");
  const auto fast = Detect(b.function);
  ASSERT_TRUE(fast.has_value());
  EXPECT_EQ(hir::Verify(fast->function), "");
}

// Whether a kernel with one check after, or in a loop with, one store gives up clean.
bool IsClean(bool created, bool store_first) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kFloat64, 1);
  b.function.tensors[x].use.created = created;
  const ValueId size = b.Dim(x, 0);
  const auto store = [&] { b.Store(b.Real(1), b.At(x, b.Int(0))); };
  const auto check = [&] { Check(b, b.Emit(Op::kEq, Type::kI1, {size, b.Int(3)})); };
  if (store_first) store();
  check();
  if (!store_first) store();
  return Detect(b.function)->gives_up_clean;
}

TEST(DetectTest, KnowsWhetherWhatItWasGivenNeedsRestoring) {
  EXPECT_TRUE(IsClean(/*created=*/false, /*store_first=*/false));
  EXPECT_FALSE(IsClean(/*created=*/false, /*store_first=*/true));
  EXPECT_TRUE(IsClean(/*created=*/true, /*store_first=*/true));
}

TEST(DetectTest, AStoreOfTheTripBeforeCounts) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kFloat64, 1);
  b.For(b.Dim(x, 0), [&](ValueId i) {
    Check(b, b.Emit(Op::kFLt, Type::kI1, {b.Load(Type::kF64, b.At(x, i)), b.Real(1)}));
    b.Store(b.Real(1), b.At(x, i));
  });
  EXPECT_FALSE(Detect(b.function)->gives_up_clean);
}

}  // namespace
}  // namespace pyasc::loops
