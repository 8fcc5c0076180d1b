#include <utility>

#include "compiler/analyse/aspects.h"

namespace pyasc::analyse {
namespace {

using syntax::Expr;
using syntax::ExprKind;
using syntax::Operator;

constexpr int kMaxTupleDepth = 16;  // what base/encoding.h carries

std::optional<Scalar> Value(const Expr& expr, int depth);

std::optional<Scalar> SignedValue(const Expr& expr, int depth) {
  if (expr.op != Operator::kNeg && expr.op != Operator::kPos) return std::nullopt;
  std::optional<Scalar> value = Value(*expr.children[0], depth);
  if (!value.has_value()) return std::nullopt;
  if (value->kind == ScalarKind::kBool) value->kind = ScalarKind::kInt;
  if (value->kind != ScalarKind::kInt && value->kind != ScalarKind::kFloat) return std::nullopt;
  if (expr.op == Operator::kPos) return value;
  value->integer = -value->integer;
  if (value->kind == ScalarKind::kFloat) value->real = -value->real;
  return value;
}

std::optional<Scalar> TupleValue(const Expr& expr, int depth) {
  if (depth >= kMaxTupleDepth) return std::nullopt;
  Scalar tuple;
  tuple.kind = ScalarKind::kTuple;
  for (const syntax::ExprPtr& child : expr.children) {
    std::optional<Scalar> item = Value(*child, depth + 1);
    if (!item.has_value()) return std::nullopt;
    tuple.items.push_back(std::move(*item));
  }
  return tuple;
}

std::optional<Scalar> Value(const Expr& expr, int depth) {
  Scalar scalar;
  switch (expr.kind) {
    case ExprKind::kNone:
      return scalar;
    case ExprKind::kBool:
      scalar.kind = ScalarKind::kBool;
      scalar.integer = expr.integer;
      return scalar;
    case ExprKind::kInt:
      if (expr.big) return std::nullopt;
      scalar.kind = ScalarKind::kInt;
      scalar.integer = expr.integer;
      return scalar;
    case ExprKind::kFloat:
      scalar.kind = ScalarKind::kFloat;
      scalar.real = expr.real;
      return scalar;
    case ExprKind::kString:
      scalar.kind = ScalarKind::kString;
      scalar.text = expr.text;
      return scalar;
    case ExprKind::kTuple:
      return TupleValue(expr, depth);
    case ExprKind::kUnary:
      return SignedValue(expr, depth);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Scalar> LiteralValue(const Expr& expr) { return Value(expr, 0); }

}  // namespace pyasc::analyse
