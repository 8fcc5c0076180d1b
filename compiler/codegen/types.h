// Types of the HIR in MLIR.
#ifndef PYASC_COMPILER_CODEGEN_TYPES_H_
#define PYASC_COMPILER_CODEGEN_TYPES_H_

#include "compiler/hir/hir.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Types.h"

namespace pyasc::codegen {

// Null for kVoid.
mlir::Type MlirType(mlir::MLIRContext* context, hir::Type type);

// An integer constant of `type`.
mlir::Value IntConstant(mlir::OpBuilder& builder, mlir::Type type, Int128 value);

// `pointer` plus a constant number of bytes.
mlir::Value OffsetBy(mlir::OpBuilder& builder, mlir::Value pointer, uint64_t bytes);

// Where code is: positions in the source are told by ordinals, not here.
mlir::Location Nowhere(mlir::OpBuilder& builder);

}  // namespace pyasc::codegen

#endif  // PYASC_COMPILER_CODEGEN_TYPES_H_
