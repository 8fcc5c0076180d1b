// Python floats: IEEE doubles whose divisions by zero raise.
#include <cmath>

#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema::numeric {
namespace {

struct Quotient {
  double floor = 0;
  double remainder = 0;
};

// As CPython computes divmod of floats. Requires: b != 0.
Quotient FoldedDivmod(double a, double b) {
  double remainder = std::fmod(a, b);
  double quotient = (a - remainder) / b;
  if (remainder != 0) {
    if ((b < 0) != (remainder < 0)) {
      remainder += b;
      quotient -= 1.0;
    }
  } else {
    remainder = std::copysign(0.0, b);
  }
  if (quotient == 0) return {std::copysign(0.0, a / b), remainder};
  double floor = std::floor(quotient);
  if (quotient - floor > 0.5) floor += 1.0;
  return {floor, remainder};
}

// True if the divisor is known to be 0: the rest is unreachable.
bool RaisesForZero(Emitter& emitter, const Value& b, std::string_view message) {
  if (b.real.has_value()) {
    if (*b.real == 0) emitter.Raise("ZeroDivisionError", {Text(message)});
    return *b.real == 0;
  }
  const ValueId zero = emitter.Real(Type::kF64, 0.0);
  CheckThat(emitter, Test(emitter, Op::kFNe, b.id, zero), "ZeroDivisionError", message);
  return false;
}

Value Modulo(Emitter& emitter, const Value& a, const Value& b) {
  if (a.real.has_value() && b.real.has_value())
    return FloatConstant(FoldedDivmod(*a.real, *b.real).remainder);
  return FloatValue(
      emitter.Call("pyasc_mod_f64", Type::kF64, {RealOf(emitter, a), RealOf(emitter, b)}));
}

Value FloorDivide(Emitter& emitter, const Value& a, const Value& b) {
  if (a.real.has_value() && b.real.has_value())
    return FloatConstant(FoldedDivmod(*a.real, *b.real).floor);
  return FloatValue(
      emitter.Call("pyasc_floordiv_f64", Type::kF64, {RealOf(emitter, a), RealOf(emitter, b)}));
}

double Folded(Op op, double a, double b) {
  if (op == Op::kFAdd) return a + b;
  if (op == Op::kFSub) return a - b;
  return op == Op::kFMul ? a * b : a / b;
}

Value Plain(Emitter& emitter, Op op, const Value& a, const Value& b) {
  if (a.real.has_value() && b.real.has_value()) return FloatConstant(Folded(op, *a.real, *b.real));
  const ValueId x = RealOf(emitter, a);
  return FloatValue(Apply(emitter, op, x, RealOf(emitter, b)));
}

}  // namespace

Value FloatDivmod(Emitter& emitter, const Value& a, const Value& b) {
  if (RaisesForZero(emitter, b, "float divmod()")) return Bottom();
  Value pair;
  pair.kind = Kind::kTuple;
  pair.items = {FloorDivide(emitter, a, b), Modulo(emitter, a, b)};
  return pair;
}

Value FloatBinary(Emitter& emitter, BinaryOp op, const Value& a, const Value& b) {
  switch (op) {
    case BinaryOp::kAdd:
      return Plain(emitter, Op::kFAdd, a, b);
    case BinaryOp::kSub:
      return Plain(emitter, Op::kFSub, a, b);
    case BinaryOp::kMul:
      return Plain(emitter, Op::kFMul, a, b);
    case BinaryOp::kTrueDiv:
      if (RaisesForZero(emitter, b, "float division by zero")) return Bottom();
      return Plain(emitter, Op::kFDiv, a, b);
    case BinaryOp::kFloorDiv:
      if (RaisesForZero(emitter, b, "float floor division by zero")) return Bottom();
      return FloorDivide(emitter, a, b);
    case BinaryOp::kMod:
      if (RaisesForZero(emitter, b, "float modulo")) return Bottom();
      return Modulo(emitter, a, b);
    default:
      return FloatPower(emitter, a, b);
  }
}

}  // namespace pyasc::sema::numeric
