// Subscripts: elements, views, tuple items.
#include <utility>

#include "compiler/sema/lowering.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;
using syntax::Expr;
using syntax::ExprKind;

namespace {

// How a slice travels among the items of an index: lower, upper, step (None: left out).
constexpr char kSliceMark[] = ":";
// ... and the ellipsis.
constexpr char kEllipsisMark[] = "...";
constexpr char kNoIndex[] =
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean "
    "arrays are valid indices";

bool IsSlice(const Value& value) { return value.kind == Kind::kTuple && value.text == kSliceMark; }
bool IsEllipsis(const Value& value) {
  return value.kind == Kind::kTuple && value.text == kEllipsisMark;
}

Value FullSlice() {
  Value slice;
  slice.kind = Kind::kTuple;
  slice.text = kSliceMark;
  slice.items = {NoneValue(), NoneValue(), NoneValue()};
  return slice;
}

bool IsFullSlice(const Value& value) {
  if (!IsSlice(value)) return false;
  for (const Value& bound : value.items) {
    if (bound.kind != Kind::kNone) return false;
  }
  return true;
}

}  // namespace

Multi Lowering::EvalSlice(const Expr& slice) {
  std::vector<Multi> bounds;
  for (const syntax::ExprPtr& bound : slice.children) {
    bounds.push_back(bound ? Eval(*bound) : Single(NoneValue()));
  }
  emit_.set_point(slice.ordinal);
  return Dispatch(bounds, [&](const std::vector<Value>& chosen) {
    Value value = FullSlice();
    for (size_t k = 0; k < 3; ++k) {
      if (chosen[k].is_error()) return Single(chosen[k]);
      if (chosen[k].kind == Kind::kNone) continue;
      const std::optional<Value> index = AsIndex(chosen[k]);
      if (!index) {
        emit_.Raise("TypeError", {Text("slice indices must be integers or None or have an "
                                       "__index__ method")});
        return Single(Bottom());
      }
      value.items[k] = *index;
    }
    return Single(value);
  });
}

std::vector<Multi> Lowering::EvalIndex(const Expr& index) {
  std::vector<Multi> items;
  const auto add = [&](const Expr& item) {
    if (item.kind == ExprKind::kEllipsis) {
      Value ellipsis;
      ellipsis.kind = Kind::kTuple;
      ellipsis.text = kEllipsisMark;
      items.push_back(Single(ellipsis));
    } else {
      items.push_back(item.kind == ExprKind::kSlice ? EvalSlice(item) : Eval(item));
    }
  };
  if (index.kind != ExprKind::kTuple) {
    add(index);
  } else {
    for (const syntax::ExprPtr& item : index.children) add(*item);
  }
  // x[t] with a tuple t indexes as x[t[0], t[1]].
  if (items.size() == 1 && items[0].single() && items[0].value().kind == Kind::kTuple &&
      items[0].value().text.empty()) {
    const std::vector<Value> parts = items[0].value().items;
    items.clear();
    for (const Value& part : parts) items.push_back(Single(part));
  }
  return items;
}

Multi Lowering::EvalSubscript(const Expr& expr) {
  const Multi base = Eval(*expr.children[0]);
  std::vector<Multi> inputs = EvalIndex(*expr.children[1]);
  inputs.push_back(base);
  emit_.set_point(expr.ordinal);
  return Dispatch(inputs, [&](const std::vector<Value>& chosen) {
    return Single(Subscript(chosen.back(), {chosen.begin(), chosen.end() - 1}));
  });
}

std::optional<Value> Arrays::AsIndex(const Value& value) {
  if (value.kind == Kind::kInt) return value;
  const bool integer =
      value.kind == Kind::kBool || (value.kind == Kind::kNumpy && IsInt(value.dtype));
  if (!integer) return std::nullopt;
  return CallScalar(emit_, "int", {value});
}

Value Arrays::TupleItem(const Value& tuple, const Value& index) {
  if (IsSlice(index)) {
    const auto count = static_cast<Int128>(tuple.items.size());
    Int128 bounds[3] = {0, count, 1};
    for (size_t k = 0; k < 3; ++k) {
      if (index.items[k].kind == Kind::kNone) continue;
      if (!index.items[k].interval.is_point()) {
        return emit_.Fail("PA0430", "a slice of a tuple needs constant bounds");
      }
      bounds[k] = index.items[k].interval.low;
      if (k < 2 && bounds[k] < 0) bounds[k] += count;
      if (k < 2) bounds[k] = std::clamp<Int128>(bounds[k], 0, count);
    }
    if (bounds[2] != 1) return emit_.Fail("PA0430", "a slice of a tuple cannot have a step");
    Value part = tuple;
    part.items.clear();
    for (Int128 k = bounds[0]; k < bounds[1]; ++k) {
      part.items.push_back(tuple.items[static_cast<size_t>(k)]);
    }
    return part;
  }
  const std::optional<Value> place = AsIndex(index);
  if (!place) {
    emit_.Raise("TypeError",
                {Text("tuple indices must be integers or slices, not " + TypeName(index))});
    return Bottom();
  }
  if (!place->interval.is_point()) {
    return emit_.Fail("PA0431", "a tuple's index must be a constant",
                      "make the index a parameter of the operator");
  }
  Int128 k = place->interval.low;
  const auto count = static_cast<Int128>(tuple.items.size());
  if (k < 0) k += count;
  if (k < 0 || k >= count) {
    emit_.Raise("IndexError", {Text("tuple index out of range")});
    return Bottom();
  }
  return tuple.items[static_cast<size_t>(k)];
}

Value Arrays::Subscript(const Value& base, const std::vector<Value>& index) {
  for (const Value& item : index) {
    if (item.is_error() || item.kind == Kind::kBottom) return item;
  }
  if (base.is_error() || base.kind == Kind::kBottom) return base;
  if (base.kind == Kind::kTuple) {
    if (index.size() == 1) return TupleItem(base, index[0]);
    emit_.Raise("TypeError", {Text("tuple indices must be integers or slices, not tuple")});
    return Bottom();
  }
  if (base.kind == Kind::kArray) {
    return emit_.Fail("PA0432", "a computed array cannot be subscripted yet",
                      "subscript its operands");
  }
  if (base.kind != Kind::kView) {
    emit_.Raise("TypeError", {Text("'" + TypeName(base) + "' object is not subscriptable")});
    return Bottom();
  }
  const std::optional<View> place = SubView(*base.view, index);
  if (!place) return emit_.failed() ? ErrorValue() : Bottom();
  return place->rank() == 0 ? ReadElement(*place) : ViewValue(*place);
}

Value Arrays::ReadElement(const View& place) {
  MarkRead(place);
  if (!place.typed) return Bottom();
  return LoadElement(emit_, place.dtype, place.data);
}

void Arrays::StoreValue(const View& place, const Value& value) {
  MarkWritten(place);
  LearnStore(place, value, /*covering=*/false);
  if (!place.typed || value.is_error() || value.kind == Kind::kBottom) return;
  if (value.kind == Kind::kView && value.view->rank() == 0) {
    return StoreValue(place, ReadElement(*value.view));
  }
  if (!value.is_scalar() && value.kind != Kind::kNone) {
    if (value.kind == Kind::kString) {
      emit_.Fail("PA0415", "strings can only be compared and used in messages");
    } else if (IsArray(value) || value.kind == Kind::kTuple) {
      emit_.Raise("ValueError", {Text("setting an array element with a sequence.")});
    } else {
      emit_.Raise("TypeError", {Text("a value of type '" + TypeName(value) +
                                     "' cannot be an element of a tensor")});
    }
    return;
  }
  const Value element = StoreScalar(emit_, value, place.dtype);
  if (element.is_error() || element.kind == Kind::kBottom) return;
  StoreElement(emit_, element, place.data);
}

void Arrays::StoreSubscript(const Value& base, const std::vector<Value>& index, const Value& value,
                            const std::string& base_name) {
  for (const Value& item : index) {
    if (item.is_error() || item.kind == Kind::kBottom) return;
  }
  if (base.is_error() || base.kind == Kind::kBottom) return;
  if (base.kind != Kind::kView) {
    emit_.Raise("TypeError",
                {Text("'" + TypeName(base) + "' object does not support item assignment")});
    return;
  }
  bool covers = base.view->whole >= 0;
  for (const Value& item : index) covers = covers && (IsFullSlice(item) || IsEllipsis(item));
  if (!base.view->shaped) {
    if (!covers || !IsArray(value) || nesting_ > 0 ||
        !ShapeByAssignment(base_name, *base.view, value)) {
      if (!emit_.failed()) {
        emit_.Fail("PA0433", "output '" + base_name + "' was left out and has no shape here",
                   "call " + base_name + ".resize(shape) first, or pass the output");
      }
      return;
    }
    LearnStore(*base.view, value, /*covering=*/true);
    return AssignArray(*env_.variables[base_name][0].view, value);
  }
  const std::optional<View> place = SubView(*base.view, index);
  if (!place) return;
  const bool element = place->rank() == 0 && base.view->rank() > 0;
  if (element) return StoreValue(*place, value);
  LearnStore(*place, value, covers && nesting_ == 0);
  AssignArray(*place, value);
}

std::optional<std::vector<Value>> Arrays::ExpandIndex(const View& view, std::vector<Value> index) {
  size_t used = 0, ellipses = 0;
  for (const Value& item : index) {
    ellipses += IsEllipsis(item) ? 1 : 0;
    used += IsEllipsis(item) || item.kind == Kind::kNone ? 0 : 1;
  }
  if (ellipses > 1) {
    emit_.Raise("IndexError", {Text("an index can only have a single ellipsis ('...')")});
    return std::nullopt;
  }
  if (used > view.rank()) {
    emit_.Raise("IndexError",
                {Text("too many indices for array: array is " + std::to_string(view.rank()) +
                      "-dimensional, but " + std::to_string(used) + " were indexed")});
    return std::nullopt;
  }
  if (ellipses == 0) {
    Value ellipsis;
    ellipsis.kind = Kind::kTuple;
    ellipsis.text = kEllipsisMark;
    index.push_back(ellipsis);
  }
  std::vector<Value> expanded;
  for (Value& item : index) {
    if (!IsEllipsis(item)) {
      expanded.push_back(std::move(item));
      continue;
    }
    for (size_t k = used; k < view.rank(); ++k) expanded.push_back(FullSlice());
  }
  return expanded;
}

std::optional<View> Arrays::SubView(const View& view, std::vector<Value> index) {
  if (!view.shaped) {
    emit_.Fail("PA0433", "an output that was left out has no shape here",
               "call its resize(shape) first, or pass the output");
    return std::nullopt;
  }
  const std::optional<std::vector<Value>> items = ExpandIndex(view, std::move(index));
  if (!items) return std::nullopt;
  View result = view;
  result.dims.clear();
  result.strides.clear();
  size_t axis = 0;
  bool full = true;
  for (const Value& item : *items) {
    full = full && IsFullSlice(item);
    if (item.kind == Kind::kNone) {
      result.dims.push_back(ConstantDim(1));
      result.strides.push_back(emit_.Int(Type::kI64, 0));
      continue;
    }
    if (IsSlice(item)) {
      if (!SliceAxis(view, axis++, item, &result)) return std::nullopt;
      continue;
    }
    if (!PickOnAxis(view, axis++, item, &result)) return std::nullopt;
  }
  if (!full) result.whole = -1;
  return result;
}

// Moves `result` to one place of an axis, which it then lacks.
bool Arrays::PickOnAxis(const View& view, size_t axis, const Value& item, View* result) {
  if (item.kind == Kind::kBool || IsArray(item) ||
      (item.kind == Kind::kNumpy && item.dtype == DType::kBool)) {
    emit_.Fail("PA0434", "an index by an array or a bool is not supported yet",
               "write a loop over the elements");
    return false;
  }
  const std::optional<Value> place = AsIndex(item);
  if (!place) {
    emit_.Raise("IndexError", {Text(kNoIndex)});
    return false;
  }
  const ValueId at = CheckedIndex(*place, view.dims[axis], axis);
  const ValueId bytes = emit_.Emit(Op::kMul, Type::kI64, {at, view.strides[axis]});
  result->data = emit_.Emit(Op::kPtrAdd, Type::kPtr, {result->data, bytes});
  return true;
}

ValueId Arrays::CheckedIndex(const Value& index, const Dim& dim, size_t axis) {
  const ValueId id = emit_.Materialise(index);
  const bool proved = (index.below != hir::kNone && index.below == dim.id) ||
                      (index.interval.low >= 0 && index.interval.high < dim.range.low);
  if (proved)
    return emit_.TypeOf(id) == Type::kI64 ? id : emit_.Emit(Op::kTruncate, Type::kI64, {id});
  const Type type = emit_.TypeOf(id);
  const ValueId zero = emit_.Int(type, 0);
  if (type == Type::kI128) CheckIndexSized(id);
  ValueId size = DimId(emit_, dim);
  if (type == Type::kI128) size = emit_.Emit(Op::kSExt, type, {size});
  ValueId wrapped = id;
  if (index.interval.low < 0) {
    const ValueId negative = emit_.Emit(Op::kSLt, Type::kI1, {id, zero});
    const ValueId sum = emit_.Emit(Op::kAdd, type, {id, size});
    wrapped = emit_.Emit(Op::kSelect, type, {negative, sum, id});
  }
  // One unsigned comparison covers both ends.
  const ValueId inside = emit_.Emit(Op::kULt, Type::kI1, {wrapped, size});
  emit_.Check(inside, "IndexError",
              {Text("index "), Show(index),
               Text(" is out of bounds for axis " + std::to_string(axis) + " with size "),
               Show(DimValue(dim))});
  return type == Type::kI64 ? wrapped : emit_.Emit(Op::kTruncate, Type::kI64, {wrapped});
}

// NumPy takes what needs 65 bits for no integer at all.
void Arrays::CheckIndexSized(ValueId index) {
  const auto within = [&](Int128 low, Int128 high) {
    const ValueId ends[2] = {emit_.Int(Type::kI128, low), emit_.Int(Type::kI128, high)};
    const ValueId above = emit_.Emit(Op::kSLe, Type::kI1, {ends[0], index});
    const ValueId below = emit_.Emit(Op::kSLe, Type::kI1, {index, ends[1]});
    return emit_.Emit(Op::kAnd, Type::kI1, {above, below});
  };
  const Interval sized = Interval::Int64();
  emit_.Check(within(sized.low, 2 * sized.high + 1), "IndexError", {Text(kNoIndex)});
  emit_.Check(within(sized.low, sized.high), "OverflowError",
              {Text("Python int too large to convert to C long")});
}

bool Arrays::SliceAxis(const View& view, size_t axis, const Value& slice, View* result) {
  const Dim& dim = view.dims[axis];
  if (IsFullSlice(slice)) {
    result->dims.push_back(dim);
    result->strides.push_back(view.strides[axis]);
    return true;
  }
  return SliceWithBounds(view, axis, slice, result);
}

}  // namespace pyasc::sema
