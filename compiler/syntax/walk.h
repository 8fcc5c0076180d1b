// Preorder walks over a tree, in the order of ordinals.
#ifndef PYASC_COMPILER_SYNTAX_WALK_H_
#define PYASC_COMPILER_SYNTAX_WALK_H_

#include <vector>

#include "compiler/syntax/ast.h"

namespace pyasc::syntax {

// Calls visit(node) for the expression and all below it.
template <typename Visit>
void WalkExpr(const ExprPtr& expr, const Visit& visit) {
  if (expr == nullptr) return;
  visit(*expr);
  for (const ExprPtr& child : expr->children) WalkExpr(child, visit);
}

// Calls enter(statement), then visit(node) for each of its expressions, then goes on to
// its blocks. Neither may change the shape of the tree.
template <typename Enter, typename Visit>
void WalkBlock(const std::vector<StmtPtr>& block, const Enter& enter, const Visit& visit) {
  for (const StmtPtr& stmt : block) {
    enter(*stmt);
    for (const ExprPtr& expr : stmt->exprs) WalkExpr(expr, visit);
    WalkBlock(stmt->body, enter, visit);
    WalkBlock(stmt->orelse, enter, visit);
  }
}

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_WALK_H_
