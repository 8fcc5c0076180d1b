// Statements other than loops.
#include <fmt/format.h>

#include <utility>

#include "compiler/sema/lowering.h"
#include "compiler/sema/vocabulary.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Operator;
using syntax::Stmt;
using syntax::StmtKind;

void Lowering::LowerBlock(const std::vector<syntax::StmtPtr>& body) {
  for (const syntax::StmtPtr& statement : body) {
    if (!env_.reachable) return;
    emit_.set_point(statement->ordinal);
    LowerStatement(*statement);
  }
}

void Lowering::LowerStatement(const Stmt& statement) {
  switch (statement.kind) {
    case StmtKind::kAssign:
      return LowerAssign(statement);
    case StmtKind::kAugAssign:
      return LowerAugmented(statement);
    case StmtKind::kAnnAssign:
      if (statement.exprs.size() == 2) AssignTarget(*statement.exprs[0], Eval(*statement.exprs[1]));
      return;
    case StmtKind::kExpr:
      return LowerExpressionStatement(*statement.exprs[0]);
    case StmtKind::kFor:
      return LowerFor(statement);
    case StmtKind::kWhile:
      return LowerWhile(statement);
    case StmtKind::kIf:
      return LowerIf(statement);
    case StmtKind::kReturn:
      return LowerReturn(statement);
    case StmtKind::kRaise:
      return LowerRaise(statement);
    case StmtKind::kAssert:
      return LowerAssert(statement);
    case StmtKind::kDelete:
      return LowerDelete(statement);
    case StmtKind::kPass:
      return;
    case StmtKind::kBreak:
      if (loops_.back()->broke) emit_.StoreSlot(*loops_.back()->broke, emit_.Int(Type::kI1, 1));
      emit_.Emit(Op::kBreak, Type::kVoid, {});
      loops_.back()->breaks.push_back(env_);
      env_.reachable = false;
      return;
    case StmtKind::kContinue:
      emit_.Emit(Op::kContinue, Type::kVoid, {});
      loops_.back()->continues.push_back(env_);
      env_.reachable = false;
      return;
  }
}

void Lowering::LowerDelete(const Stmt& statement) {
  Value unbound;
  unbound.kind = Kind::kUnbound;
  for (const syntax::ExprPtr& target : statement.exprs) {
    if (target->kind == ExprKind::kName) {
      Eval(*target);  // an unbound name raises
      Assign(target->text, Single(unbound));
      continue;
    }
    emit_.set_point(target->ordinal);
    emit_.Fail(codes::kDeleteTarget,
               fmt::format("only a local name can be deleted, not {}", Short(*target)),
               "leave it out; an element keeps its place: set it to 0");
  }
}

void Lowering::LowerAssign(const Stmt& statement) {
  const Expr& source = *statement.exprs.back();
  const Expr& target = *statement.exprs[0];
  // s = s + e, as s += e.
  if (statement.exprs.size() == 2 && target.kind == ExprKind::kName &&
      source.kind == ExprKind::kBinary && source.op == Operator::kAdd &&
      source.children[0]->kind == ExprKind::kName && source.children[0]->text == target.text) {
    if (std::optional<Multi> sum = Accumulate(target.text, *source.children[1])) {
      return Assign(target.text, *sum);
    }
  }
  const Multi value = Eval(source);
  for (size_t k = 0; k + 1 < statement.exprs.size(); ++k) AssignTarget(*statement.exprs[k], value);
}

void Lowering::AssignTarget(const Expr& target, const Multi& value) {
  if (value.value().is_error()) return AssignError(target);
  emit_.set_point(target.ordinal);
  switch (target.kind) {
    case ExprKind::kName:
      return Assign(target.text, value);
    case ExprKind::kTuple:
    case ExprKind::kList:
      if (value.single()) return Unpack(target, value.value());
      return UnpackAlternatives(target, value);
    case ExprKind::kSubscript: {
      const Multi base = Eval(*target.children[0]);
      std::vector<Multi> inputs = EvalIndex(target, base);
      const std::string name =
          target.children[0]->kind == ExprKind::kName ? target.children[0]->text : "";
      inputs.push_back(base);
      inputs.push_back(value);
      emit_.set_point(target.ordinal);
      Dispatch(inputs, [&](const std::vector<Value>& chosen) {
        const std::vector<Value> index(chosen.begin(), chosen.end() - 2);
        StoreSubscript(chosen[chosen.size() - 2], index, chosen.back(), name);
        return Single(NoneValue());
      });
      return;
    }
    default:
      return;  // the parser admits no other
  }
}

void Lowering::AssignError(const Expr& target) {
  switch (target.kind) {
    case ExprKind::kName:
      return Assign(target.text, Single(ErrorValue()));
    case ExprKind::kTuple:
    case ExprKind::kList:
      for (const syntax::ExprPtr& item : target.children) AssignError(*item);
      return;
    case ExprKind::kSubscript:
      EvalIndex(target, Eval(*target.children[0]));
      return Poison(*target.children[0]);
    default:
      return;
  }
}

// An output whose shape was to come from what failed has none, and that is no second mistake.
void Lowering::Poison(const Expr& place) {
  if (place.kind != ExprKind::kName || !env_.variables.count(place.text)) return;
  const Alternatives& known = env_.variables[place.text];
  const bool shaped = known[0].kind != Kind::kView || known[0].view->shaped;
  if (!shaped) Assign(place.text, Single(ErrorValue()));
}

// Tuples of one length whose items differ in type from path to path.
void Lowering::UnpackAlternatives(const Expr& target, const Multi& value) {
  const size_t count = target.children.size();
  for (const Multi::Alternative& alternative : value.alternatives) {
    const Value& tuple = alternative.value;
    if (tuple.kind == Kind::kTuple && tuple.items.size() == count) continue;
    emit_.Fail(codes::kUnpackedTypes,
               "the value unpacked here has different lengths or types on different paths",
               "unpack it in each branch, where its length is known");
    return AssignError(target);
  }
  for (size_t k = 0; k < count; ++k) {
    const Multi item =
        Dispatch({value}, [&](const std::vector<Value>& one) { return Single(one[0].items[k]); });
    AssignTarget(*target.children[k], item);
  }
}

// Raises unless `length` is `count`. False if it never is: the rest is unreachable.
bool Lowering::CheckCount(const Value& length, size_t count) {
  const std::string wanted = fmt::format("values to unpack (expected {}", count);
  const std::vector<Piece> few = {Text("not enough " + wanted + ", got "), Show(length), Text(")")};
  const std::vector<Piece> many = {Text("too many " + wanted + ")")};
  const auto number = static_cast<Int128>(count);
  if (!length.interval.Contains(number)) {
    emit_.Raise("ValueError", length.interval.high < number ? few : many);
    env_.reachable = false;
    return false;
  }
  if (length.interval.is_point()) return true;
  const auto check = [&](CompareOp op, const std::vector<Piece>& message) {
    const Value holds = Compare(emit_, op, length, IntConstant(number));
    emit_.Check(emit_.Materialise(holds), "ValueError", message);
  };
  check(CompareOp::kGe, few);
  check(CompareOp::kLe, many);
  return true;
}

void Lowering::Unpack(const Expr& target, const Value& value) {
  if (NoItems(value)) return AssignError(target);
  if (value.kind == Kind::kBottom) return;
  const bool view = value.kind == Kind::kView;
  if (value.kind != Kind::kTuple && !(view && value.view->rank() > 0)) {
    emit_.Raise("TypeError",
                {Text(view ? "iteration over a 0-d array"
                           : "cannot unpack non-iterable " + TypeName(value) + " object")});
    env_.reachable = false;
    return;
  }
  const size_t count = target.children.size();
  if (!CheckCount(Length(value), count)) return;
  std::vector<Value> items = value.items;
  for (size_t k = 0; view && k < count; ++k) {
    items.push_back(Subscript(value, {IntConstant(static_cast<Int128>(k))}));
  }
  for (size_t k = 0; k < count; ++k) AssignTarget(*target.children[k], Single(items[k]));
}

void Lowering::LowerAugmented(const Stmt& statement) {
  const Expr& target = *statement.exprs[0];
  if (target.kind == ExprKind::kName) return AugmentName(statement);
  AugmentSubscript(statement);  // the parser admits no other
}

void Lowering::AugmentName(const Stmt& statement) {
  const Expr& target = *statement.exprs[0];
  if (statement.op == Operator::kAdd) {
    if (std::optional<Multi> sum = Accumulate(target.text, *statement.exprs[1])) {
      return Assign(target.text, *sum);
    }
  }
  const Multi current = Eval(target);
  const Multi operand = Eval(*statement.exprs[1]);
  emit_.set_point(statement.ordinal);
  const Multi result =
      Dispatch({current, MeetArray(operand, current)}, [&](const std::vector<Value>& chosen) {
        if (chosen[0].kind != Kind::kView) {
          return Single(BinaryValue(statement.op, chosen[0], chosen[1]));
        }
        const Value value = InPlace(statement.op, chosen[0], chosen[1]);
        if (value.is_error()) return Single(value);
        AssignView(*chosen[0].view, value, AsBinary(statement.op));
        return Single(chosen[0]);
      });
  // An array was updated where it is; the name stays what it was.
  if (current.single() && current.value().kind == Kind::kView) return;
  Assign(target.text, result);
}

void Lowering::AugmentSubscript(const Stmt& statement) {
  const Expr& target = *statement.exprs[0];
  const Multi base = Eval(*target.children[0]);
  std::vector<Multi> inputs = EvalIndex(target, base);
  inputs.push_back(base);
  Dispatch(inputs, [&](const std::vector<Value>& chosen) {
    emit_.set_point(target.ordinal);
    const std::vector<Value> index(chosen.begin(), chosen.end() - 1);
    return AugmentElement(statement, chosen.back(), index);
  });
}

Multi Lowering::AugmentElement(const Stmt& statement, const Value& base,
                               const std::vector<Value>& index) {
  const std::optional<View> place =
      base.kind == Kind::kView ? SubView(*base.view, index) : std::nullopt;
  if (base.kind == Kind::kView && !place) return Single(ErrorValue());
  // The element is read before the operand is evaluated, as Python does.
  const Value current = !place               ? Subscript(base, index)
                        : place->rank() == 0 ? ReadElement(*place)
                                             : ViewValue(*place);
  if (!place && (current.is_error() || current.kind == Kind::kBottom)) return Single(current);
  const Multi operand = MeetArray(Eval(*statement.exprs[1]), Single(current));
  emit_.set_point(statement.ordinal);
  return Dispatch({operand}, [&](const std::vector<Value>& one) {
    const bool view = current.kind == Kind::kView;
    const Value value =
        view ? InPlace(statement.op, current, one[0]) : BinaryValue(statement.op, current, one[0]);
    if (value.is_error()) return Single(value);
    emit_.set_point(statement.exprs[0]->ordinal);
    if (!place) {
      StoreSubscript(base, index, value, "");  // it has items, but none can be stored
    } else if (view) {
      AssignView(*place, value, AsBinary(statement.op));
    } else {
      StoreValue(*place, value);
    }
    return Single(NoneValue());
  });
}

void Lowering::LowerExpressionStatement(const Expr& expr) {
  if (expr.kind == ExprKind::kString) return;
  Eval(expr);
}

void Lowering::LowerIf(const Stmt& statement) {
  Value condition = Condition(*statement.exprs[0]);
  // Both arms may have mistakes of their own.
  if (condition.is_error()) condition = BoolValue(emit_.Int(Type::kI1, 0));
  if (condition.flag) return LowerBlock(*condition.flag ? statement.body : statement.orelse);
  if (condition.kind == Kind::kBottom) {
    env_.reachable = false;
    return;
  }
  const Env before = env_;
  Env after[2];
  const auto arm = [&](const std::vector<syntax::StmtPtr>& body, Env* result) {
    env_ = before;
    LowerBlock(body);
    // What an arm defined does not dominate what follows it.
    for (const std::string& name : AssignedNames(body)) {
      env_.variables[name] = Strip(env_.variables[name]);
    }
    *result = env_;
  };
  ++nesting_;
  emit_.If(
      condition.id, [&] { arm(statement.body, &after[0]); },
      [&] { arm(statement.orelse, &after[1]); });
  --nesting_;
  env_ = Join(after[0], after[1]);
  if (!after[0].reachable && !after[1].reachable) env_.reachable = false;
}

void Lowering::LowerReturn(const Stmt& statement) {
  if (!statement.exprs.empty()) {
    const Multi value = Eval(*statement.exprs[0]);
    const bool none = value.single() && value.value().kind == Kind::kNone;
    if (!none && !value.value().is_error()) {
      emit_.Fail(codes::kReturnValue, "an operator cannot return a value yet",
                 fmt::format("store it into a parameter: out[...] = {}; outputs left out by the "
                             "caller are returned",
                             Short(*statement.exprs[0])));
    }
  }
  emit_.Emit(Op::kReturn, Type::kVoid, {});
  env_.reachable = false;
}

}  // namespace pyasc::sema
