// ** of floats: pow() where it is not one multiplication, division or square root.
#include <fmt/format.h>

#include <cmath>

#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema::numeric {
namespace {

constexpr std::string_view kZeroToNegative = "0.0 cannot be raised to a negative power";
constexpr std::string_view kOutOfRange = "(34, 'Numerical result out of range')";

// float16 goes through float32.
ValueId CallPower(Emitter& emitter, ValueId x, ValueId y) {
  const Type type = emitter.TypeOf(x);
  if (type == Type::kF64) return emitter.Call("pyasc_pow_f64", type, {x, y});
  const ValueId base = ResizeReal(emitter, x, Type::kF32);
  const ValueId exponent = ResizeReal(emitter, y, Type::kF32);
  return ResizeReal(emitter, emitter.Call("pyasc_pow_f32", Type::kF32, {base, exponent}), type);
}

// x ** 3 and x ** 4 of float32 and float16, whose products are nearly exact in double.
ValueId NarrowPower(Emitter& emitter, ValueId x, int exponent) {
  const ValueId wide = ResizeReal(emitter, x, Type::kF64);
  const ValueId power = PowerBySquaring(
      wide, exponent, [&](ValueId a, ValueId b) { return Apply(emitter, Op::kFMul, a, b); });
  return ResizeReal(emitter, power, emitter.TypeOf(x));
}

ValueId PowerByConstant(Emitter& emitter, ValueId x, double exponent) {
  const Type type = emitter.TypeOf(x);
  if (exponent == 0) return emitter.Real(type, 1.0);
  if (exponent == 1) return x;
  if (exponent == 2) return Apply(emitter, Op::kFMul, x, x);
  if (exponent == -1) return Apply(emitter, Op::kFDiv, emitter.Real(type, 1.0), x);
  if ((exponent == 3 || exponent == 4) && type != Type::kF64)
    return NarrowPower(emitter, x, static_cast<int>(exponent));
  return CallPower(emitter, x, RealConstant(emitter, type, exponent));
}

// x ** 0.5: pow(-0.0, 0.5) is 0.0 and pow(-inf, 0.5) is inf; sqrt has -0.0 and nan.
ValueId SquareRoot(Emitter& emitter, ValueId x) {
  const ValueId positive = Apply(emitter, Op::kFAdd, x, emitter.Real(emitter.TypeOf(x), 0.0));
  const ValueId root = Apply(emitter, Op::kSqrt, positive);
  return Select(emitter, IsInfinite(emitter, x), Apply(emitter, Op::kFAbs, x), root);
}

Value FoldedPower(Emitter& emitter, double base, double exponent) {
  if (base == 0 && exponent < 0 && std::isfinite(exponent))
    return Raised(emitter, "ZeroDivisionError", kZeroToNegative);
  if (base < 0 && std::isfinite(base) && std::isfinite(exponent) &&
      std::floor(exponent) != exponent)
    return emitter.Fail(
        codes::kPower, fmt::format("{} ** {} is complex, which is not supported", base, exponent),
        fmt::format("write -({} ** {}) if you mean the real root", -base, exponent));
  const double result = std::pow(base, exponent);
  if (std::isinf(result) && std::isfinite(base) && std::isfinite(exponent))
    return Raised(emitter, "OverflowError", kOutOfRange);
  return FloatConstant(result);
}

void CheckNotZeroToNegative(Emitter& emitter, ValueId base, const Value& exponent) {
  if (exponent.real.has_value() && !(*exponent.real < 0 && std::isfinite(*exponent.real))) return;
  const ValueId zero = emitter.Real(Type::kF64, 0.0);
  ValueId usable = Test(emitter, Op::kFNe, base, zero);
  if (!exponent.real.has_value()) {
    const ValueId negative =
        Both(emitter, Test(emitter, Op::kFLt, exponent.id, zero), IsFinite(emitter, exponent.id));
    usable = Either(emitter, usable, Not(emitter, negative));
  }
  CheckThat(emitter, usable, "ZeroDivisionError", kZeroToNegative);
}

// Python's result would be complex, which no value here can be.
void CheckNotComplex(Emitter& emitter, ValueId base, ValueId exponent) {
  const ValueId zero = emitter.Real(Type::kF64, 0.0);
  const ValueId negative =
      Both(emitter, Test(emitter, Op::kFLt, base, zero), IsFinite(emitter, base));
  const ValueId whole = Test(emitter, Op::kFEq, Apply(emitter, Op::kFloor, exponent), exponent);
  const ValueId fractional = Both(emitter, Not(emitter, whole), IsFinite(emitter, exponent));
  CheckThat(emitter, Not(emitter, Both(emitter, negative, fractional)), "ValueError",
            "negative number cannot be raised to a fractional power");
}

}  // namespace

Value FloatPower(Emitter& emitter, const Value& base, const Value& exponent) {
  if (base.real.has_value() && exponent.real.has_value())
    return FoldedPower(emitter, *base.real, *exponent.real);
  const ValueId x = RealOf(emitter, base);
  CheckNotZeroToNegative(emitter, x, exponent);
  const bool whole = exponent.real.has_value() && std::trunc(*exponent.real) == *exponent.real;
  const ValueId y = RealOf(emitter, exponent);
  if (!whole) CheckNotComplex(emitter, x, y);
  const ValueId result = exponent.real.has_value() ? PowerByConstant(emitter, x, *exponent.real)
                                                   : CallPower(emitter, x, y);
  const ValueId finite = Both(emitter, IsFinite(emitter, x), IsFinite(emitter, y));
  const ValueId overflows = Both(emitter, IsInfinite(emitter, result), finite);
  CheckThat(emitter, Not(emitter, overflows), "OverflowError", kOutOfRange);
  return FloatValue(result);
}

Value NumpyFloatPower(Emitter& emitter, DType dtype, ValueId base, ValueId exponent,
                      std::optional<double> exponent_constant) {
  constexpr double kHalf = 0.5;
  if (!exponent_constant.has_value()) return NumpyValue(dtype, CallPower(emitter, base, exponent));
  if (*exponent_constant == kHalf) return NumpyValue(dtype, SquareRoot(emitter, base));
  return NumpyValue(dtype, PowerByConstant(emitter, base, *exponent_constant));
}

}  // namespace pyasc::sema::numeric
