#include "compiler/hir/verify_block.h"

#include "compiler/hir/op_info.h"
#include "fmt/format.h"

namespace pyasc::hir {

std::string BlockVerifier::Run() {
  const Instr owner;
  Block(owner, function_.body, {}, Place{});
  return problem_;
}

bool BlockVerifier::Fail(const Instr& instr, std::string what) {
  if (problem_.empty()) {
    std::string operands;
    for (const ValueId id : instr.operands) operands += fmt::format(" %{}", id);
    problem_ =
        fmt::format("{}{} at point {}: {}", Info(instr.op).name, operands, instr.point, what);
    if (instr.result != kNone) problem_ = fmt::format("%{} = {}", instr.result, problem_);
  }
  return false;
}

bool BlockVerifier::Require(const Instr& instr, bool condition, std::string_view what) {
  return condition || Fail(instr, std::string(what));
}

bool BlockVerifier::Define(const Instr& instr, ValueId id) {
  if (id >= function_.values.size()) return Fail(instr, fmt::format("no value %{}", id));
  if (defined_[id]) return Fail(instr, fmt::format("%{} is defined twice", id));
  defined_[id] = visible_[id] = true;
  scope_.push_back(id);
  return true;
}

bool BlockVerifier::Block(const Instr& owner, BlockId id, const std::vector<Type>& arguments,
                          Place place) {
  if (id >= function_.blocks.size()) return Fail(owner, fmt::format("no block {}", id));
  if (entered_[id]) return Fail(owner, fmt::format("block {} is used twice", id));
  entered_[id] = true;
  const hir::Block& block = function_.blocks[id];
  if (block.arguments.size() != arguments.size())
    return Fail(owner, fmt::format("block {} has {} arguments, not {}", id, block.arguments.size(),
                                   arguments.size()));
  const size_t outer = scope_.size();
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!Define(owner, block.arguments[i])) return false;
    if (function_.values[block.arguments[i]] != arguments[i])
      return Fail(owner,
                  fmt::format("argument {} of its block is {}, not {}", i,
                              Name(function_.values[block.arguments[i]]), Name(arguments[i])));
  }
  if (place.may_yield && (block.instrs.empty() || block.instrs.back().op != Op::kYield))
    return Fail(owner, fmt::format("block {} does not end in a yield", id));
  for (size_t i = 0; i < block.instrs.size(); ++i)
    if (!Instruction(block.instrs[i], place, i + 1 == block.instrs.size())) return false;
  for (; scope_.size() > outer; scope_.pop_back()) visible_[scope_.back()] = false;
  return true;
}

bool BlockVerifier::OperandsVisible(const Instr& instr, const std::vector<ValueId>& operands) {
  for (const ValueId id : operands)
    if (id >= function_.values.size() || !visible_[id])
      return Fail(instr, fmt::format("%{} is not defined here", id));
  return true;
}

bool BlockVerifier::Instruction(const Instr& instr, const Place& place, bool last) {
  if (!OperandsVisible(instr, instr.operands)) return false;
  if (!Types(instr) || !Control(instr, place, last)) return false;
  return Result(instr);
}

bool BlockVerifier::Result(const Instr& instr) {
  if ((instr.type == Type::kVoid) != (instr.result == kNone))
    return Fail(instr, "result and type do not agree");
  if (instr.result == kNone) return true;
  if (!Define(instr, instr.result)) return false;
  if (function_.values[instr.result] != instr.type)
    return Fail(instr, fmt::format("its value is {}, not {}", Name(function_.values[instr.result]),
                                   Name(instr.type)));
  return true;
}

bool BlockVerifier::Signature(const Instr& instr, const std::vector<Type>& operands, Type result) {
  if (instr.operands.size() != operands.size())
    return Fail(instr, fmt::format("{} operands, not {}", instr.operands.size(), operands.size()));
  for (size_t i = 0; i < operands.size(); ++i)
    if (Operand(instr, i) != operands[i])
      return Fail(instr, fmt::format("operand {} is {}, not {}", i, Name(Operand(instr, i)),
                                     Name(operands[i])));
  if (instr.type != result)
    return Fail(instr, fmt::format("gives {}, not {}", Name(instr.type), Name(result)));
  return true;
}

bool BlockVerifier::Types(const Instr& instr) {
  const Type type = Operand(instr, 0);
  switch (Info(instr.op).form) {
    case Form::kIntBinary:
      return Require(instr, IsInt(type), "operand 0 is not an integer") &&
             Signature(instr, {type, type}, type);
    case Form::kIntPredicate: {
      const bool pointers = type == Type::kPtr && (instr.op == Op::kEq || instr.op == Op::kNe);
      return Require(instr, IsInt(type) || pointers, "operand 0 is not an integer") &&
             Signature(instr, {type, type}, Type::kI1);
    }
    case Form::kFloatUnary:
      return Require(instr, IsFloat(type), "operand 0 is not a float") &&
             Signature(instr, {type}, type);
    case Form::kFloatBinary:
      return Require(instr, IsFloat(type), "operand 0 is not a float") &&
             Signature(instr, {type, type}, type);
    case Form::kFloatTernary:
      return Require(instr, IsFloat(type), "operand 0 is not a float") &&
             Signature(instr, {type, type, type}, type);
    case Form::kFloatPredicate:
      return Require(instr, IsFloat(type), "operand 0 is not a float") &&
             Signature(instr, {type, type}, Type::kI1);
    case Form::kConversion:
      return Conversion(instr);
    case Form::kSpecial:
      return Leaf(instr) && Memory(instr) && Sites(instr);
  }
  return false;
}

bool BlockVerifier::Conversion(const Instr& instr) {
  const Type from = Operand(instr, 0), to = instr.type;
  if (!Signature(instr, {from}, to)) return false;
  const bool ints = IsInt(from) && IsInt(to), floats = IsFloat(from) && IsFloat(to);
  bool good = false;
  switch (instr.op) {
    case Op::kTruncate:
      good = ints && Bits(to) < Bits(from);
      break;
    case Op::kSExt:
    case Op::kZExt:
      good = ints && Bits(to) > Bits(from);
      break;
    case Op::kFTrunc:
      good = floats && Bits(to) < Bits(from);
      break;
    case Op::kFExt:
      good = floats && Bits(to) > Bits(from);
      break;
    case Op::kSToF:
    case Op::kUToF:
      good = IsInt(from) && IsFloat(to);
      break;
    case Op::kFToS:
    case Op::kFToU:
      good = IsFloat(from) && IsInt(to);
      break;
    case Op::kBitcast:
      good = (from == Type::kPtr && to == Type::kI64) ||
             (Bits(from) == Bits(to) && Bits(to) > 0 && IsInt(from) != IsInt(to));
      break;
    default:
      break;
  }
  return good || Fail(instr, fmt::format("no conversion from {} to {}", Name(from), Name(to)));
}

}  // namespace pyasc::hir
