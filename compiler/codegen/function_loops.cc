// Loops, and the poll for cancellation at their back edges.
#include "compiler/codegen/function_emitter.h"
#include "compiler/codegen/types.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace pyasc::codegen {
namespace {

namespace LLVM = mlir::LLVM;
using hir::Op;

// Trips of an innermost loop between two polls: a few microseconds of work.
constexpr int64_t kStrip = 4096;

}  // namespace

bool FunctionEmitter::HasLoop(hir::BlockId id) const {
  for (const hir::Instr& instr : function_.blocks[id].instrs) {
    if (instr.op == Op::kFor || instr.op == Op::kWhile) return true;
    for (const hir::BlockId block : instr.blocks)
      if (HasLoop(block)) return true;
  }
  return false;
}

bool FunctionEmitter::IsInnermost(const hir::Instr& loop) const { return !HasLoop(loop.blocks[0]); }

// Known to make no more than a strip's trips.
bool FunctionEmitter::IsShort(const hir::Instr& loop) const {
  const hir::Instr* trips = constants_[loop.operands[0]];
  return trips != nullptr && trips->integer <= kStrip;
}

// The load is volatile: another process writes the word.
void FunctionEmitter::PollCancel() {
  mlir::Value word = builder_.create<LLVM::LoadOp>(Nowhere(builder_), i32_, frame_->cancel_word(),
                                                   /*alignment=*/4, /*isVolatile=*/true);
  GoOnIf(Compare(LLVM::ICmpPredicate::eq, word, Int(i32_, 0)), cancelled_);
}

bool FunctionEmitter::EmitWhile(const hir::Instr& instr) {
  mlir::Block* head = NewBlock();
  mlir::Block* body = NewBlock();
  mlir::Block* latch = NewBlock();
  mlir::Block* exit = NewBlock();
  Jump(head);
  At(head);
  if (EmitBlock(instr.blocks[0])) Branch(yielded_, body, exit);
  loops_.push_back({latch, exit});
  At(body);
  if (EmitBlock(instr.blocks[1])) Jump(latch);
  loops_.pop_back();
  At(latch);
  PollCancel();
  Jump(head);
  At(exit);
  return true;
}

// `body` has the trip as its argument.
void FunctionEmitter::EmitForBody(const hir::Instr& instr, mlir::Block* body, mlir::Block* latch,
                                  mlir::Block* exit) {
  values_[function_.blocks[instr.blocks[0]].arguments[0]] = body->getArgument(0);
  loops_.push_back({latch, exit});
  At(body);
  if (EmitBlock(instr.blocks[0])) Jump(latch);
  loops_.pop_back();
}

bool FunctionEmitter::EmitFor(const hir::Instr& instr) {
  mlir::Block* head = NewBlock({i64_});
  mlir::Block* body = NewBlock({i64_});
  mlir::Block* latch = NewBlock();
  mlir::Block* exit = NewBlock();
  Jump(head, {Int(i64_, 0)});
  At(head);
  const mlir::Value trip = head->getArgument(0);
  const mlir::Value more = Compare(LLVM::ICmpPredicate::slt, trip, Value(instr.operands[0]));
  builder_.create<LLVM::CondBrOp>(Nowhere(builder_), more, body, mlir::ValueRange{trip}, exit,
                                  mlir::ValueRange());
  EmitForBody(instr, body, latch, exit);
  At(latch);
  PollCancel();
  Jump(head, {builder_.create<mlir::arith::AddIOp>(Nowhere(builder_), body->getArgument(0),
                                                   Int(i64_, 1))});
  At(exit);
  return true;
}

// Polls once a strip, so that the loop itself stays free of volatile accesses.
bool FunctionEmitter::EmitStripMinedFor(const hir::Instr& instr) {
  mlir::Block* head = NewBlock({i64_});  // first trip of a strip
  mlir::Block* strip = NewBlock();
  mlir::Block* body = NewBlock({i64_});
  mlir::Block* latch = NewBlock();
  mlir::Block* exit = NewBlock();
  const mlir::Value trips = Value(instr.operands[0]);
  Jump(head, {Int(i64_, 0)});
  At(head);
  const mlir::Value first = head->getArgument(0);
  Branch(Compare(LLVM::ICmpPredicate::slt, first, trips), strip, exit);
  At(strip);
  mlir::Value end = trips;
  if (!IsShort(instr)) {
    PollCancel();
    const mlir::Value rest = builder_.create<mlir::arith::SubIOp>(Nowhere(builder_), trips, first);
    const mlir::Value count =
        builder_.create<mlir::arith::MinSIOp>(Nowhere(builder_), rest, Int(i64_, kStrip));
    end = builder_.create<mlir::arith::AddIOp>(Nowhere(builder_), first, count);
  }
  Jump(body, {first});
  EmitForBody(instr, body, latch, exit);
  At(latch);
  const mlir::Value next =
      builder_.create<mlir::arith::AddIOp>(Nowhere(builder_), body->getArgument(0), Int(i64_, 1));
  const mlir::Value more = Compare(LLVM::ICmpPredicate::slt, next, end);
  builder_.create<LLVM::CondBrOp>(Nowhere(builder_), more, body, mlir::ValueRange{next}, head,
                                  mlir::ValueRange{next});
  At(exit);
  return true;
}

}  // namespace pyasc::codegen
