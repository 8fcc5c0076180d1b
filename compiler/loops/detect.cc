#include "compiler/loops/detect.h"

#include <map>
#include <utility>

#include "compiler/loops/hoist_guards.h"

namespace pyasc::loops {
namespace {

using hir::Op;

bool Prints(const hir::Function& function) {
  for (const hir::Block& block : function.blocks)
    for (const hir::Instr& instr : block.instrs)
      if (instr.op == Op::kPrint) return true;
  return false;
}

// Whether there was anything to replace. What cannot be reached is dropped, but for a block
// whose owner takes its value: that one has to end in a yield.
bool ReplaceBlock(hir::Block* block) {
  bool replaced = false;
  const bool yields = !block->instrs.empty() && block->instrs.back().op == Op::kYield;
  for (size_t i = 0; i < block->instrs.size(); ++i) {
    hir::Instr& instr = block->instrs[i];
    if (instr.op == Op::kAlloc) instr.index = hir::kNone;
    if (instr.op == Op::kResize) instr.axis = hir::kNone;
    if (instr.op != Op::kCheck && instr.op != Op::kRaise) continue;
    replaced = true;
    instr.index = 0;
    instr.operands.resize(instr.op == Op::kCheck ? 1 : 0);
    instr.op = instr.op == Op::kCheck ? Op::kGuard : Op::kGiveUp;
    if (instr.op == Op::kGiveUp && !yields) block->instrs.resize(i + 1);
  }
  return replaced;
}

// Whether a store to a tensor that the caller gave can come before a giving up.
class Cleanness {
 public:
  explicit Cleanness(const hir::Function& function) : function_(function) {
    for (const hir::Block& block : function.blocks)
      for (const hir::Instr& instr : block.instrs)
        if (instr.result != hir::kNone) definitions_[instr.result] = &instr;
  }

  bool Run() {
    Walk(function_.body);
    return clean_;
  }

 private:
  void Walk(hir::BlockId id) {
    for (const hir::Instr& instr : function_.blocks[id].instrs) {
      if (instr.op == Op::kStore) stored_ |= ReachesCaller(instr.operands[1]);
      const bool may_give_up = instr.op == Op::kGuard || instr.op == Op::kGiveUp ||
                               instr.op == Op::kAlloc || instr.op == Op::kResize;
      if (may_give_up && stored_) clean_ = false;
      const bool stored_before = stored_;
      for (const hir::BlockId block : instr.blocks) Walk(block);
      // What a loop's first round stored comes before its second. No third: `stored_` stays.
      const bool loop = instr.op == Op::kFor || instr.op == Op::kWhile;
      if (loop && stored_ != stored_before)
        for (const hir::BlockId block : instr.blocks) Walk(block);
    }
  }

  // Memory of the caller's, as far as can be told: not scratch, and not a tensor that the
  // kernel creates or gives new memory.
  bool ReachesCaller(hir::ValueId pointer) const {
    for (auto it = definitions_.find(pointer); it != definitions_.end();
         it = definitions_.find(it->second->operands[0])) {
      const hir::Instr& definition = *it->second;
      if (definition.op == Op::kTensorData) return !function_.tensors[definition.index].use.created;
      if (definition.op == Op::kAlloc) return false;
      if (definition.op != Op::kPtrAdd) return true;
    }
    return true;
  }

  const hir::Function& function_;
  std::map<hir::ValueId, const hir::Instr*> definitions_;
  bool stored_ = false;
  bool clean_ = true;
};

}  // namespace

std::optional<Fast> Detect(const hir::Function& checked) {
  if (Prints(checked)) return std::nullopt;
  Fast fast{checked};
  bool replaced = false;
  for (hir::Block& block : fast.function.blocks) replaced |= ReplaceBlock(&block);
  if (!replaced) return std::nullopt;
  fast.function.sites.clear();
  HoistGuards(&fast.function);
  fast.gives_up_clean = Cleanness(fast.function).Run();
  return fast;
}

}  // namespace pyasc::loops
