#include "compiler/loops/overlap.h"

#include <vector>

#include "compiler/hir/op_info.h"

namespace pyasc::loops {
namespace {

using hir::Op;
using hir::Type;
using hir::ValueId;

class InPlaceTest {
 public:
  InPlaceTest(Appender& out, const hir::Map& map) : out_(out), map_(map) {}

  // With an empty dim the ranges below mean nothing, but nothing is stored either.
  ValueId Append() {
    const Range destination = RangeOf(map_.destination);
    apart_ = map_.destination.may_overlap_itself ? Apart() : hir::kNone;
    ValueId good = hir::kNone;
    for (const hir::MapOperand& source : map_.sources) {
      if (!source.may_alias) continue;
      const ValueId one = Or(Disjoint(destination, RangeOf(source)), Exact(source));
      good = good == hir::kNone ? one : And(good, one);
    }
    for (const ValueId dim : map_.dims)
      good = Or(good, out_.Emit(Op::kEq, Type::kI1, {dim, out_.Int64(0)}));
    return good;
  }

 private:
  struct Range {
    ValueId low, high;  // addresses of the first byte and of the one after the last
  };

  ValueId Binary(Op op, ValueId a, ValueId b) { return out_.Emit(op, Type::kI64, {a, b}); }
  ValueId And(ValueId a, ValueId b) { return out_.Emit(Op::kAnd, Type::kI1, {a, b}); }
  ValueId Or(ValueId a, ValueId b) { return out_.Emit(Op::kOr, Type::kI1, {a, b}); }

  Range RangeOf(const hir::MapOperand& operand) {
    const ValueId address = out_.Emit(Op::kBitcast, Type::kI64, {operand.data});
    const ValueId zero = out_.Int64(0);
    Range range{address, Binary(Op::kAdd, address, out_.Int64(hir::Bits(operand.element) / 8))};
    for (size_t axis = 0; axis < map_.dims.size(); ++axis) {
      const ValueId last = Binary(Op::kSub, map_.dims[axis], out_.Int64(1));
      const ValueId extent = Binary(Op::kMul, last, operand.strides[axis]);
      const ValueId negative = out_.Emit(Op::kSLt, Type::kI1, {extent, zero});
      const ValueId below = out_.Emit(Op::kSelect, Type::kI64, {negative, extent, zero});
      const ValueId above = out_.Emit(Op::kSelect, Type::kI64, {negative, zero, extent});
      range.low = Binary(Op::kAdd, range.low, below);
      range.high = Binary(Op::kAdd, range.high, above);
    }
    return range;
  }

  ValueId Disjoint(const Range& a, const Range& b) {
    return Or(out_.Emit(Op::kULe, Type::kI1, {a.high, b.low}),
              out_.Emit(Op::kULe, Type::kI1, {b.high, a.low}));
  }

  // The source is the destination, element for element.
  ValueId Exact(const hir::MapOperand& source) {
    if (hir::Bits(source.element) != hir::Bits(map_.destination.element))
      return out_.Int(Type::kI1, 0);
    ValueId exact = out_.Emit(Op::kEq, Type::kI1, {source.data, map_.destination.data});
    if (apart_ != hir::kNone) exact = And(exact, apart_);
    for (size_t axis = 0; axis < map_.dims.size(); ++axis) {
      const ValueId same =
          out_.Emit(Op::kEq, Type::kI1, {source.strides[axis], map_.destination.strides[axis]});
      const ValueId single = out_.Emit(Op::kSLe, Type::kI1, {map_.dims[axis], out_.Int64(1)});
      exact = And(exact, Or(same, single));
    }
    return exact;
  }

  ValueId Distance(size_t axis) {
    const ValueId stride = map_.destination.strides[axis], zero = out_.Int64(0);
    const ValueId negative = out_.Emit(Op::kSLt, Type::kI1, {stride, zero});
    return out_.Emit(Op::kSelect, Type::kI64, {negative, Binary(Op::kSub, zero, stride), stride});
  }

  // Each axis of the destination steps over all that the axes of shorter steps reach, so no
  // two of its elements share memory.
  ValueId Apart() {
    const ValueId bytes = out_.Int64(hir::Bits(map_.destination.element) / 8);
    std::vector<ValueId> distances, extents;
    for (size_t axis = 0; axis < map_.dims.size(); ++axis) {
      distances.push_back(Distance(axis));
      const ValueId last = Binary(Op::kSub, map_.dims[axis], out_.Int64(1));
      extents.push_back(Binary(Op::kMul, last, distances[axis]));
    }
    ValueId apart = out_.Int(Type::kI1, 1);
    for (size_t axis = 0; axis < map_.dims.size(); ++axis) {
      ValueId reach = bytes;
      for (size_t other = 0; other < map_.dims.size(); ++other) {
        if (other == axis) continue;
        const Op shorter = other < axis ? Op::kSLt : Op::kSLe;  // one of two that are equal
        const ValueId inside = out_.Emit(shorter, Type::kI1, {distances[other], distances[axis]});
        const ValueId extent =
            out_.Emit(Op::kSelect, Type::kI64, {inside, extents[other], out_.Int64(0)});
        reach = Binary(Op::kAdd, reach, extent);
      }
      const ValueId steps_over = out_.Emit(Op::kSLe, Type::kI1, {reach, distances[axis]});
      const ValueId single = out_.Emit(Op::kSLe, Type::kI1, {map_.dims[axis], out_.Int64(1)});
      apart = And(apart, Or(single, steps_over));
    }
    return apart;
  }

  Appender& out_;
  const hir::Map& map_;
  ValueId apart_ = hir::kNone;
};

}  // namespace

hir::ValueId AppendInPlaceTest(Appender& out, const hir::Map& map) {
  return InPlaceTest(out, map).Append();
}

}  // namespace pyasc::loops
