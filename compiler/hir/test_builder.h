// Builds HIR by hand, for the tests of the stages that take it.
#ifndef PYASC_COMPILER_HIR_TEST_BUILDER_H_
#define PYASC_COMPILER_HIR_TEST_BUILDER_H_

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/hir/hir.h"

namespace pyasc::hir {

class TestBuilder {
 public:
  TestBuilder() { block_ = function.body = NewBlock(); }

  Function function;

  uint32_t Tensor(std::string name, DType dtype, uint32_t rank, bool resized = false) {
    TensorInfo info{.name = std::move(name), .use = {}};
    info.use.parameter = static_cast<uint32_t>(function.tensors.size());
    info.use.dtype = dtype;
    info.use.rank = rank;
    info.use.read = info.use.written = true;
    info.use.resized = resized;
    function.tensors.push_back(std::move(info));
    return static_cast<uint32_t>(function.tensors.size() - 1);
  }

  ValueId Attribute(Type type) {
    function.attributes.push_back(type);
    Instr instr = Make(Op::kAttribute, type);
    instr.index = static_cast<uint32_t>(function.attributes.size() - 1);
    return Append(std::move(instr));
  }

  SlotId Slot(std::string name, Type type) {
    function.slots.push_back({std::move(name), type});
    return static_cast<SlotId>(function.slots.size() - 1);
  }

  // A site whose message is its first `values` values, inside `loops`.
  uint32_t Site(std::string exception, uint32_t values = 0, std::vector<std::string> loops = {}) {
    pyasc::Site site;
    site.exception = std::move(exception);
    for (uint32_t i = 0; i < values; ++i) {
      MessagePart part;
      part.slot = static_cast<int32_t>(i);
      site.parts.push_back(part);
    }
    site.loops = std::move(loops);
    site.loop_slot = values;
    function.sites.push_back(std::move(site));
    return static_cast<uint32_t>(function.sites.size() - 1);
  }

  ValueId NewValue(Type type) {
    function.values.push_back(type);
    return static_cast<ValueId>(function.values.size() - 1);
  }

  BlockId NewBlock() {
    function.blocks.emplace_back();
    return static_cast<BlockId>(function.blocks.size() - 1);
  }

  ValueId Append(Instr instr) {
    if (instr.type != Type::kVoid) instr.result = NewValue(instr.type);
    const ValueId result = instr.result;
    function.blocks[block_].instrs.push_back(std::move(instr));
    return result;
  }

  ValueId Emit(Op op, Type type, std::vector<ValueId> operands, uint32_t index = 0,
               uint32_t axis = 0) {
    Instr instr = Make(op, type);
    instr.operands = std::move(operands);
    instr.index = index;
    instr.axis = axis;
    return Append(std::move(instr));
  }

  // kAdd, kSub or kMul that is known not to wrap.
  ValueId Exact(Op op, ValueId x, ValueId y) {
    Instr instr = Make(op, function.values[x]);
    instr.operands = {x, y};
    instr.exact = true;
    return Append(std::move(instr));
  }

  ValueId Int(Int128 value, Type type = Type::kI64) {
    Instr instr = Make(Op::kConstInt, type);
    instr.integer = value;
    return Append(std::move(instr));
  }

  ValueId Real(double value, Type type = Type::kF64) {
    Instr instr = Make(Op::kConstFloat, type);
    instr.real = value;
    return Append(std::move(instr));
  }

  ValueId Data(uint32_t tensor) { return Emit(Op::kTensorData, Type::kPtr, {}, tensor); }
  ValueId Dim(uint32_t tensor, uint32_t axis) {
    return Emit(Op::kTensorDim, Type::kI64, {}, tensor, axis);
  }
  ValueId Stride(uint32_t tensor, uint32_t axis) {
    return Emit(Op::kTensorStride, Type::kI64, {}, tensor, axis);
  }
  // Pointer of element `index` of a tensor of rank 1.
  ValueId At(uint32_t tensor, ValueId index) {
    return Emit(Op::kPtrAdd, Type::kPtr,
                {Data(tensor), Emit(Op::kMul, Type::kI64, {index, Stride(tensor, 0)})});
  }
  ValueId Load(Type type, ValueId pointer) { return Emit(Op::kLoad, type, {pointer}); }
  void Store(ValueId value, ValueId pointer) { Emit(Op::kStore, Type::kVoid, {value, pointer}); }
  ValueId Get(SlotId slot) { return Emit(Op::kLoadSlot, function.slots[slot].type, {}, slot); }
  void Set(SlotId slot, ValueId value) { Emit(Op::kStoreSlot, Type::kVoid, {value}, slot); }

  // Runs `body` with the builder appending to a new block.
  BlockId In(const std::function<void()>& body) {
    const BlockId saved = std::exchange(block_, NewBlock());
    body();
    return std::exchange(block_, saved);
  }

  void For(ValueId trips, const std::function<void(ValueId)>& body) {
    const ValueId trip = NewValue(Type::kI64);
    Instr instr = Make(Op::kFor, Type::kVoid);
    instr.operands = {trips};
    instr.blocks = {In([&] {
      function.blocks[block_].arguments = {trip};
      body(trip);
    })};
    Append(std::move(instr));
  }

  void If(
      ValueId condition, const std::function<void()>& then,
      const std::function<void()>& otherwise = [] {}) {
    Instr instr = Make(Op::kIf, Type::kVoid);
    instr.operands = {condition};
    instr.blocks = {In(then), In(otherwise)};
    Append(std::move(instr));
  }

  void While(const std::function<ValueId()>& condition, const std::function<void()>& body) {
    Instr instr = Make(Op::kWhile, Type::kVoid);
    instr.blocks = {In([&] { Emit(Op::kYield, Type::kVoid, {condition()}); }), In(body)};
    Append(std::move(instr));
  }

  // An operand that covers all of `tensor`.
  MapOperand Whole(uint32_t tensor, bool may_alias = false) {
    MapOperand operand;
    operand.data = Data(tensor);
    for (uint32_t axis = 0; axis < function.tensors[tensor].use.rank; ++axis)
      operand.strides.push_back(Stride(tensor, axis));
    operand.element = MemoryType(function.tensors[tensor].use.dtype);
    operand.may_alias = may_alias;
    return operand;
  }

  void Map(std::vector<ValueId> dims, MapOperand destination, std::vector<MapOperand> sources,
           const std::function<ValueId(const std::vector<ValueId>&)>& body, uint32_t site = 0) {
    hir::Map map{std::move(dims), std::move(destination), std::move(sources), kNone};
    std::vector<ValueId> elements;
    for (const MapOperand& source : map.sources) elements.push_back(NewValue(source.element));
    map.body = In([&] {
      function.blocks[block_].arguments = elements;
      Emit(Op::kYield, Type::kVoid, {body(elements)});
    });
    function.maps.push_back(std::move(map));
    Emit(Op::kMap, Type::kVoid, {}, static_cast<uint32_t>(function.maps.size() - 1), site);
  }

 private:
  static Instr Make(Op op, Type type) {
    Instr instr;
    instr.op = op;
    instr.type = type;
    return instr;
  }

  BlockId block_ = kNone;
};

}  // namespace pyasc::hir

#endif  // PYASC_COMPILER_HIR_TEST_BUILDER_H_
