// Names that statements bind.
#ifndef PYASC_COMPILER_ANALYSE_BINDINGS_H_
#define PYASC_COMPILER_ANALYSE_BINDINGS_H_

#include <cstddef>
#include <string>

#include "compiler/syntax/ast.h"

namespace pyasc::analyse {

// How many of stmt.exprs, from the first, are targets: bound, stored to or deleted.
inline size_t TargetCount(const syntax::Stmt& stmt) {
  switch (stmt.kind) {
    case syntax::StmtKind::kAssign:
      return stmt.exprs.size() - 1;
    case syntax::StmtKind::kAugAssign:
    case syntax::StmtKind::kAnnAssign:
    case syntax::StmtKind::kFor:
      return 1;
    case syntax::StmtKind::kDelete:
      return stmt.exprs.size();
    default:
      return 0;
  }
}

// Calls visit(name) for each name that assigning to `target` binds.
template <typename Visit>
void ForEachBoundName(const syntax::Expr& target, const Visit& visit) {
  if (target.kind == syntax::ExprKind::kName) {
    visit(target);
  } else if (target.kind == syntax::ExprKind::kTuple || target.kind == syntax::ExprKind::kList) {
    for (const syntax::ExprPtr& item : target.children) ForEachBoundName(*item, visit);
  }
}

}  // namespace pyasc::analyse

#endif  // PYASC_COMPILER_ANALYSE_BINDINGS_H_
