// Shorthands over the emitter, and the machine form of values.
#include <cmath>
#include <limits>
#include <utility>

#include "compiler/hir/op_info.h"
#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema::numeric {

ValueId Apply(Emitter& emitter, Op op, ValueId a, ValueId b) {
  return emitter.Emit(op, emitter.TypeOf(a), {a, b});
}

ValueId Apply(Emitter& emitter, Op op, ValueId a) {
  return emitter.Emit(op, emitter.TypeOf(a), {a});
}

ValueId Test(Emitter& emitter, Op op, ValueId a, ValueId b) {
  return emitter.Emit(op, Type::kI1, {a, b});
}

ValueId Not(Emitter& emitter, ValueId condition) {
  return Apply(emitter, Op::kXor, condition, emitter.Int(Type::kI1, 1));
}

ValueId Both(Emitter& emitter, ValueId a, ValueId b) { return Apply(emitter, Op::kAnd, a, b); }

ValueId Either(Emitter& emitter, ValueId a, ValueId b) { return Apply(emitter, Op::kOr, a, b); }

ValueId Select(Emitter& emitter, ValueId condition, ValueId then, ValueId otherwise) {
  return emitter.Emit(Op::kSelect, emitter.TypeOf(then), {condition, then, otherwise});
}

ValueId Resize(Emitter& emitter, ValueId id, Type type, bool is_signed) {
  const Type from = emitter.TypeOf(id);
  if (from == type) return id;
  if (hir::Bits(from) > hir::Bits(type)) return emitter.Emit(Op::kTruncate, type, {id});
  return emitter.Emit(is_signed ? Op::kSExt : Op::kZExt, type, {id});
}

ValueId ResizeReal(Emitter& emitter, ValueId id, Type type) {
  const Type from = emitter.TypeOf(id);
  if (from == type) return id;
  return emitter.Emit(hir::Bits(from) > hir::Bits(type) ? Op::kFTrunc : Op::kFExt, type, {id});
}

ValueId RealFits(Emitter& emitter, ValueId real, int bits) {
  const Type type = emitter.TypeOf(real);
  const ValueId whole = Apply(emitter, Op::kTrunc, real);
  const ValueId low = emitter.Real(type, -std::ldexp(1.0, bits));
  const ValueId high = emitter.Real(type, std::ldexp(1.0, bits));
  return Both(emitter, Test(emitter, Op::kFLe, low, whole), Test(emitter, Op::kFLt, whole, high));
}

ValueId TruncateReal(Emitter& emitter, ValueId real, Type type, Int128 otherwise) {
  if (emitter.TypeOf(real) == Type::kF16) real = ResizeReal(emitter, real, Type::kF32);
  const ValueId fits = RealFits(emitter, real, hir::Bits(type) - 1);
  const ValueId zero = emitter.Real(emitter.TypeOf(real), 0.0);
  const ValueId safe = Select(emitter, fits, real, zero);
  const ValueId whole = emitter.Emit(Op::kFToS, type, {safe});
  return Select(emitter, fits, whole, emitter.Int(type, otherwise));
}

ValueId IsFinite(Emitter& emitter, ValueId real) {
  const ValueId infinity =
      emitter.Real(emitter.TypeOf(real), std::numeric_limits<double>::infinity());
  return Test(emitter, Op::kFLt, Apply(emitter, Op::kFAbs, real), infinity);
}

ValueId IsNan(Emitter& emitter, ValueId real) { return Test(emitter, Op::kFNe, real, real); }

ValueId IsInfinite(Emitter& emitter, ValueId real) {
  const ValueId infinity =
      emitter.Real(emitter.TypeOf(real), std::numeric_limits<double>::infinity());
  return Test(emitter, Op::kFEq, Apply(emitter, Op::kFAbs, real), infinity);
}

void While(Emitter& emitter, const std::function<ValueId()>& condition,
           const std::function<void()>& body) {
  const hir::BlockId blocks[2] = {emitter.NewBlock(), emitter.NewBlock()};
  {
    Emitter::Scope scope(emitter, blocks[0]);
    emitter.Emit(Op::kYield, Type::kVoid, {condition()});
  }
  {
    Emitter::Scope scope(emitter, blocks[1]);
    body();
  }
  emitter.EmitLoop(Op::kWhile, {}, {blocks[0], blocks[1]});
}

Value Bottom() {
  Value value;
  value.kind = Kind::kBottom;
  return value;
}

Value Raised(Emitter& emitter, std::string_view exception, std::string_view message) {
  emitter.Raise(exception, {Text(message)});
  return Bottom();
}

void CheckThat(Emitter& emitter, ValueId condition, std::string_view exception,
               std::string_view message) {
  emitter.Check(condition, exception, {Text(message)});
}

bool IsPython(const Value& value) {
  return value.kind == Kind::kBool || value.kind == Kind::kInt || value.kind == Kind::kFloat;
}

bool IsConstantInt(const Value& value) {
  return value.kind == Kind::kInt && value.interval.is_point();
}

bool IsSigned(DType dtype) { return IsSignedInt(dtype); }

Interval LimitsOf(DType dtype) {
  if (dtype == DType::kBool) return {0, 1};
  const int bits = 8 * ItemBytes(dtype);
  const Int128 one = 1;
  if (IsSigned(dtype)) return {-(one << (bits - 1)), (one << (bits - 1)) - 1};
  return {0, (one << bits) - 1};
}

double RoundToHalf(double value) {
  if (value == 0.0 || !std::isfinite(value)) return value;
  const int exponent = std::max(std::ilogb(value), -14);
  const double quantum = std::ldexp(1.0, exponent - 10);
  const double rounded = std::nearbyint(value / quantum) * quantum;
  constexpr double kLargestHalf = 65504.0;
  if (std::fabs(rounded) <= kLargestHalf) return rounded;
  return std::copysign(std::numeric_limits<double>::infinity(), value);
}

ValueId RealConstant(Emitter& emitter, Type type, double value) {
  if (type == Type::kF16) value = RoundToHalf(value);
  if (type == Type::kF32) value = static_cast<double>(static_cast<float>(value));
  return emitter.Real(type, value);
}

Value AsPythonInt(Emitter& emitter, const Value& value) {
  if (value.kind == Kind::kInt) return value;
  if (value.kind == Kind::kBool && value.flag.has_value()) return IntConstant(*value.flag);
  const DType dtype = value.kind == Kind::kBool ? DType::kBool : value.dtype;
  const Interval limits = LimitsOf(dtype);
  const ValueId id = emitter.Materialise(value);
  return IntValue(Resize(emitter, id, IntType(limits), IsSigned(dtype)), limits);
}

Value AsPythonFloat(Emitter& emitter, const Value& value) {
  if (value.kind == Kind::kFloat) return value;
  if (value.kind == Kind::kNumpy && IsFloat(value.dtype))
    return FloatValue(ResizeReal(emitter, value.id, Type::kF64));
  const Value integer = AsPythonInt(emitter, value);
  if (IsConstantInt(integer)) return FloatConstant(static_cast<double>(integer.interval.low));
  const ValueId id = IntIn(emitter, integer, IntType(integer.interval));
  return FloatValue(emitter.Emit(Op::kSToF, Type::kF64, {id}));
}

ValueId IntIn(Emitter& emitter, const Value& value, Type type) {
  if (IsConstantInt(value)) return emitter.Int(type, value.interval.low);
  return Resize(emitter, value.id, type, /*is_signed=*/true);
}

Value Narrowed(Emitter& emitter, ValueId id, const Interval& interval) {
  return IntValue(Resize(emitter, id, IntType(interval), /*is_signed=*/true), interval);
}

ValueId RealOf(Emitter& emitter, const Value& value) {
  if (value.real.has_value()) return emitter.Real(Type::kF64, *value.real);
  return value.id;
}

Value NumpyBool(Emitter& emitter, const Value& boolean) {
  if (boolean.flag.has_value())
    return NumpyValue(DType::kBool, emitter.Int(Type::kI1, *boolean.flag));
  return NumpyValue(DType::kBool, boolean.id);
}

}  // namespace pyasc::sema::numeric
