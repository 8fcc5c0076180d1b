// The walk over a function's blocks that hir::Verify makes.
#ifndef PYASC_COMPILER_HIR_VERIFY_BLOCK_H_
#define PYASC_COMPILER_HIR_VERIFY_BLOCK_H_

#include <string>
#include <vector>

#include "compiler/hir/hir.h"

namespace pyasc::hir {

class BlockVerifier {
 public:
  explicit BlockVerifier(const Function& function)
      : function_(function),
        visible_(function.values.size()),
        defined_(function.values.size()),
        entered_(function.blocks.size()) {}

  // "" or the first problem.
  std::string Run();

 private:
  // Where a block stands, which decides what may be in it.
  struct Place {
    bool in_loop = false;    // break and continue have a target
    bool in_map = false;     // no side effects
    bool may_yield = false;  // the block itself ends in kYield
    Type yields = Type::kVoid;
  };

  bool Fail(const Instr& instr, std::string what);
  bool Require(const Instr& instr, bool condition, std::string_view what);

  // Each returns false after the first problem.
  bool Block(const Instr& owner, BlockId id, const std::vector<Type>& arguments, Place place);
  bool Instruction(const Instr& instr, const Place& place, bool last);
  bool OperandsVisible(const Instr& instr, const std::vector<ValueId>& operands);
  bool Result(const Instr& instr);
  bool Types(const Instr& instr);
  bool Leaf(const Instr& instr);
  bool Conversion(const Instr& instr);
  bool Memory(const Instr& instr);
  bool Control(const Instr& instr, const Place& place, bool last);
  bool Sites(const Instr& instr);
  bool SiteWithoutValues(const Instr& instr, uint32_t site);
  bool MapOf(const Instr& instr, Place place);
  bool MapOperandOf(const Instr& instr, const Map& map, const MapOperand& operand);

  bool Define(const Instr& instr, ValueId id);
  // kVoid if there is no such operand.
  Type Operand(const Instr& instr, size_t i) const {
    return i < instr.operands.size() ? function_.values[instr.operands[i]] : Type::kVoid;
  }
  // Exactly these operand types.
  bool Signature(const Instr& instr, const std::vector<Type>& operands, Type result);

  const Function& function_;
  std::vector<bool> visible_;
  std::vector<bool> defined_;  // ever: a value has one definition
  std::vector<bool> entered_;  // a block has one place
  std::vector<ValueId> scope_;
  std::string problem_;
};

}  // namespace pyasc::hir

#endif  // PYASC_COMPILER_HIR_VERIFY_BLOCK_H_
