// Expressions with operators.
#include <iterator>
#include <utility>

#include "compiler/syntax/codes.h"
#include "compiler/syntax/parser_state.h"

namespace pyasc::syntax {
namespace {

struct BinaryOperator {
  std::string_view text;
  Operator op;
  int precedence;
};

constexpr BinaryOperator kBinary[] = {
    {"|", Operator::kBitOr, 1},     {"^", Operator::kBitXor, 2},  {"&", Operator::kBitAnd, 3},
    {"<<", Operator::kLShift, 4},   {">>", Operator::kRShift, 4}, {"+", Operator::kAdd, 5},
    {"-", Operator::kSub, 5},       {"*", Operator::kMul, 6},     {"/", Operator::kDiv, 6},
    {"//", Operator::kFloorDiv, 6}, {"%", Operator::kMod, 6},     {"@", Operator::kMatMul, 6}};

struct Comparison {
  std::string_view text;
  Operator op;
};

constexpr Comparison kComparisons[] = {
    {"==", Operator::kEq}, {"!=", Operator::kNe}, {"<=", Operator::kLe}, {"<", Operator::kLt},
    {">=", Operator::kGe}, {">", Operator::kGt},  {"in", Operator::kIn}};

}  // namespace

// Whether the token can start an expression.
bool Parser::AtExpression() const {
  switch (Peek().kind) {
    case TokenKind::kName:
    case TokenKind::kInt:
    case TokenKind::kFloat:
    case TokenKind::kImaginary:
    case TokenKind::kString:
      return true;
    case TokenKind::kKeyword:
    case TokenKind::kOperator:
      break;
    default:
      return false;
  }
  for (std::string_view start : {"(", "[", "{", "-", "+", "~", "not", "...", "None", "True",
                                 "False", "lambda", "await", "*"}) {
    if (At(start)) return true;
  }
  return false;
}

// One expression, or a tuple without parentheses.
ExprPtr Parser::ExpressionList() {
  const size_t begin = Here();
  ExprPtr first = At("*") ? Starred() : Expression();
  if (first == nullptr || !At(",")) return first;
  ExprPtr tuple = Make(ExprKind::kTuple, begin);
  tuple->children.push_back(std::move(first));
  while (Accept(",") && AtExpression()) {
    ExprPtr item = At("*") ? Starred() : Expression();
    if (item == nullptr) return nullptr;
    tuple->children.push_back(std::move(item));
  }
  return Close(std::move(tuple));
}

// The targets of a for: they end before "in".
ExprPtr Parser::TargetList() {
  const size_t begin = Here();
  ExprPtr first = At("*") ? Starred() : Binary(1);
  if (first == nullptr || !At(",")) return first;
  ExprPtr tuple = Make(ExprKind::kTuple, begin);
  tuple->children.push_back(std::move(first));
  while (Accept(",") && AtExpression()) {
    ExprPtr item = At("*") ? Starred() : Binary(1);
    if (item == nullptr) return nullptr;
    tuple->children.push_back(std::move(item));
  }
  return Close(std::move(tuple));
}

ExprPtr Parser::ListItem() { return At("*") ? Starred() : NamedExpression(); }

ExprPtr Parser::NamedExpression() {
  const size_t begin = Here();
  if (!AtKind(TokenKind::kName) || !At(":=", 1)) return Expression();
  Advance();
  Advance();
  if (Expression() == nullptr) return nullptr;
  Unsupported(codes::kWalrus, "an assignment expression is",
              "assign on a line of its own before this one", begin);
  return Placeholder(begin);
}

ExprPtr Parser::Expression() {
  const Level level(this);
  if (!level) return nullptr;
  if (At("lambda")) return Lambda();
  const size_t begin = Here();
  ExprPtr body = BoolOp(Operator::kOr);
  if (body == nullptr || !Accept("if")) return body;
  ExprPtr test = BoolOp(Operator::kOr);
  if (test == nullptr) return nullptr;
  if (!Accept("else")) return FailHere("expected 'else' after 'if' expression");
  ExprPtr orelse = Expression();
  if (orelse == nullptr) return nullptr;
  ExprPtr expr = Make(ExprKind::kIfExp, begin);
  expr->children.push_back(std::move(test));
  expr->children.push_back(std::move(body));
  expr->children.push_back(std::move(orelse));
  return Close(std::move(expr));
}

ExprPtr Parser::BoolOp(Operator op) {
  const std::string_view word = op == Operator::kOr ? "or" : "and";
  const auto operand = [this, op] { return op == Operator::kOr ? BoolOp(Operator::kAnd) : Not(); };
  const size_t begin = Here();
  ExprPtr first = operand();
  if (first == nullptr || !At(word)) return first;
  ExprPtr expr = Make(ExprKind::kBoolOp, begin);
  expr->op = op;
  expr->children.push_back(std::move(first));
  while (Accept(word)) {
    ExprPtr next = operand();
    if (next == nullptr) return nullptr;
    expr->children.push_back(std::move(next));
  }
  return Close(std::move(expr));
}

ExprPtr Parser::Not() {
  if (!At("not")) return Comparison();
  const Level level(this);
  if (!level) return nullptr;
  ExprPtr expr = Make(ExprKind::kUnary, Here());
  Advance();
  expr->op = Operator::kNot;
  ExprPtr operand = Not();
  if (operand == nullptr) return nullptr;
  expr->children.push_back(std::move(operand));
  return Close(std::move(expr));
}

Operator Parser::AcceptComparison() {
  if (At("not") && At("in", 1)) {
    Advance();
    Advance();
    return Operator::kNotIn;
  }
  if (Accept("is")) return Accept("not") ? Operator::kIsNot : Operator::kIs;
  for (const auto& [text, op] : kComparisons) {
    if (Accept(text)) return op;
  }
  return Operator::kNone;
}

ExprPtr Parser::Comparison() {
  const size_t begin = Here();
  ExprPtr left = Binary(1);
  if (left == nullptr) return nullptr;
  Operator op = AcceptComparison();
  if (op == Operator::kNone) return left;
  ExprPtr expr = Make(ExprKind::kCompare, begin);
  expr->children.push_back(std::move(left));
  for (; op != Operator::kNone; op = AcceptComparison()) {
    ExprPtr right = Binary(1);
    if (right == nullptr) return nullptr;
    expr->ops.push_back(op);
    expr->children.push_back(std::move(right));
  }
  return Close(std::move(expr));
}

// Operators of at least this precedence, all left-associative.
ExprPtr Parser::Binary(int precedence) {
  const size_t begin = Here();
  ExprPtr left = Unary();
  while (left != nullptr) {
    const BinaryOperator* found = nullptr;
    for (const BinaryOperator& candidate : kBinary) {
      if (candidate.precedence >= precedence && At(candidate.text)) found = &candidate;
    }
    if (found == nullptr) break;
    Advance();
    ExprPtr right = Binary(found->precedence + 1);
    if (right == nullptr) return nullptr;
    ExprPtr expr = Make(ExprKind::kBinary, begin);
    expr->op = found->op;
    expr->children.push_back(std::move(left));
    expr->children.push_back(std::move(right));
    left = Close(std::move(expr));
  }
  return left;
}

ExprPtr Parser::Unary() {
  const Operator op = At("-")   ? Operator::kNeg
                      : At("+") ? Operator::kPos
                      : At("~") ? Operator::kInvert
                                : Operator::kNone;
  if (op == Operator::kNone) return Power();
  const Level level(this);
  if (!level) return nullptr;
  ExprPtr expr = Make(ExprKind::kUnary, Here());
  expr->op = op;
  Advance();
  ExprPtr operand = Unary();
  if (operand == nullptr) return nullptr;
  expr->children.push_back(std::move(operand));
  return Close(std::move(expr));
}

ExprPtr Parser::Power() {
  const size_t begin = Here();
  ExprPtr base;
  if (Accept("await")) {
    if (Primary() == nullptr) return nullptr;
    Unsupported(codes::kAwait, "await is", "call the function without it", begin);
    base = Placeholder(begin);
  } else {
    base = Primary();
  }
  if (base == nullptr || !Accept("**")) return base;
  const Level level(this);
  if (!level) return nullptr;
  ExprPtr exponent = Unary();
  if (exponent == nullptr) return nullptr;
  ExprPtr expr = Make(ExprKind::kBinary, begin);
  expr->op = Operator::kPow;
  expr->children.push_back(std::move(base));
  expr->children.push_back(std::move(exponent));
  return Close(std::move(expr));
}

}  // namespace pyasc::syntax
