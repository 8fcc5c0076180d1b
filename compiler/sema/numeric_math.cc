// The functions of Python's math module: of doubles, raising where Python raises.
#include <fmt/format.h>

#include <cmath>

#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema::numeric {
namespace {

using Arguments = std::vector<Value>;

constexpr std::string_view kDomain = "math domain error";
constexpr std::string_view kRange = "math range error";

// math's conversion of an argument to a double; kBottom after TypeError.
Value Argument(Emitter& emitter, const Value& a) {
  if (a.is_scalar()) return AsPythonFloat(emitter, a);
  return Raised(emitter, "TypeError", fmt::format("must be real number, not {}", TypeName(a)));
}

Value Sqrt(Emitter& emitter, const Arguments& arguments) {
  const Value a = Argument(emitter, arguments[0]);
  if (a.kind != Kind::kFloat) return a;
  if (a.real.has_value()) {
    if (*a.real < 0) return Raised(emitter, "ValueError", kDomain);
    return FloatConstant(std::sqrt(*a.real));
  }
  const ValueId negative = Test(emitter, Op::kFLt, a.id, emitter.Real(Type::kF64, 0.0));
  CheckThat(emitter, Not(emitter, negative), "ValueError", kDomain);
  return FloatValue(Apply(emitter, Op::kSqrt, a.id));
}

// kI1: the function is not defined at x. Null: it is everywhere.
using Undefined = ValueId (*)(Emitter&, ValueId);

// A function of the support library: ValueError where it is undefined.
Value Call(Emitter& emitter, const Value& argument, std::string_view symbol, Undefined undefined) {
  const Value a = Argument(emitter, argument);
  if (a.kind != Kind::kFloat) return a;
  const ValueId x = RealOf(emitter, a);
  if (undefined != nullptr)
    CheckThat(emitter, Not(emitter, undefined(emitter, x)), "ValueError", kDomain);
  return FloatValue(emitter.Call(symbol, Type::kF64, {x}));
}

ValueId NotPositive(Emitter& emitter, ValueId x) {
  return Test(emitter, Op::kFLe, x, emitter.Real(Type::kF64, 0.0));
}

ValueId NotAboveMinusOne(Emitter& emitter, ValueId x) {
  return Test(emitter, Op::kFLe, x, emitter.Real(Type::kF64, -1.0));
}

Value Exp(Emitter& emitter, const Arguments& arguments) {
  const Value a = Argument(emitter, arguments[0]);
  if (a.kind != Kind::kFloat) return a;
  const ValueId x = RealOf(emitter, a);
  const ValueId result = emitter.Call("pyasc_exp_f64", Type::kF64, {x});
  const ValueId overflows = Both(emitter, IsInfinite(emitter, result), IsFinite(emitter, x));
  CheckThat(emitter, Not(emitter, overflows), "OverflowError", kRange);
  return FloatValue(result);
}

Value Log(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, arguments[0], "pyasc_log_f64", NotPositive);
}

Value Log2(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, arguments[0], "pyasc_log2_f64", NotPositive);
}

Value Log10(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, arguments[0], "pyasc_log10_f64", NotPositive);
}

Value Log1p(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, arguments[0], "pyasc_log1p_f64", NotAboveMinusOne);
}

Value Sin(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, arguments[0], "pyasc_sin_f64", IsInfinite);
}

Value Cos(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, arguments[0], "pyasc_cos_f64", IsInfinite);
}

Value Tanh(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, arguments[0], "pyasc_tanh_f64", nullptr);
}

// The integer that `round` makes of a real. Python's ints and bools are themselves.
Value Rounding(Emitter& emitter, const Value& argument, Op round, double (*folded)(double)) {
  if (argument.kind == Kind::kInt || argument.kind == Kind::kBool)
    return AsPythonInt(emitter, argument);
  const Value a = Argument(emitter, argument);
  if (a.kind != Kind::kFloat) return a;
  if (a.real.has_value()) return IntFromReal(emitter, FloatConstant(folded(*a.real)));
  return IntFromReal(emitter, FloatValue(Apply(emitter, round, a.id)));
}

Value Floor(Emitter& emitter, const Arguments& arguments) {
  return Rounding(emitter, arguments[0], Op::kFloor, std::floor);
}

Value Ceil(Emitter& emitter, const Arguments& arguments) {
  return Rounding(emitter, arguments[0], Op::kCeil, std::ceil);
}

// NumPy's scalars have no __trunc__, but for float64, which is a Python float.
Value Trunc(Emitter& emitter, const Arguments& arguments) {
  const Value& a = arguments[0];
  const bool foreign = a.kind == Kind::kNumpy && a.dtype != DType::kFloat64;
  if (foreign || !a.is_scalar())
    return Raised(emitter, "TypeError",
                  fmt::format("type {} doesn't define __trunc__ method", TypeName(a)));
  return Rounding(emitter, a, Op::kTrunc, std::trunc);
}

Value Fabs(Emitter& emitter, const Arguments& arguments) {
  const Value a = Argument(emitter, arguments[0]);
  if (a.kind != Kind::kFloat) return a;
  if (a.real.has_value()) return FloatConstant(std::fabs(*a.real));
  return FloatValue(Apply(emitter, Op::kFAbs, a.id));
}

Value Classify(Emitter& emitter, const Value& argument, bool (*folded)(double),
               ValueId (*test)(Emitter&, ValueId)) {
  const Value a = Argument(emitter, argument);
  if (a.kind != Kind::kFloat) return a;
  if (a.real.has_value()) return BoolConstant(folded(*a.real));
  return BoolValue(test(emitter, a.id));
}

Value Isnan(Emitter& emitter, const Arguments& arguments) {
  return Classify(emitter, arguments[0], std::isnan, IsNan);
}

Value Isinf(Emitter& emitter, const Arguments& arguments) {
  return Classify(emitter, arguments[0], std::isinf, IsInfinite);
}

Value Isfinite(Emitter& emitter, const Arguments& arguments) {
  return Classify(emitter, arguments[0], std::isfinite, IsFinite);
}

}  // namespace

const std::vector<FunctionEntry>& MathFunctions() {
  static const auto& table = *new std::vector<FunctionEntry>{
      {"math.sqrt", Sqrt},         {"math.exp", Exp},     {"math.log", Log},
      {"math.log2", Log2},         {"math.log10", Log10}, {"math.log1p", Log1p},
      {"math.sin", Sin},           {"math.cos", Cos},     {"math.tanh", Tanh},
      {"math.floor", Floor},       {"math.ceil", Ceil},   {"math.trunc", Trunc},
      {"math.fabs", Fabs},         {"math.isnan", Isnan}, {"math.isinf", Isinf},
      {"math.isfinite", Isfinite},
  };
  return table;
}

}  // namespace pyasc::sema::numeric
