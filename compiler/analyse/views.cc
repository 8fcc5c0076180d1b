#include "compiler/analyse/views.h"

#include <algorithm>
#include <utility>

#include "compiler/analyse/vocabulary.h"
#include "compiler/syntax/bindings.h"

namespace pyasc::analyse {
namespace {

using syntax::Expr;
using syntax::ExprKind;
using syntax::ExprPtr;

bool IsSequence(const Expr& expr) {
  return expr.kind == ExprKind::kTuple || expr.kind == ExprKind::kList;
}

bool IsBuiltinCall(const Expr& expr, std::string_view name) {
  return expr.kind == ExprKind::kCall && expr.children[0]->kind == ExprKind::kName &&
         expr.children[0]->text == name && expr.keywords.empty();
}

// Indices that each take one axis away: no slice, ellipsis or None.
size_t CountPlainIndices(const Expr& index) {
  const auto plain = [](const Expr& expr) {
    return expr.kind != ExprKind::kSlice && expr.kind != ExprKind::kEllipsis &&
           expr.kind != ExprKind::kNone && !IsSequence(expr);
  };
  if (index.kind != ExprKind::kTuple) return plain(index) ? 1 : 0;
  const bool all = std::all_of(index.children.begin(), index.children.end(),
                               [&plain](const ExprPtr& item) { return plain(*item); });
  return all ? index.children.size() : 0;
}

}  // namespace

Views::Views(const syntax::Function& function, const Ranks& ranks)
    : ranks_(&ranks), parameters_(function.parameters.size()) {
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    roots_[function.parameters[i].name] = {i};
  }
}

Roots Views::OfAll(const std::vector<ExprPtr>& exprs, size_t first) const {
  Roots all;
  for (size_t i = first; i < exprs.size(); ++i) all.merge(Of(*exprs[i]));
  return all;
}

Roots Views::Of(const Expr& expr) const {
  switch (expr.kind) {
    case ExprKind::kName: {
      const auto found = roots_.find(expr.text);
      return found == roots_.end() ? Roots{} : found->second;
    }
    case ExprKind::kSubscript:
      return OfSubscript(expr);
    case ExprKind::kAttribute:
      return IsDescription(expr.text) ? Roots{} : Of(*expr.children[0]);
    case ExprKind::kCall:
      return OfCall(expr);
    case ExprKind::kIfExp:
      return OfAll(expr.children, 1);
    case ExprKind::kBoolOp:
    case ExprKind::kTuple:
    case ExprKind::kList:
      return OfAll(expr.children, 0);
    default:
      return {};
  }
}

// x[i] of a vector is a number, of a matrix a row.
Roots Views::OfSubscript(const Expr& expr) const {
  const Expr& value = *expr.children[0];
  if (value.kind == ExprKind::kName) {
    const auto rank = ranks_->find(value.text);
    if (rank != ranks_->end() && CountPlainIndices(*expr.children[1]) == rank->second) return {};
  }
  return Of(value);
}

Roots Views::OfCall(const Expr& call) const {
  const Expr& callee = *call.children[0];
  const bool named = callee.kind == ExprKind::kName || callee.kind == ExprKind::kAttribute;
  if (!named) return {};
  const bool keeps =
      callee.text == "astype" &&
      std::find(call.keywords.begin(), call.keywords.end(), "copy") != call.keywords.end();
  Roots roots;
  if (keeps || ReturnsView(callee.text)) {
    roots = OfAll(call.children, 1);
    if (callee.kind == ExprKind::kAttribute) roots.merge(Of(*callee.children[0]));
  }
  const size_t first = call.children.size() - call.keywords.size();
  for (size_t i = 0; i < call.keywords.size(); ++i) {
    if (call.keywords[i] == "out") roots.merge(Of(*call.children[first + i]));
  }
  return roots;
}

Roots Views::OfItems(const Expr& iterable) const {
  if (iterable.kind == ExprKind::kName) {
    const auto rank = ranks_->find(iterable.text);
    if (rank != ranks_->end() && rank->second == 1) return {};
  }
  return Of(iterable);
}

void Views::Bind(const Expr& target, const Roots& roots, Update update) {
  syntax::ForEachBoundName(target, [&](const Expr& name) {
    if (update == Update::kReplace) roots_.erase(name.text);
    if (roots.empty()) return;
    Roots& known = roots_[name.text];
    const size_t before = known.size();
    known.insert(roots.begin(), roots.end());
    additions_ += known.size() - before;
  });
}

void Views::Assign(const Expr& target, const Expr& value, Update update) {
  if (!IsSequence(target) || !IsSequence(value) ||
      target.children.size() != value.children.size()) {
    Bind(target, Of(value), update);
    return;
  }
  std::vector<Roots> values;  // all of them before the first name changes
  for (const ExprPtr& item : value.children) values.push_back(Of(*item));
  for (size_t i = 0; i < values.size(); ++i) Bind(*target.children[i], values[i], update);
}

void Views::AssignItem(const Expr& target, const Expr& iterable, Update update) {
  const size_t arguments = iterable.children.size() - 1;
  if (IsBuiltinCall(iterable, "enumerate") && arguments > 0 && IsSequence(target) &&
      target.children.size() == 2) {
    Bind(*target.children[0], {}, update);
    AssignItem(*target.children[1], *iterable.children[1], update);
    return;
  }
  if (IsBuiltinCall(iterable, "zip") && IsSequence(target) && target.children.size() == arguments) {
    for (size_t i = 0; i < arguments; ++i) {
      AssignItem(*target.children[i], *iterable.children[1 + i], update);
    }
    return;
  }
  if (IsBuiltinCall(iterable, "reversed") && arguments == 1) {
    AssignItem(target, *iterable.children[1], update);
    return;
  }
  Bind(target, OfItems(iterable), update);
}

void Views::AssignAny(const Expr& target) {
  Roots all;
  for (size_t i = 0; i < parameters_; ++i) all.insert(i);
  Bind(target, all, Update::kWiden);
}

void Views::Join(const Views& other) {
  for (const auto& [name, roots] : other.roots_) roots_[name].insert(roots.begin(), roots.end());
}

}  // namespace pyasc::analyse
