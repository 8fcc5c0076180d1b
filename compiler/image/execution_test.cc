// Hand-built functions, compiled and run: control flow, memory, exceptions, runtime.
#include <cstdint>

#include "compiler/image/test_kernel.h"
#include "gmock/gmock.h"

namespace pyasc::image {
namespace {

using hir::Op;
using hir::SlotId;
using hir::TestBuilder;
using hir::Type;
using hir::ValueId;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

ValueId Compare(TestBuilder& b, Op op, ValueId x, ValueId y) {
  return b.Emit(op, Type::kI1, {x, y});
}

TEST(ExecutionTest, AxpyFollowsStrides) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kFloat64, 1), y = b.Tensor("y", DType::kFloat64, 1);
  const ValueId a = b.Attribute(Type::kF64);
  b.For(b.Dim(x, 0), [&](ValueId i) {
    const ValueId product = b.Emit(Op::kFMul, Type::kF64, {a, b.Load(Type::kF64, b.At(x, i))});
    const ValueId sum = b.Emit(Op::kFAdd, Type::kF64, {product, b.Load(Type::kF64, b.At(y, i))});
    b.Store(sum, b.At(y, i));
  });
  TestKernel kernel(b.function);
  Array<double> xs{{1, 2, 3, 4, 5, 6}, {3}, {16}, 0};
  Array<double> ys{{10, 20, 30}, {3}, {-8}, 2};
  ASSERT_EQ(kernel.Run({xs.Arg(), ys.Arg()}, {SlotOf(2.0)}), abi::kOk);
  EXPECT_THAT(ys.elements, ElementsAre(20, 26, 32));
}

// Sums i for i in 0..n-1, skipping `skip` and stopping at `stop`.
TestBuilder SumWithBreakAndContinue() {
  TestBuilder b;
  const uint32_t out = b.Tensor("out", DType::kInt64, 1);
  const ValueId n = b.Attribute(Type::kI64), skip = b.Attribute(Type::kI64),
                stop = b.Attribute(Type::kI64);
  const SlotId sum = b.Slot("sum", Type::kI64);
  b.For(n, [&](ValueId i) {
    b.If(Compare(b, Op::kEq, i, skip), [&] { b.Emit(Op::kContinue, Type::kVoid, {}); });
    b.If(Compare(b, Op::kEq, i, stop), [&] { b.Emit(Op::kBreak, Type::kVoid, {}); });
    b.Set(sum, b.Emit(Op::kAdd, Type::kI64, {b.Get(sum), i}));
  });
  b.Store(b.Get(sum), b.Data(out));
  return b;
}

struct LoopCase {
  const char* name;
  int64_t n, skip, stop, sum;
};

class LoopTest : public ::testing::TestWithParam<LoopCase> {};

TEST_P(LoopTest, BreakAndContinueReachTheInnermostLoop) {
  const LoopCase& row = GetParam();
  TestKernel kernel(SumWithBreakAndContinue().function);
  Array<int64_t> out = Array<int64_t>::Of({-1});
  ASSERT_EQ(kernel.Run({out.Arg()}, {SlotOf(row.n), SlotOf(row.skip), SlotOf(row.stop)}), abi::kOk);
  EXPECT_EQ(out.elements[0], row.sum);
}

const LoopCase kLoopCases[] = {
    {"NoTrips", 0, -1, -1, 0},
    {"NegativeTrips", -5, -1, -1, 0},
    {"One", 1, -1, -1, 0},
    {"Skips", 5, 2, -1, 8},
    {"SkipsTheLast", 5, 4, -1, 6},
    {"Stops", 5, -1, 3, 3},
    {"ExactlyOneStrip", 4096, -1, -1, 4096LL * 4095 / 2},
    {"OneMoreThanAStrip", 4097, -1, -1, 4097LL * 4096 / 2},
    {"ManyStrips", 10'000, 9'999, -1, 9'999LL * 9'998 / 2},
    {"StopsInTheSecondStrip", 10'000, -1, 5'000, 5'000LL * 4'999 / 2},
};

INSTANTIATE_TEST_SUITE_P(Trips, LoopTest, ::testing::ValuesIn(kLoopCases),
                         [](const auto& row) { return row.param.name; });

TEST(ExecutionTest, NestedWhilesCount) {
  TestBuilder b;
  const uint32_t out = b.Tensor("out", DType::kInt64, 1);
  const SlotId i = b.Slot("i", Type::kI64), j = b.Slot("j", Type::kI64),
               count = b.Slot("count", Type::kI64);
  const auto add = [&](SlotId slot, ValueId by) {
    b.Set(slot, b.Emit(Op::kAdd, Type::kI64, {b.Get(slot), by}));
  };
  b.While([&] { return Compare(b, Op::kSLt, b.Get(i), b.Int(7)); },
          [&] {
            b.Set(j, b.Int(0));
            b.While([&] { return Compare(b, Op::kSLt, b.Get(j), b.Get(i)); },
                    [&] {
                      add(count, b.Int(1));
                      add(j, b.Int(1));
                      b.If(Compare(b, Op::kEq, b.Get(j), b.Int(4)),
                           [&] { b.Emit(Op::kBreak, Type::kVoid, {}); });
                    });
            add(i, b.Int(1));
          });
  b.Store(b.Get(count), b.Data(out));
  TestKernel kernel(b.function);
  Array<int64_t> result = Array<int64_t>::Of({0});
  ASSERT_EQ(kernel.Run({result.Arg()}), abi::kOk);
  EXPECT_EQ(result.elements[0], 0 + 1 + 2 + 3 + 4 + 4 + 4);
}

TEST(ExecutionTest, ReturnLeavesFromInsideLoops) {
  TestBuilder b;
  const uint32_t out = b.Tensor("out", DType::kInt64, 1);
  b.For(b.Int(10), [&](ValueId i) {
    b.For(b.Int(10), [&](ValueId j) {
      b.Store(b.Emit(Op::kMul, Type::kI64, {i, j}), b.Data(out));
      b.If(Compare(b, Op::kEq, j, b.Int(3)), [&] { b.Emit(Op::kReturn, Type::kVoid, {}); });
    });
  });
  b.Store(b.Int(-1), b.Data(out));
  TestKernel kernel(b.function);
  Array<int64_t> result = Array<int64_t>::Of({5});
  ASSERT_EQ(kernel.Run({result.Arg()}), abi::kOk);
  EXPECT_EQ(result.elements[0], 0);
}

TEST(ExecutionTest, BothArmsMayLeave) {
  TestBuilder b;
  const uint32_t out = b.Tensor("out", DType::kInt64, 1);
  const ValueId flag = b.Attribute(Type::kI1);
  const uint32_t site = b.Site("ValueError");
  b.If(
      flag, [&] { b.Emit(Op::kReturn, Type::kVoid, {}); },
      [&] { b.Emit(Op::kRaise, Type::kVoid, {}, site); });
  b.Store(b.Int(1), b.Data(out));
  TestKernel kernel(b.function);
  Array<int64_t> result = Array<int64_t>::Of({0});
  EXPECT_EQ(kernel.Run({result.Arg()}, {SlotOf(true)}), abi::kOk);
  EXPECT_EQ(kernel.Run({result.Arg()}, {SlotOf(false)}), abi::kRaised);
  EXPECT_EQ(result.elements[0], 0);
}

TEST(ExecutionTest, ARecordTellsSiteValuesAndLoopIndices) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kFloat32, 1);
  b.Site("IndexError");
  const uint32_t site = b.Site("ValueError", 4, {"i"});
  b.For(b.Dim(x, 0), [&](ValueId i) {
    const ValueId element = b.Load(Type::kF32, b.At(x, i));
    const ValueId good = b.Emit(Op::kFLe, Type::kI1, {b.Real(0, Type::kF32), element});
    const ValueId half = b.Emit(Op::kFTrunc, Type::kF16, {element});
    b.Emit(Op::kCheck, Type::kVoid, {good, element, half, good, b.Int(-3, Type::kI8), i}, site);
  });
  TestKernel kernel(b.function);
  EXPECT_EQ(kernel.header().record_values, 5u);
  Array<float> xs = Array<float>::Of({1, 2, -0.5f, 4});
  ASSERT_EQ(kernel.Run({xs.Arg()}), abi::kRaised);
  EXPECT_EQ(kernel.raised(), 1u);
  EXPECT_EQ(kernel.site(), site);
  EXPECT_EQ(kernel.value(0).low, 0xbf000000u);
  EXPECT_EQ(kernel.value(1).low, 0xb800u);
  EXPECT_EQ(kernel.value(2).low, 0u);
  EXPECT_EQ(kernel.value(3).low, static_cast<uint64_t>(-3));
  EXPECT_EQ(kernel.value(3).high, ~uint64_t{0});
  EXPECT_EQ(kernel.value(4).low, 2u);
  xs.elements[2] = 3;
  EXPECT_EQ(kernel.Run({xs.Arg()}), abi::kOk);
  EXPECT_EQ(kernel.raised(), 0u);
}

// Gives `out` the shape (n, 2) and fills it with its new strides.
TestBuilder Resizing() {
  TestBuilder b;
  const uint32_t out = b.Tensor("out", DType::kInt64, 2, /*resized=*/true);
  const ValueId n = b.Attribute(Type::kI64);
  b.Emit(Op::kResize, Type::kPtr, {n, b.Int(2)}, out, b.Site("MemoryError"));
  b.For(b.Dim(out, 0), [&](ValueId i) {
    const ValueId row = b.Emit(Op::kPtrAdd, Type::kPtr,
                               {b.Data(out), b.Emit(Op::kMul, Type::kI64, {i, b.Stride(out, 0)})});
    b.Store(b.Stride(out, 0), row);
    b.Store(b.Dim(out, 0), b.Emit(Op::kPtrAdd, Type::kPtr, {row, b.Stride(out, 1)}));
  });
  return b;
}

TEST(ExecutionTest, AfterAResizeTheNewShapeIsSeen) {
  TestKernel kernel(Resizing().function);
  std::vector<int64_t> dims{0, 0}, strides{0, 0};
  std::vector<abi::TensorArg> args{{nullptr, dims.data(), strides.data()}};
  ASSERT_EQ(kernel.Run(args, {SlotOf(int64_t{3})}), abi::kOk);
  EXPECT_THAT(dims, ElementsAre(3, 2));
  const auto* data = reinterpret_cast<const int64_t*>(kernel.runtime.blocks[0].get());
  EXPECT_THAT(std::vector<int64_t>(data, data + 6), ElementsAre(16, 3, 16, 3, 16, 3));
}

TEST(ExecutionTest, AResizeWithoutMemoryRaises) {
  TestKernel kernel(Resizing().function);
  std::vector<int64_t> dims{0, 0}, strides{0, 0};
  kernel.runtime.out_of_memory = true;
  ASSERT_EQ(kernel.Run({{nullptr, dims.data(), strides.data()}}, {SlotOf(int64_t{3})}),
            abi::kRaised);
  EXPECT_EQ(kernel.site(), 0u);
}

TEST(ExecutionTest, PrintsGoToTheRuntimeInOrder) {
  TestBuilder b;
  const uint32_t site = b.Site("", 2);
  b.For(b.Int(3), [&](ValueId i) { b.Emit(Op::kPrint, Type::kVoid, {i, b.Real(0.5)}, site); });
  b.Emit(Op::kPrint, Type::kVoid, {}, b.Site(""));
  TestKernel kernel(b.function);
  ASSERT_EQ(kernel.Run({}), abi::kOk);
  using Line = std::pair<uint32_t, uint64_t>;
  ASSERT_EQ(kernel.runtime.printed.size(), 4u);
  EXPECT_EQ(kernel.runtime.printed[2], Line(0, 2));
  EXPECT_EQ(kernel.runtime.printed[3].first, 1u);
}

struct EndlessCase {
  const char* name;
  void (*build)(TestBuilder&);
};

class CancelTest : public ::testing::TestWithParam<EndlessCase> {};

TEST_P(CancelTest, EndsAnEndlessLoop) {
  TestBuilder b;
  GetParam().build(b);
  TestKernel kernel(b.function);
  kernel.runtime.cancel = 1;
  EXPECT_EQ(kernel.Run({}), abi::kCancelled);
}

constexpr Int128 kForever = Int128{1} << 62;

const EndlessCase kEndless[] = {
    {"While", [](TestBuilder& b) { b.While([&] { return b.Int(1, Type::kI1); }, [] {}); }},
    {"WhileContinue",
     [](TestBuilder& b) {
       b.While([&] { return b.Int(1, Type::kI1); },
               [&] { b.Emit(Op::kContinue, Type::kVoid, {}); });
     }},
    {"InnermostFor",
     [](TestBuilder& b) {
       const SlotId s = b.Slot("s", Type::kI64);
       b.For(b.Int(kForever), [&](ValueId i) { b.Set(s, i); });
       b.Emit(Op::kCheck, Type::kVoid, {b.Emit(Op::kSLt, Type::kI1, {b.Get(s), b.Int(0)})},
              b.Site("ValueError"));
     }},
    {"OuterForOfShortOnes",
     [](TestBuilder& b) {
       const SlotId s = b.Slot("s", Type::kI64);
       b.For(b.Int(kForever), [&](ValueId i) {
         b.For(b.Int(2), [&](ValueId j) { b.Set(s, b.Emit(Op::kAdd, Type::kI64, {i, j})); });
       });
     }},
};

INSTANTIATE_TEST_SUITE_P(Loops, CancelTest, ::testing::ValuesIn(kEndless),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace pyasc::image
