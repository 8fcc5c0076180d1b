#include "compiler/sema/view.h"

#include <utility>

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;

Value ViewValue(View view) {
  Value value;
  value.kind = Kind::kView;
  value.dtype = view.dtype;
  value.view = std::make_shared<const View>(std::move(view));
  return value;
}

Value ArrayValue(ArrayExpr expression) {
  Value value;
  value.kind = Kind::kArray;
  value.dtype = expression.dtype;
  value.array = std::make_shared<const ArrayExpr>(std::move(expression));
  return value;
}

ValueId DimId(Emitter& emitter, const Dim& dim) {
  if (dim.id != hir::kNone) return dim.id;
  return emitter.Int(Type::kI64, dim.range.low);
}

Value DimValue(const Dim& dim) {
  if (dim.range.is_point()) return IntConstant(dim.range.low);
  return IntValue(dim.id, dim.range);
}

Dim ConstantDim(Int128 value) {
  Dim dim;
  dim.range = Interval::Point(value);
  return dim;
}

Dim DimOf(Emitter& emitter, const Value& value) {
  Dim dim;
  dim.range = value.interval;
  if (dim.range.low < 0) dim.range.low = 0;
  if (dim.range.high > kMaxDim) dim.range.high = kMaxDim;
  if (value.interval.is_point()) return dim;
  const ValueId id = emitter.Materialise(value);
  dim.id = emitter.TypeOf(id) == Type::kI128 ? emitter.Emit(Op::kTruncate, Type::kI64, {id}) : id;
  return dim;
}

void AppendShape(const std::vector<Dim>& dims, std::vector<Piece>* pieces) {
  pieces->push_back(Text("("));
  for (size_t k = 0; k < dims.size(); ++k) {
    if (k > 0) pieces->push_back(Text(","));
    pieces->push_back(Show(DimValue(dims[k])));
  }
  pieces->push_back(Text(dims.size() == 1 ? ",)" : ")"));
}

Value FromMemory(Emitter& emitter, DType dtype, ValueId memory) {
  if (dtype == DType::kBool) {
    const ValueId zero = emitter.Int(Type::kI8, 0);
    return NumpyValue(dtype, emitter.Emit(Op::kNe, Type::kI1, {memory, zero}));
  }
  return NumpyValue(dtype, memory);
}

ValueId ToMemory(Emitter& emitter, const Value& value) {
  const ValueId id = emitter.Materialise(value);
  if (value.dtype == DType::kBool) return emitter.Emit(Op::kZExt, Type::kI8, {id});
  return id;
}

Value LoadElement(Emitter& emitter, DType dtype, ValueId address) {
  return FromMemory(emitter, dtype, emitter.Emit(Op::kLoad, hir::MemoryType(dtype), {address}));
}

void StoreElement(Emitter& emitter, const Value& value, ValueId address) {
  emitter.Emit(Op::kStore, Type::kVoid, {ToMemory(emitter, value), address});
}

std::vector<ValueId> ContiguousStrides(Emitter& emitter, DType dtype,
                                       const std::vector<Dim>& dims) {
  std::vector<ValueId> strides(dims.size());
  ValueId stride = emitter.Int(Type::kI64, ItemBytes(dtype));
  for (size_t k = dims.size(); k-- > 0;) {
    strides[k] = stride;
    if (k > 0) stride = emitter.Emit(Op::kMul, Type::kI64, {stride, DimId(emitter, dims[k])});
  }
  return strides;
}

}  // namespace pyasc::sema
