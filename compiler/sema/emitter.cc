#include "compiler/sema/emitter.h"

#include <algorithm>
#include <utility>

#include "base/status_macros.h"
#include "compiler/hir/op_info.h"

namespace pyasc::sema {

using hir::Instr;
using hir::Op;
using hir::Type;
using hir::ValueId;

Piece Text(std::string_view literal) {
  Piece piece;
  piece.literal = std::string(literal);
  return piece;
}

Piece Show(const Value& value, char conversion, std::string_view format) {
  Piece piece;
  piece.value = value;
  piece.conversion = conversion;
  piece.format = std::string(format);
  return piece;
}

void Emitter::Append(Instr instr) {
  PYASCD_CHECK(block_ != hir::kNone);
  function_.blocks[block_].instrs.push_back(std::move(instr));
}

ValueId Emitter::Emit(Op op, Type type, std::vector<ValueId> operands) {
  Instr instr;
  instr.op = op;
  instr.type = type;
  instr.operands = std::move(operands);
  instr.point = point_;
  if (type != Type::kVoid) {
    instr.result = static_cast<ValueId>(function_.values.size());
    function_.values.push_back(type);
  }
  const ValueId result = instr.result;
  Append(std::move(instr));
  return result;
}

ValueId Emitter::EmitExact(Op op, ValueId a, ValueId b) {
  const ValueId result = Emit(op, TypeOf(a), {a, b});
  function_.blocks[block_].instrs.back().exact = true;
  return result;
}

ValueId Emitter::EmitIndexed(Op op, Type type, uint32_t index, uint32_t axis,
                             std::vector<ValueId> operands) {
  const ValueId result = Emit(op, type, std::move(operands));
  Instr& instr = function_.blocks[block_].instrs.back();
  instr.index = index;
  instr.axis = axis;
  return result;
}

ValueId Emitter::Int(Type type, Int128 value) {
  const ValueId result = Emit(Op::kConstInt, type, {});
  function_.blocks[block_].instrs.back().integer = value;
  return result;
}

ValueId Emitter::Real(Type type, double value) {
  const ValueId result = Emit(Op::kConstFloat, type, {});
  function_.blocks[block_].instrs.back().real = value;
  return result;
}

ValueId Emitter::Call(std::string_view symbol, Type type, std::vector<ValueId> operands) {
  const ValueId result = Emit(Op::kCall, type, std::move(operands));
  function_.blocks[block_].instrs.back().symbol = std::string(symbol);
  return result;
}

ValueId Emitter::Materialise(const Value& value) {
  if (value.id != hir::kNone) return value.id;
  switch (value.kind) {
    case Kind::kBool:
      return Int(Type::kI1, value.flag.value_or(false) ? 1 : 0);
    case Kind::kInt:
      return Int(IntType(value.interval), value.interval.low);
    case Kind::kFloat:
      return Real(Type::kF64, value.real.value_or(0));
    case Kind::kNumpy:
    case Kind::kBottom:
    default:
      break;
  }
  const Type type = hir::ValueType(value.dtype);
  return IsFloat(value.dtype) ? Real(type, 0) : Int(type, 0);
}

hir::SlotId Emitter::Slot(const std::string& name, Type type) {
  auto [it, fresh] = slot_ids_.try_emplace(name, static_cast<hir::SlotId>(function_.slots.size()));
  if (fresh) function_.slots.push_back({name, type});
  hir::SlotInfo& slot = function_.slots[it->second];
  PYASCD_CHECK(slot.type == type);
  return it->second;
}

hir::SlotId Emitter::FreshSlot(std::string_view prefix, Type type) {
  return Slot(std::string(prefix) + "." + std::to_string(function_.slots.size()), type);
}

ValueId Emitter::LoadSlot(hir::SlotId slot) {
  return EmitIndexed(Op::kLoadSlot, function_.slots[slot].type, slot, 0, {});
}

void Emitter::StoreSlot(hir::SlotId slot, ValueId value) {
  PYASCD_CHECK(TypeOf(value) == function_.slots[slot].type);
  EmitIndexed(Op::kStoreSlot, Type::kVoid, slot, 0, {value});
}

hir::BlockId Emitter::NewBlock() {
  function_.blocks.emplace_back();
  return static_cast<hir::BlockId>(function_.blocks.size() - 1);
}

ValueId Emitter::Argument(hir::BlockId block, Type type) {
  const auto id = static_cast<ValueId>(function_.values.size());
  function_.values.push_back(type);
  function_.blocks[block].arguments.push_back(id);
  return id;
}

void Emitter::EmitLoop(Op op, std::vector<ValueId> operands, std::vector<hir::BlockId> blocks) {
  Emit(op, Type::kVoid, std::move(operands));
  function_.blocks[block_].instrs.back().blocks = std::move(blocks);
}

Emitter::Scope::Scope(Emitter& emitter, hir::BlockId block)
    : emitter_(emitter), saved_(std::exchange(emitter.block_, block)) {}

Emitter::Scope::~Scope() { emitter_.block_ = saved_; }

void Emitter::If(ValueId condition, const std::function<void()>& then,
                 const std::function<void()>& otherwise) {
  const hir::BlockId arms[2] = {NewBlock(), NewBlock()};
  {
    Scope scope(*this, arms[0]);
    then();
  }
  {
    Scope scope(*this, arms[1]);
    otherwise();
  }
  EmitIf(condition, arms[0], arms[1]);
}

void Emitter::EmitIf(ValueId condition, hir::BlockId then, hir::BlockId otherwise) {
  Emit(Op::kIf, Type::kVoid, {condition});
  function_.blocks[block_].instrs.back().blocks = {then, otherwise};
}

bool Emitter::InlinePure(hir::BlockId block) {
  constexpr size_t kFew = 12;
  std::vector<Instr>& instrs = function_.blocks[block].instrs;
  const bool pure = std::all_of(instrs.begin(), instrs.end(),
                                [](const Instr& instr) { return hir::IsPure(instr.op); });
  if (!pure || instrs.size() > kFew) return false;
  for (Instr& instr : std::exchange(instrs, {})) Append(std::move(instr));
  return true;
}

uint32_t Emitter::AddSite(std::string_view exception, const std::vector<Piece>& message,
                          std::vector<ValueId>* operands) {
  Site site;
  site.point = point_;
  site.exception = std::string(exception);
  int32_t slot = 0;
  for (const Piece& piece : message) {
    MessagePart part;
    part.literal = piece.literal;
    if (piece.value.is_scalar()) {
      part.slot = slot++;
      part.kind = piece.value.kind == Kind::kBool    ? ScalarKind::kBool
                  : piece.value.kind == Kind::kInt   ? ScalarKind::kInt
                  : piece.value.kind == Kind::kFloat ? ScalarKind::kFloat
                                                     : ScalarKind::kNumpy;
      part.dtype = piece.value.dtype;
      operands->push_back(Materialise(piece.value));
    }
    part.conversion = piece.conversion;
    part.format = piece.format;
    site.parts.push_back(std::move(part));
  }
  site.loop_slot = static_cast<uint32_t>(slot);
  for (const Loop& loop : loops_) {
    site.loops.push_back(loop.name);
    operands->push_back(LoadSlot(loop.index));
  }
  function_.sites.push_back(std::move(site));
  return static_cast<uint32_t>(function_.sites.size() - 1);
}

uint32_t Emitter::PlainSite(std::string_view exception, std::string_view message) {
  Site site;
  site.point = point_;
  site.exception = std::string(exception);
  if (!message.empty()) {
    MessagePart part;
    part.literal = std::string(message);
    site.parts.push_back(std::move(part));
  }
  function_.sites.push_back(std::move(site));
  return static_cast<uint32_t>(function_.sites.size() - 1);
}

void Emitter::Check(ValueId condition, std::string_view exception,
                    const std::vector<Piece>& message) {
  std::vector<ValueId> operands = {condition};
  const uint32_t site = AddSite(exception, message, &operands);
  EmitIndexed(Op::kCheck, Type::kVoid, site, 0, std::move(operands));
}

void Emitter::Raise(std::string_view exception, const std::vector<Piece>& message) {
  std::vector<ValueId> operands;
  const uint32_t site = AddSite(exception, message, &operands);
  EmitIndexed(Op::kRaise, Type::kVoid, site, 0, std::move(operands));
}

void Emitter::Print(const std::vector<Piece>& pieces, std::string_view end) {
  std::vector<ValueId> operands;
  const uint32_t site = AddSite("", pieces, &operands);
  function_.sites[site].end = std::string(end);
  EmitIndexed(Op::kPrint, Type::kVoid, site, 0, std::move(operands));
}

void Emitter::PushLoop(std::string name, hir::SlotId index) {
  loops_.push_back({std::move(name), index});
}

void Emitter::PopLoop() { loops_.pop_back(); }

Value Emitter::Fail(std::string_view code, std::string message, std::string hint) {
  ++failures_;
  Diagnostic diagnostic;
  diagnostic.code = std::string(code);
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  diagnostic.point = static_cast<int32_t>(point_);
  for (const Diagnostic& known : diagnostics_) {
    if (known.point == diagnostic.point && known.code == diagnostic.code) return ErrorValue();
  }
  diagnostics_.push_back(std::move(diagnostic));
  return ErrorValue();
}

}  // namespace pyasc::sema
