// What the table of cases does not reach: operands that are no numbers, code that is not
// reachable, functions that are refused, float16 sums, promotion of dtypes.
#include "compiler/sema/numeric.h"

#include <gmock/gmock.h>

#include <utility>

#include "compiler/sema/hir_interpreter_for_test.h"

namespace pyasc::sema {
namespace {

using hir::Type;

class Numeric : public testing::Test {
 protected:
  Numeric() : emitter_(/*opt_level=*/3) {
    emitter_.function().body = emitter_.NewBlock();
    scope_.emplace(emitter_, emitter_.function().body);
  }

  Value Float32(double value) {
    return NumpyValue(DType::kFloat32, emitter_.Real(Type::kF32, value));
  }
  Value Float16(double value) {
    return NumpyValue(DType::kFloat16, emitter_.Real(Type::kF16, value));
  }
  static Value Tuple(std::vector<Value> items) {
    Value value;
    value.kind = Kind::kTuple;
    value.items = std::move(items);
    return value;
  }
  static Value Bottom() {
    Value value;
    value.kind = Kind::kBottom;
    return value;
  }

  // "Class message" of the exception that the code so far raises; "" if none.
  std::string Raised() {
    const Outcome outcome = HirInterpreter(emitter_.function(), {}).Run();
    if (!outcome.fault.empty()) return "fault: " + outcome.fault;
    return outcome.exception.empty() ? "" : outcome.exception + " " + outcome.message;
  }

  double RealOf(const Value& value) {
    HirInterpreter run(emitter_.function(), {});
    EXPECT_EQ(run.Run().fault, "");
    return run.ValueOf(value.id).real;
  }

  std::string OnlyDiagnostic() {
    if (emitter_.diagnostics().size() != 1) return "not one diagnostic";
    const Diagnostic& diagnostic = emitter_.diagnostics()[0];
    return diagnostic.code + " " + diagnostic.message;
  }

  Emitter emitter_;
  std::optional<Emitter::Scope> scope_;
};

TEST_F(Numeric, OperandsThatAreNoNumbersRaiseTypeErrorWhenExecuted) {
  const Value result = Binary(emitter_, BinaryOp::kAdd, NoneValue(), IntConstant(1));
  EXPECT_EQ(result.kind, Kind::kBottom);
  EXPECT_FALSE(emitter_.failed());
  EXPECT_EQ(Raised(), "TypeError unsupported operand type(s) for +: 'NoneType' and 'int'");
}

TEST_F(Numeric, StringPlusIntRaisesPythonsText) {
  Binary(emitter_, BinaryOp::kAdd, StringConstant("a"), IntConstant(1));
  EXPECT_EQ(Raised(), "TypeError can only concatenate str (not \"int\") to str");
}

TEST_F(Numeric, NumpyScalarPlusNoneNamesTheItemsType) {
  Binary(emitter_, BinaryOp::kAdd, Float32(1), NoneValue());
  EXPECT_EQ(Raised(), "TypeError unsupported operand type(s) for +: 'float' and 'NoneType'");
}

TEST_F(Numeric, OrderOfNoneRaisesAndEqualityDoesNot) {
  EXPECT_EQ(Compare(emitter_, CompareOp::kEq, NoneValue(), IntConstant(1)).flag, false);
  EXPECT_EQ(Compare(emitter_, CompareOp::kNe, Float32(1), NoneValue()).flag, true);
  EXPECT_EQ(Raised(), "");
  Compare(emitter_, CompareOp::kLt, NoneValue(), IntConstant(1));
  EXPECT_EQ(Raised(), "TypeError '<' not supported between instances of 'NoneType' and 'int'");
}

TEST_F(Numeric, MinusOfNoneRaises) {
  Unary(emitter_, UnaryOp::kNeg, NoneValue());
  EXPECT_EQ(Raised(), "TypeError bad operand type for unary -: 'NoneType'");
}

TEST_F(Numeric, StringsAndTuplesConcatenateRepeatAndCompare) {
  const Value text = Binary(emitter_, BinaryOp::kAdd, StringConstant("a"), StringConstant("b"));
  EXPECT_EQ(text.text, "ab");
  const Value pair = Tuple({IntConstant(1), IntConstant(2)});
  EXPECT_EQ(Binary(emitter_, BinaryOp::kAdd, pair, pair).items.size(), 4u);
  EXPECT_EQ(Binary(emitter_, BinaryOp::kMul, IntConstant(3), pair).items.size(), 6u);
  EXPECT_EQ(Compare(emitter_, CompareOp::kEq, pair, pair).flag, true);
  EXPECT_EQ(Compare(emitter_, CompareOp::kLt, pair, Tuple({IntConstant(1)})).flag, false);
  EXPECT_EQ(Raised(), "");
}

TEST_F(Numeric, BottomTakesTheOthersTypeAndNoKnownValue) {
  const Value sum = Binary(emitter_, BinaryOp::kAdd, Bottom(), Float32(1));
  EXPECT_EQ(sum.kind, Kind::kNumpy);
  EXPECT_EQ(sum.dtype, DType::kFloat32);
  const Value integer = Binary(emitter_, BinaryOp::kSub, IntConstant(5), Bottom());
  EXPECT_EQ(integer.kind, Kind::kInt);
  EXPECT_FALSE(integer.interval.is_point());
  EXPECT_EQ(Binary(emitter_, BinaryOp::kAdd, Bottom(), Bottom()).kind, Kind::kBottom);
  EXPECT_FALSE(Truth(emitter_, Bottom()).flag.has_value());
  EXPECT_EQ(StoreScalar(emitter_, Bottom(), DType::kInt8).dtype, DType::kInt8);
}

TEST_F(Numeric, AnErrorPoisonsWithoutASecondReport) {
  EXPECT_TRUE(Binary(emitter_, BinaryOp::kAdd, ErrorValue(), IntConstant(1)).is_error());
  EXPECT_TRUE(CallScalar(emitter_, "abs", {ErrorValue()}).is_error());
  EXPECT_FALSE(emitter_.failed());
}

TEST_F(Numeric, BFloat16IsRefused) {
  const Value value = NumpyValue(DType::kBFloat16, emitter_.Real(Type::kF32, 1.0));
  EXPECT_TRUE(Binary(emitter_, BinaryOp::kAdd, value, IntConstant(1)).is_error());
  EXPECT_EQ(OnlyDiagnostic(), "PA0305 bfloat16 is not supported yet");
}

TEST_F(Numeric, AnUnknownFunctionIsNamed) {
  EXPECT_TRUE(CallScalar(emitter_, "numpy.arctan2", {Float32(1)}).is_error());
  EXPECT_EQ(OnlyDiagnostic(), "PA0303 numpy.arctan2 is not supported here");
  EXPECT_FALSE(IsScalarFunction("numpy.arctan2"));
  EXPECT_TRUE(IsScalarFunction("numpy.float32"));
  EXPECT_TRUE(IsElementwise("numpy.exp"));
  EXPECT_FALSE(IsElementwise("numpy.float32"));
  EXPECT_FALSE(IsElementwise("math.exp"));
}

TEST_F(Numeric, APowerOfUnknownSignIsRefused) {
  const Value exponent = IntValue(emitter_.Int(Type::kI64, 2), Interval::Int64());
  EXPECT_TRUE(Binary(emitter_, BinaryOp::kPow, IntConstant(2), exponent).is_error());
  EXPECT_TRUE(emitter_.failed());
}

TEST_F(Numeric, AComplexPowerIsRefused) {
  EXPECT_TRUE(Binary(emitter_, BinaryOp::kPow, FloatConstant(-8), FloatConstant(0.25)).is_error());
  EXPECT_EQ(OnlyDiagnostic(), "PA0304 -8 ** 0.25 is complex, which is not supported");
}

TEST_F(Numeric, MaxOfConstantsOfTwoTypesKeepsTheWinnersType) {
  const Value wins = CallScalar(emitter_, "max", {IntConstant(1), FloatConstant(2.5)});
  EXPECT_EQ(wins.real, 2.5);
  const Value stays = CallScalar(emitter_, "max", {IntConstant(3), FloatConstant(2.5)});
  EXPECT_EQ(stays.interval, Interval::Point(3));
  EXPECT_FALSE(emitter_.failed());
}

TEST_F(Numeric, MaxOfRunTimeValuesOfTwoTypesIsRefused) {
  EXPECT_TRUE(CallScalar(emitter_, "max", {Float32(1), IntConstant(2)}).is_error());
  EXPECT_EQ(OnlyDiagnostic(), "PA0302 max of numpy.float32 and int is not supported");
}

TEST_F(Numeric, MaxOfIntsHasTheIntervalOfBoth) {
  const Value a = IntValue(emitter_.Int(Type::kI64, 3), {0, 10});
  const Value b = IntValue(emitter_.Int(Type::kI64, 7), {5, 20});
  EXPECT_EQ(CallScalar(emitter_, "max", {a, b}).interval, (Interval{5, 20}));
  EXPECT_EQ(CallScalar(emitter_, "min", {a, b}).interval, (Interval{0, 10}));
}

TEST_F(Numeric, RoundToDigitsIsRefusedWhereItNeedsDecimals) {
  EXPECT_EQ(CallScalar(emitter_, "round", {IntConstant(5), IntConstant(1)}).interval,
            Interval::Point(5));
  EXPECT_TRUE(CallScalar(emitter_, "round", {FloatConstant(2.5), IntConstant(1)}).is_error());
  EXPECT_TRUE(emitter_.failed());
}

TEST_F(Numeric, CallsWithTheWrongNumberOfArgumentsRaise) {
  CallScalar(emitter_, "math.sqrt", {});
  EXPECT_EQ(Raised(), "TypeError math.sqrt() takes exactly one argument (0 given)");
}

TEST_F(Numeric, AWideSumIsRoundedOnce) {
  Value sum = IntConstant(0);
  const Value term = MultiplyWide(emitter_, Float16(2048), Float16(1));
  sum = AccumulateWide(emitter_, sum, term);
  sum = AccumulateWide(emitter_, sum, Float16(1));
  sum = AccumulateWide(emitter_, sum, Float16(1));
  EXPECT_TRUE(sum.wide);
  EXPECT_EQ(RealOf(sum), 2050);
  const Value rounded = Rounded(emitter_, sum);
  EXPECT_FALSE(rounded.wide);
  EXPECT_EQ(RealOf(rounded), 2050);
  const Value narrow = Binary(emitter_, BinaryOp::kAdd, Float16(2048), Float16(1));
  EXPECT_EQ(RealOf(narrow), 2048);
}

TEST_F(Numeric, AWideValueIsRoundedBeforeAnyOtherUse) {
  const Value wide = AccumulateWide(emitter_, Float16(2048), Float16(1));
  EXPECT_EQ(RealOf(Binary(emitter_, BinaryOp::kMul, wide, Float16(1))), 2048);
  EXPECT_EQ(RealOf(StoreScalar(emitter_, wide, DType::kFloat64)), 2048);
  EXPECT_EQ(RealOf(CallScalar(emitter_, "numpy.abs", {wide})), 2048);
}

TEST_F(Numeric, ArraysMeetScalarsByNep50) {
  EXPECT_EQ(MeetDType(DType::kInt64, FloatConstant(1.5)), DType::kFloat64);
  EXPECT_EQ(MeetDType(DType::kFloat32, IntConstant(1)), DType::kFloat32);
  EXPECT_EQ(MeetDType(DType::kBool, IntConstant(1)), DType::kInt64);
  EXPECT_EQ(MeetDType(DType::kUint8, BoolConstant(true)), DType::kUint8);
  EXPECT_EQ(MeetDType(DType::kInt32, Float32(1)), DType::kFloat64);
  EXPECT_EQ(MeetDType(DType::kBFloat16, FloatConstant(1)), DType::kFloat32);
}

TEST_F(Numeric, ResultDTypesOfOperators) {
  EXPECT_EQ(ResultDType(BinaryOp::kTrueDiv, DType::kInt8, DType::kInt8), DType::kFloat64);
  EXPECT_EQ(ResultDType(BinaryOp::kTrueDiv, DType::kInt8, DType::kFloat16), DType::kFloat16);
  EXPECT_EQ(ResultDType(BinaryOp::kAdd, DType::kInt64, DType::kUint64), DType::kFloat64);
  EXPECT_EQ(ResultDType(BinaryOp::kAnd, DType::kInt64, DType::kUint64), std::nullopt);
  EXPECT_EQ(ResultDType(BinaryOp::kSub, DType::kBool, DType::kBool), std::nullopt);
  EXPECT_EQ(ResultDType(BinaryOp::kAdd, DType::kBool, DType::kBool), DType::kBool);
  EXPECT_EQ(ResultDType(BinaryOp::kMod, DType::kBool, DType::kBool), DType::kInt8);
  EXPECT_EQ(ResultDType(BinaryOp::kLShift, DType::kFloat32, DType::kInt8), std::nullopt);
}

}  // namespace
}  // namespace pyasc::sema
