// Array expressions: built lazily, stored by one kMap.
#include <fmt/format.h>

#include <utility>

#include "compiler/sema/lowering.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;

bool Arrays::IsArray(const Value& value) const {
  return value.kind == Kind::kView || value.kind == Kind::kArray;
}

Value Arrays::Decayed(const Value& value) {
  const bool element = value.kind == Kind::kView && value.view->shaped && value.view->rank() == 0;
  return element ? ReadElement(*value.view) : value;
}

ArrayExpr Arrays::AsArray(const Value& value) {
  if (value.kind == Kind::kArray) return *value.array;
  ArrayExpr array;
  array.dtype = value.view->dtype;
  array.typed = value.view->typed;
  array.dims = value.view->dims;
  array.sources.push_back({*value.view});
  array.body = [](const Value* elements) { return elements[0]; };
  return array;
}

std::optional<Dim> Arrays::BroadcastDim(const Dim& a, const Dim& b, const std::vector<Dim>& left,
                                        const std::vector<Dim>& right) {
  if (a.range.is_point() && a.range.low == 1) return b;
  if (b.range.is_point() && b.range.low == 1) return a;
  if (a.id != hir::kNone && a.id == b.id) return a;
  if (a.range.is_point() && a.range == b.range) return a;
  std::vector<Piece> message = {Text("operands could not be broadcast together with shapes ")};
  AppendShape(left, &message);
  message.push_back(Text(" "));
  AppendShape(right, &message);
  message.push_back(Text(" "));
  if (in_place_ != nullptr) {
    AppendShape(in_place_->dims, &message);
    message.push_back(Text(" "));
  }
  const ValueId x = DimId(emit_, a), y = DimId(emit_, b);
  const ValueId equal = emit_.Emit(Op::kEq, Type::kI1, {x, y});
  if (a.range.low > 1 && b.range.low > 1) {  // neither can repeat
    emit_.Check(equal, "ValueError", message);
    return a;
  }
  const ValueId one = emit_.Int(Type::kI64, 1);
  const ValueId x_one = emit_.Emit(Op::kEq, Type::kI1, {x, one});
  const ValueId y_one = emit_.Emit(Op::kEq, Type::kI1, {y, one});
  const ValueId either = emit_.Emit(Op::kOr, Type::kI1, {x_one, y_one});
  emit_.Check(emit_.Emit(Op::kOr, Type::kI1, {equal, either}), "ValueError", message);
  Dim dim;
  dim.id = emit_.Emit(Op::kSelect, Type::kI64, {x_one, y, x});
  dim.range = Join(a.range, b.range);
  return dim;
}

std::optional<std::vector<Dim>> Arrays::BroadcastDims(const std::vector<Dim>& a,
                                                      const std::vector<Dim>& b) {
  const size_t rank = std::max(a.size(), b.size());
  std::vector<Dim> dims;
  for (size_t k = 0; k < rank; ++k) {
    const size_t skip_a = rank - a.size(), skip_b = rank - b.size();
    if (k < skip_a) {
      dims.push_back(b[k - skip_b]);
    } else if (k < skip_b) {
      dims.push_back(a[k - skip_a]);
    } else {
      const std::optional<Dim> dim = BroadcastDim(a[k - skip_a], b[k - skip_b], a, b);
      if (!dim) return std::nullopt;
      dims.push_back(*dim);
    }
  }
  return dims;
}

// The view with the rank of `dims` (to which it broadcasts): stride 0 where it repeats.
View Arrays::BroadcastTo(const View& view, const std::vector<Dim>& dims) {
  View result = view;
  result.dims = dims;
  result.strides.clear();
  const size_t skip = dims.size() - view.rank();
  const ValueId zero = emit_.Int(Type::kI64, 0);
  for (size_t k = 0; k < dims.size(); ++k) {
    if (k < skip) {
      result.strides.push_back(zero);
      continue;
    }
    const Dim& own = view.dims[k - skip];
    const ValueId stride = view.strides[k - skip];
    const bool same = (own.id != hir::kNone && own.id == dims[k].id) || own.range.low > 1;
    if (same) {
      result.strides.push_back(stride);
    } else if (own.range.is_point()) {
      result.strides.push_back(own.range.low == 1 ? zero : stride);
    } else {
      const ValueId one = emit_.Int(Type::kI64, 1);
      const ValueId repeats = emit_.Emit(Op::kEq, Type::kI1, {own.id, one});
      result.strides.push_back(emit_.Emit(Op::kSelect, Type::kI64, {repeats, zero, stride}));
    }
  }
  return result;
}

Value Arrays::Zip(const Value& a, const Value& b, DType dtype,
                  std::function<Value(const Value&, const Value&)> body) {
  const ArrayExpr left = AsArray(a), right = AsArray(b);
  const std::optional<std::vector<Dim>> dims = BroadcastDims(left.dims, right.dims);
  if (!dims) return ErrorValue();
  ArrayExpr array;
  array.dtype = dtype;
  array.point = emit_.point();
  array.typed = left.typed && right.typed;
  array.dims = *dims;
  for (const ArraySource& source : left.sources)
    array.sources.push_back({BroadcastTo(source.view, *dims)});
  for (const ArraySource& source : right.sources)
    array.sources.push_back({BroadcastTo(source.view, *dims)});
  const size_t split = left.sources.size();
  array.body = [=, inner_a = left.body, inner_b = right.body](const Value* elements) {
    return body(inner_a(elements), inner_b(elements + split));
  };
  return ArrayValue(std::move(array));
}

Value Arrays::MapArray(const Value& value, DType dtype, std::function<Value(const Value&)> body) {
  ArrayExpr array = AsArray(value);
  array.dtype = dtype;
  array.point = emit_.point();
  array.body = [body, inner = array.body](const Value* elements) { return body(inner(elements)); };
  return ArrayValue(std::move(array));
}

// The dtype with which `value` meets `other`: weak scalars take the array's.
DType Arrays::DTypeBeside(const Value& value, const Value& other) const {
  if (IsArray(value) || value.kind == Kind::kNumpy) return value.dtype;
  return value.kind == Kind::kBool ? DType::kBool : MeetDType(other.dtype, value);
}

Value Arrays::BinaryArray(BinaryOp op, const Value& a, const Value& b) {
  if (a.kind == Kind::kBottom || b.kind == Kind::kBottom) return a.kind == Kind::kBottom ? b : a;
  const DType left = DTypeBeside(a, b), right = DTypeBeside(b, a);
  const bool power_by_constant =
      op == BinaryOp::kPow && b.kind == Kind::kInt && b.interval.is_point() && b.interval.low >= 0;
  if (op == BinaryOp::kPow && !IsFloat(left) && !power_by_constant) {
    return emit_.Fail(codes::kArrayPower, "an integer array can be raised to a constant power only",
                      "write the loop: out[i] = a[i] ** b[i]");
  }
  const bool root = op == BinaryOp::kPow && b.kind == Kind::kFloat && b.real == 0.5;
  if (root && IsFloat(left)) return CallElementwise("numpy.sqrt", {a});  // as NumPy does
  const std::optional<DType> dtype = ResultDType(op, left, right);
  if (!dtype) {
    const bool bools = left == DType::kBool && right == DType::kBool;
    return emit_.Fail(codes::kArrayOperator,
                      fmt::format("numpy.{} does not work on {} and {} arrays", UfuncName(op),
                                  Name(left), Name(right)),
                      bools ? "use ^, & or | on bools, or cast: x.astype(np.int64)"
                            : "cast first: x.astype(np.int64)");
  }
  Emitter* emitter = &emit_;
  if (IsArray(a) && IsArray(b)) {
    return Zip(a, b, *dtype, [emitter, op](const Value& x, const Value& y) {
      return Binary(*emitter, op, x, y);
    });
  }
  const bool array_left = IsArray(a);
  const Value& scalar = array_left ? b : a;
  // Converted once, before the loop: it may raise, also for an empty array.
  const bool weak = scalar.kind == Kind::kInt || scalar.kind == Kind::kFloat;
  // Division of ints is exact whatever the int; a power looks at its constant exponent.
  const bool as_it_is = !weak || op == BinaryOp::kPow ||
                        (op == BinaryOp::kTrueDiv && !IsFloat(array_left ? left : right));
  const Value other = as_it_is ? scalar : WeakTo(emit_, scalar, array_left ? right : left);
  if (other.is_error() || other.kind == Kind::kBottom) return other;
  return MapArray(array_left ? a : b, *dtype, [emitter, op, other, array_left](const Value& x) {
    return array_left ? Binary(*emitter, op, x, other) : Binary(*emitter, op, other, x);
  });
}

Value Arrays::CompareArray(CompareOp op, const Value& a, const Value& b) {
  Emitter* emitter = &emit_;
  if (IsArray(a) && IsArray(b)) {
    return Zip(a, b, DType::kBool, [emitter, op](const Value& x, const Value& y) {
      return Compare(*emitter, op, x, y);
    });
  }
  const bool array_left = IsArray(a);
  const Value other = array_left ? b : a;
  return MapArray(
      array_left ? a : b, DType::kBool, [emitter, op, other, array_left](const Value& x) {
        return array_left ? Compare(*emitter, op, x, other) : Compare(*emitter, op, other, x);
      });
}

Value Arrays::CastArray(const Value& value, DType dtype) {
  Emitter* emitter = &emit_;
  return MapArray(value, dtype,
                  [emitter, dtype](const Value& x) { return CastTo(*emitter, x, dtype); });
}

Value Arrays::Tried(const std::string& name, const std::vector<DType>& dtypes) {
  Emitter::Scope scope(emit_, emit_.NewBlock());
  std::vector<Value> elements;
  for (const DType dtype : dtypes) {
    const Type type = hir::ValueType(dtype);
    elements.push_back(
        NumpyValue(dtype, IsFloat(dtype) ? emit_.Real(type, 0) : emit_.Int(type, 0)));
  }
  return CallScalar(emit_, name, elements);
}

Value Arrays::CallElementwise(const std::string& name, const std::vector<Value>& arguments) {
  Emitter* emitter = &emit_;
  if (arguments.size() == 1) {
    const Value element = Tried(name, {arguments[0].dtype});
    if (element.is_error()) return element;
    return MapArray(arguments[0], element.dtype,
                    [emitter, name](const Value& x) { return CallScalar(*emitter, name, {x}); });
  }
  // A number of arguments that the function does not take is reported here.
  const Value tried = Tried(name, std::vector<DType>(arguments.size(), DType::kFloat64));
  if (tried.is_error() || arguments.size() != 2) return tried;
  if (IsArray(arguments[0]) && IsArray(arguments[1])) {
    const DType dtype = PromoteTypes(arguments[0].dtype, arguments[1].dtype);
    return Zip(arguments[0], arguments[1], dtype, [emitter, name](const Value& x, const Value& y) {
      return CallScalar(*emitter, name, {x, y});
    });
  }
  const bool left = IsArray(arguments[0]);
  const Value& array = arguments[left ? 0 : 1];
  const Value& scalar = arguments[left ? 1 : 0];
  const DType dtype = MeetDType(array.dtype, scalar);
  const Value other = WeakTo(emit_, scalar, dtype);
  if (other.is_error() || other.kind == Kind::kBottom) return other;
  return MapArray(array, dtype, [emitter, name, other, left](const Value& x) {
    return left ? CallScalar(*emitter, name, {x, other}) : CallScalar(*emitter, name, {other, x});
  });
}

bool Arrays::MayOverlapItself(const View& view) const {
  for (uint32_t t = 0; t < emit_.function().tensors.size(); ++t)
    if ((view.roots >> t & 1) != 0 && !IsContiguous(t)) return true;
  return false;
}

bool Arrays::MayAlias(const View& a, const View& b) const {
  for (uint32_t s = 0; s < emit_.function().tensors.size(); ++s) {
    for (uint32_t t = 0; t < emit_.function().tensors.size(); ++t) {
      if (!(a.roots >> s & 1) || !(b.roots >> t & 1)) continue;
      if (s == t) return true;
      const uint32_t first = emit_.function().tensors[s].use.parameter;
      const uint32_t second = emit_.function().tensors[t].use.parameter;
      for (const AliasPair& pair : spec_.aliases) {
        const bool same = (pair.first == first && pair.second == second) ||
                          (pair.first == second && pair.second == first);
        if (same && pair.alias != Alias::kDisjoint) return true;
      }
    }
  }
  return false;
}

}  // namespace pyasc::sema
