#include "compiler/sema/numeric.h"

#include <fmt/format.h>

#include <utility>

#include "compiler/hir/op_info.h"
#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema {
namespace {

using namespace numeric;  // the pieces of this module

// The class of which Python speaks when a NumPy scalar meets something foreign.
std::string ItemTypeName(const Value& value) {
  if (value.kind != Kind::kNumpy) return TypeName(value);
  if (value.dtype == DType::kBool) return "bool";
  return IsFloat(value.dtype) ? "float" : "int";
}

bool IsSequence(const Value& value) {
  return value.kind == Kind::kString || value.kind == Kind::kTuple;
}

bool IsIntegral(const Value& value) {
  return value.kind == Kind::kBool || value.kind == Kind::kInt ||
         (value.kind == Kind::kNumpy && IsInt(value.dtype));
}

Value Unsupported(Emitter& emitter, std::string_view symbol, const Value& a, const Value& b) {
  return Raised(emitter, "TypeError",
                fmt::format("unsupported operand type(s) for {}: '{}' and '{}'", symbol,
                            ItemTypeName(a), ItemTypeName(b)));
}

Value RepeatTuple(const Value& tuple, Int128 times) {
  Value result = tuple;
  result.items.clear();
  for (Int128 i = 0; i < times; ++i)
    result.items.insert(result.items.end(), tuple.items.begin(), tuple.items.end());
  return result;
}

Value Concatenated(const Value& a, const Value& b) {
  if (a.kind == Kind::kString) return StringConstant(a.text + b.text);
  Value result = a;
  result.items.insert(result.items.end(), b.items.begin(), b.items.end());
  return result;
}

// `sequence` * `count` or `count` * `sequence`.
Value Repeated(Emitter& emitter, const Value& sequence, const Value& count) {
  constexpr Int128 kMostItems = 1000;
  if (!IsIntegral(count))
    return Raised(emitter, "TypeError",
                  fmt::format("can't multiply sequence by non-int of type '{}'", TypeName(count)));
  if (sequence.kind == Kind::kTuple && IsConstantInt(count) && count.interval.low <= kMostItems)
    return RepeatTuple(sequence, count.interval.low);
  return emitter.Fail(codes::kOperands,
                      fmt::format("a repeated {} is not supported", TypeName(sequence)),
                      "write the elements out");
}

// An operand is not a number.
Value ForeignBinary(Emitter& emitter, BinaryOp op, const Value& a, const Value& b) {
  if (op == BinaryOp::kAdd && IsSequence(a)) {
    if (a.kind == b.kind) return Concatenated(a, b);
    const std::string type = TypeName(a);
    return Raised(
        emitter, "TypeError",
        fmt::format("can only concatenate {} (not \"{}\") to {}", type, TypeName(b), type));
  }
  if (op == BinaryOp::kMul && IsSequence(a)) return Repeated(emitter, a, b);
  if (op == BinaryOp::kMul && IsSequence(b)) return Repeated(emitter, b, a);
  if ((a.kind == Kind::kNumpy && IsSequence(b)) || (b.kind == Kind::kNumpy && IsSequence(a)) ||
      a.kind == Kind::kString)
    return emitter.Fail(
        codes::kOperands,
        fmt::format("{} between {} and {} is not supported", Symbol(op), TypeName(a), TypeName(b)),
        "write numbers on both sides");
  return Unsupported(emitter, op == BinaryOp::kPow ? "** or pow()" : Symbol(op), a, b);
}

bool IsBits(BinaryOp op) {
  return op == BinaryOp::kLShift || op == BinaryOp::kRShift || op == BinaryOp::kAnd ||
         op == BinaryOp::kOr || op == BinaryOp::kXor;
}

Value PythonBinary(Emitter& emitter, BinaryOp op, const Value& a, const Value& b) {
  if (a.kind != Kind::kFloat && b.kind != Kind::kFloat) return IntBinary(emitter, op, a, b);
  if (IsBits(op)) return Unsupported(emitter, Symbol(op), a, b);
  return FloatBinary(emitter, op, AsPythonFloat(emitter, a), AsPythonFloat(emitter, b));
}

Value BadUnary(Emitter& emitter, std::string_view symbol, const Value& a) {
  return Raised(emitter, "TypeError",
                fmt::format("bad operand type for unary {}: '{}'", symbol, TypeName(a)));
}

Value Invert(Emitter& emitter, const Value& a) {
  if (a.kind == Kind::kFloat) return BadUnary(emitter, "~", a);
  if (a.kind == Kind::kNumpy) {
    if (IsFloat(a.dtype)) return NoLoop(emitter, "invert");
    const ValueId ones = emitter.Int(emitter.TypeOf(a.id), a.dtype == DType::kBool ? 1 : -1);
    return NumpyValue(a.dtype, Apply(emitter, Op::kXor, a.id, ones));
  }
  return IntBinary(emitter, BinaryOp::kXor, AsPythonInt(emitter, a), IntConstant(-1));
}

Value Negative(Emitter& emitter, const Value& a) {
  if (a.kind == Kind::kNumpy) return NumpyNegative(emitter, a);
  if (a.kind != Kind::kFloat) return IntNegative(emitter, AsPythonInt(emitter, a));
  if (a.real.has_value()) return FloatConstant(-*a.real);
  return FloatValue(Apply(emitter, Op::kFNeg, a.id));
}

Value Positive(Emitter& emitter, const Value& a) {
  if (a.kind == Kind::kBool) return AsPythonInt(emitter, a);
  if (a.kind != Kind::kNumpy || a.dtype != DType::kBool) return a;
  return Raised(emitter, "TypeError",
                "ufunc 'positive' did not contain a loop with signature matching types "
                "<class 'numpy.dtypes.BoolDType'> -> None");
}

std::string_view Symbol(UnaryOp op) {
  switch (op) {
    case UnaryOp::kNeg:
      return "-";
    case UnaryOp::kPos:
      return "+";
    case UnaryOp::kInvert:
      return "~";
    case UnaryOp::kNot:
      return "not";
  }
  return "";
}

}  // namespace

namespace numeric {

std::optional<Value> Unusable(Emitter& emitter, const Value& value) {
  if (value.is_error()) return ErrorValue();
  if (value.kind == Kind::kBottom) return Bottom();
  if (value.kind == Kind::kNumpy && value.dtype == DType::kBFloat16)
    return emitter.Fail(codes::kBFloat16, "bfloat16 is not supported yet", "use float32");
  return std::nullopt;
}

Value Unknown(Emitter& emitter, const Value& like) {
  switch (like.kind) {
    case Kind::kBool:
      return BoolValue(emitter.Int(Type::kI1, 1));
    case Kind::kInt:
      return IntValue(emitter.Int(Type::kI128, 1), Interval{});
    case Kind::kFloat:
      return FloatValue(emitter.Real(Type::kF64, 1.0));
    case Kind::kNumpy: {
      const Type type = hir::ValueType(like.dtype);
      return NumpyValue(like.dtype,
                        hir::IsFloat(type) ? emitter.Real(type, 1.0) : emitter.Int(type, 1));
    }
    default:
      return like;
  }
}

std::string_view Symbol(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd:
      return "+";
    case BinaryOp::kSub:
      return "-";
    case BinaryOp::kMul:
      return "*";
    case BinaryOp::kTrueDiv:
      return "/";
    case BinaryOp::kFloorDiv:
      return "//";
    case BinaryOp::kMod:
      return "%";
    case BinaryOp::kPow:
      return "**";
    case BinaryOp::kLShift:
      return "<<";
    case BinaryOp::kRShift:
      return ">>";
    case BinaryOp::kAnd:
      return "&";
    case BinaryOp::kOr:
      return "|";
    case BinaryOp::kXor:
      return "^";
  }
  return "";
}

Value NoLoop(Emitter& emitter, std::string_view ufunc) {
  return Raised(emitter, "TypeError",
                fmt::format("ufunc '{}' not supported for the input types, and the inputs could "
                            "not be safely coerced to any supported types according to the "
                            "casting rule ''safe''",
                            ufunc));
}

}  // namespace numeric

std::string_view UfuncName(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd:
      return "add";
    case BinaryOp::kSub:
      return "subtract";
    case BinaryOp::kMul:
      return "multiply";
    case BinaryOp::kTrueDiv:
      return "divide";
    case BinaryOp::kFloorDiv:
      return "floor_divide";
    case BinaryOp::kMod:
      return "remainder";
    case BinaryOp::kPow:
      return "power";
    case BinaryOp::kLShift:
      return "left_shift";
    case BinaryOp::kRShift:
      return "right_shift";
    case BinaryOp::kAnd:
      return "bitwise_and";
    case BinaryOp::kOr:
      return "bitwise_or";
    case BinaryOp::kXor:
      return "bitwise_xor";
  }
  return "";
}

Value Binary(Emitter& emitter, BinaryOp op, const Value& a, const Value& b) {
  const bool a_bottom = a.kind == Kind::kBottom;
  const bool b_bottom = b.kind == Kind::kBottom;
  if (a_bottom && b_bottom) return Bottom();
  if (a_bottom) return Binary(emitter, op, Unknown(emitter, b), b);
  if (b_bottom) return Binary(emitter, op, a, Unknown(emitter, a));
  for (const Value* operand : {&a, &b})
    if (std::optional<Value> stop = Unusable(emitter, *operand)) return *stop;
  if (!a.is_scalar() || !b.is_scalar()) return ForeignBinary(emitter, op, a, b);
  if (IsPython(a) && IsPython(b)) return PythonBinary(emitter, op, a, b);
  return NumpyBinary(emitter, op, Rounded(emitter, a), Rounded(emitter, b));
}

Value Unary(Emitter& emitter, UnaryOp op, const Value& a) {
  if (op == UnaryOp::kNot) {
    const Value truth = Truth(emitter, a);
    if (truth.kind != Kind::kBool) return truth;
    if (truth.flag.has_value()) return BoolConstant(!*truth.flag);
    return BoolValue(Not(emitter, truth.id));
  }
  if (std::optional<Value> stop = Unusable(emitter, a)) return *stop;
  if (!a.is_scalar()) return BadUnary(emitter, Symbol(op), a);
  const Value value = Rounded(emitter, a);
  if (op == UnaryOp::kInvert) return Invert(emitter, value);
  return op == UnaryOp::kNeg ? Negative(emitter, value) : Positive(emitter, value);
}

}  // namespace pyasc::sema
