#include "compiler/codegen/function_emitter.h"

#include "base/kernel_abi.h"
#include "compiler/codegen/scalar_ops.h"
#include "compiler/codegen/types.h"
#include "compiler/hir/op_info.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace pyasc::codegen {

namespace LLVM = mlir::LLVM;
using hir::Op;

FunctionEmitter::FunctionEmitter(mlir::ModuleOp module, const hir::Function& function,
                                 std::string_view symbol)
    : module_(module),
      function_(function),
      symbol_(symbol),
      builder_(module.getContext()),
      ptr_(LLVM::LLVMPointerType::get(module.getContext())),
      i1_(builder_.getI1Type()),
      i32_(builder_.getI32Type()),
      i64_(builder_.getI64Type()),
      i128_(builder_.getIntegerType(128)),
      values_(function.values.size()),
      constants_(function.values.size()) {}

void FunctionEmitter::Run() {
  builder_.setInsertionPointToEnd(module_.getBody());
  const auto type = LLVM::LLVMFunctionType::get(i32_, {ptr_, ptr_, ptr_, ptr_, ptr_});
  entry_ = builder_.create<LLVM::LLVMFuncOp>(Nowhere(builder_), symbol_, type);
  mlir::Block* start = entry_.addEntryBlock(builder_);
  cancelled_ = Ending(abi::kCancelled);
  At(start);
  frame_ = std::make_unique<EntryFrame>(builder_, function_, entry_);
  if (EmitBlock(function_.body)) Return(abi::kOk);
}

mlir::Block* FunctionEmitter::Ending(int32_t outcome) {
  mlir::Block* block = NewBlock();
  At(block);
  Return(outcome);
  return block;
}

mlir::Block* FunctionEmitter::GaveUp() {
  mlir::OpBuilder::InsertionGuard guard(builder_);
  if (gave_up_ == nullptr) gave_up_ = Ending(abi::kGaveUp);
  return gave_up_;
}

bool FunctionEmitter::EmitBlock(hir::BlockId id) {
  for (const hir::Instr& instr : function_.blocks[id].instrs)
    if (!EmitInstr(instr)) return false;
  return true;
}

bool FunctionEmitter::EmitInstr(const hir::Instr& instr) {
  switch (instr.op) {
    case Op::kIf:
      return EmitIf(instr);
    case Op::kFor:
      return IsInnermost(instr) ? EmitStripMinedFor(instr) : EmitFor(instr);
    case Op::kWhile:
      return EmitWhile(instr);
    case Op::kBreak:
      Jump(loops_.back().exit);
      return false;
    case Op::kContinue:
      Jump(loops_.back().next);
      return false;
    case Op::kReturn:
      Return(abi::kOk);
      return false;
    case Op::kYield:
      yielded_ = Value(instr.operands[0]);
      return true;
    case Op::kCheck:
      return EmitCheck(instr);
    case Op::kRaise:
      return EmitRaise(instr);
    case Op::kGuard:
      GoOnIf(Value(instr.operands[0]), GaveUp());
      return true;
    case Op::kGiveUp:
      Jump(GaveUp());
      return false;
    default:
      break;
  }
  mlir::Value result = EmitScalar(builder_, instr, Values(instr.operands));
  if (!result) result = EmitOther(instr);
  if (instr.result == hir::kNone) return true;
  values_[instr.result] = result;
  if (instr.op == Op::kConstInt) constants_[instr.result] = &instr;
  return true;
}

bool FunctionEmitter::EmitIf(const hir::Instr& instr) {
  mlir::Block* then = NewBlock();
  mlir::Block* otherwise = NewBlock();
  mlir::Block* join = NewBlock();
  Branch(Value(instr.operands[0]), then, otherwise);
  bool goes_on = false;
  for (const auto& [block, id] :
       {std::pair{then, instr.blocks[0]}, std::pair{otherwise, instr.blocks[1]}}) {
    At(block);
    if (!EmitBlock(id)) continue;
    Jump(join);
    goes_on = true;
  }
  if (!goes_on)
    join->erase();
  else
    At(join);
  return goes_on;
}

std::vector<mlir::Value> FunctionEmitter::Values(const std::vector<hir::ValueId>& ids,
                                                 size_t first) const {
  std::vector<mlir::Value> values;
  for (size_t i = first; i < ids.size(); ++i) values.push_back(Value(ids[i]));
  return values;
}

mlir::Value FunctionEmitter::Compare(LLVM::ICmpPredicate predicate, mlir::Value a, mlir::Value b) {
  return builder_.create<LLVM::ICmpOp>(Nowhere(builder_), predicate, a, b);
}

mlir::Value FunctionEmitter::Int(mlir::Type type, int64_t value) {
  return IntConstant(builder_, type, value);
}

mlir::Block* FunctionEmitter::NewBlock(std::vector<mlir::Type> arguments) {
  auto* block = new mlir::Block;  // owned by the function from here on
  entry_.getBody().push_back(block);
  for (const mlir::Type type : arguments) block->addArgument(type, Nowhere(builder_));
  return block;
}

void FunctionEmitter::Jump(mlir::Block* target, std::vector<mlir::Value> arguments) {
  builder_.create<LLVM::BrOp>(Nowhere(builder_), mlir::ValueRange(arguments), target);
}

void FunctionEmitter::Branch(mlir::Value condition, mlir::Block* then, mlir::Block* otherwise,
                             mlir::Block* rarely) {
  std::optional<std::pair<uint32_t, uint32_t>> weights;
  constexpr uint32_t kOften = 2000;
  if (rarely != nullptr) weights = rarely == then ? std::pair{1u, kOften} : std::pair{kOften, 1u};
  builder_.create<LLVM::CondBrOp>(Nowhere(builder_), condition, then, mlir::ValueRange(), otherwise,
                                  mlir::ValueRange(), weights);
}

void FunctionEmitter::Return(int32_t outcome) {
  builder_.create<LLVM::ReturnOp>(Nowhere(builder_), Int(i32_, outcome));
}

}  // namespace pyasc::codegen
