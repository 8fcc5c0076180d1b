// Names, literals, displays, calls and subscripts.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/syntax/codes.h"
#include "compiler/syntax/number.h"
#include "compiler/syntax/parser_state.h"

namespace pyasc::syntax {

ExprPtr Parser::Primary() {
  const size_t begin = Here();
  ExprPtr expr = Atom();
  while (expr != nullptr) {
    if (At("(")) {
      expr = Call(std::move(expr), begin);
    } else if (At("[")) {
      expr = Subscript(std::move(expr), begin);
    } else if (Accept(".")) {
      if (!AtKind(TokenKind::kName)) return FailHere();
      ExprPtr attribute = Make(ExprKind::kAttribute, begin);
      attribute->text = Identifier(Peek());
      Advance();
      attribute->children.push_back(std::move(expr));
      expr = Close(std::move(attribute));
    } else {
      break;
    }
  }
  return expr;
}

ExprPtr Parser::Atom() {
  const size_t begin = Here();
  switch (Peek().kind) {
    case TokenKind::kName: {
      ExprPtr name = Make(ExprKind::kName, begin);
      name->text = Identifier(Peek());
      Advance();
      return Close(std::move(name));
    }
    case TokenKind::kInt:
    case TokenKind::kFloat:
    case TokenKind::kImaginary:
      return Number();
    case TokenKind::kString:
      return Strings();
    default:
      break;
  }
  if (At("(")) return Group();
  if (At("[")) return List();
  if (At("{")) return Braces();
  ExprPtr constant = Make(ExprKind::kNone, begin);
  if (Accept("True") || Accept("False")) {
    constant->kind = ExprKind::kBool;
    constant->integer = source_.text()[begin] == 'T' ? 1 : 0;
  } else if (Accept("...")) {
    constant->kind = ExprKind::kEllipsis;
  } else if (!Accept("None")) {
    return FailHere();
  }
  return Close(std::move(constant));
}

ExprPtr Parser::Number() {
  const Token token = Peek();
  const std::string_view literal = Text(token);
  Advance();
  if (token.kind == TokenKind::kImaginary) {
    Unsupported(codes::kImaginary, "a complex number is", "use a pair of real numbers",
                token.begin);
    return Placeholder(token.begin);
  }
  if (token.kind == TokenKind::kFloat) {
    ExprPtr number = Make(ExprKind::kFloat, token.begin);
    number->real = ParseFloat(literal);
    return Close(std::move(number));
  }
  IntegerValue value = ParseInteger(literal);
  if (value.too_long) {
    Unsupported(codes::kHugeInteger,
                fmt::format("an integer of more than {} digits is", kMaxIntegerDigits),
                "operators compute with integers of up to 128 bits", token.begin);
  }
  ExprPtr number = Make(ExprKind::kInt, token.begin);
  number->integer = value.value;
  number->big = value.big;
  number->text = std::move(value.decimal);
  return Close(std::move(number));
}

// Expressions up to the closing bracket, which stays. The caller has read the opening one.
bool Parser::Items(std::string_view close, std::vector<ExprPtr>* items) {
  while (!At(close)) {
    ExprPtr item = ListItem();
    if (item == nullptr) return false;
    items->push_back(std::move(item));
    if (items->size() == 1 && (At("for") || At("async"))) return true;
    if (Accept(",")) continue;
    if (At(close)) return true;
    return FailHere(AtExpression() && !At("*") ? "invalid syntax. Perhaps you forgot a comma?"
                    : At("=") ? "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"
                              : "invalid syntax") != nullptr;
  }
  return true;
}

ExprPtr Parser::Group() {
  const size_t begin = Here();
  Advance();
  if (At("yield")) {
    ExprPtr yielded = Yield();
    return yielded != nullptr && Expect(")") ? std::move(yielded) : nullptr;
  }
  ExprPtr tuple = Make(ExprKind::kTuple, begin);
  const bool starred = At("*");
  if (!Items(")", &tuple->children)) return nullptr;
  if (At("for") || At("async")) return Comprehension(begin, ")");
  const bool comma = source_.text()[PreviousEnd() - 1] == ',';
  Advance();
  if (tuple->children.size() != 1 || comma) return Close(std::move(tuple));
  if (starred) {
    return Fail(codes::kSyntax, "cannot use starred expression here", begin, PreviousEnd());
  }
  return std::move(tuple->children[0]);
}

ExprPtr Parser::List() {
  const size_t begin = Here();
  Advance();
  ExprPtr list = Make(ExprKind::kList, begin);
  if (!Items("]", &list->children)) return nullptr;
  if (At("for") || At("async")) return Comprehension(begin, "]");
  Advance();
  return Close(std::move(list));
}

ExprPtr Parser::Call(ExprPtr callee, size_t begin) {
  const size_t open = Here();
  Advance();
  ExprPtr call = Make(ExprKind::kCall, begin);
  call->children.push_back(std::move(callee));
  bool generator = false;
  while (!At(")")) {
    if (!Argument(call.get(), &generator)) return nullptr;
    const bool more = Accept(",");
    if (generator && (more || call->children.size() > 2 || !call->keywords.empty())) {
      return Fail(codes::kArguments, "Generator expression must be parenthesized", open,
                  PreviousEnd());
    }
    if (more || At(")")) continue;
    return FailHere(AtExpression() && !At("*") ? "invalid syntax. Perhaps you forgot a comma?"
                                               : "invalid syntax");
  }
  Advance();
  return Close(std::move(call));
}

bool Parser::Argument(Expr* call, bool* generator) {
  const size_t begin = Here();
  if (At("*") || At("**")) {
    Advance();
    if (Expression() == nullptr) return false;
    Unsupported(codes::kStarred, "unpacking with * or ** is", "write the items out", begin);
    return true;
  }
  if (AtKind(TokenKind::kName) && At("=", 1)) return KeywordArgument(call);
  ExprPtr value = NamedExpression();
  if (value == nullptr) return false;
  if (At("for") || At("async")) {
    *generator = true;
    value = Comprehension(begin, "");
    if (value == nullptr) return false;
  }
  if (At("=")) {
    const bool constant = value->kind == ExprKind::kBool ||
                          (value->kind == ExprKind::kNone && !IsPlaceholder(*value));
    Fail(codes::kArguments,
         constant ? fmt::format("cannot assign to {}", source_.Slice(begin, PreviousEnd()))
                  : "expression cannot contain assignment, perhaps you meant \"==\"?",
         begin, PreviousEnd());
    return false;
  }
  if (!call->keywords.empty()) {
    Fail(codes::kArguments, "positional argument follows keyword argument", begin, PreviousEnd());
    return false;
  }
  call->children.push_back(std::move(value));
  return true;
}

bool Parser::KeywordArgument(Expr* call) {
  const Token name = Peek();
  std::string keyword = Identifier(name);
  Advance();
  Advance();
  if (keyword == "__debug__") {
    Fail(codes::kTarget, "cannot assign to __debug__", name.begin, name.end);
    return false;
  }
  if (std::find(call->keywords.begin(), call->keywords.end(), keyword) != call->keywords.end()) {
    Fail(codes::kArguments, fmt::format("keyword argument repeated: {}", keyword), name.begin,
         name.end);
  }
  ExprPtr value = Expression();
  if (value == nullptr) return false;
  call->children.push_back(std::move(value));
  call->keywords.push_back(std::move(keyword));
  return true;
}

ExprPtr Parser::Subscript(ExprPtr value, size_t begin) {
  Advance();
  ExprPtr expr = Make(ExprKind::kSubscript, begin);
  expr->children.push_back(std::move(value));
  const size_t index_begin = Here();
  ExprPtr index = Slice();
  if (index == nullptr) return nullptr;
  if (At(",")) {
    ExprPtr tuple = Make(ExprKind::kTuple, index_begin);
    tuple->children.push_back(std::move(index));
    while (Accept(",") && !At("]")) {
      ExprPtr item = Slice();
      if (item == nullptr) return nullptr;
      tuple->children.push_back(std::move(item));
    }
    index = Close(std::move(tuple));
    if (index == nullptr) return nullptr;
  }
  if (!At("]")) {
    return FailHere(AtExpression() ? "invalid syntax. Perhaps you forgot a comma?"
                                   : "invalid syntax");
  }
  Advance();
  expr->children.push_back(std::move(index));
  return Close(std::move(expr));
}

// An index: an expression or lower:upper:step.
ExprPtr Parser::Slice() {
  const size_t begin = Here();
  if (At("*")) return Starred();
  ExprPtr lower;
  if (!At(":")) {
    lower = NamedExpression();
    if (lower == nullptr || !At(":")) return lower;
  }
  ExprPtr slice = Make(ExprKind::kSlice, begin);
  slice->children.push_back(std::move(lower));
  for (int part = 1; part < 3; ++part) {
    ExprPtr bound;
    if (Accept(":") && !At(":") && !At(",") && !At("]")) {
      bound = Expression();
      if (bound == nullptr) return nullptr;
    }
    slice->children.push_back(std::move(bound));
  }
  return Close(std::move(slice));
}

}  // namespace pyasc::syntax
