// NumPy's elementwise functions, of one element.
#include <fmt/format.h>

#include <cmath>

#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema::numeric {
namespace {

using Arguments = std::vector<Value>;

// numpy.asarray of a Python number: an int that is no int64 is refused when it comes.
Value AsNumpy(Emitter& emitter, const Value& a) {
  if (a.kind == Kind::kNumpy) return a;
  if (a.kind == Kind::kFloat) return CastTo(emitter, a, DType::kFloat64);
  return WeakTo(emitter, a, a.kind == Kind::kBool ? DType::kBool : DType::kInt64);
}

// The dtype in which a function of reals computes an integer of `dtype`.
DType RealDType(DType dtype) {
  if (IsFloat(dtype)) return dtype;
  const int bytes = ItemBytes(dtype);
  if (bytes == 1) return DType::kFloat16;
  return bytes == 2 ? DType::kFloat32 : DType::kFloat64;
}

Value NotANumber(Emitter& emitter, std::string_view name, const Value& a) {
  if (a.kind == Kind::kNone && name != "isnan" && name != "isinf" && name != "isfinite")
    return Raised(emitter, "TypeError",
                  fmt::format("loop of ufunc does not support argument 0 of type NoneType which "
                              "has no callable {} method",
                              name));
  return NoLoop(emitter, name);
}

// The argument as a float, as sqrt and exp take it.
Value RealArgument(Emitter& emitter, std::string_view name, const Value& a) {
  if (!a.is_scalar()) return NotANumber(emitter, name, a);
  const Value value = AsNumpy(emitter, a);
  if (value.kind != Kind::kNumpy) return value;
  return CastTo(emitter, value, RealDType(value.dtype));
}

Value OfReal(Emitter& emitter, std::string_view name, const Value& a, Op op) {
  const Value value = RealArgument(emitter, name, a);
  if (value.kind != Kind::kNumpy) return value;
  return NumpyValue(value.dtype, Apply(emitter, op, value.id));
}

Value Sqrt(Emitter& emitter, const Arguments& arguments) {
  return OfReal(emitter, "sqrt", arguments[0], Op::kSqrt);
}

Value Rint(Emitter& emitter, const Arguments& arguments) {
  return OfReal(emitter, "rint", arguments[0], Op::kRint);
}

// A function of the support library; float16 goes through float32, as NumPy's.
Value Call(Emitter& emitter, std::string_view name, const Value& a) {
  const Value value = RealArgument(emitter, name, a);
  if (value.kind != Kind::kNumpy) return value;
  const Type type = emitter.TypeOf(value.id);
  if (type == Type::kF64)
    return NumpyValue(value.dtype,
                      emitter.Call(fmt::format("pyasc_{}_f64", name), type, {value.id}));
  const ValueId x = ResizeReal(emitter, value.id, Type::kF32);
  const ValueId result = emitter.Call(fmt::format("pyasc_{}_f32", name), Type::kF32, {x});
  return NumpyValue(value.dtype, ResizeReal(emitter, result, type));
}

Value Exp(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, "exp", arguments[0]);
}

Value Log(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, "log", arguments[0]);
}

Value Log2(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, "log2", arguments[0]);
}

Value Log10(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, "log10", arguments[0]);
}

Value Log1p(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, "log1p", arguments[0]);
}

Value Sin(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, "sin", arguments[0]);
}

Value Cos(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, "cos", arguments[0]);
}

Value Tanh(Emitter& emitter, const Arguments& arguments) {
  return Call(emitter, "tanh", arguments[0]);
}

// floor, ceil and trunc keep integers as they are.
Value Rounding(Emitter& emitter, std::string_view name, const Value& a, Op op) {
  if (!a.is_scalar()) return NotANumber(emitter, name, a);
  const Value value = AsNumpy(emitter, a);
  if (value.kind != Kind::kNumpy || !IsFloat(value.dtype)) return value;
  return NumpyValue(value.dtype, Apply(emitter, op, value.id));
}

Value Floor(Emitter& emitter, const Arguments& arguments) {
  return Rounding(emitter, "floor", arguments[0], Op::kFloor);
}

Value Ceil(Emitter& emitter, const Arguments& arguments) {
  return Rounding(emitter, "ceil", arguments[0], Op::kCeil);
}

Value Trunc(Emitter& emitter, const Arguments& arguments) {
  return Rounding(emitter, "trunc", arguments[0], Op::kTrunc);
}

Value Absolute(Emitter& emitter, const Arguments& arguments) {
  if (!arguments[0].is_scalar()) return NotANumber(emitter, "absolute", arguments[0]);
  const Value value = AsNumpy(emitter, arguments[0]);
  return value.kind == Kind::kNumpy ? NumpyAbsolute(emitter, value) : value;
}

Value Negative(Emitter& emitter, const Arguments& arguments) {
  if (!arguments[0].is_scalar()) return NotANumber(emitter, "negative", arguments[0]);
  const Value value = AsNumpy(emitter, arguments[0]);
  return value.kind == Kind::kNumpy ? NumpyNegative(emitter, value) : value;
}

Value Square(Emitter& emitter, const Arguments& arguments) {
  if (!arguments[0].is_scalar()) return NotANumber(emitter, "square", arguments[0]);
  Value value = AsNumpy(emitter, arguments[0]);
  if (value.kind != Kind::kNumpy) return value;
  if (value.dtype == DType::kBool) value = CastTo(emitter, value, DType::kInt8);
  const Op op = IsFloat(value.dtype) ? Op::kFMul : Op::kMul;
  return NumpyValue(value.dtype, Apply(emitter, op, value.id, value.id));
}

Value SignOfInt(Emitter& emitter, const Value& a) {
  const Type type = emitter.TypeOf(a.id);
  const ValueId zero = emitter.Int(type, 0);
  const ValueId positive =
      Select(emitter, Test(emitter, Op::kNe, a.id, zero), emitter.Int(type, 1), zero);
  if (!IsSigned(a.dtype)) return NumpyValue(a.dtype, positive);
  const ValueId negative = Test(emitter, Op::kSLt, a.id, zero);
  return NumpyValue(a.dtype, Select(emitter, negative, emitter.Int(type, -1), positive));
}

// A NaN comes back; both zeros give 0.0.
Value SignOfReal(Emitter& emitter, const Value& a) {
  const Type type = emitter.TypeOf(a.id);
  const ValueId zero = emitter.Real(type, 0.0);
  const ValueId rest = Select(emitter, Test(emitter, Op::kFEq, a.id, zero), zero, a.id);
  const ValueId below =
      Select(emitter, Test(emitter, Op::kFLt, a.id, zero), emitter.Real(type, -1.0), rest);
  return NumpyValue(a.dtype, Select(emitter, Test(emitter, Op::kFLt, zero, a.id),
                                    emitter.Real(type, 1.0), below));
}

Value Sign(Emitter& emitter, const Arguments& arguments) {
  if (!arguments[0].is_scalar()) return NotANumber(emitter, "sign", arguments[0]);
  const Value value = AsNumpy(emitter, arguments[0]);
  if (value.kind != Kind::kNumpy) return value;
  if (value.dtype == DType::kBool)
    return Raised(emitter, "TypeError",
                  "ufunc 'sign' did not contain a loop with signature matching types <class "
                  "'numpy.dtypes.BoolDType'> -> None");
  return IsFloat(value.dtype) ? SignOfReal(emitter, value) : SignOfInt(emitter, value);
}

// Integers are finite.
Value Classify(Emitter& emitter, std::string_view name, const Value& a, bool of_integers,
               ValueId (*test)(Emitter&, ValueId)) {
  if (!a.is_scalar()) return NotANumber(emitter, name, a);
  const Value value = AsNumpy(emitter, a);
  if (value.kind != Kind::kNumpy) return value;
  if (!IsFloat(value.dtype)) return NumpyValue(DType::kBool, emitter.Int(Type::kI1, of_integers));
  return NumpyValue(DType::kBool, test(emitter, value.id));
}

Value Isnan(Emitter& emitter, const Arguments& arguments) {
  return Classify(emitter, "isnan", arguments[0], /*of_integers=*/false, IsNan);
}

Value Isinf(Emitter& emitter, const Arguments& arguments) {
  return Classify(emitter, "isinf", arguments[0], /*of_integers=*/false, IsInfinite);
}

Value Isfinite(Emitter& emitter, const Arguments& arguments) {
  return Classify(emitter, "isfinite", arguments[0], /*of_integers=*/true, IsFinite);
}

// kI1: maximum (or minimum) takes `a`. Of equal ones, which zeros of two signs are, the
// second wins, but for float16 the first.
ValueId TakesFirst(Emitter& emitter, bool maximum, DType dtype, ValueId a, ValueId b) {
  if (!maximum) std::swap(a, b);
  if (!IsFloat(dtype)) return Test(emitter, IsSigned(dtype) ? Op::kSLt : Op::kULt, b, a);
  if (dtype == DType::kFloat16) return Test(emitter, Op::kFLe, b, a);
  return Test(emitter, Op::kFLt, b, a);
}

Value Extreme(Emitter& emitter, const Arguments& arguments, bool maximum) {
  for (const Value& argument : arguments)
    if (!argument.is_scalar())
      return NotANumber(emitter, maximum ? "maximum" : "minimum", argument);
  const DType dtype = CommonDType(arguments[0], arguments[1]);
  const Value a = WeakTo(emitter, arguments[0], dtype);
  const Value b = WeakTo(emitter, arguments[1], dtype);
  for (const Value* operand : {&a, &b})
    if (operand->kind != Kind::kNumpy) return *operand;
  // A NaN wins.
  ValueId first = TakesFirst(emitter, maximum, dtype, a.id, b.id);
  if (IsFloat(dtype)) first = Either(emitter, first, IsNan(emitter, a.id));
  return NumpyValue(dtype, Select(emitter, first, a.id, b.id));
}

Value Maximum(Emitter& emitter, const Arguments& arguments) {
  return Extreme(emitter, arguments, /*maximum=*/true);
}

Value Minimum(Emitter& emitter, const Arguments& arguments) {
  return Extreme(emitter, arguments, /*maximum=*/false);
}

}  // namespace

const std::vector<FunctionEntry>& NumpyFunctions() {
  static const auto& table = *new std::vector<FunctionEntry>{
      {"numpy.exp", Exp, 1, 1, true},           {"numpy.log", Log, 1, 1, true},
      {"numpy.log2", Log2, 1, 1, true},         {"numpy.log10", Log10, 1, 1, true},
      {"numpy.log1p", Log1p, 1, 1, true},       {"numpy.sin", Sin, 1, 1, true},
      {"numpy.cos", Cos, 1, 1, true},           {"numpy.tanh", Tanh, 1, 1, true},
      {"numpy.sqrt", Sqrt, 1, 1, true},         {"numpy.abs", Absolute, 1, 1, true},
      {"numpy.absolute", Absolute, 1, 1, true}, {"numpy.floor", Floor, 1, 1, true},
      {"numpy.ceil", Ceil, 1, 1, true},         {"numpy.trunc", Trunc, 1, 1, true},
      {"numpy.rint", Rint, 1, 1, true},         {"numpy.maximum", Maximum, 2, 2, true},
      {"numpy.minimum", Minimum, 2, 2, true},   {"numpy.isnan", Isnan, 1, 1, true},
      {"numpy.isinf", Isinf, 1, 1, true},       {"numpy.isfinite", Isfinite, 1, 1, true},
      {"numpy.negative", Negative, 1, 1, true}, {"numpy.square", Square, 1, 1, true},
      {"numpy.sign", Sign, 1, 1, true},
  };
  return table;
}

}  // namespace pyasc::sema::numeric
