// The function itself: decorators, name, parameters.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/syntax/codes.h"
#include "compiler/syntax/parser.h"
#include "compiler/syntax/parser_state.h"

namespace pyasc::syntax {
namespace {

// Strings that stand alone before the first other statement document the function.
void DropDocstring(Function* function) {
  std::vector<StmtPtr>& body = function->body;
  const auto first = std::find_if(body.begin(), body.end(), [](const StmtPtr& stmt) {
    return stmt->kind != StmtKind::kExpr || stmt->exprs[0]->kind != ExprKind::kString;
  });
  const SourceSpan span = body.front()->span;
  body.erase(body.begin(), first);
  if (!body.empty()) return;
  body.push_back(std::make_unique<Stmt>());
  body.front()->span = span;
}

}  // namespace

std::unique_ptr<Function> Parser::Run() {
  auto function = std::make_unique<Function>();
  if (!Decorators()) return nullptr;
  const size_t begin = Here();
  if (!Header(function.get())) {
    Recover();
    return nullptr;
  }
  if (!Block("function definition", begin, &function->body)) return nullptr;
  function->span = source_.Span(begin, PreviousEnd());
  if (!AtEndOfText() || reported_) return nullptr;
  DropDocstring(function.get());
  AssignOrdinals(*function);
  return function;
}

bool Parser::Decorators() {
  while (Accept("@")) {
    ++tolerant_;
    const ExprPtr decorator = NamedExpression();
    --tolerant_;
    if (decorator == nullptr) return false;
    if (!AtKind(TokenKind::kNewline)) return FailHere() != nullptr;
    Advance();
  }
  return true;
}

bool Parser::Header(Function* function) {
  const size_t begin = Here();
  if (At("async")) {
    Advance();
    Unsupported(codes::kAsync, "an async function is", "write a plain def", begin);
    return false;
  }
  if (!At("def")) {
    if (AtKind(TokenKind::kError)) return FailHere() != nullptr;
    Fail(codes::kNotOneFunction,
         fmt::format("an operator is one function: expected 'def', found '{}'", Text(Peek())),
         begin, Peek().end, "give a function written with def, not a lambda or a method call");
    return false;
  }
  Advance();
  if (!AtKind(TokenKind::kName)) return FailHere() != nullptr;
  function->name = Identifier(Peek());
  if (function->name == "__debug__") {
    Fail(codes::kTarget, "cannot assign to __debug__", Here(), Peek().end);
    return false;
  }
  Advance();
  if (!At("(")) return FailMissing("(") != nullptr;
  Advance();
  if (!Parameters(function)) return false;
  if (!Accept("->")) return true;
  ++tolerant_;
  const ExprPtr annotation = Expression();
  --tolerant_;
  return annotation != nullptr;
}

bool Parser::Parameters(Function* function) {
  bool defaults = false;
  while (!At(")")) {
    const bool ok =
        At("*") || At("**") || At("/") ? StarParameter() : OneParameter(function, &defaults);
    if (!ok) return false;
    if (!Accept(",")) break;
  }
  return Expect(")");
}

bool Parser::OneParameter(Function* function, bool* defaults) {
  if (!AtKind(TokenKind::kName)) return FailHere() != nullptr;
  ParameterNode node;
  const Token name = Peek();
  node.name = Identifier(name);
  node.span = source_.Span(name.begin, name.end);
  Advance();
  if (node.name == "__debug__") {
    Fail(codes::kTarget, "cannot assign to __debug__", name.begin, name.end);
    return false;
  }
  const auto same = [&node](const ParameterNode& other) { return other.name == node.name; };
  if (std::any_of(function->parameters.begin(), function->parameters.end(), same)) {
    Fail(codes::kParameters,
         fmt::format("duplicate argument '{}' in function definition", node.name), name.begin,
         name.end);
  }
  if (At(":") && !Annotation()) return false;
  if (Accept("=")) {
    node.default_value = Expression();
    if (node.default_value == nullptr) return false;
    *defaults = true;
  } else if (*defaults) {
    Fail(codes::kParameters, "non-default argument follows default argument", name.begin, name.end,
         "put the parameters without a default first");
  }
  function->parameters.push_back(std::move(node));
  return true;
}

bool Parser::StarParameter() {
  const size_t begin = Here();
  const bool slash = At("/");
  Advance();
  if (slash || At(",") || At(")")) {
    Unsupported(codes::kParameterMarker, "positional-only and keyword-only markers are",
                "leave the marker out", begin);
    return true;
  }
  if (!AtKind(TokenKind::kName)) return FailHere() != nullptr;
  Advance();
  Unsupported(codes::kStarParameter, "*args and **kwargs are",
              "name every parameter; for several tensors of one kind, several parameters", begin);
  return !At(":") || Annotation();
}

bool Parser::Annotation() {
  Advance();
  ++tolerant_;
  const ExprPtr annotation = Expression();
  --tolerant_;
  return annotation != nullptr;
}

bool Parser::AtEndOfText() {
  if (AtKind(TokenKind::kEnd)) return true;
  if (fatal_) return false;
  if (AtKind(TokenKind::kError)) return FailHere() != nullptr;
  Fail(codes::kNotOneFunction, "the text goes on after the end of the function", Here(), Peek().end,
       "give one function at a time");
  return false;
}

}  // namespace pyasc::syntax
