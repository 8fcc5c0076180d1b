// Slices with bounds: CPython's PySlice_AdjustIndices, on values of 64 bits.
#include <utility>

#include "compiler/sema/lowering.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;

namespace {

// min and max of two Python ints, as values.
Value Smaller(Emitter& emitter, const Value& a, const Value& b) {
  return CallScalar(emitter, "min", {a, b});
}
Value Larger(Emitter& emitter, const Value& a, const Value& b) {
  return CallScalar(emitter, "max", {a, b});
}

}  // namespace

// The step first, as CPython does.
std::optional<Value> Arrays::ConvertSlice(Value slice) {
  for (const size_t k : {2, 0, 1}) {
    if (slice.items[k].kind == Kind::kNone) continue;
    const std::optional<Value> index = RequireIndex(
        slice.items[k], "slice indices must be integers or None or have an __index__ method");
    if (!index) return std::nullopt;
    if (k == 2 && index->interval.is_point() && index->interval.low == 0) {
      emit_.Raise("ValueError", {Text("slice step cannot be zero")});
      return std::nullopt;
    }
    slice.items[k] = *index;
  }
  return slice;
}

// A bound as a place in [low, high]: negative ones count from the end.
Value Arrays::SliceBound(const Value& bound, const Value& size, const Value& low,
                         const Value& high) {
  Value place = bound;
  if (bound.interval.low < 0) {
    const Value from_end = Binary(emit_, BinaryOp::kAdd, bound, size);
    if (bound.interval.high < 0) {
      place = from_end;
    } else {
      const ValueId id = emit_.Materialise(bound);
      const ValueId zero = emit_.Int(emit_.TypeOf(id), 0);
      const ValueId negative = emit_.Emit(Op::kSLt, Type::kI1, {id, zero});
      place =
          Choose(negative, [&] { return Single(from_end); }, [&] { return Single(bound); }).value();
    }
  }
  return Smaller(emit_, Larger(emit_, place, low), high);
}

bool Arrays::SliceWithBounds(const View& view, size_t axis, const Value& slice, View* result) {
  const Value size = DimValue(view.dims[axis]);
  const Value step = slice.items[2].kind == Kind::kNone ? IntConstant(1) : slice.items[2];
  const bool down = step.interval.low < 0;
  const Value zero = IntConstant(0), one = IntConstant(1);
  const Value last = Binary(emit_, BinaryOp::kSub, size, one);
  const Value low = down ? IntConstant(-1) : zero;
  const Value high = down ? last : size;
  const Value start = slice.items[0].kind == Kind::kNone
                          ? (down ? last : zero)
                          : SliceBound(slice.items[0], size, low, high);
  const Value stop = slice.items[1].kind == Kind::kNone
                         ? (down ? IntConstant(-1) : size)
                         : SliceBound(slice.items[1], size, low, high);
  // max(0, ceil((stop - start) / step))
  const Value distance = Binary(emit_, BinaryOp::kSub, start, stop);
  const Value count =
      Unary(emit_, UnaryOp::kNeg, Binary(emit_, BinaryOp::kFloorDiv, distance, step));
  const Value length = Larger(emit_, count, zero);
  if (length.is_error()) return false;
  result->dims.push_back(DimOf(emit_, length));
  const auto narrow = [&](const Value& value) {
    const ValueId id = emit_.Materialise(value);
    return emit_.TypeOf(id) == Type::kI64 ? id : emit_.Emit(Op::kTruncate, Type::kI64, {id});
  };
  const ValueId stride = view.strides[axis];
  const ValueId offset = emit_.Emit(Op::kMul, Type::kI64, {narrow(start), stride});
  result->data = emit_.Emit(Op::kPtrAdd, Type::kPtr, {result->data, offset});
  result->strides.push_back(emit_.Emit(Op::kMul, Type::kI64, {stride, narrow(step)}));
  return true;
}

}  // namespace pyasc::sema
