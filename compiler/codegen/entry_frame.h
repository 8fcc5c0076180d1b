// The entry block of a kernel: its arguments, read once, and its stack slots.
#ifndef PYASC_COMPILER_CODEGEN_ENTRY_FRAME_H_
#define PYASC_COMPILER_CODEGEN_ENTRY_FRAME_H_

#include <cstdint>
#include <vector>

#include "compiler/hir/hir.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"

namespace pyasc::codegen {

class EntryFrame {
 public:
  // Emits the entry block of `entry`, whose type is abi::Entry's, at the builder, which
  // is left at its end.
  EntryFrame(mlir::OpBuilder& builder, const hir::Function& function, mlir::LLVM::LLVMFuncOp entry);

  mlir::Value runtime() const { return runtime_; }
  mlir::Value record() const { return record_; }
  mlir::Value context() const { return context_; }     // Runtime::context
  mlir::Value cancel_word() const { return cancel_; }  // Runtime::cancel
  mlir::Value slot(hir::SlotId id) const { return slots_[id]; }
  mlir::Value attribute(uint32_t index) const { return attributes_[index]; }

  mlir::Value TensorData(uint32_t tensor) { return Read(tensors_[tensor].data); }
  mlir::Value TensorDim(uint32_t tensor, uint32_t axis) {
    return Read(tensors_[tensor].dims[axis]);
  }
  mlir::Value TensorStride(uint32_t tensor, uint32_t axis) {
    return Read(tensors_[tensor].strides[axis]);
  }
  // Reads the tensor's argument again: a resize has changed it.
  void ReloadTensor(uint32_t tensor);

  // Stack memory for the values of one print, or the dims of one resize, at a time.
  mlir::Value values_buffer() const { return values_buffer_; }
  mlir::Value dims_buffer() const { return dims_buffer_; }

  // The member of abi::Runtime at `offset`.
  mlir::Value RuntimeMember(size_t offset);

 private:
  // A value read once, or the stack slot that holds it if it may change.
  struct Cell {
    mlir::Value value;
    mlir::Type type;
    bool in_memory = false;
  };
  struct Tensor {
    Cell data;
    std::vector<Cell> dims, strides;
  };

  mlir::Value Alloca(mlir::Type type, int64_t count, unsigned alignment);
  void MakeSlots();
  void MakeBuffers();
  void MakeAttributes(mlir::Value attributes);
  void MakeTensors();
  mlir::Value Load(mlir::Type type, mlir::Value pointer);
  mlir::Value Read(const Cell& cell);
  Cell MakeCell(mlir::Type type, bool in_memory);
  void Fill(Cell& cell, mlir::Value value);
  void FillTensor(uint32_t tensor);

  mlir::OpBuilder& builder_;
  const hir::Function& function_;
  const mlir::Type ptr_, i64_;
  mlir::Value runtime_, args_, record_, context_, cancel_;
  std::vector<mlir::Value> slots_, attributes_;
  std::vector<Tensor> tensors_;
  mlir::Value values_buffer_, dims_buffer_;
};

}  // namespace pyasc::codegen

#endif  // PYASC_COMPILER_CODEGEN_ENTRY_FRAME_H_
