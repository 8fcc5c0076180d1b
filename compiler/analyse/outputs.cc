// Which written parameters are pure outputs: nothing of theirs is read before the body
// has sized them or wholly written them.
#include <algorithm>
#include <string_view>

#include "compiler/analyse/aspects.h"
#include "compiler/syntax/bindings.h"

namespace pyasc::analyse {
namespace {

using syntax::Expr;
using syntax::ExprKind;
using syntax::ExprPtr;
using syntax::Stmt;
using syntax::StmtKind;
using syntax::StmtPtr;

// `x[:]`, `x[...]`, `x[:, :]`
bool CoversAll(const Expr& index) {
  if (index.kind == ExprKind::kEllipsis) return true;
  if (index.kind == ExprKind::kSlice) {
    return std::all_of(index.children.begin(), index.children.end(),
                       [](const ExprPtr& bound) { return bound == nullptr; });
  }
  return index.kind == ExprKind::kTuple && !index.children.empty() &&
         std::all_of(index.children.begin(), index.children.end(),
                     [](const ExprPtr& item) { return CoversAll(*item); });
}

// Follows one name through the body in source order, up to the first use that decides.
class FirstUse {
 public:
  explicit FirstUse(std::string_view name) : name_(name) {}

  bool IsRead(const std::vector<StmtPtr>& body) {
    for (const StmtPtr& stmt : body) {
      if (Visit(*stmt, /*always=*/true)) return verdict_ == Verdict::kRead;
    }
    return false;
  }

 private:
  enum class Verdict { kOpen, kRead, kWritten };

  // True once decided. `always`: the statement runs unless the body ends before it.
  bool Visit(const Stmt& stmt, bool always) {
    const size_t targets = syntax::TargetCount(stmt);
    const bool reads_target = stmt.kind == StmtKind::kAugAssign || stmt.kind == StmtKind::kDelete;
    for (size_t i = targets; i < stmt.exprs.size(); ++i) {
      if (Read(*stmt.exprs[i])) return true;
    }
    for (size_t i = 0; i < targets; ++i) {
      if (reads_target ? Read(*stmt.exprs[i]) : Store(*stmt.exprs[i], always)) return true;
    }
    for (const auto* block : {&stmt.body, &stmt.orelse}) {
      for (const StmtPtr& inner : *block) {
        if (Visit(*inner, /*always=*/false)) return true;
      }
    }
    return false;
  }

  bool Decide(Verdict verdict) {
    verdict_ = verdict;
    return true;
  }

  bool IsName(const Expr& expr) const { return expr.kind == ExprKind::kName && expr.text == name_; }

  bool Read(const Expr& expr) {
    if (IsName(expr)) return Decide(Verdict::kRead);
    if (expr.kind == ExprKind::kCall && expr.children[0]->kind == ExprKind::kAttribute &&
        expr.children[0]->text == "resize" && IsName(*expr.children[0]->children[0])) {
      for (size_t i = 1; i < expr.children.size(); ++i) {
        if (Read(*expr.children[i])) return true;
      }
      return Decide(Verdict::kWritten);
    }
    for (const ExprPtr& child : expr.children) {
      if (child != nullptr && Read(*child)) return true;
    }
    return false;
  }

  bool Store(const Expr& target, bool always) {
    if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList) {
      return std::any_of(target.children.begin(), target.children.end(),
                         [&](const ExprPtr& item) { return Store(*item, always); });
    }
    // From here on the name is something else.
    if (IsName(target)) return Decide(Verdict::kRead);
    if (target.kind != ExprKind::kSubscript || !IsName(*target.children[0])) {
      return target.kind != ExprKind::kName && Read(target);
    }
    if (Read(*target.children[1])) return true;
    return always && CoversAll(*target.children[1]) && Decide(Verdict::kWritten);
  }

  std::string_view name_;
  Verdict verdict_ = Verdict::kOpen;
};

}  // namespace

void FindOutputs(const syntax::Function& function, std::vector<Parameter>* parameters) {
  for (Parameter& parameter : *parameters) {
    parameter.may_omit = parameter.written && !parameter.has_default &&
                         !FirstUse(parameter.name).IsRead(function.body);
  }
}

}  // namespace pyasc::analyse
