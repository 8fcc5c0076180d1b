// Views of tensors, and array expressions that are not stored yet.
#ifndef PYASC_COMPILER_SEMA_VIEW_H_
#define PYASC_COMPILER_SEMA_VIEW_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "base/dtype.h"
#include "base/kernel_abi.h"
#include "compiler/hir/hir.h"
#include "compiler/sema/emitter.h"
#include "compiler/sema/interval.h"
#include "compiler/sema/value.h"

namespace pyasc::sema {

inline constexpr Int128 kMaxDim = abi::kMaxDim;

// One dimension: a kI64 value, or a constant if `range` is a point.
struct Dim {
  hir::ValueId id = hir::kNone;
  Interval range{0, kMaxDim};
};

struct View {
  DType dtype = DType::kFloat64;
  bool typed = true;   // false: a created output whose dtype is not known yet
  bool shaped = true;  // false: a created output that no resize or assignment shaped yet
  uint64_t roots = 0;  // bit t: it may lie in tensor t's memory
  int32_t whole = -1;  // t: it is all of tensor t, as the caller passed or resize() left it
  hir::ValueId data = hir::kNone;
  std::vector<Dim> dims;
  std::vector<hir::ValueId> strides;  // kI64, bytes

  size_t rank() const { return dims.size(); }
};

// A strided operand of an array expression, aligned to the expression's dims.
struct ArraySource {
  View view;
};

// result[i...] = body(elements of the sources at i...). Scalars it uses were converted
// before. `body` may be called once, inside a kMap's body.
struct ArrayExpr {
  DType dtype = DType::kFloat64;
  bool typed = true;
  uint32_t point = 0;  // of the expression, for what is said of it when it is stored
  std::vector<Dim> dims;
  std::vector<ArraySource> sources;  // each has the rank of dims, stride 0 if broadcast
  std::function<Value(const Value* elements)> body;
};

Value ViewValue(View view);
Value ArrayValue(ArrayExpr expression);

// The dimension as a kI64 value and as a Python int.
hir::ValueId DimId(Emitter& emitter, const Dim& dim);
Value DimValue(const Dim& dim);
Dim ConstantDim(Int128 value);
// A Python int (>= 0, its interval within kMaxDim after a check by the caller).
Dim DimOf(Emitter& emitter, const Value& value);

// A shape as pieces of a message: "(3, 4)", "(3,)", "()".
void AppendShape(const std::vector<Dim>& dims, std::vector<Piece>* pieces);

// Loads and stores of one element; values are kNumpy of `dtype`.
Value LoadElement(Emitter& emitter, DType dtype, hir::ValueId address);
void StoreElement(Emitter& emitter, const Value& value, hir::ValueId address);
// The element's value (kNumpy of `dtype`) from its memory form, and back.
Value FromMemory(Emitter& emitter, DType dtype, hir::ValueId memory);
hir::ValueId ToMemory(Emitter& emitter, const Value& value);

// C-order strides in bytes.
std::vector<hir::ValueId> ContiguousStrides(Emitter& emitter, DType dtype,
                                            const std::vector<Dim>& dims);

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_VIEW_H_
