// Scalar operations, compiled and run: widths, rounding, constants, big functions.
#include <cmath>
#include <cstdint>
#include <limits>

#include "compiler/image/test_kernel.h"

namespace pyasc::image {
namespace {

using hir::Op;
using hir::SlotId;
using hir::TestBuilder;
using hir::Type;
using hir::ValueId;

// Runs a function whose last act is to raise with `result` as the only value.
abi::Slot Evaluate(TestBuilder& b, ValueId result, std::vector<abi::Slot> attributes = {}) {
  b.Emit(Op::kRaise, Type::kVoid, {result}, b.Site("ValueError", 1));
  TestKernel kernel(b.function);
  EXPECT_EQ(kernel.Run({}, std::move(attributes)), abi::kRaised);
  return kernel.value(0);
}

Int128 Wide(const abi::Slot& slot) {
  return static_cast<Int128>(static_cast<unsigned __int128>(slot.high) << 64 | slot.low);
}

abi::Slot WideSlot(Int128 value) {
  const auto bits = static_cast<unsigned __int128>(value);
  return {static_cast<uint64_t>(bits), static_cast<uint64_t>(bits >> 64)};
}

struct WideCase {
  const char* name;
  Op op;
  Int128 a, b, result;
};

class WideTest : public ::testing::TestWithParam<WideCase> {};

TEST_P(WideTest, Computes) {
  const WideCase& row = GetParam();
  TestBuilder b;
  const ValueId x = b.Attribute(Type::kI128), y = b.Attribute(Type::kI128);
  const bool predicate = row.op >= Op::kAddOverflows && row.op <= Op::kMulOverflows;
  const ValueId result = b.Emit(row.op, predicate ? Type::kI1 : Type::kI128, {x, y});
  EXPECT_TRUE(Wide(Evaluate(b, result, {WideSlot(row.a), WideSlot(row.b)})) == row.result);
}

constexpr Int128 kBig = Int128{1} << 100;
constexpr Int128 kLeast = static_cast<Int128>(static_cast<unsigned __int128>(1) << 127);

const WideCase kWideCases[] = {
    {"Add", Op::kAdd, kBig, -1, kBig - 1},
    {"Mul", Op::kMul, Int128{1} << 70, -(Int128{1} << 30), -kBig},
    {"SDiv", Op::kSDiv, -kBig, 1 << 10, -(Int128{1} << 90)},
    {"SRem", Op::kSRem, -(kBig + 7), 10, -((kBig + 7) % 10)},
    {"UDiv", Op::kUDiv, kBig, Int128{1} << 80, 1 << 20},
    {"Shl", Op::kShl, 3, 98, Int128{3} << 98},
    {"AShr", Op::kAShr, -kBig, 90, -(1 << 10)},
    {"MulFits", Op::kMulOverflows, Int128{1} << 63, Int128{1} << 63, 0},
    {"MulOverflows", Op::kMulOverflows, Int128{1} << 64, Int128{1} << 63, 1},
    {"LeastTimesMinusOne", Op::kMulOverflows, kLeast, -1, 1},
    {"AddOverflows", Op::kAddOverflows, kLeast, -1, 1},
    {"SubFits", Op::kSubOverflows, kLeast, -1, 0},
};

INSTANTIATE_TEST_SUITE_P(Operations, WideTest, ::testing::ValuesIn(kWideCases),
                         [](const auto& row) { return row.param.name; });

TEST(ScalarTest, WideIntegersConvertToFloatsAndBack) {
  TestBuilder b;
  const ValueId x = b.Attribute(Type::kI128);
  const ValueId real = b.Emit(Op::kSToF, Type::kF64, {x});
  const ValueId back = b.Emit(Op::kFToS, Type::kI128, {real});
  EXPECT_TRUE(Wide(Evaluate(b, back, {WideSlot(-(kBig * 5))})) == -(kBig * 5));
}

TEST(ScalarTest, WideConstantsKeepAllBits) {
  TestBuilder b;
  EXPECT_TRUE(Wide(Evaluate(b, b.Int(kLeast + 12345, Type::kI128))) == kLeast + 12345);
}

// A sum of float16 ones in a loop stops at 2048, where one more is rounded away.
TEST(ScalarTest, Float16RoundsAfterEachOperation) {
  TestBuilder b;
  const SlotId sum = b.Slot("s", Type::kF16);
  b.For(b.Int(4096), [&](ValueId) {
    b.Set(sum, b.Emit(Op::kFAdd, Type::kF16, {b.Get(sum), b.Real(1, Type::kF16)}));
  });
  EXPECT_EQ(Evaluate(b, b.Get(sum)).low, 0x6800u);  // 2048
}

struct FloatCase {
  const char* name;
  Op op;
  double a, b, result;
};

class FloatTest : public ::testing::TestWithParam<FloatCase> {};

// Once with all features of the host, once with none, where libcalls do the work.
TEST_P(FloatTest, IsTheSameOnEveryTarget) {
  const FloatCase& row = GetParam();
  for (const uint64_t features : {HostCpuFeatures(), uint64_t{0}}) {
    TestBuilder b;
    const ValueId x = b.Attribute(Type::kF64), y = b.Attribute(Type::kF64);
    std::vector<ValueId> operands{x};
    if (row.op == Op::kFMul || row.op == Op::kCopySign) operands = {x, y};
    if (row.op == Op::kFma) operands = {x, y, x};
    const bool narrows = row.op == Op::kFTrunc;
    const ValueId result = b.Emit(row.op, narrows ? Type::kF16 : Type::kF64, operands);
    const ValueId wide = narrows ? b.Emit(Op::kFExt, Type::kF64, {result}) : result;
    b.Emit(Op::kRaise, Type::kVoid, {wide}, b.Site("ValueError", 1));
    TestKernel kernel(BuildImage(b.function, features));
    ASSERT_EQ(kernel.Run({}, {SlotOf(row.a), SlotOf(row.b)}), abi::kRaised);
    EXPECT_EQ(kernel.value(0).low, SlotOf(row.result).low) << "features " << features;
  }
}

const FloatCase kFloatCases[] = {
    {"RintTiesToEven", Op::kRint, 2.5, 0, 2.0},
    {"RintOfMinusHalf", Op::kRint, -0.5, 0, -0.0},
    {"Floor", Op::kFloor, -1.25, 0, -2.0},
    {"Ceil", Op::kCeil, -1.25, 0, -1.0},
    {"Trunc", Op::kTrunc, -1.75, 0, -1.0},
    {"Sqrt", Op::kSqrt, 2.0, 0, 0x1.6a09e667f3bcdp+0},
    {"CopySign", Op::kCopySign, 3.0, -0.0, -3.0},
    {"FmaRoundsOnce", Op::kFma, 0x1.0000000000001p+0, 0x1.fffffffffffffp-1,
     std::fma(0x1.0000000000001p+0, 0x1.fffffffffffffp-1, 0x1.0000000000001p+0)},
    {"Float64ToFloat16RoundsOnce", Op::kFTrunc, 0x1.002000000001p+0, 0, 0x1.004p+0},
};

INSTANTIATE_TEST_SUITE_P(Operations, FloatTest, ::testing::ValuesIn(kFloatCases),
                         [](const auto& row) { return row.param.name; });

TEST(ScalarTest, NotEqualIsTrueOfANan) {
  TestBuilder b;
  const ValueId x = b.Attribute(Type::kF64);
  const ValueId bits = b.Emit(Op::kZExt, Type::kI64, {b.Emit(Op::kFNe, Type::kI1, {x, x})});
  const ValueId less = b.Emit(Op::kZExt, Type::kI64, {b.Emit(Op::kFLe, Type::kI1, {x, x})});
  const ValueId both = b.Emit(Op::kSub, Type::kI64, {bits, less});
  EXPECT_EQ(Evaluate(b, both, {SlotOf(std::numeric_limits<double>::quiet_NaN())}).low, 1u);
}

TEST(ScalarTest, ANansBitsSurviveAsAConstant) {
  TestBuilder b;
  EXPECT_EQ(Evaluate(b, b.Real(std::nan(""), Type::kF32)).low, 0x7fc00000u);
}

// Many cases on one value: LLVM may make a jump table or a lookup table of it.
TEST(ScalarTest, ManyComparisonsWithOneValue) {
  for (int64_t wanted = 0; wanted < 12; ++wanted) {
    TestBuilder b;
    const ValueId x = b.Attribute(Type::kI64);
    const SlotId result = b.Slot("r", Type::kF64);
    std::function<void(int)> chain = [&](int i) {
      if (i == 12) return;
      b.If(
          b.Emit(Op::kEq, Type::kI1, {x, b.Int(i)}), [&] { b.Set(result, b.Real(i * 1.25 + 0.1)); },
          [&] { chain(i + 1); });
    };
    chain(0);
    EXPECT_EQ(Evaluate(b, b.Get(result), {SlotOf(wanted)}).low,
              SlotOf(static_cast<double>(wanted) * 1.25 + 0.1).low);
  }
}

// A thousand live values need a frame of more than a page, which is probed.
TEST(ScalarTest, ABigFrameWorks) {
  TestBuilder b;
  const ValueId x = b.Attribute(Type::kF64);
  std::vector<ValueId> roots;
  for (int i = 0; i < 1500; ++i) roots.push_back(b.Emit(Op::kFMul, Type::kF64, {x, b.Real(i)}));
  const uint32_t site = b.Site("", 0);
  b.Emit(Op::kPrint, Type::kVoid, {}, site);  // all are needed after a call
  ValueId sum = b.Real(0);
  for (const ValueId root : roots) sum = b.Emit(Op::kFAdd, Type::kF64, {sum, root});
  EXPECT_EQ(Evaluate(b, sum, {SlotOf(2.0)}).low, SlotOf(2.0 * 1500 * 1499 / 2).low);
}

TEST(ScalarTest, CallsReachTheSupportBlob) {
  TestBuilder b;
  hir::Instr call;
  call.op = Op::kCall;
  call.type = Type::kF64;
  call.operands = {b.Attribute(Type::kF64)};
  call.symbol = "pyasc_exp_f64";
  EXPECT_EQ(Evaluate(b, b.Append(call), {SlotOf(0.0)}).low, SlotOf(1.0).low);
}

}  // namespace
}  // namespace pyasc::image
