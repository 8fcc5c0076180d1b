#include "compiler/loops/scalarise.h"

#include "compiler/hir/test_builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace pyasc::loops {
namespace {

using hir::Op;
using hir::TestBuilder;
using hir::Type;
using hir::ValueId;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ScalariseTest, MakesOneLoopAnAxisInOrder) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kFloat32, 2);
  const ValueId rows = b.Dim(x, 0), columns = b.Dim(x, 1);
  const hir::MapOperand whole = b.Whole(x);
  b.Map({rows, columns}, whole, {},
        [&](const std::vector<ValueId>&) { return b.Real(0, Type::kF32); });
  Scalarise(&b.function);
  ASSERT_EQ(hir::Verify(b.function), "");
  EXPECT_THAT(hir::Print(b.function), HasSubstr(R"(
  for %0 as %6: i64 {
    %7: i64 = mul %6, %3
    %8: ptr = ptr.add %2, %7
    for %1 as %9: i64 {
      %10: i64 = mul %9, %4
      %11: ptr = ptr.add %8, %10
      %12: f32 = constf 0
      store %12, %11
    }
  }
)"));
}

TEST(ScalariseTest, MapsInNestedBlocksAreReplacedToo) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kInt32, 0);
  const hir::MapOperand whole = b.Whole(x);
  b.For(b.Int(3), [&](ValueId) {
    b.If(b.Int(1, Type::kI1), [&] {
      b.Map({}, whole, {whole}, [&](const std::vector<ValueId>& e) {
        return b.Emit(Op::kAdd, Type::kI32, {e[0], e[0]});
      });
    });
  });
  Scalarise(&b.function);
  EXPECT_EQ(hir::Verify(b.function), "");
  EXPECT_THAT(hir::Print(b.function), Not(HasSubstr("map")));
}

TEST(ScalariseTest, AnAliasedSourceGetsBothWays) {
  TestBuilder b;
  const uint32_t x = b.Tensor("x", DType::kInt32, 1), y = b.Tensor("y", DType::kInt32, 1);
  const uint32_t site = b.Site("MemoryError");
  const ValueId dim = b.Dim(x, 0);
  const hir::MapOperand destination = b.Whole(x);
  const hir::MapOperand source = b.Whole(y, /*may_alias=*/true);
  b.Map(
      {dim}, destination, {source},
      [&](const std::vector<ValueId>& e) {
        hir::ValueId result = e[0];
        return b.Emit(Op::kMul, Type::kI32, {result, b.Int(3, Type::kI32)});
      },
      site);
  Scalarise(&b.function);
  ASSERT_EQ(hir::Verify(b.function), "");
  const std::string text = hir::Print(b.function);
  EXPECT_THAT(text, HasSubstr("alloc #0"));
  EXPECT_THAT(text, HasSubstr("release"));
}

}  // namespace
}  // namespace pyasc::loops
