#include "compiler/loops/map_nest.h"

#include "compiler/hir/op_info.h"
#include "compiler/loops/clone.h"

namespace pyasc::loops {
namespace {

using hir::Op;
using hir::Type;
using hir::ValueId;

// One loop an axis; pointers advance with the loops, outermost first.
class Nest {
 public:
  Nest(Appender& out, const hir::Map& map) : out_(out), map_(map) {}

  void Append() {
    std::vector<ValueId> pointers{map_.destination.data};
    for (const hir::MapOperand& source : map_.sources) pointers.push_back(source.data);
    Axis(0, pointers);
  }

 private:
  void Axis(size_t axis, const std::vector<ValueId>& pointers) {
    if (axis == map_.dims.size()) return Element(pointers);
    out_.For(map_.dims[axis], [&](ValueId trip) {
      std::vector<ValueId> inner{Advance(pointers[0], map_.destination, axis, trip)};
      for (size_t i = 0; i < map_.sources.size(); ++i)
        inner.push_back(Advance(pointers[i + 1], map_.sources[i], axis, trip));
      Axis(axis + 1, inner);
    });
  }

  ValueId Advance(ValueId pointer, const hir::MapOperand& operand, size_t axis, ValueId trip) {
    const ValueId bytes = out_.Emit(Op::kMul, Type::kI64, {trip, operand.strides[axis]});
    return out_.Emit(Op::kPtrAdd, Type::kPtr, {pointer, bytes});
  }

  void Element(const std::vector<ValueId>& pointers) {
    std::vector<ValueId> elements;
    for (size_t i = 0; i < map_.sources.size(); ++i)
      elements.push_back(out_.Emit(Op::kLoad, map_.sources[i].element, {pointers[i + 1]}));
    const ValueId value = InlineBody(out_, map_.body, elements);
    out_.Emit(Op::kStore, Type::kVoid, {value, pointers[0]});
  }

  Appender& out_;
  const hir::Map& map_;
};

// C-order strides over the map's dims, with the bytes of the whole as one more at front.
std::vector<ValueId> PackedStrides(Appender& out, const hir::Map& map) {
  std::vector<ValueId> strides{out.Int64(hir::Bits(map.destination.element) / 8)};
  for (size_t axis = map.dims.size(); axis-- > 0;)
    strides.insert(strides.begin(),
                   out.Emit(Op::kMul, Type::kI64, {strides.front(), map.dims[axis]}));
  return strides;
}

// The map that copies `from` to the destination of `map`.
hir::Map CopyMap(Appender& out, const hir::Map& map, const hir::MapOperand& from) {
  const ValueId element = out.NewValue(from.element);
  const hir::BlockId body = out.In([&] { out.Emit(Op::kYield, Type::kVoid, {element}); });
  out.function().blocks[body].arguments = {element};
  return {map.dims, map.destination, {from}, body};
}

}  // namespace

void AppendNest(Appender& out, const hir::Map& map) { Nest(out, map).Append(); }

void AppendNestThroughScratch(Appender& out, const hir::Map& map, uint32_t site) {
  std::vector<ValueId> strides = PackedStrides(out, map);
  const ValueId bytes = strides.front();
  strides.erase(strides.begin());
  const ValueId mark = out.Emit(Op::kMark, Type::kI64, {});
  hir::Instr alloc = out.Make(Op::kAlloc);
  alloc.type = Type::kPtr;
  alloc.operands = {bytes};
  alloc.index = site;
  alloc.result = out.NewValue(Type::kPtr);
  hir::MapOperand scratch;
  scratch.data = alloc.result;
  scratch.strides = strides;
  scratch.element = map.destination.element;
  out.Append(std::move(alloc));
  AppendNest(out, {map.dims, scratch, map.sources, map.body});
  AppendNest(out, CopyMap(out, map, scratch));
  out.Emit(Op::kRelease, Type::kVoid, {mark});
}

}  // namespace pyasc::loops
