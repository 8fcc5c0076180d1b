// Blocks, recovery from mistakes, and the statements that own blocks.
#include <fmt/format.h>

#include <utility>

#include "compiler/syntax/codes.h"
#include "compiler/syntax/parser_state.h"

namespace pyasc::syntax {
namespace {

constexpr int kMaxLoops = 20;  // CPython's CO_MAXBLOCKS

}  // namespace

bool Parser::Block(std::string_view owner, size_t owner_begin, std::vector<StmtPtr>* out) {
  if (!Accept(":")) return FailMissing(":") != nullptr;
  if (!AtKind(TokenKind::kNewline)) return SimpleLine(out);
  Advance();
  if (!AtKind(TokenKind::kIndent)) {
    if (AtKind(TokenKind::kError)) return FailHere() != nullptr;
    const bool keyword = owner != "function definition";
    Fail(
        codes::kBlock,
        fmt::format("expected an indented block after {0}{1}{0}{2} on line {3}", keyword ? "'" : "",
                    owner, keyword ? " statement" : "", source_.Line(owner_begin)),
        Here(), Peek().end);
    return false;
  }
  const Level level(this);
  if (!level) return false;
  Advance();
  Statements(out);
  if (fatal_) return false;
  if (AtKind(TokenKind::kDedent)) Advance();
  return true;
}

void Parser::Statements(std::vector<StmtPtr>* out) {
  while (!fatal_ && !AtKind(TokenKind::kDedent) && !AtKind(TokenKind::kEnd)) {
    if (AtKind(TokenKind::kIndent)) {
      UnexpectedIndent();
    } else if (!Statement(out)) {
      Recover();
    }
  }
}

// Goes on after the line, reading a block below it only for its own mistakes.
void Parser::Recover() {
  while (!AtKind(TokenKind::kNewline) && !AtKind(TokenKind::kEnd) && !AtKind(TokenKind::kError)) {
    if (AtKind(TokenKind::kIndent) || AtKind(TokenKind::kDedent)) return;
    Advance();
  }
  if (AtKind(TokenKind::kError)) {
    FailHere();
    return;
  }
  Advance();
  if (!AtKind(TokenKind::kIndent) || fatal_) return;
  const Level level(this);
  if (!level) return;
  Advance();
  std::vector<StmtPtr> ignored;
  ++loops_;
  Statements(&ignored);
  --loops_;
  if (AtKind(TokenKind::kDedent)) Advance();
}

void Parser::UnexpectedIndent() {
  FailHere();
  const Level level(this);
  if (!level) return;
  Advance();
  std::vector<StmtPtr> ignored;
  Statements(&ignored);
  if (AtKind(TokenKind::kDedent)) Advance();
}

bool Parser::Statement(std::vector<StmtPtr>* out) {
  if (At("if")) return If(out);
  if (At("while")) return While(out);
  if (At("for")) return For(out);
  if (AtUnsupportedStatement() || AtMatchStatement()) return UnsupportedStatement();
  return SimpleLine(out);
}

bool Parser::SimpleLine(std::vector<StmtPtr>* out) {
  while (true) {
    if (!SimpleStatement(out)) return false;
    const bool more = Accept(";");
    if (AtKind(TokenKind::kNewline)) {
      Advance();
      return true;
    }
    if (!more) return FailEndOfStatement();
  }
}

bool Parser::FailEndOfStatement() {
  if (cursor_.at > 0 && AtExpression()) {
    const Token& before = cursor_.stream.tokens[cursor_.at - 1];
    const std::string_view name = Text(before);
    if (before.kind == TokenKind::kName && (name == "print" || name == "exec")) {
      Fail(codes::kSyntax,
           fmt::format("Missing parentheses in call to '{0}'. Did you mean {0}(...)?", name),
           before.begin, Peek().end, fmt::format("write {}(...)", name));
      return false;
    }
  }
  return FailHere() != nullptr;
}

ExprPtr Parser::Condition() {
  ExprPtr test = NamedExpression();
  if (test != nullptr && !At(":")) return FailMissing(":");
  return test;
}

bool Parser::If(std::vector<StmtPtr>* out) {
  const Level level(this);
  if (!level) return false;
  const size_t begin = Here();
  const std::string_view owner = Text(Peek());
  StmtPtr stmt = MakeStmt(StmtKind::kIf, begin);
  Advance();
  ExprPtr test = Condition();
  if (test == nullptr) return false;
  stmt->exprs.push_back(std::move(test));
  if (!Block(owner, begin, &stmt->body)) return false;
  const size_t else_begin = Here();
  if (At("elif")) {
    if (!If(&stmt->orelse)) return false;
  } else if (Accept("else") && !Block("else", else_begin, &stmt->orelse)) {
    return false;
  }
  return CloseStmt(std::move(stmt), out);
}

bool Parser::While(std::vector<StmtPtr>* out) {
  StmtPtr stmt = MakeStmt(StmtKind::kWhile, Here());
  Advance();
  ExprPtr test = Condition();
  if (test == nullptr) return false;
  stmt->exprs.push_back(std::move(test));
  return LoopBody("while", stmt.get()) && CloseStmt(std::move(stmt), out);
}

bool Parser::For(std::vector<StmtPtr>* out) {
  StmtPtr stmt = MakeStmt(StmtKind::kFor, Here());
  Advance();
  ExprPtr target = TargetList();
  if (target == nullptr || !CheckTarget(*target, TargetUse::kAssign) || !Expect("in")) return false;
  ExprPtr iterable = ExpressionList();
  if (iterable == nullptr) return false;
  stmt->exprs.push_back(std::move(target));
  stmt->exprs.push_back(std::move(iterable));
  return LoopBody("for", stmt.get()) && CloseStmt(std::move(stmt), out);
}

bool Parser::LoopBody(std::string_view owner, Stmt* loop) {
  const size_t begin = Here();
  if (++loops_ > kMaxLoops) {
    Fail(codes::kBlock, "too many statically nested blocks", begin, Peek().end,
         "Python allows 20 loops in each other");
  }
  const bool ok = Block(owner, begin, &loop->body);
  --loops_;
  if (!ok) return false;
  const size_t else_begin = Here();
  return !Accept("else") || Block("else", else_begin, &loop->orelse);
}

}  // namespace pyasc::syntax
