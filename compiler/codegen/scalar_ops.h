// Operations of the HIR that compute one value from others, without memory or control.
#ifndef PYASC_COMPILER_CODEGEN_SCALAR_OPS_H_
#define PYASC_COMPILER_CODEGEN_SCALAR_OPS_H_

#include "compiler/hir/hir.h"
#include "mlir/IR/Builders.h"

namespace pyasc::codegen {

// Emits `instr` and returns its result; null if it is not such an operation.
mlir::Value EmitScalar(mlir::OpBuilder& builder, const hir::Instr& instr,
                       llvm::ArrayRef<mlir::Value> operands);

// The same for conversions only (`type` is the result's).
mlir::Value EmitConversion(mlir::OpBuilder& builder, hir::Op op, mlir::Type type,
                           mlir::Value operand);

}  // namespace pyasc::codegen

#endif  // PYASC_COMPILER_CODEGEN_SCALAR_OPS_H_
