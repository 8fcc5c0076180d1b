// A HIR function to an MLIR function: control flow as blocks, values as they are.
#ifndef PYASC_COMPILER_CODEGEN_FUNCTION_EMITTER_H_
#define PYASC_COMPILER_CODEGEN_FUNCTION_EMITTER_H_

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/codegen/entry_frame.h"
#include "compiler/hir/hir.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace pyasc::codegen {

class FunctionEmitter {
 public:
  // Run adds `function` to `module` as `symbol`, in the arith, math and llvm dialects.
  FunctionEmitter(mlir::ModuleOp module, const hir::Function& function, std::string_view symbol);
  void Run();

 private:
  // Where break and continue of the innermost loop go.
  struct Loop {
    mlir::Block* next;
    mlir::Block* exit;
  };

  // Each returns whether control may go on at the builder's insertion point.
  bool EmitBlock(hir::BlockId id);
  bool EmitInstr(const hir::Instr& instr);
  bool EmitIf(const hir::Instr& instr);
  bool EmitWhile(const hir::Instr& instr);
  bool EmitFor(const hir::Instr& instr);
  bool EmitStripMinedFor(const hir::Instr& instr);
  bool EmitCheck(const hir::Instr& instr);
  bool EmitRaise(const hir::Instr& instr);
  // Goes on if `good`, else leaves the kernel by `way_out`, which is hardly ever taken.
  void GoOnIf(mlir::Value good, mlir::Block* way_out);

  void EmitForBody(const hir::Instr& instr, mlir::Block* body, mlir::Block* latch,
                   mlir::Block* exit);
  bool IsInnermost(const hir::Instr& loop) const;
  bool IsShort(const hir::Instr& loop) const;
  bool HasLoop(hir::BlockId id) const;
  // Leaves the kernel if it has been cancelled.
  void PollCancel();

  // Memory, arguments and the runtime; null if the operation gives no value.
  mlir::Value EmitOther(const hir::Instr& instr);
  mlir::Value EmitAccess(const hir::Instr& instr);
  mlir::Value EmitAlloc(const hir::Instr& instr);
  mlir::Value EmitResize(const hir::Instr& instr);
  mlir::Value EmitCall(const hir::Instr& instr);
  void EmitPrint(const hir::Instr& instr);
  // Calls the function pointer of abi::Runtime at `offset`, context first.
  mlir::Value CallRuntime(size_t offset, mlir::Type result, std::vector<mlir::Value> arguments);

  // Goes on if `good`, else raises `site` with `values`, out of line.
  void RaiseUnless(mlir::Value good, uint32_t site, const std::vector<mlir::Value>& values);
  // As RaiseUnless; gives up if `site` is hir::kNone.
  void RaiseIfNull(mlir::Value pointer, uint32_t site);
  // Fills the record and returns, at the insertion point.
  void EmitRecord(uint32_t site, const std::vector<mlir::Value>& values);
  mlir::Value AsSlot(mlir::Value value);
  void Return(int32_t outcome);

  mlir::Value Value(hir::ValueId id) const { return values_[id]; }
  std::vector<mlir::Value> Values(const std::vector<hir::ValueId>& ids, size_t first = 0) const;
  mlir::Value Compare(mlir::LLVM::ICmpPredicate predicate, mlir::Value a, mlir::Value b);
  mlir::Value Int(mlir::Type type, int64_t value);
  mlir::Block* NewBlock(std::vector<mlir::Type> arguments = {});
  void At(mlir::Block* block) { builder_.setInsertionPointToEnd(block); }
  void Jump(mlir::Block* target, std::vector<mlir::Value> arguments = {});
  // `rarely`: the block that is hardly ever taken, or null.
  void Branch(mlir::Value condition, mlir::Block* then, mlir::Block* otherwise,
              mlir::Block* rarely = nullptr);
  mlir::Type ptr() const { return ptr_; }

  // A block that leaves the kernel.
  mlir::Block* Ending(int32_t outcome);
  mlir::Block* GaveUp();

  mlir::ModuleOp module_;
  const hir::Function& function_;
  const std::string symbol_;
  mlir::OpBuilder builder_;
  mlir::Type ptr_, i1_, i32_, i64_, i128_;
  mlir::LLVM::LLVMFuncOp entry_;
  std::unique_ptr<EntryFrame> frame_;
  std::vector<mlir::Value> values_;           // by ValueId
  std::vector<const hir::Instr*> constants_;  // kConstInt by ValueId, else null
  std::vector<Loop> loops_;
  mlir::Value yielded_;
  // Where the kernel ends early.
  mlir::Block* cancelled_ = nullptr;
  mlir::Block* gave_up_ = nullptr;
};

}  // namespace pyasc::codegen

#endif  // PYASC_COMPILER_CODEGEN_FUNCTION_EMITTER_H_
