// Arithmetic, comparison and conversion of scalars by Python's and NumPy 2's rules.
//
// Every function takes values for which is_scalar() holds (others are named), emits the
// checks that Python or NumPy would make at the emitter's current point (OverflowError,
// ZeroDivisionError, ValueError with their own messages), folds what is constant, and
// returns kError after reporting what is not supported. References: PEP 238, NEP 50,
// docs/operator-language.md.
#ifndef PYASC_COMPILER_SEMA_NUMERIC_H_
#define PYASC_COMPILER_SEMA_NUMERIC_H_

#include <string_view>

#include "compiler/sema/emitter.h"
#include "compiler/sema/value.h"

namespace pyasc::sema {

enum class BinaryOp : uint8_t {
  kAdd,
  kSub,
  kMul,
  kTrueDiv,
  kFloorDiv,
  kMod,
  kPow,
  kLShift,
  kRShift,
  kAnd,
  kOr,
  kXor,
};
enum class UnaryOp : uint8_t { kNeg, kPos, kInvert, kNot };
enum class CompareOp : uint8_t { kEq, kNe, kLt, kLe, kGt, kGe };

// a op b. Two Python numbers follow Python, all others NEP 50. One operand may be
// kBottom: the result then has the other's type as if kBottom had that type too (and
// is kBottom if both are).
Value Binary(Emitter& emitter, BinaryOp op, const Value& a, const Value& b);

Value Unary(Emitter& emitter, UnaryOp op, const Value& a);

// kBool for two Python values, a NumPy bool otherwise. Integers compare exactly.
Value Compare(Emitter& emitter, CompareOp op, const Value& a, const Value& b);

// bool(a), as kBool.
Value Truth(Emitter& emitter, const Value& a);

// What NumPy calls the operator: "add", "floor_divide".
std::string_view UfuncName(BinaryOp op);

// The dtype that a op b has when both are NumPy scalars or arrays of these dtypes.
// nullopt where NumPy raises (bool - bool, shifts of floats).
std::optional<DType> ResultDType(BinaryOp op, DType a, DType b);

// The dtype in which an array of `array` meets the scalar (weak or strong) `other`:
// int64 array and 1.5 -> float64, float32 array and 1 -> float32.
DType MeetDType(DType array, const Value& other);

// The scalar as a NumPy scalar of `dtype`, as NEP 50 converts a weak operand: a Python
// int out of range raises OverflowError ("Python integer 300 out of bounds for uint8").
// A strong scalar is cast.
Value WeakTo(Emitter& emitter, const Value& a, DType dtype);

// The value that `t[i] = a` puts into an element of `dtype`, with the errors of a scalar
// store (u8[0] = 300 OverflowError, i32[0] = np.float32("nan") ValueError). `a` may be None.
Value StoreScalar(Emitter& emitter, const Value& a, DType dtype);

// astype(): C-like conversion, never raises; also for elements of an array store.
Value CastTo(Emitter& emitter, const Value& a, DType dtype);

// A float16 accumulation rounded once; every other value as it is.
Value Rounded(Emitter& emitter, const Value& a);

// accumulator + term for `s += e` at level 3 where both are float16 (the accumulator may
// be wide, or a Python number): the sum in float32, not rounded (Value::wide).
Value AccumulateWide(Emitter& emitter, const Value& accumulator, const Value& term);
// a * b of float16 scalars in float32, not rounded: the term of an accumulation.
Value MultiplyWide(Emitter& emitter, const Value& a, const Value& b);

// Calls a scalar function by its qualified name with scalar arguments: int, float,
// bool, abs, min, max, round, divmod, pow, math.sqrt, math.exp, numpy.exp, numpy.sqrt,
// numpy.maximum, numpy.float32, ... kError with a diagnostic that names it and what to
// write instead where there is none. min and max of values of different types are kError
// (PA0302) unless the comparison is decided while compiling: the result's type would
// depend on the path, which the caller has to express (Compare and a branch).
Value CallScalar(Emitter& emitter, std::string_view name, const std::vector<Value>& arguments);
// Whether CallScalar knows `name`.
bool IsScalarFunction(std::string_view name);
// Whether `name` works element by element on arrays ("numpy.exp", "abs").
bool IsElementwise(std::string_view name);

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_NUMERIC_H_
