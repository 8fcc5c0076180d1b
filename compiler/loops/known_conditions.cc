#include "compiler/loops/known_conditions.h"

#include <map>
#include <utility>
#include <vector>

namespace pyasc::loops {
namespace {

using hir::Op;
using hir::ValueId;

class Pass {
 public:
  explicit Pass(hir::Function* function) : function_(*function) {}

  // What is learned in the block is known until its end.
  void Block(hir::BlockId id) {
    const size_t known = facts_.size();
    std::vector<hir::Instr> kept;
    for (hir::Instr& instr : std::vector(function_.blocks[id].instrs)) {
      Decide(&instr);
      if (instr.result != hir::kNone) definitions_[instr.result] = instr;
      for (size_t arm = 0; arm < instr.blocks.size(); ++arm) {
        const size_t outside = facts_.size();
        if (instr.op == Op::kIf && arm == 0) Learn(instr.operands[0]);
        Block(instr.blocks[arm]);
        facts_.resize(outside);
      }
      const bool check = instr.op == Op::kCheck || instr.op == Op::kGuard;
      if (check && IsConstant(instr.operands[0], 1)) continue;
      if (check) Learn(instr.operands[0]);
      kept.push_back(std::move(instr));
    }
    function_.blocks[id].instrs = std::move(kept);
    facts_.resize(known);
  }

 private:
  // A comparison that holds. Constants count by their value.
  struct Fact {
    Op op;
    ValueId a, b;
  };

  const hir::Instr* Definition(ValueId value) const {
    const auto it = definitions_.find(value);
    return it == definitions_.end() ? nullptr : &it->second;
  }

  bool IsConstant(ValueId value, Int128 wanted) const {
    const hir::Instr* definition = Definition(value);
    return definition != nullptr && definition->op == Op::kConstInt &&
           definition->integer == wanted;
  }

  bool Same(ValueId a, ValueId b) const {
    if (a == b) return true;
    const hir::Instr *x = Definition(a), *y = Definition(b);
    return x != nullptr && y != nullptr && x->op == Op::kConstInt && y->op == Op::kConstInt &&
           x->type == y->type && x->integer == y->integer;
  }

  bool Holds(Op op, ValueId a, ValueId b) const {
    for (const Fact& fact : facts_)
      if (fact.op == op && Same(fact.a, a) && Same(fact.b, b)) return true;
    return false;
  }

  // 0 <= value, by a comparison with any constant.
  bool IsNonNegative(ValueId value) const {
    for (const Fact& fact : facts_) {
      if (fact.b != value) continue;
      const hir::Instr* bound = Definition(fact.a);
      if (bound == nullptr || bound->op != Op::kConstInt) continue;
      if (fact.op == Op::kSLe && bound->integer >= 0) return true;
      if (fact.op == Op::kSLt && bound->integer >= -1) return true;
    }
    return false;
  }

  void Learn(ValueId condition) {
    const hir::Instr* definition = Definition(condition);
    if (definition == nullptr) return;
    if (definition->op == Op::kAnd) {
      const std::pair parts(definition->operands[0], definition->operands[1]);
      Learn(parts.first);
      Learn(parts.second);
    } else if (definition->op >= Op::kEq && definition->op <= Op::kULe) {
      facts_.push_back({definition->op, definition->operands[0], definition->operands[1]});
    }
  }

  // The index that a wrapped one (TripDependence::WrappedIndex) is if it is not negative.
  ValueId Unwrapped(ValueId value) const {
    const hir::Instr* select = Definition(value);
    const bool wraps = select != nullptr && select->op == Op::kSelect;
    return wraps && IsConstant(select->operands[0], 0) ? select->operands[2] : value;
  }

  void Decide(hir::Instr* instr) {
    switch (instr->op) {
      case Op::kSLt:
        if (IsConstant(instr->operands[1], 0) && IsNonNegative(instr->operands[0]))
          return MakeConstant(instr, 0);
        break;
      case Op::kULt: {
        const ValueId index = Unwrapped(instr->operands[0]);
        if (IsNonNegative(index) && Holds(Op::kSLt, index, instr->operands[1]))
          return MakeConstant(instr, 1);
        break;
      }
      case Op::kEq:
      case Op::kNe:
      case Op::kSLe:
      case Op::kULe:
        break;
      default:
        return;
    }
    if (Holds(instr->op, instr->operands[0], instr->operands[1])) MakeConstant(instr, 1);
  }

  static void MakeConstant(hir::Instr* instr, Int128 value) {
    instr->op = Op::kConstInt;
    instr->operands.clear();
    instr->integer = value;
  }

  hir::Function& function_;
  std::map<ValueId, hir::Instr> definitions_;  // of what has been passed
  std::vector<Fact> facts_;
};

}  // namespace

void UseKnownConditions(hir::Function* function) { Pass(function).Block(function->body); }

}  // namespace pyasc::loops
