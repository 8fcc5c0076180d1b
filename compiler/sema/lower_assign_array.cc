// Storing into a view: output[...] = value, and augmented assignment of arrays.
#include <utility>

#include "compiler/sema/lowering.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;

// NumPy: the source broadcasts to the destination; leading axes of size one may be more.
bool Arrays::CheckAssignable(const std::vector<Dim>& source, const std::vector<Dim>& destination) {
  ValueId fits = hir::kNone;
  const auto require = [&](ValueId condition) {
    fits = fits == hir::kNone ? condition : emit_.Emit(Op::kAnd, Type::kI1, {fits, condition});
  };
  const ValueId one = emit_.Int(Type::kI64, 1);
  const size_t extra = source.size() > destination.size() ? source.size() - destination.size() : 0;
  for (size_t k = 0; k < source.size(); ++k) {
    const Dim& from = source[k];
    const bool is_one = from.range.is_point() && from.range.low == 1;
    if (is_one) continue;
    const ValueId size = DimId(emit_, from);
    if (k < extra) {
      require(emit_.Emit(Op::kEq, Type::kI1, {size, one}));
      continue;
    }
    const Dim& to = destination[k + destination.size() - source.size()];
    if (from.id != hir::kNone && from.id == to.id) continue;
    if (from.range.is_point() && from.range == to.range) continue;
    const ValueId equal = emit_.Emit(Op::kEq, Type::kI1, {size, DimId(emit_, to)});
    if (from.range.low > 1) {
      require(equal);
      continue;
    }
    const ValueId single = emit_.Emit(Op::kEq, Type::kI1, {size, one});
    require(emit_.Emit(Op::kOr, Type::kI1, {equal, single}));
  }
  if (fits == hir::kNone) return true;
  std::vector<Piece> message = {Text("could not broadcast input array from shape ")};
  AppendShape(source, &message);
  message.push_back(Text(" into shape "));
  AppendShape(destination, &message);
  emit_.Check(fits, "ValueError", message);
  return true;
}

void Arrays::AssignArray(const View& destination, const Value& value) {
  MarkWritten(destination);
  if (value.is_error() || value.kind == Kind::kBottom || !destination.typed) return;
  if (value.is_scalar() || value.kind == Kind::kNone) {
    const Value element = StoreScalar(emit_, value, destination.dtype);
    if (element.is_error() || element.kind == Kind::kBottom) return;
    ArrayExpr fill;
    fill.dtype = destination.dtype;
    fill.dims = destination.dims;
    fill.body = [element](const Value*) { return element; };
    return EmitMap(destination, fill);
  }
  if (!IsArray(value)) {
    emit_.Fail(codes::kStoredType,
               "a value of type '" + TypeName(value) + "' cannot be stored into a tensor",
               "store its items one by one: out[0] = value[0]");
    return;
  }
  ArrayExpr array = AsArray(value);
  if (!array.typed) return;
  CheckAssignable(array.dims, destination.dims);
  for (ArraySource& source : array.sources) {
    while (source.view.rank() > destination.rank()) {
      source.view.dims.erase(source.view.dims.begin());
      source.view.strides.erase(source.view.strides.begin());
    }
    source.view = BroadcastTo(source.view, destination.dims);
  }
  if (array.dtype != destination.dtype) {
    Emitter* emitter = &emit_;
    array.body = [emitter, inner = array.body, dtype = destination.dtype](const Value* elements) {
      return CastTo(*emitter, inner(elements), dtype);
    };
  }
  EmitMap(destination, array);
}

// a op= b for an array a: NumPy casts the result back only within its kind.
void Arrays::AssignView(const View& destination, const Value& value, BinaryOp op) {
  LearnStore(destination, value, /*covering=*/false);
  if (IsArray(value) && destination.typed) {
    const auto rank = [](DType dtype) {
      return dtype == DType::kBool ? 0 : IsUnsignedInt(dtype) ? 1 : IsSignedInt(dtype) ? 2 : 3;
    };
    if (rank(value.dtype) > rank(destination.dtype)) {
      emit_.Raise("TypeError", {Text("Cannot cast ufunc '" + std::string(UfuncName(op)) +
                                     "' output from dtype('" + std::string(Name(value.dtype)) +
                                     "') to dtype('" + std::string(Name(destination.dtype)) +
                                     "') with casting rule 'same_kind'")});
      return;
    }
    const std::vector<Dim>& dims = value.view ? value.view->dims : value.array->dims;
    if (dims.size() > destination.rank()) {
      std::vector<Piece> message = {Text("non-broadcastable output operand with shape ")};
      AppendShape(destination.dims, &message);
      message.push_back(Text(" doesn't match the broadcast shape "));
      AppendShape(dims, &message);
      emit_.Raise("ValueError", message);
      return;
    }
    RequireSameDims(destination.dims, dims);
  }
  AssignArray(destination, value);
}

// The broadcast result of a op= b must have a's own shape.
void Arrays::RequireSameDims(const std::vector<Dim>& destination, const std::vector<Dim>& result) {
  const size_t skip = destination.size() - result.size();
  for (size_t k = 0; k < result.size(); ++k) {
    const Dim &to = destination[k + skip], &from = result[k];
    if (to.id != hir::kNone && to.id == from.id) continue;
    if (to.range.is_point() && to.range == from.range) continue;
    std::vector<Piece> message = {Text("non-broadcastable output operand with shape ")};
    AppendShape(destination, &message);
    message.push_back(Text(" doesn't match the broadcast shape "));
    AppendShape(result, &message);
    const ValueId equal = emit_.Emit(Op::kEq, Type::kI1, {DimId(emit_, to), DimId(emit_, from)});
    emit_.Check(equal, "ValueError", message);
  }
}

void Arrays::EmitMap(const View& destination, const ArrayExpr& expression) {
  hir::Map map;
  const auto operand = [&](const View& view) {
    hir::MapOperand result;
    result.data = view.data;
    result.strides = view.strides;
    result.element = hir::MemoryType(view.dtype);
    return result;
  };
  for (const Dim& dim : destination.dims) map.dims.push_back(DimId(emit_, dim));
  map.destination = operand(destination);
  map.destination.may_overlap_itself = MayOverlapItself(destination);
  for (const ArraySource& source : expression.sources) {
    MarkRead(source.view);
    map.sources.push_back(operand(source.view));
    map.sources.back().may_alias = MayAlias(destination, source.view);
  }
  map.body = emit_.NewBlock();
  {
    Emitter::Scope scope(emit_, map.body);
    std::vector<Value> elements;
    for (const ArraySource& source : expression.sources) {
      const ValueId memory = emit_.Argument(map.body, hir::MemoryType(source.view.dtype));
      elements.push_back(FromMemory(emit_, source.view.dtype, memory));
    }
    const Value element = expression.body(elements.data());
    if (element.kind == Kind::kBottom) {
      if (expression.point != 0) emit_.set_point(expression.point);
      emit_.Fail(codes::kAlwaysRaises, "this array operation always raises for these dtypes",
                 "cast its operands first: x.astype(np.int64)");
      return;
    }
    if (element.is_error()) return;
    emit_.Emit(Op::kYield, Type::kVoid, {ToMemory(emit_, element)});
  }
  const uint32_t site = emit_.PlainSite("MemoryError", "no memory for the array's copy");
  const auto index = static_cast<uint32_t>(emit_.function().maps.size());
  emit_.function().maps.push_back(std::move(map));
  emit_.EmitIndexed(Op::kMap, Type::kVoid, index, site, {});
}

}  // namespace pyasc::sema
