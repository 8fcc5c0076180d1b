#include "compiler/loops/clone.h"

#include <map>

namespace pyasc::loops {
namespace {

class Cloner {
 public:
  explicit Cloner(Appender& out) : out_(out) {}

  void Bind(hir::ValueId from, hir::ValueId to) { renamed_[from] = to; }

  // Appends copies of the block's instructions, without a final yield, whose value is
  // returned.
  hir::ValueId Inline(hir::BlockId id) {
    // By value: cloning adds blocks, which moves the originals.
    const std::vector<hir::Instr> instrs = out_.function().blocks[id].instrs;
    for (const hir::Instr& instr : instrs) {
      if (instr.op == hir::Op::kYield) return Renamed(instr.operands[0]);
      out_.Append(Copy(instr));
    }
    return hir::kNone;
  }

 private:
  hir::ValueId Renamed(hir::ValueId id) const {
    const auto it = renamed_.find(id);
    return it == renamed_.end() ? id : it->second;
  }

  hir::Instr Copy(hir::Instr instr) {
    for (hir::ValueId& operand : instr.operands) operand = Renamed(operand);
    for (hir::BlockId& block : instr.blocks) block = CopyBlock(block);
    if (instr.result != hir::kNone) {
      const hir::ValueId fresh = out_.NewValue(instr.type);
      Bind(instr.result, fresh);
      instr.result = fresh;
    }
    return instr;
  }

  hir::BlockId CopyBlock(hir::BlockId id) {
    std::vector<hir::ValueId> arguments;
    for (const hir::ValueId argument : std::vector(out_.function().blocks[id].arguments)) {
      arguments.push_back(out_.NewValue(out_.function().values[argument]));
      Bind(argument, arguments.back());
    }
    const hir::BlockId copy = out_.In([&] {
      const hir::ValueId yielded = Inline(id);
      if (yielded != hir::kNone) out_.Emit(hir::Op::kYield, hir::Type::kVoid, {yielded});
    });
    out_.function().blocks[copy].arguments = std::move(arguments);
    return copy;
  }

  Appender& out_;
  std::map<hir::ValueId, hir::ValueId> renamed_;
};

}  // namespace

hir::ValueId InlineBody(Appender& out, hir::BlockId body,
                        const std::vector<hir::ValueId>& arguments) {
  Cloner cloner(out);
  const std::vector<hir::ValueId> formal = out.function().blocks[body].arguments;
  for (size_t i = 0; i < formal.size(); ++i) cloner.Bind(formal[i], arguments[i]);
  return cloner.Inline(body);
}

}  // namespace pyasc::loops
