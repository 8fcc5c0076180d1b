// Memory, arguments and calls: of the support blob and of the runtime.
#include "base/kernel_abi.h"
#include "compiler/codegen/function_emitter.h"
#include "compiler/codegen/types.h"

namespace pyasc::codegen {

namespace LLVM = mlir::LLVM;
using hir::Op;

mlir::Value FunctionEmitter::EmitOther(const hir::Instr& instr) {
  switch (instr.op) {
    case Op::kAttribute:
      return frame_->attribute(instr.index);
    case Op::kTensorData:
      return frame_->TensorData(instr.index);
    case Op::kTensorDim:
      return frame_->TensorDim(instr.index, instr.axis);
    case Op::kTensorStride:
      return frame_->TensorStride(instr.index, instr.axis);
    case Op::kAlloc:
      return EmitAlloc(instr);
    case Op::kMark:
      return CallRuntime(offsetof(abi::Runtime, mark), i64_, {});
    case Op::kRelease:
      CallRuntime(offsetof(abi::Runtime, release), {}, {Value(instr.operands[0])});
      return {};
    case Op::kResize:
      return EmitResize(instr);
    case Op::kCall:
      return EmitCall(instr);
    case Op::kPrint:
      EmitPrint(instr);
      return {};
    default:
      return EmitAccess(instr);
  }
}

mlir::Value FunctionEmitter::EmitAccess(const hir::Instr& instr) {
  const mlir::Type type = MlirType(builder_.getContext(), instr.type);
  switch (instr.op) {
    case Op::kLoadSlot:
      return builder_.create<LLVM::LoadOp>(Nowhere(builder_), type, frame_->slot(instr.index));
    case Op::kStoreSlot:
      builder_.create<LLVM::StoreOp>(Nowhere(builder_), Value(instr.operands[0]),
                                     frame_->slot(instr.index));
      return {};
    case Op::kPtrAdd:
      return builder_.create<LLVM::GEPOp>(Nowhere(builder_), ptr_, builder_.getI8Type(),
                                          Value(instr.operands[0]),
                                          llvm::ArrayRef<LLVM::GEPArg>{Value(instr.operands[1])});
    case Op::kLoad:
      return builder_.create<LLVM::LoadOp>(Nowhere(builder_), type, Value(instr.operands[0]));
    case Op::kStore:
      builder_.create<LLVM::StoreOp>(Nowhere(builder_), Value(instr.operands[0]),
                                     Value(instr.operands[1]));
      return {};
    default:
      return {};
  }
}

mlir::Value FunctionEmitter::CallRuntime(size_t offset, mlir::Type result,
                                         std::vector<mlir::Value> arguments) {
  arguments.insert(arguments.begin(), frame_->context());
  std::vector<mlir::Type> types;
  for (const mlir::Value argument : arguments) types.push_back(argument.getType());
  const auto type = LLVM::LLVMFunctionType::get(
      result ? result : LLVM::LLVMVoidType::get(builder_.getContext()), types);
  arguments.insert(arguments.begin(), frame_->RuntimeMember(offset));
  auto call = builder_.create<LLVM::CallOp>(Nowhere(builder_), type, mlir::ValueRange(arguments));
  return result ? call.getResult() : mlir::Value();
}

mlir::Value FunctionEmitter::EmitAlloc(const hir::Instr& instr) {
  const mlir::Value memory =
      CallRuntime(offsetof(abi::Runtime, alloc), ptr_, {Value(instr.operands[0])});
  RaiseIfNull(memory, instr.index);
  return memory;
}

mlir::Value FunctionEmitter::EmitResize(const hir::Instr& instr) {
  for (size_t axis = 0; axis < instr.operands.size(); ++axis)
    builder_.create<LLVM::StoreOp>(
        Nowhere(builder_), Value(instr.operands[axis]),
        OffsetBy(builder_, frame_->dims_buffer(), axis * sizeof(int64_t)));
  const mlir::Value data =
      CallRuntime(offsetof(abi::Runtime, resize), ptr_,
                  {Int(i32_, instr.index), Int(i32_, static_cast<int64_t>(instr.operands.size())),
                   frame_->dims_buffer()});
  RaiseIfNull(data, instr.axis);
  frame_->ReloadTensor(instr.index);
  return data;
}

mlir::Value FunctionEmitter::EmitCall(const hir::Instr& instr) {
  const std::vector<mlir::Value> arguments = Values(instr.operands);
  const mlir::Type result = MlirType(builder_.getContext(), instr.type);
  if (!module_.lookupSymbol(instr.symbol)) {
    std::vector<mlir::Type> types;
    for (const mlir::Value argument : arguments) types.push_back(argument.getType());
    const auto type = LLVM::LLVMFunctionType::get(
        result ? result : LLVM::LLVMVoidType::get(builder_.getContext()), types);
    mlir::OpBuilder::InsertionGuard guard(builder_);
    builder_.setInsertionPointToEnd(module_.getBody());
    builder_.create<LLVM::LLVMFuncOp>(Nowhere(builder_), instr.symbol, type);
  }
  auto callee = module_.lookupSymbol<LLVM::LLVMFuncOp>(instr.symbol);
  auto call = builder_.create<LLVM::CallOp>(Nowhere(builder_), callee, mlir::ValueRange(arguments));
  return result ? call.getResult() : mlir::Value();
}

void FunctionEmitter::EmitPrint(const hir::Instr& instr) {
  for (size_t i = 0; i < instr.operands.size(); ++i)
    builder_.create<LLVM::StoreOp>(
        Nowhere(builder_), AsSlot(Value(instr.operands[i])),
        OffsetBy(builder_, frame_->values_buffer(), i * sizeof(abi::Slot)));
  CallRuntime(offsetof(abi::Runtime, print), {}, {Int(i32_, instr.index), frame_->values_buffer()});
}

}  // namespace pyasc::codegen
