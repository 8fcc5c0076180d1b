// Comparison and truth: exact between integers of any size, and between Python's ints
// and floats; NumPy's floats compare in the dtype where they meet.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema {
namespace {

using namespace numeric;  // the pieces of this module

std::string_view Symbol(CompareOp op) {
  switch (op) {
    case CompareOp::kEq:
      return "==";
    case CompareOp::kNe:
      return "!=";
    case CompareOp::kLt:
      return "<";
    case CompareOp::kLe:
      return "<=";
    case CompareOp::kGt:
      return ">";
    case CompareOp::kGe:
      return ">=";
  }
  return "";
}

// b op a.
CompareOp Mirrored(CompareOp op) {
  switch (op) {
    case CompareOp::kLt:
      return CompareOp::kGt;
    case CompareOp::kLe:
      return CompareOp::kGe;
    case CompareOp::kGt:
      return CompareOp::kLt;
    case CompareOp::kGe:
      return CompareOp::kLe;
    default:
      return op;
  }
}

template <typename T>
bool Folded(CompareOp op, const T& a, const T& b) {
  switch (op) {
    case CompareOp::kEq:
      return a == b;
    case CompareOp::kNe:
      return a != b;
    case CompareOp::kLt:
      return a < b;
    case CompareOp::kLe:
      return a <= b;
    case CompareOp::kGt:
      return a > b;
    case CompareOp::kGe:
      return a >= b;
  }
  return false;
}

ValueId TestInts(Emitter& emitter, CompareOp op, bool is_signed, ValueId a, ValueId b) {
  const Op less = is_signed ? Op::kSLt : Op::kULt;
  const Op less_equal = is_signed ? Op::kSLe : Op::kULe;
  switch (op) {
    case CompareOp::kEq:
      return Test(emitter, Op::kEq, a, b);
    case CompareOp::kNe:
      return Test(emitter, Op::kNe, a, b);
    case CompareOp::kLt:
      return Test(emitter, less, a, b);
    case CompareOp::kLe:
      return Test(emitter, less_equal, a, b);
    case CompareOp::kGt:
      return Test(emitter, less, b, a);
    case CompareOp::kGe:
      return Test(emitter, less_equal, b, a);
  }
  return a;
}

ValueId TestReals(Emitter& emitter, CompareOp op, ValueId a, ValueId b) {
  switch (op) {
    case CompareOp::kEq:
      return Test(emitter, Op::kFEq, a, b);
    case CompareOp::kNe:
      return Test(emitter, Op::kFNe, a, b);
    case CompareOp::kLt:
      return Test(emitter, Op::kFLt, a, b);
    case CompareOp::kLe:
      return Test(emitter, Op::kFLe, a, b);
    case CompareOp::kGt:
      return Test(emitter, Op::kFLt, b, a);
    case CompareOp::kGe:
      return Test(emitter, Op::kFLe, b, a);
  }
  return a;
}

// What two intervals alone decide.
std::optional<bool> Decided(CompareOp op, const Interval& a, const Interval& b) {
  const bool below = a.high < b.low;
  const bool above = a.low > b.high;
  if (below || above || (a.is_point() && b.is_point())) return Folded(op, a.low, b.low);
  if (op == CompareOp::kLe && a.high <= b.low) return true;
  if (op == CompareOp::kGe && a.low >= b.high) return true;
  if (op == CompareOp::kLt && a.low >= b.high) return false;
  if (op == CompareOp::kGt && a.high <= b.low) return false;
  return std::nullopt;
}

Value CompareInts(Emitter& emitter, CompareOp op, const Value& a, const Value& b) {
  if (const auto known = Decided(op, a.interval, b.interval)) return BoolConstant(*known);
  const bool narrow = a.interval.FitsInt64() && b.interval.FitsInt64();
  const Type type = narrow ? Type::kI64 : Type::kI128;
  const ValueId x = IntIn(emitter, a, type);
  return BoolValue(TestInts(emitter, op, /*is_signed=*/true, x, IntIn(emitter, b, type)));
}

Value CompareFloats(Emitter& emitter, CompareOp op, const Value& a, const Value& b) {
  if (a.real.has_value() && b.real.has_value()) return BoolConstant(Folded(op, *a.real, *b.real));
  const ValueId x = RealOf(emitter, a);
  return BoolValue(TestReals(emitter, op, x, RealOf(emitter, b)));
}

// integer op real, without rounding the integer. Beyond 128 bits the real decides.
Value CompareExactly(Emitter& emitter, CompareOp op, const Value& integer, const Value& real) {
  const ValueId r = RealOf(emitter, real);
  const ValueId i = IntIn(emitter, integer, Type::kI128);
  const ValueId fits = RealFits(emitter, r, 127);
  const ValueId zero = emitter.Real(Type::kF64, 0.0);
  // i < r is i < ceil(r), i <= r is i <= floor(r), and so on; == needs r integral.
  const bool up = op == CompareOp::kLt || op == CompareOp::kGe;
  const ValueId whole = Apply(emitter, up ? Op::kCeil : Op::kFloor, r);
  const ValueId safe = Select(emitter, fits, whole, zero);
  const ValueId bound = emitter.Emit(Op::kFToS, Type::kI128, {safe});
  ValueId inside = TestInts(emitter, op, /*is_signed=*/true, i, bound);
  if (op == CompareOp::kEq) inside = Both(emitter, inside, Test(emitter, Op::kFEq, whole, r));
  if (op == CompareOp::kNe) inside = Either(emitter, inside, Test(emitter, Op::kFNe, whole, r));
  const ValueId outside = TestReals(emitter, op, zero, r);
  return BoolValue(Select(emitter, fits, inside, outside));
}

constexpr Interval kExactInDouble = {-(Int128{1} << 53), Int128{1} << 53};

Value ComparePython(Emitter& emitter, CompareOp op, const Value& a, const Value& b) {
  const bool a_float = a.kind == Kind::kFloat;
  const bool b_float = b.kind == Kind::kFloat;
  if (!a_float && !b_float)
    return CompareInts(emitter, op, AsPythonInt(emitter, a), AsPythonInt(emitter, b));
  if (a_float && b_float) return CompareFloats(emitter, op, a, b);
  if (a_float) return ComparePython(emitter, Mirrored(op), b, a);
  const Value integer = AsPythonInt(emitter, a);
  if (kExactInDouble.Contains(integer.interval))
    return CompareFloats(emitter, op, AsPythonFloat(emitter, integer), b);
  return CompareExactly(emitter, op, integer, b);
}

bool IsIntegral(const Value& value) {
  if (value.kind == Kind::kNumpy) return !IsFloat(value.dtype);
  return value.kind == Kind::kBool || value.kind == Kind::kInt;
}

bool IsNumpyBool(const Value& value) {
  return value.kind == Kind::kNumpy && value.dtype == DType::kBool;
}

// A NumPy bool makes an int64 of a Python int, which then has to fit.
Value CompareWithBool(Emitter& emitter, CompareOp op, const Value& a, const Value& b) {
  const ValueId x = WeakTo(emitter, a, DType::kInt64).id;
  const ValueId y = WeakTo(emitter, b, DType::kInt64).id;
  return NumpyValue(DType::kBool, TestInts(emitter, op, /*is_signed=*/true, x, y));
}

Value CompareNumpy(Emitter& emitter, CompareOp op, const Value& a, const Value& b) {
  if ((IsNumpyBool(a) && b.kind == Kind::kInt) || (IsNumpyBool(b) && a.kind == Kind::kInt))
    return CompareWithBool(emitter, op, a, b);
  if (IsIntegral(a) && IsIntegral(b)) {
    const bool same = a.kind == b.kind && a.dtype == b.dtype;
    if (same && !IsSigned(a.dtype))
      return NumpyValue(DType::kBool, TestInts(emitter, op, /*is_signed=*/false, a.id, b.id));
    return NumpyBool(emitter,
                     CompareInts(emitter, op, AsPythonInt(emitter, a), AsPythonInt(emitter, b)));
  }
  const DType dtype = CommonDType(a, b);
  const ValueId x = CastTo(emitter, a, dtype).id;
  return NumpyValue(DType::kBool, TestReals(emitter, op, x, CastTo(emitter, b, dtype).id));
}

std::string ItemTypeName(const Value& value) {
  if (value.kind != Kind::kNumpy) return TypeName(value);
  if (value.dtype == DType::kBool) return "bool";
  return IsFloat(value.dtype) ? "float" : "int";
}

// Lexicographic: the first pair that differs decides.
std::optional<Value> CompareTuples(Emitter& emitter, CompareOp op, const Value& a, const Value& b) {
  const bool equality = op == CompareOp::kEq || op == CompareOp::kNe;
  if (equality && a.items.size() != b.items.size()) return BoolConstant(op == CompareOp::kNe);
  for (size_t i = 0; i < std::min(a.items.size(), b.items.size()); ++i) {
    const Value equal = Compare(emitter, CompareOp::kEq, a.items[i], b.items[i]);
    if (!equal.flag.has_value()) return std::nullopt;
    if (!*equal.flag) return Compare(emitter, op, a.items[i], b.items[i]);
  }
  return BoolConstant(Folded(op, a.items.size(), b.items.size()));
}

// One of them is no number.
Value CompareForeign(Emitter& emitter, CompareOp op, const Value& a, const Value& b) {
  if (a.kind == Kind::kString && b.kind == Kind::kString)
    return BoolConstant(Folded(op, a.text, b.text));
  if (a.kind == Kind::kTuple && b.kind == Kind::kTuple) {
    if (std::optional<Value> result = CompareTuples(emitter, op, a, b)) return *result;
    return emitter.Fail(codes::kOperands,
                        "a comparison of tuples of run-time values is not supported",
                        "compare their elements");
  }
  if (op == CompareOp::kEq || op == CompareOp::kNe) {
    const bool same = a.kind == b.kind && (a.kind != Kind::kDType || a.dtype == b.dtype);
    return BoolConstant(same == (op == CompareOp::kEq));
  }
  return Raised(emitter, "TypeError",
                fmt::format("'{}' not supported between instances of '{}' and '{}'", Symbol(op),
                            ItemTypeName(a), ItemTypeName(b)));
}

Value TruthOfNumber(Emitter& emitter, const Value& a) {
  if (a.kind == Kind::kBool) return a;
  if (a.kind == Kind::kInt) return CompareInts(emitter, CompareOp::kNe, a, IntConstant(0));
  if (a.kind == Kind::kFloat) return CompareFloats(emitter, CompareOp::kNe, a, FloatConstant(0));
  return BoolValue(CastTo(emitter, a, DType::kBool).id);
}

}  // namespace

Value Compare(Emitter& emitter, CompareOp op, const Value& a, const Value& b) {
  const bool a_bottom = a.kind == Kind::kBottom;
  const bool b_bottom = b.kind == Kind::kBottom;
  if (a_bottom && b_bottom) return BoolValue(emitter.Int(Type::kI1, 0));
  if (a_bottom) return Compare(emitter, op, Unknown(emitter, b), b);
  if (b_bottom) return Compare(emitter, op, a, Unknown(emitter, a));
  for (const Value* operand : {&a, &b})
    if (std::optional<Value> stop = Unusable(emitter, *operand)) return *stop;
  if (!a.is_scalar() || !b.is_scalar()) return CompareForeign(emitter, op, a, b);
  if (IsPython(a) && IsPython(b)) return ComparePython(emitter, op, a, b);
  return CompareNumpy(emitter, op, Rounded(emitter, a), Rounded(emitter, b));
}

Value Truth(Emitter& emitter, const Value& a) {
  if (a.kind == Kind::kBottom) return BoolValue(emitter.Int(Type::kI1, 0));
  if (std::optional<Value> stop = Unusable(emitter, a)) return *stop;
  switch (a.kind) {
    case Kind::kNone:
      return BoolConstant(false);
    case Kind::kString:
      return BoolConstant(!a.text.empty());
    case Kind::kTuple:
      return BoolConstant(!a.items.empty());
    case Kind::kView:
    case Kind::kArray:
    case Kind::kRange:
      return emitter.Fail(codes::kOperands, "the truth of an array is not supported here",
                          "use .any(), .all() or .size");
    default:
      break;
  }
  return a.is_scalar() ? TruthOfNumber(emitter, Rounded(emitter, a)) : BoolConstant(true);
}

}  // namespace pyasc::sema
