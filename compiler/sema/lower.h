// Syntax tree and specialisation to HIR.
#ifndef PYASC_COMPILER_SEMA_LOWER_H_
#define PYASC_COMPILER_SEMA_LOWER_H_

#include <vector>

#include "base/compile_job.h"
#include "compiler/hir/hir.h"
#include "compiler/syntax/ast.h"

namespace pyasc::sema {

struct Lowered {
  std::vector<Diagnostic> diagnostics;  // by ordinal; not empty: the rest is unspecified
  hir::Function function;
  std::vector<uint32_t> runtime_attributes;  // KernelMeta::runtime_attributes
};

// `specialisation` has one argument a parameter.
Lowered Lower(const syntax::Function& function, const Specialisation& specialisation);

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_LOWER_H_
