// The fast entry against the checked one: it gives up exactly where that raises.
#include <random>

#include "compiler/image/test_kernel.h"

namespace pyasc::image {
namespace {

using hir::Op;
using hir::TestBuilder;
using hir::Type;
using hir::ValueId;

// out[i*p + j*q + r] = 1 for i < m, j < n, with Python's negative indices.
hir::Function Scatter() {
  TestBuilder b;
  const uint32_t out = b.Tensor("out", DType::kFloat64, 1);
  std::vector<ValueId> a;
  for (int i = 0; i < 5; ++i) a.push_back(b.Attribute(Type::kI64));
  const ValueId size = b.Dim(out, 0);
  b.For(a[0], [&](ValueId i) {
    b.For(a[1], [&](ValueId j) {
      const ValueId terms =
          b.Exact(Op::kAdd, b.Exact(Op::kMul, i, a[2]), b.Exact(Op::kMul, j, a[3]));
      const ValueId index = b.Exact(Op::kAdd, terms, a[4]);
      const ValueId negative = b.Emit(Op::kSLt, Type::kI1, {index, b.Int(0)});
      const ValueId sum = b.Emit(Op::kAdd, Type::kI64, {index, size});
      const ValueId place = b.Emit(Op::kSelect, Type::kI64, {negative, sum, index});
      b.Emit(Op::kCheck, Type::kVoid, {b.Emit(Op::kULt, Type::kI1, {place, size})},
             b.Site("IndexError"));
      b.Store(b.Real(1), b.At(out, place));
    });
  });
  return b.function;
}

TEST(FastEntryTest, GivesUpExactlyWhereTheCheckedEntryRaises) {
  TestKernel kernel(Scatter());
  ASSERT_NE(kernel.header().fast_entry, 0u);
  std::mt19937 random(7);
  const auto any = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  int raised = 0;
  constexpr int kCases = 20000;
  for (int i = 0; i < kCases; ++i) {
    const auto size = static_cast<size_t>(any(0, 12));
    const std::vector<abi::Slot> attributes = {SlotOf(any(-1, 4)), SlotOf(any(-1, 4)),
                                               SlotOf(any(-4, 4)), SlotOf(any(-4, 4)),
                                               SlotOf(any(-8, 8))};
    auto checked = Array<double>::Of(std::vector<double>(size));
    auto fast = Array<double>::Of(std::vector<double>(size));
    const int32_t outcome = kernel.Run({checked.Arg()}, attributes);
    const int32_t noticed = kernel.RunFast({fast.Arg()}, attributes);
    raised += outcome == abi::kRaised ? 1 : 0;
    ASSERT_EQ(noticed, outcome == abi::kRaised ? abi::kGaveUp : abi::kOk);
    if (noticed == abi::kOk) {
      ASSERT_EQ(fast.elements, checked.elements);
    }
  }
  EXPECT_GT(raised, kCases / 5);
  EXPECT_LT(raised, kCases * 4 / 5);
}

}  // namespace
}  // namespace pyasc::image
