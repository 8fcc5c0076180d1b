#include "compiler/syntax/parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/syntax/codes.h"
#include "compiler/syntax/diagnostic_limit.h"
#include "compiler/syntax/parser_state.h"
#include "compiler/syntax/unicode.h"

namespace pyasc::syntax {
namespace {

// For what is no Python the messages are CPython's; these say what would be.
struct CodeHint {
  const char* code;
  const char* hint;
};

constexpr CodeHint kHints[] = {
    {codes::kSyntax, "what stands right before it may be unfinished, or an operator be missing"},
    {codes::kNotUtf8, "save the file as UTF-8"},
    {codes::kNullByte, "remove the NUL character"},
    {codes::kTabs, "indent with spaces alone"},
    {codes::kIndentation, "indent all statements of a block alike"},
    {codes::kUnterminatedString, "close it on its line, or begin and end it with three quotes"},
    {codes::kNumber, "write a plain number: 12, 0x1F, 0o17 or 1e-3"},
    {codes::kCharacter, "remove it: operators and quotes are ASCII"},
    {codes::kBrackets, "close each bracket with its own: (), [] or {}"},
    {codes::kContinuation, "end the line right after the backslash, or put brackets around"},
    {codes::kFString, "write f'{value}', and {{ or }} for a brace itself"},
    {codes::kEscape, "double the backslash, or write r'...'"},
    {codes::kTarget, "assign to a name or to elements: x[...] = value"},
    {codes::kLoopControl, "put it inside a for or while, or write return"},
    {codes::kParameters, "name each parameter once, those with a default last"},
    {codes::kArguments, "write positional arguments first, and each keyword once"},
    {codes::kBlock, "indent the statements of the block; an empty one is pass"},
    {codes::kNotOneFunction, "pass the text of one def, with its decorators"}};

void AddHints(std::vector<Diagnostic>* diagnostics) {
  for (Diagnostic& diagnostic : *diagnostics) {
    for (const CodeHint& hint : kHints) {
      if (!diagnostic.hint.empty() || diagnostic.code != hint.code) continue;
      const bool equals = diagnostic.message.find("Maybe you meant '=='") != std::string::npos;
      diagnostic.hint = equals ? "write == to compare" : hint.hint;
    }
  }
}

}  // namespace

std::unique_ptr<Function> Parse(std::string_view text, std::vector<Diagnostic>* diagnostics) {
  const std::optional<SourceText> source = SourceText::Create(text, diagnostics);
  if (!source.has_value()) {
    AddHints(diagnostics);
    return nullptr;
  }
  Parser parser(*source, diagnostics);
  std::unique_ptr<Function> function = parser.Run();
  // What is inside an expression is found before the expression itself.
  std::stable_sort(
      diagnostics->begin(), diagnostics->end(), [](const Diagnostic& a, const Diagnostic& b) {
        return std::pair(a.span.line, a.span.column) < std::pair(b.span.line, b.span.column);
      });
  AddHints(diagnostics);
  AppendHidden(parser.hidden(), diagnostics);
  return function;
}

Parser::Parser(const SourceText& source, std::vector<Diagnostic>* diagnostics)
    : source_(source), diagnostics_(diagnostics), cursor_{Tokenise(source)} {}

Parser::Level::Level(Parser* parser) : parser_(parser), ok_(++parser->level_ <= kMaxRecursion) {
  if (ok_) return;
  parser->Fail(
      codes::kNesting,
      fmt::format("nested deeper than the limit of {} levels (kMaxRecursion)", kMaxRecursion),
      parser->Here(), parser->Peek().end, "assign the inner part to a name first");
  parser->fatal_ = true;
}

const Token& Parser::Peek(size_t ahead) const {
  const std::vector<Token>& tokens = cursor_.stream.tokens;
  return tokens[std::min(cursor_.at + ahead, tokens.size() - 1)];
}

std::string_view Parser::Text(const Token& token) const {
  return source_.Slice(token.begin, token.end);
}

bool Parser::At(std::string_view text, size_t ahead) const {
  const Token& token = Peek(ahead);
  return (token.kind == TokenKind::kOperator || token.kind == TokenKind::kKeyword) &&
         Text(token) == text;
}

void Parser::Advance() {
  const Token& token = Peek();
  if (token.kind == TokenKind::kEnd || token.kind == TokenKind::kError) return;
  if (token.kind != TokenKind::kNewline && token.kind != TokenKind::kIndent &&
      token.kind != TokenKind::kDedent) {
    cursor_.previous_end = token.end;
  }
  ++cursor_.at;
}

bool Parser::Accept(std::string_view text) {
  if (!At(text)) return false;
  Advance();
  return true;
}

bool Parser::Expect(std::string_view text) {
  if (Accept(text)) return true;
  FailHere();
  return false;
}

void Parser::Report(Diagnostic diagnostic) {
  reported_ = true;
  if (diagnostics_->size() < kMaxDiagnostics) {
    diagnostics_->push_back(std::move(diagnostic));
  } else {
    ++hidden_;
  }
}

std::nullptr_t Parser::Fail(const char* code, std::string message, size_t begin, size_t end,
                            std::string hint) {
  if (!fatal_) Report({code, std::move(message), std::move(hint), source_.Span(begin, end)});
  return nullptr;
}

// A text that ends inside a bracket goes wrong somewhere after it: the bracket is named.
std::nullptr_t Parser::FailHere(std::string message) {
  if (fatal_) return nullptr;
  const Token& last = cursor_.stream.tokens.back();
  const bool unclosed =
      last.kind == TokenKind::kError && cursor_.stream.error.message.ends_with("was never closed");
  if (AtKind(TokenKind::kError) || (unclosed && message.starts_with("invalid syntax"))) {
    Report(cursor_.stream.error);
    fatal_ = true;
    return nullptr;
  }
  const char* code = embedded_ > 0 ? codes::kFString : codes::kSyntax;
  if (AtKind(TokenKind::kIndent))
    return Fail(codes::kIndentation, "unexpected indent", Here(), Peek().end);
  if (embedded_ > 0) message = fmt::format("f-string: {}", message);
  return Fail(code, std::move(message), Here(), std::max(Peek().end, Here()));
}

std::nullptr_t Parser::FailMissing(std::string_view text) {
  if (At("=")) return FailHere("invalid syntax. Maybe you meant '==' or ':=' instead of '='?");
  return FailHere(fmt::format("expected '{}'", text));
}

void Parser::Unsupported(const char* code, std::string what, std::string hint, size_t begin) {
  UnsupportedSpan(code, std::move(what), std::move(hint), begin, PreviousEnd());
}

void Parser::UnsupportedSpan(const char* code, std::string what, std::string hint, size_t begin,
                             size_t end) {
  if (tolerant_ > 0) {
    for (const char* harmless : {codes::kLambda, codes::kDict, codes::kSet, codes::kStarred,
                                 codes::kBytes, codes::kImaginary}) {
      if (std::string_view(code) == harmless) return;
    }
  }
  Fail(code, fmt::format("{} not supported in an operator", what), begin, end, std::move(hint));
}

bool Parser::CountNode(size_t begin) {
  if (++nodes_ < kMaxNodes) return true;
  Fail(
      codes::kNodes,
      fmt::format("the operator has more than the limit of {} syntax nodes (kMaxNodes)", kMaxNodes),
      begin, PreviousEnd(), "split it into several operators");
  fatal_ = true;
  return false;
}

ExprPtr Parser::Make(ExprKind kind, size_t begin) {
  auto expr = std::make_unique<Expr>();
  expr->kind = kind;
  expr->span = source_.Span(begin, begin);
  return expr;
}

// Until ordinals are assigned, `ordinal` holds a node's height: trees must stay shallow
// enough for the recursive walks of later stages, and for their own destruction.
ExprPtr Parser::Close(ExprPtr expr) {
  const SourceSpan end = source_.Span(PreviousEnd(), PreviousEnd());
  expr->span.end_line = end.line;
  expr->span.end_column = end.column;
  expr->ordinal = 1;
  // `a and b and c` decides in `a` whether there is anything more, so each operand lies deeper
  // than the one before it.
  const bool chain = expr->kind == ExprKind::kBoolOp || expr->kind == ExprKind::kCompare;
  uint32_t links = 1;
  for (const ExprPtr& child : expr->children) {
    if (child != nullptr) expr->ordinal = std::max(expr->ordinal, child->ordinal + links);
    if (chain) ++links;
  }
  if (!CountNode(PreviousEnd())) return nullptr;
  if (expr->ordinal <= kMaxNesting) return expr;
  Report({codes::kNesting,
          fmt::format("an expression deeper than the limit of {} operations (kMaxNesting)",
                      kMaxNesting),
          "assign parts of it to names first", expr->span});
  fatal_ = true;
  return nullptr;
}

ExprPtr Parser::Placeholder(size_t begin) {
  ExprPtr expr = Make(ExprKind::kNone, begin);
  expr->text.push_back('?');
  return Close(std::move(expr));
}

bool Parser::IsPlaceholder(const Expr& expr) {
  return expr.kind == ExprKind::kNone && expr.text == "?";
}

StmtPtr Parser::MakeStmt(StmtKind kind, size_t begin) {
  auto stmt = std::make_unique<Stmt>();
  stmt->kind = kind;
  stmt->span = source_.Span(begin, begin);
  return stmt;
}

bool Parser::CloseStmt(StmtPtr stmt, std::vector<StmtPtr>* out) {
  const SourceSpan end = source_.Span(PreviousEnd(), PreviousEnd());
  stmt->span.end_line = end.line;
  stmt->span.end_column = end.column;
  stmt->ordinal = 1;
  for (const auto* block : {&stmt->body, &stmt->orelse}) {
    for (const StmtPtr& inner : *block) stmt->ordinal = std::max(stmt->ordinal, inner->ordinal + 1);
  }
  if (!CountNode(PreviousEnd())) return false;
  if (stmt->ordinal > kMaxNesting) {
    Report({codes::kNesting,
            fmt::format("statements nested deeper than the limit of {} levels (kMaxNesting)",
                        kMaxNesting),
            "an elif counts as a level; look the value up in a tuple instead", stmt->span});
    fatal_ = true;
    return false;
  }
  out->push_back(std::move(stmt));
  return true;
}

std::string Parser::Identifier(const Token& token) {
  const std::string_view text = Text(token);
  if (std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; })) {
    return std::string(text);
  }
  std::string name = Nfkc(text);
  if (IsKeyword(name)) {
    Fail(codes::kIdentifier,
         fmt::format("name '{}' is the keyword '{}' once normalised", text, name), token.begin,
         token.end, "use another name");
  }
  return name;
}

}  // namespace pyasc::syntax
