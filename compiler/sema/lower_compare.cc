// Comparisons: one, a chain of them, membership.
#include <fmt/format.h>

#include <utility>

#include "compiler/sema/lowering.h"
#include "compiler/sema/vocabulary.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;
using syntax::Expr;
using syntax::Operator;

namespace {

CompareOp AsCompare(Operator op) {
  switch (op) {
    case Operator::kNe:
      return CompareOp::kNe;
    case Operator::kLt:
      return CompareOp::kLt;
    case Operator::kLe:
      return CompareOp::kLe;
    case Operator::kGt:
      return CompareOp::kGt;
    case Operator::kGe:
      return CompareOp::kGe;
    default:
      return CompareOp::kEq;
  }
}

const char* Spelling(Operator op) {
  switch (op) {
    case Operator::kLt:
      return "<";
    case Operator::kLe:
      return "<=";
    case Operator::kGt:
      return ">";
    case Operator::kGe:
      return ">=";
    default:
      return "==";
  }
}

}  // namespace

Value Lowering::CompareValue(Operator op, const Value& left, const Value& right) {
  if (left.is_error()) return left;
  if (right.is_error()) return right;
  const Value a = Decayed(left), b = Decayed(right);
  const bool negated = op == Operator::kNe || op == Operator::kIsNot;
  if (op == Operator::kIs || op == Operator::kIsNot) {
    return BoolConstant((a.kind == b.kind) != negated);
  }
  if (a.kind == Kind::kBottom || b.kind == Kind::kBottom) return BoolConstant(false);
  if (a.is_scalar() && b.is_scalar()) return Compare(emit_, AsCompare(op), a, b);
  const bool array = IsArray(a) || IsArray(b);
  if (array && (IsArray(a) || a.is_scalar()) && (IsArray(b) || b.is_scalar())) {
    return CompareArray(AsCompare(op), a, b);
  }
  const bool ordered = op != Operator::kEq && op != Operator::kNe;
  const bool tuples = a.kind == Kind::kTuple && b.kind == Kind::kTuple;
  const bool numpy = array || IsTupleBesideNumpy(a, b);
  const bool ranges = a.kind == Kind::kRange && b.kind == Kind::kRange;
  if (numpy || ordered || ranges) return NotCompared(op, a, b);
  const Value equal =
      tuples ? EqualTuples(a, b) : BoolConstant(AlternativeKey(a) == AlternativeKey(b));
  if (!negated || equal.kind != Kind::kBool) return equal;
  return Unary(emit_, UnaryOp::kNot, equal);
}

// What Python raises of two values, or the refusal of what it can do.
Value Lowering::NotCompared(Operator op, const Value& a, const Value& b) {
  if (IsArray(a) || IsArray(b) || IsTupleBesideNumpy(a, b)) {
    const bool none = a.kind == Kind::kNone || b.kind == Kind::kNone;
    return emit_.Fail(codes::kOperands,
                      fmt::format("{} and {} cannot be compared", TypeName(a), TypeName(b)),
                      none ? "write: is None, or: is not None"
                           : "compare a number or an array with a number or an array");
  }
  if (a.kind == Kind::kRange && b.kind == Kind::kRange) return *NoItems(a);
  if (a.kind == Kind::kString && b.kind == Kind::kString) {
    return emit_.Fail(codes::kString, "strings have no order in an operator",
                      "compare them with == or !=");
  }
  if (a.kind == Kind::kTuple && b.kind == Kind::kTuple) {
    return emit_.Fail(codes::kOperands, "tuples have no order in an operator",
                      "compare their items: a[0] < b[0]");
  }
  emit_.Raise("TypeError",
              {Text(std::string("'") + Spelling(op) + "' not supported between instances of '" +
                    TypeName(a) + "' and '" + TypeName(b) + "'")});
  return Bottom();
}

Value Lowering::EqualTuples(const Value& a, const Value& b) {
  Value equal = BoolConstant(a.items.size() == b.items.size());
  for (size_t k = 0; k < a.items.size() && !(equal.flag && !*equal.flag); ++k) {
    const Value one = TruthValue(CompareValue(Operator::kEq, a.items[k], b.items[k]));
    if (one.is_error() || one.kind == Kind::kBottom) return one;
    equal = equal.flag
                ? one
                : BoolValue(emit_.Emit(Op::kAnd, Type::kI1, {equal.id, emit_.Materialise(one)}));
  }
  return equal;
}

Value Lowering::NotIdentity(const Expr& expr, size_t first) {
  const std::string_view op = expr.ops[first] == Operator::kIs ? "==" : "!=";
  return emit_.Fail(codes::kIs, "'is' can only compare with None",
                    fmt::format("write {} {} {}", Short(*expr.children[first]), op,
                                Short(*expr.children[first + 1])));
}

Value Lowering::NotMember(const Expr& expr, size_t first, const Value& container) {
  const std::string item = Short(*expr.children[first]), in = Short(*expr.children[first + 1]);
  emit_.set_point(expr.children[first + 1]->ordinal);
  return emit_.Fail(
      codes::kIn, fmt::format("'in' works on a tuple, not on a {}", TypeName(container)),
      IsArray(container)
          ? fmt::format("write: found = False, then for v in {}: found = found or v == {}", in,
                        item)
          : fmt::format("write a tuple: {} in (a, b)", item));
}

Multi Lowering::CompareOne(const Expr& expr, size_t first, const Multi& left, const Multi& right) {
  const Operator op = expr.ops[first];
  return Dispatch({left, right}, [&](const std::vector<Value>& chosen) {
    const Value &a = chosen[0], &b = chosen[1];
    if (a.is_error() || b.is_error()) return Single(ErrorValue());
    const bool is = op == Operator::kIs || op == Operator::kIsNot;
    if (is && a.kind != Kind::kNone && b.kind != Kind::kNone) {
      return Single(NotIdentity(expr, first));
    }
    if (op != Operator::kIn && op != Operator::kNotIn) return Single(CompareValue(op, a, b));
    if (b.kind != Kind::kTuple) return Single(NotMember(expr, first, b));
    Value found = BoolConstant(false);
    for (const Value& item : b.items) {
      const Value one = TruthValue(CompareValue(Operator::kEq, a, item));
      if (one.is_error() || one.kind == Kind::kBottom) return Single(one);
      if (found.flag && *found.flag) break;
      found = found.flag || (one.flag && *one.flag)
                  ? one
                  : BoolValue(emit_.Emit(Op::kOr, Type::kI1, {found.id, emit_.Materialise(one)}));
    }
    return Single(op == Operator::kIn ? found : Unary(emit_, UnaryOp::kNot, found));
  });
}

// The comparison of `left` with operand `first` and those after it.
Multi Lowering::EvalCompare(const Expr& expr, size_t first, const Multi& left) {
  const Expr& operand = *expr.children[first + 1];
  const Operator op = expr.ops[first];
  const bool list =
      operand.kind == syntax::ExprKind::kList && (op == Operator::kIn || op == Operator::kNotIn);
  const Multi right = list ? EvalTuple(operand) : Eval(operand);
  emit_.set_point(expr.ordinal);
  const Multi result = CompareOne(expr, first, left, right);
  if (first + 1 == expr.ops.size()) return result;
  return Continue(result, /*if_true=*/true, [&] { return EvalCompare(expr, first + 1, right); });
}

}  // namespace pyasc::sema
