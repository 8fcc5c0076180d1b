#include "compiler/analyse/evidence.h"

#include <set>
#include <string_view>

#include "compiler/syntax/bindings.h"
#include "compiler/syntax/walk.h"

namespace pyasc::analyse {
namespace {

using syntax::Expr;
using syntax::ExprKind;
using syntax::ExprPtr;
using syntax::Stmt;
using syntax::StmtKind;
using syntax::StmtPtr;

bool HasReturn(const Stmt& stmt) {
  bool found = stmt.kind == StmtKind::kReturn;
  const auto enter = [&found](const Stmt& inner) { found |= inner.kind == StmtKind::kReturn; };
  syntax::WalkBlock(stmt.body, enter, [](const Expr&) {});
  syntax::WalkBlock(stmt.orelse, enter, [](const Expr&) {});
  return found;
}

// Names used as only a number, or only an array or tuple, can be.
class Uses {
 public:
  void Statement(const Stmt& stmt) {
    if (stmt.kind == StmtKind::kIf || stmt.kind == StmtKind::kWhile) Scalar(*stmt.exprs[0]);
  }

  void Expression(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::kSubscript:
        Name(*expr.children[0], &arrays_);
        return Index(*expr.children[1]);
      case ExprKind::kAttribute:
        return Name(*expr.children[0], &arrays_);
      case ExprKind::kIfExp:
        return Scalar(*expr.children[0]);
      case ExprKind::kCall:
        return Call(expr);
      default:
        return;
    }
  }

  bool OnlyScalar(std::string_view name) const {
    return scalars_.contains(name) && !arrays_.contains(name);
  }

 private:
  static void Name(const Expr& expr, std::set<std::string_view>* names) {
    if (expr.kind == ExprKind::kName) names->insert(expr.text);
  }

  // The test of an if: comparisons of bare names. `x is None` says nothing.
  void Scalar(const Expr& expr) {
    if (expr.kind == ExprKind::kName) Name(expr, &scalars_);
    if (expr.kind == ExprKind::kBoolOp || expr.kind == ExprKind::kUnary ||
        (expr.kind == ExprKind::kCompare && expr.ops[0] != syntax::Operator::kIs &&
         expr.ops[0] != syntax::Operator::kIsNot)) {
      for (const ExprPtr& child : expr.children) Scalar(*child);
    }
  }

  // An array can be an index too, a bound of a slice cannot be one.
  void Index(const Expr& index) {
    if (index.kind == ExprKind::kTuple) {
      for (const ExprPtr& item : index.children) Index(*item);
    } else if (index.kind == ExprKind::kSlice) {
      for (const ExprPtr& bound : index.children) {
        if (bound != nullptr) Name(*bound, &scalars_);
      }
    }
  }

  void Call(const Expr& call) {
    const Expr& callee = *call.children[0];
    if (callee.kind != ExprKind::kName) return;
    std::set<std::string_view>* names = callee.text == "range" ? &scalars_
                                        : callee.text == "len" ? &arrays_
                                                               : nullptr;
    if (names == nullptr) return;
    for (size_t i = 1; i < call.children.size(); ++i) Name(*call.children[i], names);
  }

  std::set<std::string_view> scalars_, arrays_;
};

}  // namespace

Ranks UnpackedRanks(const syntax::Function& function) {
  std::set<std::string_view> rebound;
  const auto bind = [&rebound](const Stmt& stmt) {
    if (stmt.kind == StmtKind::kAugAssign) return;
    syntax::ForEachBoundName(stmt, [&](const Expr& name) { rebound.insert(name.text); });
  };
  syntax::WalkBlock(function.body, bind, [](const Expr&) {});
  Ranks ranks;
  for (const StmtPtr& stmt : function.body) {
    if (HasReturn(*stmt)) break;
    if (stmt->kind != StmtKind::kAssign || stmt->exprs.size() != 2) continue;
    const Expr& target = *stmt->exprs[0];
    const Expr& value = *stmt->exprs[1];
    if (target.kind != ExprKind::kTuple || value.kind != ExprKind::kAttribute) continue;
    const Expr& object = *value.children[0];
    if (value.text == "shape" && object.kind == ExprKind::kName && !rebound.contains(object.text)) {
      ranks[object.text] = target.children.size();
    }
  }
  return ranks;
}

Roots EvidentAttributes(const syntax::Function& function,
                        const std::vector<Parameter>& parameters) {
  Uses uses;
  syntax::WalkBlock(
      function.body, [&uses](const Stmt& stmt) { uses.Statement(stmt); },
      [&uses](const Expr& expr) { uses.Expression(expr); });
  Roots attributes;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const Parameter& parameter = parameters[i];
    const bool by_default =
        parameter.has_default && parameter.default_value.kind != ScalarKind::kNone;
    if (by_default || uses.OnlyScalar(parameter.name)) attributes.insert(i);
  }
  return attributes;
}

}  // namespace pyasc::analyse
