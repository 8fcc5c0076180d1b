// Appends instructions to blocks of a function that is being rewritten.
#ifndef PYASC_COMPILER_LOOPS_APPENDER_H_
#define PYASC_COMPILER_LOOPS_APPENDER_H_

#include <functional>
#include <utility>
#include <vector>

#include "compiler/hir/hir.h"

namespace pyasc::loops {

class Appender {
 public:
  // All instructions appended are of AST node `point`.
  Appender(hir::Function* function, uint32_t point) : function_(*function), point_(point) {}

  hir::Function& function() { return function_; }

  hir::ValueId NewValue(hir::Type type) {
    function_.values.push_back(type);
    return static_cast<hir::ValueId>(function_.values.size() - 1);
  }

  hir::BlockId NewBlock() {
    function_.blocks.emplace_back();
    return static_cast<hir::BlockId>(function_.blocks.size() - 1);
  }

  // Where Append appends: a list outside the function, since blocks move as they grow.
  using List = std::vector<hir::Instr>;

  void Append(hir::Instr instr) { list_.push_back(std::move(instr)); }

  hir::ValueId Emit(hir::Op op, hir::Type type, std::vector<hir::ValueId> operands) {
    hir::Instr instr = Make(op);
    instr.type = type;
    if (type != hir::Type::kVoid) instr.result = NewValue(type);
    instr.operands = std::move(operands);
    const hir::ValueId result = instr.result;
    Append(std::move(instr));
    return result;
  }

  hir::ValueId Int(hir::Type type, Int128 value) {
    hir::Instr instr = Make(hir::Op::kConstInt);
    instr.type = type;
    instr.result = NewValue(type);
    instr.integer = value;
    const hir::ValueId result = instr.result;
    Append(std::move(instr));
    return result;
  }
  hir::ValueId Int64(Int128 value) { return Int(hir::Type::kI64, value); }

  hir::Instr Make(hir::Op op) const {
    hir::Instr instr;
    instr.op = op;
    instr.point = point_;
    return instr;
  }

  // What `body` appends becomes a block of its own.
  hir::BlockId In(const std::function<void()>& body) {
    const hir::BlockId block = NewBlock();
    List outer = std::exchange(list_, {});
    body();
    function_.blocks[block].instrs = std::exchange(list_, std::move(outer));
    return block;
  }

  void For(hir::ValueId trips, const std::function<void(hir::ValueId)>& body) {
    const hir::ValueId trip = NewValue(hir::Type::kI64);
    const hir::BlockId block = In([&] { body(trip); });
    function_.blocks[block].arguments = {trip};
    hir::Instr instr = Make(hir::Op::kFor);
    instr.operands = {trips};
    instr.blocks = {block};
    Append(std::move(instr));
  }

  void If(hir::ValueId condition, const std::function<void()>& then,
          const std::function<void()>& otherwise) {
    hir::Instr instr = Make(hir::Op::kIf);
    instr.operands = {condition};
    const hir::BlockId first = In(then);
    instr.blocks = {first, In(otherwise)};
    Append(std::move(instr));
  }

  List Take() { return std::exchange(list_, {}); }

 private:
  hir::Function& function_;
  const uint32_t point_;
  List list_;
};

}  // namespace pyasc::loops

#endif  // PYASC_COMPILER_LOOPS_APPENDER_H_
