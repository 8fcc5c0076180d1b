// Python's built-in functions of numbers.
#include <fmt/format.h>

#include <cmath>

#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema::numeric {
namespace {

using Arguments = std::vector<Value>;

bool IsRealNumber(const Value& value) {
  return value.kind == Kind::kFloat || (value.kind == Kind::kNumpy && IsFloat(value.dtype));
}

Value TypeError(Emitter& emitter, std::string message) {
  return Raised(emitter, "TypeError", message);
}

Value NoText(Emitter& emitter, std::string_view name) {
  return emitter.Fail(codes::kOperands, fmt::format("{} of a string is not supported", name),
                      "pass a number");
}

Value ToInt(Emitter& emitter, const Arguments& arguments) {
  if (arguments.empty()) return IntConstant(0);
  const Value& a = arguments[0];
  if (a.kind == Kind::kString) return NoText(emitter, "int");
  if (!a.is_scalar())
    return TypeError(emitter,
                     fmt::format("int() argument must be a string, a bytes-like object or a real "
                                 "number, not '{}'",
                                 TypeName(a)));
  return IsRealNumber(a) ? IntFromReal(emitter, a) : AsPythonInt(emitter, a);
}

Value ToFloat(Emitter& emitter, const Arguments& arguments) {
  if (arguments.empty()) return FloatConstant(0);
  const Value& a = arguments[0];
  if (a.kind == Kind::kString) return NoText(emitter, "float");
  if (!a.is_scalar())
    return TypeError(
        emitter,
        fmt::format("float() argument must be a string or a real number, not '{}'", TypeName(a)));
  return AsPythonFloat(emitter, a);
}

Value ToBool(Emitter& emitter, const Arguments& arguments) {
  return arguments.empty() ? BoolConstant(false) : Truth(emitter, arguments[0]);
}

Value Absolute(Emitter& emitter, const Arguments& arguments) {
  const Value& a = arguments[0];
  if (!a.is_scalar())
    return TypeError(emitter, fmt::format("bad operand type for abs(): '{}'", TypeName(a)));
  if (a.kind == Kind::kNumpy) return NumpyAbsolute(emitter, a);
  if (a.kind != Kind::kFloat) return IntAbsolute(emitter, AsPythonInt(emitter, a));
  if (a.real.has_value()) return FloatConstant(std::fabs(*a.real));
  return FloatValue(Apply(emitter, Op::kFAbs, a.id));
}

Value RoundToDigits(Emitter& emitter, const Value& a, const Value& digits) {
  const bool known = IsConstantInt(digits);
  if (known && digits.interval.low >= 0 && !IsRealNumber(a))
    return a.kind == Kind::kBool ? AsPythonInt(emitter, a) : a;
  if (known && digits.interval.low == 0 && a.kind == Kind::kNumpy)
    return NumpyValue(a.dtype, Apply(emitter, Op::kRint, a.id));
  return emitter.Fail(codes::kFunction, "round to a number of digits is not supported",
                      "write round(x * 100) / 100");
}

Value Round(Emitter& emitter, const Arguments& arguments) {
  const Value& a = arguments[0];
  if (!a.is_scalar() || (a.kind == Kind::kNumpy && a.dtype == DType::kBool))
    return TypeError(emitter, fmt::format("type {} doesn't define __round__ method", TypeName(a)));
  if (arguments.size() == 2 && arguments[1].kind != Kind::kNone)
    return RoundToDigits(emitter, a, arguments[1]);
  if (!IsRealNumber(a)) return AsPythonInt(emitter, a);
  if (a.real.has_value()) return IntFromReal(emitter, FloatConstant(std::nearbyint(*a.real)));
  Value rounded = a;
  rounded.id = Apply(emitter, Op::kRint, a.id);
  return IntFromReal(emitter, rounded);
}

Value Divmod(Emitter& emitter, const Arguments& arguments) {
  const Value& a = arguments[0];
  const Value& b = arguments[1];
  if (!a.is_scalar() || !b.is_scalar())
    return TypeError(emitter, fmt::format("unsupported operand type(s) for divmod(): '{}' and '{}'",
                                          TypeName(a), TypeName(b)));
  const bool python = IsPython(a) && IsPython(b);
  if (python && (a.kind == Kind::kFloat || b.kind == Kind::kFloat))
    return FloatDivmod(emitter, AsPythonFloat(emitter, a), AsPythonFloat(emitter, b));
  Value pair;
  pair.kind = Kind::kTuple;
  pair.items = {Binary(emitter, BinaryOp::kFloorDiv, a, b)};
  if (!pair.items[0].is_scalar()) return pair.items[0];
  pair.items.push_back(Binary(emitter, BinaryOp::kMod, a, b));
  return pair;
}

Value Power(Emitter& emitter, const Arguments& arguments) {
  return Binary(emitter, BinaryOp::kPow, arguments[0], arguments[1]);
}

bool SameType(const Value& a, const Value& b) {
  return a.kind == b.kind && (a.kind != Kind::kNumpy || a.dtype == b.dtype);
}

// Both of one type, as values of which one can be selected.
Value SelectSame(Emitter& emitter, const Value& take_b, const Value& a, const Value& b,
                 const Interval& interval) {
  const ValueId condition = emitter.Materialise(take_b);
  if (a.kind == Kind::kInt) {
    const Type type = IntType(Join(a.interval, b.interval));
    const ValueId y = IntIn(emitter, b, type);
    const ValueId chosen = Select(emitter, condition, y, IntIn(emitter, a, type));
    return Narrowed(emitter, chosen, interval);
  }
  Value result = a;
  result.flag.reset();
  result.real.reset();
  const ValueId y = emitter.Materialise(b);
  result.id = Select(emitter, condition, y, emitter.Materialise(a));
  return result;
}

Interval Extreme(CompareOp op, const Interval& a, const Interval& b) {
  if (op == CompareOp::kGt) return {std::max(a.low, b.low), std::max(a.high, b.high)};
  return {std::min(a.low, b.low), std::min(a.high, b.high)};
}

// Python's max and min: the later one only if it is strictly beyond the best so far.
Value Best(Emitter& emitter, const Arguments& arguments, CompareOp op, std::string_view name) {
  if (arguments.size() == 1)
    return TypeError(emitter, fmt::format("'{}' object is not iterable", TypeName(arguments[0])));
  Value best = arguments[0];
  for (size_t i = 1; i < arguments.size(); ++i) {
    const Value& next = arguments[i];
    const Value better = Truth(emitter, Compare(emitter, op, next, best));
    if (better.kind != Kind::kBool) return better;
    if (better.flag.has_value()) {
      if (*better.flag) best = next;
      continue;
    }
    if (!SameType(best, next))
      return emitter.Fail(
          codes::kOperands,
          fmt::format("{} of {} and {} is not supported", name, TypeName(best), TypeName(next)),
          "give the arguments one type");
    best = SelectSame(emitter, better, best, next, Extreme(op, best.interval, next.interval));
  }
  return best;
}

Value Max(Emitter& emitter, const Arguments& arguments) {
  return Best(emitter, arguments, CompareOp::kGt, "max");
}

Value Min(Emitter& emitter, const Arguments& arguments) {
  return Best(emitter, arguments, CompareOp::kLt, "min");
}

}  // namespace

const std::vector<FunctionEntry>& BuiltinFunctions() {
  constexpr size_t kMost = 255;
  static const auto& table = *new std::vector<FunctionEntry>{
      {"int", ToInt, 0},      {"float", ToFloat, 0},
      {"bool", ToBool, 0},    {"abs", Absolute, 1, 1, /*elementwise=*/true},
      {"round", Round, 1, 2}, {"divmod", Divmod, 2, 2},
      {"pow", Power, 2, 2},   {"max", Max, 1, kMost},
      {"min", Min, 1, kMost},
  };
  return table;
}

}  // namespace pyasc::sema::numeric
