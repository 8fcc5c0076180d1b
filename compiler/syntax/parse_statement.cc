// Statements of one line.
#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "compiler/syntax/codes.h"
#include "compiler/syntax/parser_state.h"
#include "compiler/syntax/python_repr.h"

namespace pyasc::syntax {
namespace {

struct Augmented {
  std::string_view text;
  Operator op;
};

constexpr Augmented kAugmented[] = {
    {"+=", Operator::kAdd},     {"-=", Operator::kSub},       {"*=", Operator::kMul},
    {"/=", Operator::kDiv},     {"//=", Operator::kFloorDiv}, {"%=", Operator::kMod},
    {"**=", Operator::kPow},    {"@=", Operator::kMatMul},    {"<<=", Operator::kLShift},
    {">>=", Operator::kRShift}, {"&=", Operator::kBitAnd},    {"|=", Operator::kBitOr},
    {"^=", Operator::kBitXor}};

// CPython's word for an expression in "cannot assign to ...".
std::string_view Describe(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kName:
      return "name";
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kString:
      return "literal";
    case ExprKind::kBool:
      return expr.integer != 0 ? "True" : "False";
    case ExprKind::kNone:
      return "None";
    case ExprKind::kEllipsis:
      return "ellipsis";
    case ExprKind::kFString:
    case ExprKind::kFormatted:
      return "f-string expression";
    case ExprKind::kTuple:
      return "tuple";
    case ExprKind::kList:
      return "list";
    case ExprKind::kUnary:
    case ExprKind::kBinary:
    case ExprKind::kBoolOp:
    case ExprKind::kSlice:
      return "expression";
    case ExprKind::kCompare:
      return "comparison";
    case ExprKind::kIfExp:
      return "conditional expression";
    case ExprKind::kCall:
      return "function call";
    case ExprKind::kAttribute:
      return "attribute";
    case ExprKind::kSubscript:
      return "subscript";
  }
  return "expression";
}

// What can stand left of one '=' where '==' may have been meant.
bool MayBeComparison(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kTuple:
    case ExprKind::kList:
    case ExprKind::kBool:
    case ExprKind::kNone:
    case ExprKind::kBoolOp:
    case ExprKind::kCompare:
    case ExprKind::kIfExp:
      return false;
    default:
      return expr.op != Operator::kNot;
  }
}

}  // namespace

bool Parser::SimpleStatement(std::vector<StmtPtr>* out) {
  if (At("pass")) {
    StmtPtr stmt = MakeStmt(StmtKind::kPass, Here());
    Advance();
    return CloseStmt(std::move(stmt), out);
  }
  if (At("break")) return LoopControl(StmtKind::kBreak, out);
  if (At("continue")) return LoopControl(StmtKind::kContinue, out);
  if (At("return")) return Return(out);
  if (At("raise")) return Raise(out);
  if (At("assert")) return Assert(out);
  if (At("del")) return Delete(out);
  if (AtUnsupportedStatement()) return UnsupportedStatement();
  return ExpressionStatement(out);
}

bool Parser::LoopControl(StmtKind kind, std::vector<StmtPtr>* out) {
  StmtPtr stmt = MakeStmt(kind, Here());
  if (loops_ == 0) {
    Fail(codes::kLoopControl,
         kind == StmtKind::kBreak ? "'break' outside loop" : "'continue' not properly in loop",
         Here(), Peek().end);
  }
  Advance();
  return CloseStmt(std::move(stmt), out);
}

bool Parser::Return(std::vector<StmtPtr>* out) {
  StmtPtr stmt = MakeStmt(StmtKind::kReturn, Here());
  Advance();
  if (!AtKind(TokenKind::kNewline) && !At(";")) {
    ExprPtr value = ExpressionList();
    if (value == nullptr) return false;
    stmt->exprs.push_back(std::move(value));
  }
  return CloseStmt(std::move(stmt), out);
}

bool Parser::Raise(std::vector<StmtPtr>* out) {
  const size_t begin = Here();
  StmtPtr stmt = MakeStmt(StmtKind::kRaise, begin);
  Advance();
  if (!AtKind(TokenKind::kNewline) && !At(";")) {
    ExprPtr value = Expression();
    if (value == nullptr) return false;
    stmt->exprs.push_back(std::move(value));
    if (Accept("from")) {
      if (Expression() == nullptr) return false;
      Unsupported(codes::kRaiseFrom, "raise ... from ... is", "leave the from clause out", begin);
    }
  }
  return CloseStmt(std::move(stmt), out);
}

bool Parser::Assert(std::vector<StmtPtr>* out) {
  StmtPtr stmt = MakeStmt(StmtKind::kAssert, Here());
  do {
    Advance();
    ExprPtr value = Expression();
    if (value == nullptr) return false;
    stmt->exprs.push_back(std::move(value));
  } while (stmt->exprs.size() < 2 && At(","));
  return CloseStmt(std::move(stmt), out);
}

bool Parser::Delete(std::vector<StmtPtr>* out) {
  StmtPtr stmt = MakeStmt(StmtKind::kDelete, Here());
  Advance();
  do {
    ExprPtr target = Expression();
    if (target == nullptr || !CheckTarget(*target, TargetUse::kDelete)) return false;
    stmt->exprs.push_back(std::move(target));
  } while (Accept(",") && AtExpression());
  return CloseStmt(std::move(stmt), out);
}

bool Parser::ExpressionStatement(std::vector<StmtPtr>* out) {
  const size_t begin = Here();
  ExprPtr first = RightSide();
  if (first == nullptr) return false;
  if (At(":")) return AnnotatedAssignment(std::move(first), begin, out);
  if (At("=")) return Assignment(std::move(first), begin, out);
  for (const Augmented& augmented : kAugmented) {
    if (At(augmented.text)) return AugmentedAssignment(std::move(first), augmented.op, begin, out);
  }
  StmtPtr stmt = MakeStmt(StmtKind::kExpr, begin);
  stmt->exprs.push_back(std::move(first));
  return CloseStmt(std::move(stmt), out);
}

ExprPtr Parser::RightSide() { return At("yield") ? Yield() : ExpressionList(); }

bool Parser::Assignment(ExprPtr first, size_t begin, std::vector<StmtPtr>* out) {
  StmtPtr stmt = MakeStmt(StmtKind::kAssign, begin);
  stmt->exprs.push_back(std::move(first));
  while (Accept("=")) {
    ExprPtr value = RightSide();
    if (value == nullptr) return false;
    stmt->exprs.push_back(std::move(value));
  }
  const bool single = stmt->exprs.size() == 2 && MayBeComparison(*stmt->exprs[0]);
  for (size_t i = 0; i + 1 < stmt->exprs.size(); ++i) {
    if (!CheckTarget(*stmt->exprs[i], TargetUse::kAssign,
                     single ? " here. Maybe you meant '==' instead of '='?" : "")) {
      return false;
    }
  }
  return CloseStmt(std::move(stmt), out);
}

bool Parser::AnnotatedAssignment(ExprPtr target, size_t begin, std::vector<StmtPtr>* out) {
  const size_t target_end = PreviousEnd();
  if (target->kind == ExprKind::kTuple || target->kind == ExprKind::kList) {
    Fail(codes::kTarget,
         fmt::format("only single target (not {}) can be annotated", Describe(*target)), begin,
         target_end);
    return false;
  }
  if (target->kind != ExprKind::kName && target->kind != ExprKind::kSubscript &&
      target->kind != ExprKind::kAttribute && !IsPlaceholder(*target)) {
    Fail(codes::kTarget, "illegal target for annotation", begin, target_end);
    return false;
  }
  if (!CheckTarget(*target, TargetUse::kAssign)) return false;
  if (target->kind != ExprKind::kName || source_.text()[begin] == '(') {
    UnsupportedSpan(codes::kAnnotation, "an annotation of anything but a plain name is",
                    "leave the annotation out", begin, target_end);
  }
  if (!Annotation()) return false;
  StmtPtr stmt = MakeStmt(StmtKind::kAnnAssign, begin);
  stmt->exprs.push_back(std::move(target));
  if (Accept("=")) {
    ExprPtr value = RightSide();
    if (value == nullptr) return false;
    stmt->exprs.push_back(std::move(value));
  }
  return CloseStmt(std::move(stmt), out);
}

bool Parser::AugmentedAssignment(ExprPtr target, Operator op, size_t begin,
                                 std::vector<StmtPtr>* out) {
  if (target->kind != ExprKind::kName && target->kind != ExprKind::kSubscript &&
      target->kind != ExprKind::kAttribute && !IsPlaceholder(*target)) {
    Fail(codes::kTarget,
         fmt::format("'{}' is an illegal expression for augmented assignment", Describe(*target)),
         begin, PreviousEnd());
    return false;
  }
  if (!CheckTarget(*target, TargetUse::kAssign)) return false;
  Advance();
  ExprPtr value = RightSide();
  if (value == nullptr) return false;
  StmtPtr stmt = MakeStmt(StmtKind::kAugAssign, begin);
  stmt->op = op;
  stmt->exprs.push_back(std::move(target));
  stmt->exprs.push_back(std::move(value));
  return CloseStmt(std::move(stmt), out);
}

bool Parser::CheckTarget(const Expr& target, TargetUse use, std::string_view suffix) {
  const std::string_view verb = use == TargetUse::kAssign ? "assign to" : "delete";
  const auto report = [&](const char* code, std::string message, std::string hint) {
    if (!fatal_) Report({code, std::move(message), std::move(hint), target.span});
  };
  switch (target.kind) {
    case ExprKind::kName:
      if (target.text != "__debug__") return true;
      report(codes::kTarget, fmt::format("cannot {} __debug__", verb), "");
      return false;
    case ExprKind::kSubscript:
      return true;
    case ExprKind::kAttribute:
      report(codes::kAttributeStore,
             fmt::format("'.{}': to {} an attribute is not supported in an operator", target.text,
                         verb),
             "assign to a name or to elements, x[...] = y; an output's shape is set by "
             "x.resize(shape)");
      return true;
    case ExprKind::kTuple:
    case ExprKind::kList:
      for (const ExprPtr& item : target.children) {
        if (!CheckTarget(*item, use)) return false;
      }
      return true;
    default:
      if (IsPlaceholder(target)) return true;
      report(codes::kTarget, fmt::format("cannot {} {}{}", verb, Describe(target), suffix), "");
      return false;
  }
}

}  // namespace pyasc::syntax
