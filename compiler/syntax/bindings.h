// Names that statements bind.
#ifndef PYASC_COMPILER_SYNTAX_BINDINGS_H_
#define PYASC_COMPILER_SYNTAX_BINDINGS_H_

#include <cstddef>

#include "compiler/syntax/ast.h"

namespace pyasc::syntax {

// How many of stmt.exprs, from the first, are targets: bound, stored to or deleted.
inline size_t TargetCount(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::kAssign:
      return stmt.exprs.size() - 1;
    case StmtKind::kAugAssign:
    case StmtKind::kAnnAssign:
    case StmtKind::kFor:
      return 1;
    case StmtKind::kDelete:
      return stmt.exprs.size();
    default:
      return 0;
  }
}

// Calls visit(name) for each name that assigning to `target` binds.
template <typename Visit>
void ForEachBoundName(const Expr& target, const Visit& visit) {
  if (target.kind == ExprKind::kName) {
    visit(target);
  } else if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList) {
    for (const ExprPtr& item : target.children) ForEachBoundName(*item, visit);
  }
}

// The same for all that the statement itself assigns to or deletes, blocks inside it left out.
template <typename Visit>
void ForEachBoundName(const Stmt& stmt, const Visit& visit) {
  for (size_t i = 0; i < TargetCount(stmt); ++i) ForEachBoundName(*stmt.exprs[i], visit);
}

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_BINDINGS_H_
