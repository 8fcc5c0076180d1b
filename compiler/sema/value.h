// What an expression of an operator evaluates to while it is compiled: a Python value
// whose type is known and whose content is a machine value, a constant, or both.
#ifndef PYASC_COMPILER_SEMA_VALUE_H_
#define PYASC_COMPILER_SEMA_VALUE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/signature.h"
#include "compiler/hir/hir.h"
#include "compiler/sema/interval.h"

namespace pyasc::sema {

enum class Kind : uint8_t {
  kError,    // a diagnostic was reported; poisons what uses it
  kBottom,   // none: what would give it raised, or the created output's dtype is not known yet
  kUnbound,  // a variable that no path has assigned
  kNone,
  kBool,      // Python bool; id: kI1
  kInt,       // Python int, weak, exact; id: IntType(interval)
  kFloat,     // Python float, weak; id: kF64
  kNumpy,     // NumPy scalar of `dtype`; id: hir::ValueType(dtype)
  kString,    // constant only
  kTuple,     // `items`
  kView,      // a strided view of a tensor: `view`
  kArray,     // an array expression not stored yet: `array`
  kModule,    // `text`: numpy, math, pyasc
  kFunction,  // `text`: qualified name of something callable, "numpy.exp", "max"
  kDType,     // `dtype`, as in dtype=np.float32
  kMethod,    // `text` of `items[0]`: x.sum, out.resize
  kRange,     // `items`: start, stop, step, all kInt
};

struct View;
struct ArrayExpr;

struct Value {
  Kind kind = Kind::kError;
  DType dtype = DType::kFloat64;           // kNumpy, kDType
  hir::ValueId id = hir::kNone;            // may be kNone while the value is constant
  Interval interval;                       // kInt
  std::optional<bool> flag;                // kBool: known truth
  std::optional<double> real;              // kFloat: known value
  std::string text;                        // kString, kModule, kFunction, kMethod
  std::vector<Value> items;                // kTuple, kMethod, kRange
  std::shared_ptr<const View> view;        // shared: values are copied freely
  std::shared_ptr<const ArrayExpr> array;  // shared: the same
  // kInt: the value is at least 0 and less than this kI64 value (a loop's bound).
  hir::ValueId below = hir::kNone;
  // kNumpy float16 at level 3: `id` is kF32 and holds an accumulation not yet rounded.
  bool wide = false;

  bool is_error() const { return kind == Kind::kError; }
  // A Python or NumPy number or bool.
  bool is_scalar() const {
    return kind == Kind::kBool || kind == Kind::kInt || kind == Kind::kFloat ||
           kind == Kind::kNumpy;
  }
};

Value ErrorValue();
Value NoneValue();
Value BoolConstant(bool value);
Value IntConstant(Int128 value);
Value FloatConstant(double value);
Value StringConstant(std::string text);
// Machine values of a type that is known.
Value BoolValue(hir::ValueId id);
Value IntValue(hir::ValueId id, Interval interval);
Value FloatValue(hir::ValueId id);
Value NumpyValue(DType dtype, hir::ValueId id);

// The machine type that holds every int of `interval`: kI64 or kI128.
hir::Type IntType(const Interval& interval);

// Python's name of the value's type: "int", "numpy.float32", "tuple", "NoneType".
std::string TypeName(const Value& value);

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_VALUE_H_
