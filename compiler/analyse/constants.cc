// Which parameters and captured numbers decide control flow, shapes and indices: a backward closure
// from the places where a value must be known over the names it was computed from.
#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "compiler/analyse/aspects.h"
#include "compiler/analyse/vocabulary.h"
#include "compiler/syntax/bindings.h"
#include "compiler/syntax/walk.h"

namespace pyasc::analyse {
namespace {

using syntax::Expr;
using syntax::ExprKind;
using syntax::ExprPtr;
using syntax::Stmt;
using syntax::StmtKind;

// The last name of a callee: "sum" of np.sum and of x.sum.
std::string_view CalleeName(const Expr& call) {
  const Expr& callee = *call.children[0];
  return callee.kind == ExprKind::kName || callee.kind == ExprKind::kAttribute
             ? std::string_view(callee.text)
             : std::string_view();
}

bool IsException(std::string_view name) {
  return IsBuiltin(name) && (name.ends_with("Error") || name.ends_with("Exception"));
}

class Influence {
 public:
  explicit Influence(const std::vector<FreeName>& free_names) {
    for (const FreeName& free : free_names) free_names_.insert(free.name);
  }

  void Statement(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::kIf:
      case StmtKind::kWhile:
      case StmtKind::kAssert:
        Need(stmt.exprs[0]);
        break;
      case StmtKind::kFor:
        Need(stmt.exprs[1]);
        break;
      default:
        break;
    }
    const size_t targets = syntax::TargetCount(stmt);
    if (stmt.kind == StmtKind::kDelete || targets == stmt.exprs.size()) return;
    const ExprPtr& value = stmt.exprs.back();
    for (size_t i = 0; i < targets; ++i) {
      syntax::ForEachBoundName(*stmt.exprs[i],
                               [&](const Expr& name) { AddSources(value, &sources_[name.text]); });
      const ExprKind kind = stmt.exprs[i]->kind;
      if (kind == ExprKind::kTuple || kind == ExprKind::kList) NeedName(*value);
    }
  }

  void Expression(const Expr& expr) {
    switch (expr.kind) {
      case ExprKind::kIfExp:
        return Need(expr.children[0]);
      case ExprKind::kBoolOp:
        for (const ExprPtr& operand : expr.children) Need(operand);
        return;
      case ExprKind::kSubscript:
        NeedName(*expr.children[0]);
        return Need(expr.children[1]);
      case ExprKind::kBinary:  // the sign of an exponent decides the result's type
        if (expr.op == syntax::Operator::kPow) Need(expr.children[1]);
        return;
      case ExprKind::kCall:
        return Call(expr);
      default:
        return;
    }
  }

  // The names that reach a place where they must be known.
  std::set<std::string_view> Close() {
    std::vector<std::string_view> open(needed_.begin(), needed_.end());
    while (!open.empty()) {
      const auto found = sources_.find(open.back());
      open.pop_back();
      if (found == sources_.end()) continue;
      for (std::string_view source : found->second) {
        if (needed_.insert(source).second) open.push_back(source);
      }
    }
    return std::move(needed_);
  }

 private:
  static void AddSources(const ExprPtr& value, std::set<std::string_view>* sources) {
    syntax::WalkExpr(value, [sources](const Expr& expr) {
      if (expr.kind == ExprKind::kName) sources->insert(expr.text);
    });
  }

  void Need(const ExprPtr& expr) { AddSources(expr, &needed_); }

  // A value that is unpacked or subscripted is a tensor or a tuple; a tuple is known.
  void NeedName(const Expr& expr) {
    if (expr.kind == ExprKind::kName) needed_.insert(expr.text);
  }

  // The positional arguments that must be known: of np.sum(x, axis) those from the second
  // on, of np.zeros(n) and x.sum(axis) all, of np.full(shape, value) the first.
  std::pair<size_t, size_t> KnownArguments(const Expr& call, size_t positional) const {
    const std::string_view name = CalleeName(call);
    if (IsElementwise(name) || IsException(name)) return {positional, positional};
    if (name == "full") return {0, std::min<size_t>(1, positional)};
    const Expr& callee = *call.children[0];
    const bool of_module = callee.kind == ExprKind::kAttribute &&
                           callee.children[0]->kind == ExprKind::kName &&
                           free_names_.contains(callee.children[0]->text);
    const bool creates = name == "zeros" || name == "ones" || name == "empty" || name == "arange" ||
                         name == "linspace" || name == "eye";
    return {of_module && !creates ? 1 : 0, positional};
  }

  void Call(const Expr& call) {
    const size_t positional = call.children.size() - 1 - call.keywords.size();
    const auto [first, last] = KnownArguments(call, positional);
    for (size_t i = first; i < last; ++i) Need(call.children[1 + i]);
    for (size_t i = 0; i < call.keywords.size(); ++i) {
      if (!IsValueKeyword(call.keywords[i])) Need(call.children[1 + positional + i]);
    }
  }

  std::set<std::string_view> free_names_;
  std::set<std::string_view> needed_;
  std::map<std::string_view, std::set<std::string_view>> sources_;
};

}  // namespace

void FindConstants(const syntax::Function& function, Signature* signature) {
  Influence influence(signature->free_names);
  syntax::WalkBlock(
      function.body, [&](const Stmt& stmt) { influence.Statement(stmt); },
      [&](const Expr& expr) { influence.Expression(expr); });
  const std::set<std::string_view> needed = influence.Close();
  for (Parameter& parameter : signature->parameters) {
    parameter.constant = needed.contains(parameter.name);
  }
  for (FreeName& free : signature->free_names) free.constant = needed.contains(free.name);
}

}  // namespace pyasc::analyse
