// Array operations, compiled and run, against a reference that copies its sources first.
#include "compiler/image/test_kernel.h"

namespace pyasc::image {
namespace {

using hir::Op;
using hir::TestBuilder;
using hir::Type;
using hir::ValueId;

// destination[i, j] = source[i, j] + 100 over rank-2 int32 views, which may overlap.
hir::Function AddHundred() {
  TestBuilder b;
  const uint32_t to = b.Tensor("to", DType::kInt32, 2), from = b.Tensor("from", DType::kInt32, 2);
  const uint32_t site = b.Site("MemoryError");
  const std::vector<ValueId> dims{b.Dim(to, 0), b.Dim(to, 1)};
  const hir::MapOperand destination = b.Whole(to);
  b.Map(
      dims, destination, {b.Whole(from, /*may_alias=*/true)},
      [&](const std::vector<ValueId>& e) {
        return b.Emit(Op::kAdd, Type::kI32, {e[0], b.Int(100, Type::kI32)});
      },
      site);
  return b.function;
}

struct View {
  int64_t first;
  int64_t rows, columns;  // strides in elements
};

struct OverlapCase {
  const char* name;
  int64_t dims[2];
  View to, from;
  bool copies;
};

class OverlapTest : public ::testing::TestWithParam<OverlapCase> {};

constexpr int kElements = 64;

std::vector<int32_t> Numbers() {
  std::vector<int32_t> numbers(kElements);
  for (int i = 0; i < kElements; ++i) numbers[static_cast<size_t>(i)] = i;
  return numbers;
}

std::vector<int32_t> Expected(const OverlapCase& row) {
  const std::vector<int32_t> before = Numbers();
  std::vector<int32_t> after = before;
  const auto at = [](const View& view, int64_t i, int64_t j) {
    return static_cast<size_t>(view.first + i * view.rows + j * view.columns);
  };
  for (int64_t i = 0; i < row.dims[0]; ++i)
    for (int64_t j = 0; j < row.dims[1]; ++j)
      after[at(row.to, i, j)] = before[at(row.from, i, j)] + 100;
  return after;
}

TEST_P(OverlapTest, ActsAsIfTheSourceWereReadFirst) {
  const OverlapCase& row = GetParam();
  TestKernel kernel(AddHundred());
  std::vector<int32_t> memory = Numbers();
  int64_t dims[2] = {row.dims[0], row.dims[1]};
  int64_t to[2] = {row.to.rows * 4, row.to.columns * 4};
  int64_t from[2] = {row.from.rows * 4, row.from.columns * 4};
  ASSERT_EQ(kernel.Run({{memory.data() + row.to.first, dims, to},
                        {memory.data() + row.from.first, dims, from}}),
            abi::kOk);
  EXPECT_EQ(memory, Expected(row));
  EXPECT_EQ(kernel.runtime.allocations, row.copies ? 1 : 0);
  EXPECT_TRUE(kernel.runtime.blocks.empty());
}

const OverlapCase kOverlapCases[] = {
    {"Itself", {3, 4}, {0, 4, 1}, {0, 4, 1}, false},
    {"Disjoint", {3, 4}, {0, 4, 1}, {12, 4, 1}, false},
    {"TouchingBelow", {3, 4}, {12, 4, 1}, {0, 4, 1}, false},
    {"ShiftedUp", {1, 10}, {1, 16, 1}, {0, 16, 1}, true},
    {"ShiftedDown", {1, 10}, {0, 16, 1}, {1, 16, 1}, true},
    {"Reversed", {1, 10}, {0, 16, 1}, {9, 16, -1}, true},
    {"ReversedDisjoint", {1, 10}, {0, 16, 1}, {19, 16, -1}, false},
    {"Transposed", {4, 4}, {0, 4, 1}, {0, 1, 4}, true},
    {"NegativeRows", {4, 4}, {12, -4, 1}, {0, 4, 1}, true},
    {"Broadcast", {4, 4}, {0, 4, 1}, {4, 0, 1}, true},
    {"SameButForAUnitAxis", {1, 4}, {0, 4, 1}, {0, 16, 1}, false},
    {"Empty", {0, 4}, {0, 4, 1}, {1, 4, 1}, false},
    {"EmptyInner", {4, 0}, {0, 4, 1}, {1, 4, 1}, false},
};

INSTANTIATE_TEST_SUITE_P(Views, OverlapTest, ::testing::ValuesIn(kOverlapCases),
                         [](const auto& row) { return row.param.name; });

TEST(MapTest, WithoutMemoryForTheCopyItRaises) {
  TestKernel kernel(AddHundred());
  kernel.runtime.out_of_memory = true;
  std::vector<int32_t> memory = Numbers();
  int64_t dims[2] = {1, 8}, strides[2] = {64, 4};
  EXPECT_EQ(kernel.Run({{memory.data() + 1, dims, strides}, {memory.data(), dims, strides}}),
            abi::kRaised);
  EXPECT_EQ(kernel.site(), 0u);
  EXPECT_EQ(memory, Numbers());
}

TEST(MapTest, ABodyMayBranch) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kInt64, 1);
  const hir::SlotId slot = b.Slot("t", Type::kI64);
  const ValueId dim = b.Dim(x, 0);
  const hir::MapOperand whole = b.Whole(x);
  hir::MapOperand aliased = whole;
  aliased.may_alias = true;
  b.Map(
      {dim}, whole, {aliased},
      [&](const std::vector<ValueId>& e) {
        const ValueId negative = b.Emit(Op::kSLt, Type::kI1, {e[0], b.Int(0)});
        b.If(
            negative, [&] { b.Set(slot, b.Emit(Op::kSub, Type::kI64, {b.Int(0), e[0]})); },
            [&] { b.Set(slot, e[0]); });
        return b.Get(slot);
      },
      b.Site("MemoryError"));
  TestKernel kernel(b.function);
  Array<int64_t> xs = Array<int64_t>::Of({-1, 2, -3, 0});
  ASSERT_EQ(kernel.Run({xs.Arg()}), abi::kOk);
  EXPECT_EQ(xs.elements, (std::vector<int64_t>{1, 2, 3, 0}));
}

}  // namespace
}  // namespace pyasc::image
