// Exceptions: records are filled out of line, so that checks cost one branch.
#include "base/kernel_abi.h"
#include "compiler/codegen/function_emitter.h"
#include "compiler/codegen/types.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace pyasc::codegen {

namespace LLVM = mlir::LLVM;

bool FunctionEmitter::EmitCheck(const hir::Instr& instr) {
  RaiseUnless(Value(instr.operands[0]), instr.index, Values(instr.operands, /*first=*/1));
  return true;
}

bool FunctionEmitter::EmitRaise(const hir::Instr& instr) {
  EmitRecord(instr.index, Values(instr.operands));
  return false;
}

void FunctionEmitter::RaiseUnless(mlir::Value good, uint32_t site,
                                  const std::vector<mlir::Value>& values) {
  mlir::Block* raise = NewBlock();
  GoOnIf(good, raise);
  mlir::Block* go_on = builder_.getInsertionBlock();
  At(raise);
  EmitRecord(site, values);
  At(go_on);
}

void FunctionEmitter::GoOnIf(mlir::Value good, mlir::Block* way_out) {
  mlir::Block* go_on = NewBlock();
  Branch(good, go_on, way_out, way_out);
  At(go_on);
}

void FunctionEmitter::RaiseIfNull(mlir::Value pointer, uint32_t site) {
  const mlir::Value null = builder_.create<LLVM::ZeroOp>(Nowhere(builder_), ptr_);
  const mlir::Value good = Compare(LLVM::ICmpPredicate::ne, pointer, null);
  if (site == hir::kNone) return GoOnIf(good, GaveUp());
  RaiseUnless(good, site, {});
}

void FunctionEmitter::EmitRecord(uint32_t site, const std::vector<mlir::Value>& values) {
  const auto store = [&](mlir::Value value, size_t offset) {
    builder_.create<LLVM::StoreOp>(Nowhere(builder_), value,
                                   OffsetBy(builder_, frame_->record(), offset));
  };
  store(Int(i32_, 1), offsetof(abi::Record, raised));
  store(Int(i32_, site), offsetof(abi::Record, site));
  for (size_t i = 0; i < values.size(); ++i)
    store(AsSlot(values[i]), offsetof(abi::Record, values) + i * sizeof(abi::Slot));
  Return(abi::kRaised);
}

mlir::Value FunctionEmitter::AsSlot(mlir::Value value) {
  namespace arith = mlir::arith;
  const mlir::Type type = value.getType();
  if (type == i128_) return value;
  if (mlir::isa<mlir::FloatType>(type)) {
    const mlir::Type bits = builder_.getIntegerType(type.getIntOrFloatBitWidth());
    const mlir::Value raw = builder_.create<arith::BitcastOp>(Nowhere(builder_), bits, value);
    return builder_.create<arith::ExtUIOp>(Nowhere(builder_), i128_, raw);
  }
  if (type == i1_) return builder_.create<arith::ExtUIOp>(Nowhere(builder_), i128_, value);
  return builder_.create<arith::ExtSIOp>(Nowhere(builder_), i128_, value);
}

}  // namespace pyasc::codegen
