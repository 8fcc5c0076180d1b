// Per-operation rules of hir::Verify.
#include "compiler/hir/op_info.h"
#include "compiler/hir/verify_block.h"
#include "fmt/format.h"

namespace pyasc::hir {
namespace {

bool Fits(Int128 value, int bits) {
  if (bits >= 128) return true;
  const Int128 high = Int128{1} << bits;
  return value < high && value >= -(high / 2);
}

bool InMemory(Type type) { return IsFloat(type) || (IsInt(type) && type != Type::kI1); }

}  // namespace

bool BlockVerifier::Leaf(const Instr& instr) {
  switch (instr.op) {
    case Op::kConstInt:
      return Signature(instr, {}, instr.type) &&
             Require(instr, IsInt(instr.type), "not an integer type") &&
             Require(instr, Fits(instr.integer, Bits(instr.type)), "the value does not fit");
    case Op::kConstFloat:
      return Signature(instr, {}, instr.type) &&
             Require(instr, IsFloat(instr.type), "not a float type");
    case Op::kAttribute:
      return Require(instr, instr.index < function_.attributes.size(), "no such attribute") &&
             Signature(instr, {}, function_.attributes[instr.index]);
    case Op::kTensorData:
      return Require(instr, instr.index < function_.tensors.size(), "no such tensor") &&
             Signature(instr, {}, Type::kPtr);
    case Op::kTensorDim:
    case Op::kTensorStride:
      return Require(instr, instr.index < function_.tensors.size(), "no such tensor") &&
             Require(instr, instr.axis < function_.tensors[instr.index].max_rank(),
                     "no such axis") &&
             Signature(instr, {}, Type::kI64);
    case Op::kLoadSlot:
      return Require(instr, instr.index < function_.slots.size(), "no such slot") &&
             Signature(instr, {}, function_.slots[instr.index].type);
    case Op::kStoreSlot:
      return Require(instr, instr.index < function_.slots.size(), "no such slot") &&
             Signature(instr, {function_.slots[instr.index].type}, Type::kVoid);
    case Op::kSelect:
      return Signature(instr, {Type::kI1, instr.type, instr.type}, instr.type) &&
             Require(instr, instr.type != Type::kVoid, "selects nothing");
    default:
      return true;
  }
}

bool BlockVerifier::Memory(const Instr& instr) {
  switch (instr.op) {
    case Op::kPtrAdd:
      return Signature(instr, {Type::kPtr, Type::kI64}, Type::kPtr);
    case Op::kLoad:
      return Signature(instr, {Type::kPtr}, instr.type) &&
             Require(instr, InMemory(instr.type), "no type of an element in memory");
    case Op::kStore:
      return Require(instr, InMemory(Operand(instr, 0)), "no type of an element in memory") &&
             Signature(instr, {Operand(instr, 0), Type::kPtr}, Type::kVoid);
    case Op::kAlloc:
      return Signature(instr, {Type::kI64}, Type::kPtr) && SiteWithoutValues(instr, instr.index);
    case Op::kMark:
      return Signature(instr, {}, Type::kI64);
    case Op::kRelease:
      return Signature(instr, {Type::kI64}, Type::kVoid);
    case Op::kResize: {
      if (!Require(instr, instr.index < function_.tensors.size(), "no such tensor")) return false;
      const TensorUse& use = function_.tensors[instr.index].use;
      return Require(instr, use.resized || use.created, "the tensor is not marked resized") &&
             Signature(instr, std::vector<Type>(instr.operands.size(), Type::kI64), Type::kPtr) &&
             SiteWithoutValues(instr, instr.axis);
    }
    case Op::kCall:
      return Require(instr, !instr.symbol.empty(), "calls nothing");
    default:
      return true;
  }
}

bool BlockVerifier::SiteWithoutValues(const Instr& instr, uint32_t site) {
  if (site == kNone) return true;
  if (site >= function_.sites.size()) return Fail(instr, fmt::format("no site {}", site));
  bool plain = function_.sites[site].loops.empty();
  for (const MessagePart& part : function_.sites[site].parts) plain &= part.slot < 0;
  return Require(instr, plain, "its site has values");
}

bool BlockVerifier::Sites(const Instr& instr) {
  if (instr.op != Op::kCheck && instr.op != Op::kRaise && instr.op != Op::kPrint) return true;
  if (instr.index >= function_.sites.size())
    return Fail(instr, fmt::format("no site {}", instr.index));
  const Site& site = function_.sites[instr.index];
  if (!Require(instr, (instr.op == Op::kPrint) == site.exception.empty(),
               "a site is either an exception's or a print's"))
    return false;
  const size_t first = instr.op == Op::kCheck ? 1 : 0;
  if (first == 1 && Operand(instr, 0) != Type::kI1) return Fail(instr, "its condition is not i1");
  for (size_t i = first; i < instr.operands.size(); ++i)
    if (Operand(instr, i) == Type::kPtr) return Fail(instr, "a pointer among its values");
  const size_t values = instr.operands.size() - first;
  for (const MessagePart& part : site.parts)
    if (part.slot >= static_cast<int32_t>(values))
      return Fail(instr, fmt::format("the message shows value {} of {}", part.slot, values));
  if (!site.loops.empty() && values != site.loop_slot + site.loops.size())
    return Fail(instr, fmt::format("{} values, but its site has {}", values,
                                   site.loop_slot + site.loops.size()));
  return Require(instr, instr.type == Type::kVoid, "gives no value");
}

bool BlockVerifier::Control(const Instr& instr, const Place& place, bool last) {
  Place inner{.in_loop = place.in_loop, .in_map = place.in_map};
  switch (instr.op) {
    case Op::kIf:
      return Signature(instr, {Type::kI1}, Type::kVoid) &&
             Require(instr, instr.blocks.size() == 2, "not two blocks") &&
             Block(instr, instr.blocks[0], {}, inner) && Block(instr, instr.blocks[1], {}, inner);
    case Op::kFor:
      inner.in_loop = true;
      return Signature(instr, {Type::kI64}, Type::kVoid) &&
             Require(instr, instr.blocks.size() == 1, "not one block") &&
             Block(instr, instr.blocks[0], {Type::kI64}, inner);
    case Op::kWhile: {
      const Place condition{.in_map = place.in_map, .may_yield = true, .yields = Type::kI1};
      inner.in_loop = true;
      return Signature(instr, {}, Type::kVoid) &&
             Require(instr, instr.blocks.size() == 2, "not two blocks") &&
             Block(instr, instr.blocks[0], {}, condition) &&
             Block(instr, instr.blocks[1], {}, inner);
    }
    case Op::kBreak:
    case Op::kContinue:
      return Signature(instr, {}, Type::kVoid) && Require(instr, place.in_loop, "outside a loop");
    case Op::kReturn:
      return Signature(instr, {}, Type::kVoid) && Require(instr, !place.in_map, "inside a map");
    case Op::kYield:
      return Require(instr, place.may_yield && last, "not the end of a condition or map body") &&
             Signature(instr, {place.yields}, Type::kVoid);
    case Op::kStore:
    case Op::kAlloc:
    case Op::kResize:
    case Op::kCheck:
    case Op::kRaise:
    case Op::kPrint:
      return Require(instr, !place.in_map, "a side effect inside a map");
    case Op::kGuard:
      return Signature(instr, {Type::kI1}, Type::kVoid) &&
             Require(instr, !place.in_map, "a side effect inside a map");
    case Op::kGiveUp:
      return Signature(instr, {}, Type::kVoid) &&
             Require(instr, !place.in_map, "a side effect inside a map");
    case Op::kMap:
      return Require(instr, !place.in_map, "a map inside a map") && MapOf(instr, place);
    default:
      return Require(instr, instr.blocks.empty(), "has no blocks");
  }
}

bool BlockVerifier::MapOf(const Instr& instr, Place place) {
  if (instr.index >= function_.maps.size())
    return Fail(instr, fmt::format("no map {}", instr.index));
  const Map& map = function_.maps[instr.index];
  if (!Signature(instr, {}, Type::kVoid) || !OperandsVisible(instr, map.dims)) return false;
  for (const ValueId dim : map.dims)
    if (function_.values[dim] != Type::kI64) return Fail(instr, "a dim is not i64");
  if (!MapOperandOf(instr, map, map.destination)) return false;
  std::vector<Type> arguments;
  bool may_alias = false;
  for (const MapOperand& source : map.sources) {
    if (!MapOperandOf(instr, map, source)) return false;
    arguments.push_back(source.element);
    may_alias |= source.may_alias;
  }
  if (may_alias && !SiteWithoutValues(instr, instr.axis)) return false;
  place = Place{.in_map = true, .may_yield = true, .yields = map.destination.element};
  return Block(instr, map.body, arguments, place);
}

bool BlockVerifier::MapOperandOf(const Instr& instr, const Map& map, const MapOperand& operand) {
  if (!OperandsVisible(instr, {operand.data}) || !OperandsVisible(instr, operand.strides))
    return false;
  if (function_.values[operand.data] != Type::kPtr) return Fail(instr, "its data is not a pointer");
  if (operand.strides.size() != map.dims.size())
    return Fail(instr,
                fmt::format("{} strides for {} dims", operand.strides.size(), map.dims.size()));
  for (const ValueId stride : operand.strides)
    if (function_.values[stride] != Type::kI64) return Fail(instr, "a stride is not i64");
  return Require(instr, InMemory(operand.element), "no type of an element in memory");
}

}  // namespace pyasc::hir
