#include "compiler/codegen/entry_frame.h"

#include <algorithm>

#include "base/kernel_abi.h"
#include "compiler/codegen/types.h"
#include "compiler/hir/op_info.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace pyasc::codegen {

namespace LLVM = mlir::LLVM;

EntryFrame::EntryFrame(mlir::OpBuilder& builder, const hir::Function& function,
                       LLVM::LLVMFuncOp entry)
    : builder_(builder),
      function_(function),
      ptr_(LLVM::LLVMPointerType::get(builder.getContext())),
      i64_(builder.getI64Type()),
      runtime_(entry.getArgument(0)),
      args_(entry.getArgument(1)),
      record_(entry.getArgument(4)) {
  MakeSlots();
  MakeBuffers();
  context_ = RuntimeMember(offsetof(abi::Runtime, context));
  cancel_ = RuntimeMember(offsetof(abi::Runtime, cancel));
  MakeAttributes(entry.getArgument(2));
  MakeTensors();
}

mlir::Value EntryFrame::Alloca(mlir::Type type, int64_t count, unsigned alignment) {
  return builder_.create<LLVM::AllocaOp>(Nowhere(builder_), ptr_, type,
                                         IntConstant(builder_, i64_, count), alignment);
}

mlir::Value EntryFrame::Load(mlir::Type type, mlir::Value pointer) {
  return builder_.create<LLVM::LoadOp>(Nowhere(builder_), type, pointer);
}

mlir::Value EntryFrame::RuntimeMember(size_t offset) {
  return Load(ptr_, OffsetBy(builder_, runtime_, offset));
}

// Slots start as zero, so that what an unassigned one holds is never undefined.
void EntryFrame::MakeSlots() {
  for (const hir::SlotInfo& info : function_.slots) {
    const mlir::Type type = MlirType(builder_.getContext(), info.type);
    slots_.push_back(Alloca(type, 1, 0));
    mlir::Value zero = builder_.create<LLVM::ZeroOp>(Nowhere(builder_), type);
    builder_.create<LLVM::StoreOp>(Nowhere(builder_), zero, slots_.back());
  }
}

void EntryFrame::MakeBuffers() {
  size_t values = 0, dims = 0;
  bool resizes = false;
  for (const hir::Block& block : function_.blocks)
    for (const hir::Instr& instr : block.instrs) {
      if (instr.op == hir::Op::kPrint) values = std::max(values, instr.operands.size());
      if (instr.op == hir::Op::kResize) dims = std::max(dims, instr.operands.size());
      resizes |= instr.op == hir::Op::kResize;
    }
  values_buffer_ = values == 0 ? mlir::Value(builder_.create<LLVM::ZeroOp>(Nowhere(builder_), ptr_))
                               : Alloca(builder_.getIntegerType(128), static_cast<int64_t>(values),
                                        alignof(abi::Slot));
  if (resizes) dims_buffer_ = Alloca(i64_, static_cast<int64_t>(std::max<size_t>(dims, 1)), 8);
}

void EntryFrame::MakeAttributes(mlir::Value attributes) {
  for (size_t i = 0; i < function_.attributes.size(); ++i) {
    const mlir::Value address = OffsetBy(builder_, attributes, i * sizeof(abi::Slot));
    if (function_.attributes[i] != hir::Type::kI1) {
      attributes_.push_back(
          Load(MlirType(builder_.getContext(), function_.attributes[i]), address));
      continue;
    }
    const mlir::Value byte = Load(builder_.getI8Type(), address);
    attributes_.push_back(
        builder_.create<mlir::arith::TruncIOp>(Nowhere(builder_), builder_.getI1Type(), byte));
  }
}

EntryFrame::Cell EntryFrame::MakeCell(mlir::Type type, bool in_memory) {
  Cell cell{.value = {}, .type = type, .in_memory = in_memory};
  if (in_memory) cell.value = Alloca(type, 1, 0);
  return cell;
}

void EntryFrame::Fill(Cell& cell, mlir::Value value) {
  if (cell.in_memory)
    builder_.create<LLVM::StoreOp>(Nowhere(builder_), value, cell.value);
  else
    cell.value = value;
}

mlir::Value EntryFrame::Read(const Cell& cell) {
  return cell.in_memory ? Load(cell.type, cell.value) : cell.value;
}

void EntryFrame::MakeTensors() {
  for (const hir::TensorInfo& info : function_.tensors) {
    const bool changes = info.use.resized || info.use.created;
    Tensor tensor;
    tensor.data = MakeCell(ptr_, changes);
    for (uint32_t axis = 0; axis < info.max_rank(); ++axis) {
      tensor.dims.push_back(MakeCell(i64_, changes));
      tensor.strides.push_back(MakeCell(i64_, changes));
    }
    tensors_.push_back(std::move(tensor));
  }
  for (uint32_t tensor = 0; tensor < tensors_.size(); ++tensor) FillTensor(tensor);
}

void EntryFrame::FillTensor(uint32_t index) {
  Tensor& tensor = tensors_[index];
  const mlir::Value arg = OffsetBy(builder_, args_, index * sizeof(abi::TensorArg));
  Fill(tensor.data, Load(ptr_, OffsetBy(builder_, arg, offsetof(abi::TensorArg, data))));
  if (tensor.dims.empty()) return;
  const mlir::Value dims = Load(ptr_, OffsetBy(builder_, arg, offsetof(abi::TensorArg, dims)));
  const mlir::Value strides =
      Load(ptr_, OffsetBy(builder_, arg, offsetof(abi::TensorArg, strides)));
  for (size_t axis = 0; axis < tensor.dims.size(); ++axis) {
    Fill(tensor.dims[axis], Load(i64_, OffsetBy(builder_, dims, axis * sizeof(int64_t))));
    Fill(tensor.strides[axis], Load(i64_, OffsetBy(builder_, strides, axis * sizeof(int64_t))));
  }
}

void EntryFrame::ReloadTensor(uint32_t tensor) { FillTensor(tensor); }

}  // namespace pyasc::codegen
