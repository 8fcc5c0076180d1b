// What the files behind numeric.h share: machine-level shorthands, conversions and the
// arithmetic of each family of types. Not for other modules.
//
// Unless said otherwise values are rounded (Rounded), supported and no kBottom.
#ifndef PYASC_COMPILER_SEMA_NUMERIC_PARTS_H_
#define PYASC_COMPILER_SEMA_NUMERIC_PARTS_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/sema/numeric.h"

namespace pyasc::sema::numeric {

using hir::Op;
using hir::Type;
using hir::ValueId;

inline constexpr std::string_view kTooWide = "integer result does not fit in 128 bits";
inline constexpr std::string_view kNotInLong = "Python int too large to convert to C long";

// --- Machine code (numeric_machine.cc)
ValueId Apply(Emitter& emitter, Op op, ValueId a, ValueId b);  // the type of `a`
ValueId Apply(Emitter& emitter, Op op, ValueId a);
ValueId Test(Emitter& emitter, Op op, ValueId a, ValueId b);  // a comparison
ValueId Not(Emitter& emitter, ValueId condition);
ValueId Both(Emitter& emitter, ValueId a, ValueId b);
ValueId Either(Emitter& emitter, ValueId a, ValueId b);
ValueId Select(Emitter& emitter, ValueId condition, ValueId then, ValueId otherwise);
// `id` of any integer type as one of `type`, by its own signedness.
ValueId Resize(Emitter& emitter, ValueId id, Type type, bool is_signed);
// A float of any width in another; rounded once.
ValueId ResizeReal(Emitter& emitter, ValueId id, Type type);
// The float, which is integral or is truncated, as a signed integer of `type`;
// `otherwise` where it does not fit (NaN too).
ValueId TruncateReal(Emitter& emitter, ValueId real, Type type, Int128 otherwise);
// kI1: -2^bits <= real < 2^bits after truncation toward zero.
ValueId RealFits(Emitter& emitter, ValueId real, int bits);
ValueId IsFinite(Emitter& emitter, ValueId real);
ValueId IsNan(Emitter& emitter, ValueId real);
ValueId IsInfinite(Emitter& emitter, ValueId real);
void While(Emitter& emitter, const std::function<ValueId()>& condition,
           const std::function<void()>& body);

// --- Values (numeric_machine.cc)
Value Bottom();
// Raises and returns kBottom.
Value Raised(Emitter& emitter, std::string_view exception, std::string_view message);
void CheckThat(Emitter& emitter, ValueId condition, std::string_view exception,
               std::string_view message);
bool IsPython(const Value& value);
bool IsConstantInt(const Value& value);
Interval LimitsOf(DType dtype);  // integer dtypes and bool
bool IsSigned(DType dtype);
double RoundToHalf(double value);
// `value`, exact or rounded to the float `type`, as a constant.
ValueId RealConstant(Emitter& emitter, Type type, double value);
// A bool or integer, Python's or NumPy's, as the Python int of that value.
Value AsPythonInt(Emitter& emitter, const Value& value);
// A Python number or bool as a Python float; NumPy's floats too.
Value AsPythonFloat(Emitter& emitter, const Value& value);
// The machine value of a kInt in `type`, which holds its interval.
ValueId IntIn(Emitter& emitter, const Value& value, Type type);
// kInt of `interval` from `id` (kI64 or kI128), narrowed to IntType(interval).
Value Narrowed(Emitter& emitter, ValueId id, const Interval& interval);
// kFloat, materialised.
ValueId RealOf(Emitter& emitter, const Value& value);
Value NumpyBool(Emitter& emitter, const Value& boolean);

// --- What an operand may not be (numeric.cc)
// A value to go on with where `value` is no rounded scalar of a supported dtype: the
// error or kBottom; nullopt if it is one.
std::optional<Value> Unusable(Emitter& emitter, const Value& value);
// A value of the same type as `like` of which nothing is known.
Value Unknown(Emitter& emitter, const Value& like);
std::string_view Symbol(BinaryOp op);
Value NoLoop(Emitter& emitter, std::string_view ufunc);  // NumPy's TypeError

// --- Python ints (numeric_python_int.cc); operands kInt, or kBool where named
Value IntBinary(Emitter& emitter, BinaryOp op, const Value& a, const Value& b);
Value IntNegative(Emitter& emitter, const Value& a);
Value IntAbsolute(Emitter& emitter, const Value& a);
Value IntMultiply(Emitter& emitter, const Value& a, const Value& b);
Value IntFloorDiv(Emitter& emitter, const Value& a, const Value& b);
// `zero_message` is that of the ZeroDivisionError.
Value IntMod(Emitter& emitter, const Value& a, const Value& b, std::string_view zero_message);
// numeric_python_bits.cc: shifts, and, or, xor.
Value IntBits(Emitter& emitter, BinaryOp op, const Value& a, const Value& b);

// --- Python floats (numeric_python_float.cc); operands kFloat
Value FloatBinary(Emitter& emitter, BinaryOp op, const Value& a, const Value& b);
Value FloatDivmod(Emitter& emitter, const Value& a, const Value& b);

// --- Powers (numeric_power.cc, numeric_power_float.cc)
// base ** exponent by squaring, with no square that is not needed. Requires: exponent >= 1.
template <typename T, typename Product>
T PowerBySquaring(T square, Int128 exponent, const Product& product) {
  for (; (exponent & 1) == 0; exponent >>= 1) square = product(square, square);
  T result = square;
  for (exponent >>= 1; exponent != 0; exponent >>= 1) {
    square = product(square, square);
    if ((exponent & 1) != 0) result = product(result, square);
  }
  return result;
}
Value IntPower(Emitter& emitter, const Value& base, const Value& exponent);
Value FloatPower(Emitter& emitter, const Value& base, const Value& exponent);
// Operands and result of `dtype`; `exponent_constant` is the exponent if it is known.
Value NumpyIntPower(Emitter& emitter, DType dtype, ValueId base, ValueId exponent,
                    std::optional<Int128> exponent_constant);
Value NumpyFloatPower(Emitter& emitter, DType dtype, ValueId base, ValueId exponent,
                      std::optional<double> exponent_constant);

// --- NumPy (numeric_numpy.cc: promotion; _numpy_int.cc, _numpy_float.cc: one dtype)
Value NumpyBinary(Emitter& emitter, BinaryOp op, const Value& a, const Value& b);
Value NumpyIntBinary(Emitter& emitter, BinaryOp op, DType dtype, ValueId a, ValueId b);
Value NumpyFloatBinary(Emitter& emitter, BinaryOp op, DType dtype, ValueId a, ValueId b);
Value NumpyNegative(Emitter& emitter, const Value& a);
Value NumpyAbsolute(Emitter& emitter, const Value& a);

// --- Conversion (numeric_convert.cc)
// int(a) of a float: ValueError for NaN, OverflowError for infinities.
Value IntFromReal(Emitter& emitter, const Value& a);
// The dtype in which NumPy's function meets these arguments (weak Python ones too).
DType CommonDType(const Value& a, const Value& b);

// --- Functions (numeric_functions.cc and numeric_{builtins,math,ufuncs,casts}.cc)
using Function = Value (*)(Emitter& emitter, const std::vector<Value>& arguments);
struct FunctionEntry {
  std::string_view name;
  Function function;
  size_t least = 1;  // arguments
  size_t most = 1;
  bool elementwise = false;
};
const std::vector<FunctionEntry>& BuiltinFunctions();
const std::vector<FunctionEntry>& MathFunctions();
const std::vector<FunctionEntry>& NumpyFunctions();
const std::vector<FunctionEntry>& CastFunctions();

}  // namespace pyasc::sema::numeric

#endif  // PYASC_COMPILER_SEMA_NUMERIC_PARTS_H_
