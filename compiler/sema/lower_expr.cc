// Expressions: operators, conditions, tuples.
#include <fmt/format.h>

#include <utility>

#include "compiler/sema/lowering.h"
#include "compiler/sema/vocabulary.h"
#include "compiler/syntax/unparse.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Operator;

BinaryOp AsBinary(Operator op) {
  switch (op) {
    case Operator::kAdd:
      return BinaryOp::kAdd;
    case Operator::kSub:
      return BinaryOp::kSub;
    case Operator::kMul:
      return BinaryOp::kMul;
    case Operator::kDiv:
      return BinaryOp::kTrueDiv;
    case Operator::kFloorDiv:
      return BinaryOp::kFloorDiv;
    case Operator::kMod:
      return BinaryOp::kMod;
    case Operator::kPow:
      return BinaryOp::kPow;
    case Operator::kLShift:
      return BinaryOp::kLShift;
    case Operator::kRShift:
      return BinaryOp::kRShift;
    case Operator::kBitAnd:
      return BinaryOp::kAnd;
    case Operator::kBitOr:
      return BinaryOp::kOr;
    default:
      return BinaryOp::kXor;
  }
}

namespace {

const char* Spelling(Operator op) {
  switch (op) {
    case Operator::kAdd:
      return "+";
    case Operator::kSub:
      return "-";
    case Operator::kMul:
      return "*";
    case Operator::kDiv:
      return "/";
    case Operator::kFloorDiv:
      return "//";
    case Operator::kMod:
      return "%";
    case Operator::kPow:
      return "** or pow()";
    case Operator::kMatMul:
      return "@";
    case Operator::kLShift:
      return "<<";
    case Operator::kRShift:
      return ">>";
    case Operator::kBitAnd:
      return "&";
    case Operator::kBitOr:
      return "|";
    case Operator::kBitXor:
      return "^";
    default:
      return "?";
  }
}

// A list's text with parentheses.
std::string AsTuple(const Expr& list) {
  const std::string text = Short(list);
  if (text.front() != '[') return "(a, b)";
  const std::string items = text.substr(1, text.size() - 2);
  return list.children.size() == 1 ? "(" + items + ",)" : "(" + items + ")";
}

}  // namespace

Multi Lowering::Eval(const Expr& expr) {
  const Multi value = EvalUnrounded(expr);
  bool wide = false;
  for (const Multi::Alternative& alternative : value.alternatives) wide |= alternative.value.wide;
  if (!wide) return value;
  Multi rounded = value;
  for (Multi::Alternative& alternative : rounded.alternatives) {
    alternative.value = Rounded(emit_, alternative.value);
  }
  return rounded;
}

Multi Lowering::EvalUnrounded(const Expr& expr) {
  emit_.set_point(expr.ordinal);
  switch (expr.kind) {
    case ExprKind::kName:
      return EvalName(expr);
    case ExprKind::kInt:
      if (expr.big) {
        return Single(emit_.Fail(codes::kHugeLiteral, "an integer literal exceeds 128 bits",
                                 "write it as a float: 1e40"));
      }
      return Single(IntConstant(expr.integer));
    case ExprKind::kFloat:
      return Single(FloatConstant(expr.real));
    case ExprKind::kString:
      return Single(StringConstant(expr.text));
    case ExprKind::kBool:
      return Single(BoolConstant(expr.integer != 0));
    case ExprKind::kNone:
      return Single(NoneValue());
    case ExprKind::kTuple:
      return EvalTuple(expr);
    case ExprKind::kList:
      return Single(emit_.Fail(codes::kList, "a list can only be looped over or searched with 'in'",
                               "write a tuple: " + AsTuple(expr)));
    case ExprKind::kUnary: {
      const Multi operand = Eval(*expr.children[0]);
      emit_.set_point(expr.ordinal);
      return Dispatch({operand}, [&](const std::vector<Value>& one) {
        return Single(UnaryValue(expr.op, one[0]));
      });
    }
    case ExprKind::kBinary:
      return EvalBinary(expr);
    case ExprKind::kBoolOp:
      return EvalBoolOp(expr, 0);
    case ExprKind::kCompare:
      return EvalCompare(expr, 0, Eval(*expr.children[0]));
    case ExprKind::kIfExp:
      return EvalIfExp(expr);
    case ExprKind::kCall:
      return EvalCall(expr);
    case ExprKind::kAttribute:
      return EvalAttribute(expr);
    case ExprKind::kSubscript:
      return EvalSubscript(expr);
    case ExprKind::kFString:
    case ExprKind::kFormatted:
      return Single(emit_.Fail(
          codes::kStrayFString, "an f-string can only be an exception's message or printed",
          "write it where it is used: print(f'...'), raise ValueError(f'...')"));
    case ExprKind::kEllipsis:
    case ExprKind::kSlice:
      break;
  }
  return Single(emit_.Fail(codes::kStrayEllipsis, "'...' is only allowed inside a subscript",
                           "write x[...]"));
}

Multi Lowering::EvalTuple(const Expr& expr) {
  std::vector<Multi> items;
  for (const syntax::ExprPtr& child : expr.children) items.push_back(Eval(*child));
  emit_.set_point(expr.ordinal);
  return Dispatch(items, [&](const std::vector<Value>& chosen) {
    Value tuple;
    tuple.kind = Kind::kTuple;
    for (const Value& item : chosen) {
      if (item.is_error()) return Single(item);
    }
    tuple.items = chosen;
    return Single(tuple);
  });
}

Multi Lowering::EvalBinary(const Expr& expr) {
  const Multi left = Eval(*expr.children[0]);
  const Multi right = Eval(*expr.children[1]);
  emit_.set_point(expr.ordinal);
  if (expr.op == Operator::kMatMul && !left.value().is_error() && !right.value().is_error()) {
    return Single(emit_.Fail(codes::kMatMul, "the operator @ is not supported yet",
                             fmt::format("write the loops: s += {}[i, k] * {}[k, j]",
                                         Operand(*expr.children[0]), Operand(*expr.children[1]))));
  }
  return BinaryMulti(expr.op, left, right);
}

Multi Lowering::BinaryMulti(Operator op, const Multi& left, const Multi& right) {
  return Dispatch({MeetArray(left, right), MeetArray(right, left)},
                  [&](const std::vector<Value>& chosen) {
                    return Single(BinaryValue(op, chosen[0], chosen[1]));
                  });
}

// A scalar of several types beside an array takes, where it is weak, the dtype in which
// it meets the array: often that leaves one type, so that the array is computed once.
Multi Lowering::MeetArray(const Multi& scalar, const Multi& array) {
  if (scalar.single() || !array.single() || !IsArray(array.value())) return scalar;
  return Dispatch({scalar}, [&](const std::vector<Value>& one) {
    const bool weak = one[0].kind == Kind::kInt || one[0].kind == Kind::kFloat;
    if (!weak) return Single(one[0]);
    return Single(WeakTo(emit_, one[0], MeetDType(array.value().dtype, one[0])));
  });
}

bool Lowering::IsTupleBesideNumpy(const Value& a, const Value& b) const {
  const auto is = [&](const Value& tuple, const Value& other) {
    return tuple.kind == Kind::kTuple && (other.kind == Kind::kNumpy || IsArray(other));
  };
  return is(a, b) || is(b, a);
}

Value Lowering::BinaryValue(Operator op, const Value& left, const Value& right) {
  if (left.is_error()) return left;
  if (right.is_error()) return right;
  const Value a = Decayed(left), b = Decayed(right);
  if (op == Operator::kMatMul) {
    return emit_.Fail(codes::kMatMul, "the operator @ is not supported yet",
                      "write the loops: s += a[i, k] * b[k, j]");
  }
  const auto number = [](const Value& v) { return v.is_scalar() || v.kind == Kind::kBottom; };
  if (number(a) && number(b)) return Binary(emit_, AsBinary(op), a, b);
  const bool array = IsArray(a) || IsArray(b);
  if (array && (IsArray(a) || number(a)) && (IsArray(b) || number(b))) {
    return BinaryArray(AsBinary(op), a, b);
  }
  if (op == Operator::kAdd && a.kind == Kind::kTuple && b.kind == Kind::kTuple) {
    Value joined = a;
    joined.items.insert(joined.items.end(), b.items.begin(), b.items.end());
    return joined;
  }
  if (op == Operator::kMul && (a.kind == Kind::kTuple || b.kind == Kind::kTuple)) {
    return Binary(emit_, BinaryOp::kMul, a, b);  // repeats it
  }
  if (op == Operator::kAdd && a.kind == Kind::kString && b.kind == Kind::kString) {
    return StringConstant(a.text + b.text);
  }
  return NoBinary(op, a, b);
}

// What Python raises of the operands, or the refusal of what it can do.
Value Lowering::NoBinary(Operator op, const Value& a, const Value& b) {
  if (a.kind == Kind::kString || b.kind == Kind::kString) return NoString();
  if (IsTupleBesideNumpy(a, b)) {
    return emit_.Fail(
        codes::kOperands,
        fmt::format("{} and {} do not go together in an operator", TypeName(a), TypeName(b)),
        "compute item by item: (t[0] + v, t[1] + v)");
  }
  if (op == Operator::kAdd && a.kind == Kind::kTuple) {
    emit_.Raise("TypeError",
                {Text("can only concatenate tuple (not \"" + TypeName(b) + "\") to tuple")});
    return Bottom();
  }
  emit_.Raise("TypeError", {Text(std::string("unsupported operand type(s) for ") + Spelling(op) +
                                 ": '" + TypeName(a) + "' and '" + TypeName(b) + "'")});
  return Bottom();
}

Value Lowering::InPlace(Operator op, const Value& array, const Value& other) {
  in_place_ = array.view.get();
  const Value result = BinaryValue(op, array, other);
  in_place_ = nullptr;
  return result;
}

Value Lowering::UnaryValue(Operator op, const Value& operand) {
  if (operand.is_error() || operand.kind == Kind::kBottom) return operand;
  const Value a = Decayed(operand);
  if (op == Operator::kNot) {
    const Value truth = TruthValue(a);
    return truth.is_error() || truth.kind == Kind::kBottom ? truth
                                                           : Unary(emit_, UnaryOp::kNot, truth);
  }
  const UnaryOp unary = op == Operator::kNeg   ? UnaryOp::kNeg
                        : op == Operator::kPos ? UnaryOp::kPos
                                               : UnaryOp::kInvert;
  if (a.is_scalar()) return Unary(emit_, unary, a);
  if (IsArray(a)) {
    if (a.dtype == DType::kBool && unary != UnaryOp::kInvert) {
      return emit_.Fail(codes::kBoolSign, "a bool array has no sign",
                        "write ~x for not, or x.astype(np.int64)");
    }
    return MapArray(a, a.dtype, [this, unary](const Value& v) { return Unary(emit_, unary, v); });
  }
  const char* sign = op == Operator::kNeg ? "-" : op == Operator::kPos ? "+" : "~";
  emit_.Raise("TypeError", {Text(std::string("bad operand type for unary ") + sign + ": '" +
                                 TypeName(a) + "'")});
  return Bottom();
}

Value Lowering::TruthValue(const Value& value) {
  switch (value.kind) {
    case Kind::kError:
    case Kind::kBottom:
      return value;
    case Kind::kRange:
      return *NoItems(value);
    case Kind::kNone:
      return BoolConstant(false);
    case Kind::kString:
      return BoolConstant(!value.text.empty());
    case Kind::kTuple:
      return BoolConstant(!value.items.empty());
    case Kind::kView:
    case Kind::kArray: {
      bool one = value.view != nullptr, several = false;
      for (const Dim& dim : value.view ? value.view->dims : value.array->dims) {
        one = one && dim.range == Interval::Point(1);
        several = several || dim.range.low > 1;
      }
      if (one) return TruthValue(ReadElement(*value.view));
      if (!several) {
        return emit_.Fail(codes::kArrayTruth,
                          "the truth of an array whose size is not known to exceed one",
                          "test one of its elements: if x[0]:");
      }
      emit_.Raise("ValueError", {Text("The truth value of an array with more than one element is "
                                      "ambiguous. Use a.any() or a.all()")});
      return Bottom();
    }
    default:
      break;
  }
  return value.is_scalar() ? Truth(emit_, value) : BoolConstant(true);
}

// `left`, or what `rest` makes if left's truth is `if_true`.
Multi Lowering::Continue(const Multi& left, bool if_true, const std::function<Multi()>& rest) {
  const Multi truth =
      Dispatch({left}, [&](const std::vector<Value>& one) { return Single(TruthValue(one[0])); });
  const Value& test = truth.value();
  if (test.is_error() || test.kind == Kind::kBottom) return truth;
  if (test.flag) return *test.flag == if_true ? rest() : left;
  return ShortCircuit(left, emit_.Materialise(test), if_true, rest);
}

Multi Lowering::EvalBoolOp(const Expr& expr, size_t first) {
  const Multi left = Eval(*expr.children[first]);
  if (first + 1 == expr.children.size()) return left;
  if (left.value().is_error()) {
    EvalBoolOp(expr, first + 1);  // for its own mistakes
    return left;
  }
  return Continue(left, expr.op == Operator::kAnd, [&] { return EvalBoolOp(expr, first + 1); });
}

Multi Lowering::EvalIfExp(const Expr& expr) {
  const Value condition = Condition(*expr.children[0]);
  if (condition.is_error()) {
    for (const size_t arm : {1, 2}) Eval(*expr.children[arm]);  // for their own mistakes
  }
  if (condition.is_error() || condition.kind == Kind::kBottom) return Single(condition);
  if (condition.flag) return Eval(*expr.children[*condition.flag ? 1 : 2]);
  return Choose(
      condition.id, [&] { return Eval(*expr.children[1]); },
      [&] { return Eval(*expr.children[2]); });
}

Value Lowering::Condition(const Expr& expr) {
  if (expr.kind == ExprKind::kUnary && expr.op == Operator::kNot) {
    const Value operand = Condition(*expr.children[0]);
    return operand.is_error() || operand.kind == Kind::kBottom
               ? operand
               : Unary(emit_, UnaryOp::kNot, operand);
  }
  if (expr.kind == ExprKind::kBoolOp) {
    const bool is_and = expr.op == Operator::kAnd;
    const std::function<Value(size_t)> from = [&](size_t k) -> Value {
      const Value left = Condition(*expr.children[k]);
      if (left.is_error() && k + 1 < expr.children.size()) from(k + 1);  // for its own mistakes
      if (k + 1 == expr.children.size() || left.is_error() || left.kind == Kind::kBottom)
        return left;
      if (left.flag) return *left.flag == is_and ? from(k + 1) : left;
      const auto rest = [&] { return Single(from(k + 1)); };
      return ShortCircuit(Single(BoolConstant(!is_and)), left.id, is_and, rest).value();
    };
    return from(0);
  }
  const Multi value = Eval(expr);
  emit_.set_point(expr.ordinal);
  const Multi truth =
      Dispatch({value}, [&](const std::vector<Value>& one) { return Single(TruthValue(one[0])); });
  Value result = truth.value();
  // A known truth is kept as a constant; anything else has its machine value.
  if (!result.is_error() && result.kind == Kind::kBool && !result.flag) {
    result.id = emit_.Materialise(result);
  }
  return result;
}

std::optional<Multi> Lowering::Accumulate(const std::string& name, const Expr& term) {
  if (emit_.opt_level() < 3 || loops_.empty() || !env_.variables.count(name)) return std::nullopt;
  bool half = false;
  for (const Value& value : env_.variables[name]) {
    if (value.kind == Kind::kNumpy && value.dtype != DType::kFloat16) return std::nullopt;
    if (!value.is_scalar()) return std::nullopt;
    half = true;
  }
  if (!half || known_.no_half.count(term.ordinal)) return std::nullopt;
  const auto is_half = [](const Multi& value) {
    return value.single() && value.value().kind == Kind::kNumpy &&
           value.value().dtype == DType::kFloat16;
  };
  const Multi accumulator = Read(name);
  Value product;
  if (term.kind == ExprKind::kBinary && term.op == Operator::kMul) {
    const Multi a = Eval(*term.children[0]), b = Eval(*term.children[1]);
    if (!is_half(a) || !is_half(b)) return Rejected(term);
    product = MultiplyWide(emit_, a.value(), b.value());
  } else {
    const Multi value = Eval(term);
    if (!is_half(value)) return Rejected(term);
    product = value.value();
  }
  return Dispatch({accumulator}, [&](const std::vector<Value>& one) {
    return Single(AccumulateWide(emit_, one[0], product));
  });
}

std::optional<Multi> Lowering::Rejected(const Expr& term) {
  if (known_.no_half.insert(term.ordinal).second) known_.changed = true;
  return std::nullopt;
}

}  // namespace pyasc::sema
