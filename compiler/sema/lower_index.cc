// Subscripts: elements, views, tuple items.
#include <fmt/format.h>

#include <utility>

#include "compiler/sema/lowering.h"
#include "compiler/sema/vocabulary.h"
#include "compiler/syntax/unparse.h"

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

Value Ellipsis() {
  Value ellipsis;
  ellipsis.kind = Kind::kTuple;
  ellipsis.text = kEllipsisMark;
  return ellipsis;
}

bool IsFullSlice(const Value& value) {
  if (!IsSlice(value)) return false;
  for (const Value& bound : value.items) {
    if (bound.kind != Kind::kNone) return false;
  }
  return true;
}

Value TupleSlice(Emitter& emitter, const Value& tuple, const Value& slice) {
  const auto count = static_cast<Int128>(tuple.items.size());
  Int128 bounds[3] = {0, count, 1};
  for (size_t k = 0; k < 3; ++k) {
    if (slice.items[k].kind == Kind::kNone) continue;
    if (!slice.items[k].interval.is_point()) {
      return emitter.Fail(codes::kTupleSlice, "a slice of a tuple needs constant bounds",
                          "write numbers as bounds, or pass them as parameters");
    }
    bounds[k] = slice.items[k].interval.low;
    if (k < 2 && bounds[k] < 0) bounds[k] += count;
    if (k < 2) bounds[k] = std::clamp<Int128>(bounds[k], 0, count);
  }
  if (bounds[2] != 1)
    return emitter.Fail(codes::kTupleSlice, "a slice of a tuple cannot have a step",
                        "write its items out: (t[0], t[2])");
  Value part = tuple;
  part.items.clear();
  for (Int128 k = bounds[0]; k < bounds[1]; ++k) {
    part.items.push_back(tuple.items[static_cast<size_t>(k)]);
  }
  return part;
}

}  // namespace

Multi Lowering::EvalSlice(const Expr& slice) {
  std::vector<Multi> bounds;
  for (const syntax::ExprPtr& bound : slice.children) {
    bounds.push_back(bound ? Eval(*bound) : Single(NoneValue()));
  }
  emit_.set_point(slice.ordinal);
  return Dispatch(bounds, [&](const std::vector<Value>& chosen) {
    for (const Value& bound : chosen) {
      if (bound.is_error() || bound.kind == Kind::kBottom) return Single(bound);
    }
    Value value = FullSlice();
    value.items = chosen;
    const std::optional<Value> step_index = AsIndex(chosen[2]);
    if (step_index && !step_index->interval.is_point()) {
      emit_.set_point(slice.children[2]->ordinal);
      const std::string step = Short(*slice.children[2]);
      return Single(emit_.Fail(
          codes::kSliceStep, fmt::format("the step {} of a slice must be a constant", step),
          "pass the step as a parameter, or loop over range(start, stop, " + step + ")"));
    }
    return Single(value);
  });
}

// Reports an item that a view cannot be indexed with where it stands.
Multi Lowering::EvalIndexItem(const Expr& subscript, const Expr& item, const Multi& base) {
  const std::string text = Short(item), place = Short(*subscript.children[0]);
  emit_.set_point(item.ordinal);
  if (item.kind == ExprKind::kList) {
    const std::string listed = syntax::UnparseList(item);
    return Single(
        emit_.Fail(codes::kList, "a list can only be looped over or searched with 'in'",
                   fmt::format("write a loop: for i in {}: and {}[i] inside", listed, place)));
  }
  const Multi value = Eval(item);
  if (!base.single() || base.value().kind != Kind::kView || !value.single()) return value;
  const Value& one = value.value();
  const bool flag =
      one.kind == Kind::kBool || (one.kind == Kind::kNumpy && one.dtype == DType::kBool);
  if (!flag && !IsArray(one)) return value;
  const bool mask = flag || one.dtype == DType::kBool;
  emit_.set_point(item.ordinal);
  return Single(emit_.Fail(
      codes::kArrayIndex,
      fmt::format("an index by {} is not supported yet", flag   ? "a bool"
                                                         : mask ? "a mask"
                                                                : "an array"),
      mask ? fmt::format("loop over the elements of {}, with an if in place of {}", place, text)
           : fmt::format("write a loop: for i in {0}: and {1}[i] inside", text, place)));
}

std::vector<Multi> Lowering::EvalIndex(const Expr& subscript, const Multi& base) {
  const Expr& index = *subscript.children[1];
  std::vector<Multi> items;
  const auto add = [&](const Expr& item) {
    if (item.kind == ExprKind::kEllipsis) {
      items.push_back(Single(Ellipsis()));
    } else {
      items.push_back(item.kind == ExprKind::kSlice ? EvalSlice(item)
                                                    : EvalIndexItem(subscript, item, base));
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
  std::vector<Multi> inputs = EvalIndex(expr, base);
  inputs.push_back(base);
  emit_.set_point(expr.ordinal);
  const Expr* outer = std::exchange(subscript_, &expr);
  const Multi result = Dispatch(inputs, [&](const std::vector<Value>& chosen) {
    return Single(Subscript(chosen.back(), {chosen.begin(), chosen.end() - 1}));
  });
  subscript_ = outer;
  return result;
}

std::optional<Value> Arrays::AsIndex(const Value& value) {
  const Value scalar = Decayed(value);
  if (scalar.kind == Kind::kInt) return scalar;
  const bool integer =
      scalar.kind == Kind::kBool || (scalar.kind == Kind::kNumpy && IsInt(scalar.dtype));
  if (!integer) return std::nullopt;
  return CallScalar(emit_, "int", {scalar});
}

std::optional<Value> Arrays::RequireIndex(const Value& value, const std::string& otherwise) {
  const std::optional<Value> index = AsIndex(value);
  const bool untyped = value.kind == Kind::kView && !value.view->typed;
  if (index || untyped || value.is_error() || value.kind == Kind::kBottom) return index;
  emit_.Raise("TypeError",
              {Text(IsArray(value) ? "only integer scalar arrays can be converted to a scalar index"
                                   : otherwise)});
  return std::nullopt;
}

std::optional<Value> Arrays::RequireInteger(const Value& value) {
  return RequireIndex(value,
                      "'" + TypeName(value) + "' object cannot be interpreted as an integer");
}

Value Arrays::TupleItem(const Value& tuple, const Value& index) {
  if (IsSlice(index)) {
    const std::optional<Value> slice = ConvertSlice(index);
    return slice ? TupleSlice(emit_, tuple, *slice) : Bottom();
  }
  const std::optional<Value> place =
      RequireIndex(index, "tuple indices must be integers or slices, not " + TypeName(index));
  if (!place) return Bottom();
  if (!place->interval.is_point()) {
    const std::string tuple_text = subscript_ ? Short(*subscript_->children[0]) : "t";
    if (subscript_) emit_.set_point(subscript_->children[1]->ordinal);
    return emit_.Fail(codes::kTupleIndex, "a tuple's index must be a constant",
                      fmt::format("loop over its items: for item in {}:, or pass the index as a "
                                  "parameter",
                                  tuple_text));
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

Value Arrays::ScalarItem(const Value& scalar, const std::vector<Value>& index) {
  if (index.empty()) return scalar;
  for (const Value& item : index) {
    if (item.kind == Kind::kNone || IsEllipsis(item))
      return emit_.Fail(codes::kArraySubscript, "a number cannot be made an array",
                        "subscript the tensor with one slice more: x[i:i + 1] for x[i]");
  }
  emit_.Raise("IndexError", {Text("invalid index to scalar variable.")});
  return Bottom();
}

Value Arrays::NoString() {
  return emit_.Fail(codes::kString, "strings can only be compared and used in messages",
                    "choose by the string: if mode == 'sum': or write one in a message: f'{n}'");
}

std::optional<Value> Arrays::NoItems(const Value& value) {
  if (value.kind == Kind::kArray) {
    return emit_.Fail(codes::kArraySubscript, "a computed array has no items yet",
                      "subscript its operands: a[i] + b[i] for (a + b)[i]");
  }
  if (value.kind == Kind::kRange) {
    return emit_.Fail(codes::kRange, "a range can only be looped over",
                      "compute with its bounds: start + i * step is its item i");
  }
  if (value.kind == Kind::kString) return NoString();
  if (value.kind == Kind::kView && !value.view->shaped) return NoShape(*value.view);
  return std::nullopt;
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
  if (const std::optional<Value> none = NoItems(base)) return *none;
  if (base.kind == Kind::kNumpy) return ScalarItem(base, index);
  if (base.kind != Kind::kView) {
    emit_.Raise("TypeError", {Text("'" + TypeName(base) + "' object is not subscriptable")});
    return Bottom();
  }
  const uint32_t before = emit_.failures();
  const std::optional<View> place = SubView(*base.view, index);
  if (!place) return emit_.failures() > before ? ErrorValue() : Bottom();
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
      NoString();
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
  if (base.is_error() || base.kind == Kind::kBottom || value.is_error()) return;
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
      NoShape(*base.view);
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
  size_t used = 0;
  bool ellipsis = false;
  for (const Value& item : index) {
    ellipsis = ellipsis || IsEllipsis(item);
    used += IsEllipsis(item) || item.kind == Kind::kNone ? 0 : 1;
  }
  if (used > view.rank()) {
    emit_.Raise("IndexError",
                {Text("too many indices for array: array is " + std::to_string(view.rank()) +
                      "-dimensional, but " + std::to_string(used) + " were indexed")});
    return std::nullopt;
  }
  if (!ellipsis) index.push_back(Ellipsis());
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

Value Arrays::NoShape(const View& view) {
  const std::string name = tensors()[static_cast<size_t>(view.whole)].name;
  Alternatives& known = env_.variables[name];
  const bool same = known[0].kind == Kind::kView && known[0].view->whole == view.whole;
  if (same) known = {ErrorValue()};  // its first use is told, no later one
  return emit_.Fail(codes::kNoShape,
                    fmt::format("output '{}' was left out and has no shape here", name),
                    fmt::format("call {0}.resize(shape) first, or pass {0}", name));
}

std::optional<View> Arrays::SubView(const View& view, std::vector<Value> index) {
  if (!view.shaped) {
    NoShape(view);
    return std::nullopt;
  }
  if (!CheckIndices(index)) return std::nullopt;
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
    emit_.Fail(codes::kArrayIndex, "an index by an array or a bool is not supported yet",
               "write a loop over the elements, and index one at a time");
    return false;
  }
  const std::optional<Value> place = AsIndex(item);
  if (!place) return false;  // CheckIndices has raised
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

// As NumPy does, before it looks how many there are or where an axis ends.
bool Arrays::CheckIndices(const std::vector<Value>& index) {
  bool ellipsis = false;
  for (const Value& item : index) {
    if (IsEllipsis(item) && std::exchange(ellipsis, true)) {
      emit_.Raise("IndexError", {Text("an index can only have a single ellipsis ('...')")});
      return false;
    }
    if (item.kind == Kind::kNone || IsSlice(item) || IsEllipsis(item)) continue;
    if (item.is_error() || item.kind == Kind::kBool || IsArray(item)) continue;  // PickOnAxis
    if (item.kind == Kind::kNumpy && item.dtype == DType::kBool) continue;
    const std::optional<Value> place = AsIndex(item);
    if (!place) {
      emit_.Raise("IndexError", {Text(kNoIndex)});
      return false;
    }
    if (place->below != hir::kNone || place->interval.FitsInt64()) continue;
    const ValueId id = emit_.Materialise(*place);
    if (emit_.TypeOf(id) == Type::kI128) CheckIndexSized(id);
  }
  return true;
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
  const std::optional<Value> converted = ConvertSlice(slice);
  return converted && SliceWithBounds(view, axis, *converted, result);
}

}  // namespace pyasc::sema
