// Conversion between scalars: astype, weak operands, stores of one element.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "compiler/hir/op_info.h"
#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema {
namespace {

using namespace numeric;  // the pieces of this module

constexpr std::string_view kNanToInt = "cannot convert float NaN to integer";
constexpr std::string_view kInfinityToInt = "cannot convert float infinity to integer";

// A constant of an integer type as its bits read signed.
Int128 SignedBits(Int128 value, Type type) {
  const int unused = 128 - hir::Bits(type);
  return static_cast<Int128>(static_cast<unsigned __int128>(value) << unused) >> unused;
}

ValueId BoolToReal(Emitter& emitter, ValueId id, Type type) {
  return Select(emitter, id, emitter.Real(type, 1.0), emitter.Real(type, 0.0));
}

// float16 has no conversion of its own: NumPy's goes through float32 too.
ValueId IntToReal(Emitter& emitter, ValueId id, Type type, bool is_signed) {
  const Type first = type == Type::kF16 ? Type::kF32 : type;
  const ValueId real = emitter.Emit(is_signed ? Op::kSToF : Op::kUToF, first, {id});
  return ResizeReal(emitter, real, type);
}

// As C compilers for x86-64 convert, whose results NumPy has: the least integer of the
// intermediate type where the value does not fit, then its low bits.
ValueId RealToUint64(Emitter& emitter, ValueId real) {
  const Type type = emitter.TypeOf(real);
  const Int128 least = Interval::Int64().low;
  const ValueId bias = emitter.Real(type, std::ldexp(1.0, 63));
  const ValueId large = Test(emitter, Op::kFLe, bias, real);
  const ValueId low = TruncateReal(emitter, real, Type::kI64, least);
  const ValueId moved =
      TruncateReal(emitter, Apply(emitter, Op::kFSub, real, bias), Type::kI64, least);
  const ValueId high = Apply(emitter, Op::kXor, moved, emitter.Int(Type::kI64, least));
  return Select(emitter, large, high, low);
}

ValueId RealToInt(Emitter& emitter, ValueId real, DType dtype) {
  if (emitter.TypeOf(real) == Type::kF16) real = ResizeReal(emitter, real, Type::kF32);
  const Type type = hir::ValueType(dtype);
  if (dtype == DType::kUint64) return RealToUint64(emitter, real);
  const bool wide = dtype == DType::kInt64 || dtype == DType::kUint32;
  const Type through = wide ? Type::kI64 : Type::kI32;
  const Int128 least = wide ? Interval::Int64().low : std::numeric_limits<int32_t>::min();
  return Resize(emitter, TruncateReal(emitter, real, through, least), type,
                /*is_signed=*/true);
}

ValueId CastNumpy(Emitter& emitter, const Value& a, DType dtype) {
  const Type type = hir::ValueType(dtype);
  const bool from_real = IsFloat(a.dtype);
  if (dtype == DType::kBool && from_real)
    return Test(emitter, Op::kFNe, a.id, emitter.Real(emitter.TypeOf(a.id), 0.0));
  if (dtype == DType::kBool)
    return Test(emitter, Op::kNe, a.id, emitter.Int(emitter.TypeOf(a.id), 0));
  if (!IsFloat(dtype)) {
    if (from_real) return RealToInt(emitter, a.id, dtype);
    return Resize(emitter, a.id, type, IsSigned(a.dtype));
  }
  if (from_real) return ResizeReal(emitter, a.id, type);
  if (a.dtype == DType::kBool) return BoolToReal(emitter, a.id, type);
  return IntToReal(emitter, a.id, type, IsSigned(a.dtype));
}

// A Python int becomes a double first, so float32 and float16 round twice, as in NumPy.
ValueId FloatToReal(Emitter& emitter, const Value& real, Type type) {
  if (real.real.has_value()) return RealConstant(emitter, type, *real.real);
  return ResizeReal(emitter, real.id, type);
}

ValueId CastPython(Emitter& emitter, const Value& a, DType dtype) {
  const Type type = hir::ValueType(dtype);
  if (dtype == DType::kBool) return emitter.Materialise(Truth(emitter, a));
  if (IsFloat(dtype)) return FloatToReal(emitter, AsPythonFloat(emitter, a), type);
  if (a.kind == Kind::kFloat) return RealToInt(emitter, RealOf(emitter, a), dtype);
  const Value integer = AsPythonInt(emitter, a);
  if (IsConstantInt(integer)) return emitter.Int(type, SignedBits(integer.interval.low, type));
  return Resize(emitter, integer.id, type, /*is_signed=*/true);
}

// The ints that NumPy first brings into a C long or, for these, unsigned long.
Interval LongLimits(DType dtype) {
  Interval limits = Interval::Int64();
  const bool is_unsigned = dtype == DType::kUint32 || dtype == DType::kUint64;
  if (is_unsigned) limits.high = (Int128{1} << 64) - 1;
  return limits;
}

// kI1: low <= integer <= high.
ValueId Within(Emitter& emitter, const Value& integer, const Interval& limits) {
  const Type type = IntType(Join(integer.interval, limits));
  const ValueId id = IntIn(emitter, integer, type);
  const ValueId above = Test(emitter, Op::kSLe, emitter.Int(type, limits.low), id);
  return Both(emitter, above, Test(emitter, Op::kSLe, id, emitter.Int(type, limits.high)));
}

Interval Intersection(const Interval& a, const Interval& b) {
  const Interval common = {std::max(a.low, b.low), std::min(a.high, b.high)};
  return common.low <= common.high ? common : b;
}

// The int with its interval cut to `limits`, in which it lies where the code is reached.
Value Confined(Emitter& emitter, const Value& integer, const Interval& limits) {
  if (limits.Contains(integer.interval)) return integer;
  return Narrowed(emitter, integer.id, Intersection(integer.interval, limits));
}

// A Python int into an integer dtype, or OverflowError.
Value IntToDType(Emitter& emitter, const Value& integer, DType dtype) {
  const Interval limits = LimitsOf(dtype);
  if (!limits.Contains(integer.interval)) {
    Value checked = integer;
    checked.id = emitter.Materialise(integer);
    const Interval longs = LongLimits(dtype);
    if (!longs.Contains(checked.interval)) {
      CheckThat(emitter, Within(emitter, checked, longs), "OverflowError", kNotInLong);
      checked = Confined(emitter, checked, longs);
    }
    if (!limits.Contains(checked.interval))
      emitter.Check(Within(emitter, checked, limits), "OverflowError",
                    {Text("Python integer "), Show(checked),
                     Text(fmt::format(" out of bounds for {}", Name(dtype)))});
  }
  return NumpyValue(dtype, CastPython(emitter, integer, dtype));
}

void CheckNumber(Emitter& emitter, ValueId real) {
  CheckThat(emitter, Not(emitter, IsNan(emitter, real)), "ValueError", kNanToInt);
  CheckThat(emitter, IsFinite(emitter, real), "OverflowError", kInfinityToInt);
}

// int(a) of a float for a store: one too large for a C long says so.
Value LongFromReal(Emitter& emitter, const Value& a, DType dtype) {
  ValueId real = a.kind == Kind::kFloat ? RealOf(emitter, a) : a.id;
  if (emitter.TypeOf(real) == Type::kF16) real = ResizeReal(emitter, real, Type::kF32);
  CheckNumber(emitter, real);
  const Interval longs = LongLimits(dtype);
  const bool to_unsigned = longs.high > Interval::Int64().high;
  ValueId fits = RealFits(emitter, real, to_unsigned ? 64 : 63);
  if (to_unsigned) {
    const ValueId least = emitter.Real(emitter.TypeOf(real), -std::ldexp(1.0, 63));
    fits = Both(emitter, fits, Test(emitter, Op::kFLe, least, real));
  }
  CheckThat(emitter, fits, "OverflowError", kNotInLong);
  return IntValue(TruncateReal(emitter, real, IntType(longs), 0), longs);
}

std::optional<Value> FoldedIntFromReal(Emitter& emitter, double real) {
  constexpr double kLimit = 0x1p127;
  if (std::isnan(real)) return Raised(emitter, "ValueError", kNanToInt);
  if (std::isinf(real)) return Raised(emitter, "OverflowError", kInfinityToInt);
  if (real < -kLimit || real >= kLimit) return Raised(emitter, "OverflowError", kTooWide);
  return IntConstant(static_cast<Int128>(real));
}

}  // namespace

namespace numeric {

Value IntFromReal(Emitter& emitter, const Value& a) {
  if (a.real.has_value()) return *FoldedIntFromReal(emitter, *a.real);
  ValueId real = a.id;
  const bool half = emitter.TypeOf(real) == Type::kF16;
  if (half) real = ResizeReal(emitter, real, Type::kF32);
  CheckNumber(emitter, real);
  constexpr Interval kHalfLimits = {-65504, 65504};
  if (half) return IntValue(TruncateReal(emitter, real, Type::kI64, 0), kHalfLimits);
  CheckThat(emitter, RealFits(emitter, real, 127), "OverflowError", kTooWide);
  return IntValue(TruncateReal(emitter, real, Type::kI128, 0), Interval{});
}

}  // namespace numeric

Value CastTo(Emitter& emitter, const Value& a, DType dtype) {
  if (dtype == DType::kBFloat16)
    return emitter.Fail(codes::kBFloat16, "bfloat16 is not supported yet", "use float32");
  if (a.kind == Kind::kBottom) return Unknown(emitter, NumpyValue(dtype, hir::kNone));
  if (std::optional<Value> stop = Unusable(emitter, a)) return *stop;
  if (!a.is_scalar())
    return Raised(emitter, "TypeError",
                  fmt::format("int() argument must be a string, a bytes-like object or a real "
                              "number, not '{}'",
                              TypeName(a)));
  if (IsPython(a)) return NumpyValue(dtype, CastPython(emitter, a, dtype));
  const Value value = Rounded(emitter, a);
  if (value.dtype == dtype) return value;
  return NumpyValue(dtype, CastNumpy(emitter, value, dtype));
}

Value WeakTo(Emitter& emitter, const Value& a, DType dtype) {
  const bool to_int = IsInt(dtype);
  if (a.kind == Kind::kInt && to_int) return IntToDType(emitter, a, dtype);
  return CastTo(emitter, a, dtype);
}

Value StoreScalar(Emitter& emitter, const Value& a, DType dtype) {
  if (a.kind == Kind::kNone && IsFloat(dtype)) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return NumpyValue(dtype, emitter.Real(hir::ValueType(dtype), nan));
  }
  if (a.kind == Kind::kNone && dtype == DType::kBool)
    return CastTo(emitter, BoolConstant(false), dtype);
  if (!a.is_scalar() || !IsInt(dtype)) return CastTo(emitter, a, dtype);
  if (std::optional<Value> stop = Unusable(emitter, a)) return *stop;
  const Value value = Rounded(emitter, a);
  const bool strong = value.kind == Kind::kNumpy;
  // NumPy's own scalars are cast into unsigned dtypes, but go through int() into signed.
  if (strong && (value.dtype == dtype || !IsSigned(dtype))) return CastTo(emitter, value, dtype);
  const bool real = value.kind == Kind::kFloat || (strong && IsFloat(value.dtype));
  if (!real) return IntToDType(emitter, AsPythonInt(emitter, value), dtype);
  if (!value.real.has_value())
    return IntToDType(emitter, LongFromReal(emitter, value, dtype), dtype);
  const double constant = std::trunc(*value.real);
  if (std::isfinite(constant) && std::fabs(constant) >= 0x1p64)
    return Raised(emitter, "OverflowError", kNotInLong);
  const Value integer = IntFromReal(emitter, value);
  return integer.kind == Kind::kInt ? IntToDType(emitter, integer, dtype) : integer;
}

}  // namespace pyasc::sema
