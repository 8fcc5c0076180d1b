// The recursive-descent parser behind Parse(). Private to compiler/syntax.
//
// It reads all of Python's expressions, so that what the operator language leaves out is
// named with its exact span; such a part becomes a placeholder. A function that meets text
// that is not Python reports it and returns null (or false), and so do its callers up to
// the statement, where parsing goes on with the next line.
#ifndef PYASC_COMPILER_SYNTAX_PARSER_STATE_H_
#define PYASC_COMPILER_SYNTAX_PARSER_STATE_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/syntax/ast.h"
#include "compiler/syntax/lexer.h"
#include "compiler/syntax/source_text.h"
#include "compiler/syntax/string_literal.h"

namespace pyasc::syntax {

class Parser {
 public:
  // Both must outlive the parser.
  Parser(const SourceText& source, std::vector<Diagnostic>* diagnostics);

  // Null if it reported anything.
  std::unique_ptr<Function> Run();

  // Mistakes found beyond kMaxDiagnostics.
  size_t hidden() const { return hidden_; }

 private:
  // One level of recursion; converts to false, having reported it, over the limit.
  class Level {
   public:
    explicit Level(Parser* parser);
    ~Level() { --parser_->level_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    explicit operator bool() const { return ok_; }

   private:
    Parser* parser_;
    bool ok_;
  };

  struct Cursor {
    TokenStream stream;
    size_t at = 0;
    size_t previous_end = 0;
  };

  // A string being put together from adjacent literals.
  struct Pieces {
    std::vector<ExprPtr> children;
    std::string literal;  // the text since the last child
    size_t begin = 0;     // where the literal starts
    bool format = false;
  };

  enum class TargetUse { kAssign, kDelete };

  // parser.cc: the cursor, errors and nodes.
  const Token& Peek(size_t ahead = 0) const;
  std::string_view Text(const Token& token) const;
  bool AtKind(TokenKind kind) const { return Peek().kind == kind; }
  bool At(std::string_view text, size_t ahead = 0) const;  // an operator or keyword
  void Advance();
  bool Accept(std::string_view text);
  bool Expect(std::string_view text);  // else "invalid syntax"
  size_t Here() const { return Peek().begin; }
  size_t PreviousEnd() const { return cursor_.previous_end; }
  std::nullptr_t Fail(const char* code, std::string message, size_t begin, size_t end,
                      std::string hint = "");
  std::nullptr_t FailHere(std::string message = "invalid syntax");
  std::nullptr_t FailMissing(std::string_view text);
  void Report(Diagnostic diagnostic);
  void Unsupported(const char* code, std::string what, std::string hint, size_t begin);
  void UnsupportedSpan(const char* code, std::string what, std::string hint, size_t begin,
                       size_t end);
  ExprPtr Make(ExprKind kind, size_t begin);
  ExprPtr Close(ExprPtr expr);  // sets the end of the span; null if it is too deep
  ExprPtr Placeholder(size_t begin);
  StmtPtr MakeStmt(StmtKind kind, size_t begin);
  bool CloseStmt(StmtPtr stmt, std::vector<StmtPtr>* out);
  bool CountNode(size_t begin);
  std::string Identifier(const Token& token);
  static bool IsPlaceholder(const Expr& expr);

  // parse_function.cc
  bool Decorators();
  bool Header(Function* function);
  bool Parameters(Function* function);
  bool OneParameter(Function* function, bool* defaults);
  bool StarParameter();
  bool Annotation();
  bool AtEndOfText();

  // parse_block.cc
  bool Block(std::string_view owner, size_t owner_begin, std::vector<StmtPtr>* out);
  void Statements(std::vector<StmtPtr>* out);
  bool Statement(std::vector<StmtPtr>* out);
  void Recover();
  void UnexpectedIndent();
  bool SimpleLine(std::vector<StmtPtr>* out);
  bool FailEndOfStatement();
  bool If(std::vector<StmtPtr>* out);
  bool While(std::vector<StmtPtr>* out);
  bool For(std::vector<StmtPtr>* out);
  bool LoopBody(std::string_view owner, Stmt* loop);
  ExprPtr Condition();

  // parse_statement.cc
  bool SimpleStatement(std::vector<StmtPtr>* out);
  bool ExpressionStatement(std::vector<StmtPtr>* out);
  bool Assignment(ExprPtr first, size_t begin, std::vector<StmtPtr>* out);
  bool AnnotatedAssignment(ExprPtr target, size_t begin, std::vector<StmtPtr>* out);
  bool AugmentedAssignment(ExprPtr target, Operator op, size_t begin, std::vector<StmtPtr>* out);
  bool LoopControl(StmtKind kind, std::vector<StmtPtr>* out);
  bool Return(std::vector<StmtPtr>* out);
  bool Raise(std::vector<StmtPtr>* out);
  bool Assert(std::vector<StmtPtr>* out);
  bool Delete(std::vector<StmtPtr>* out);
  ExprPtr RightSide();
  bool CheckTarget(const Expr& target, TargetUse use, std::string_view suffix = "");

  // parse_unsupported.cc
  bool AtUnsupportedStatement() const;
  bool UnsupportedStatement();
  bool AtMatchStatement() const;
  ExprPtr Lambda();
  bool LambdaParameters();
  ExprPtr Comprehension(size_t begin, std::string_view close);
  ExprPtr Braces();
  ExprPtr Yield();
  ExprPtr Starred();

  // parse_expression.cc
  ExprPtr ExpressionList();
  ExprPtr TargetList();
  ExprPtr ListItem();
  ExprPtr NamedExpression();
  ExprPtr Expression();
  ExprPtr BoolOp(Operator op);
  ExprPtr Not();
  ExprPtr Comparison();
  ExprPtr Binary(int precedence);
  ExprPtr Unary();
  ExprPtr Power();
  Operator AcceptComparison();
  bool AtExpression() const;

  // parse_atom.cc
  ExprPtr Primary();
  ExprPtr Atom();
  ExprPtr Number();
  ExprPtr Group();
  ExprPtr List();
  bool Items(std::string_view close, std::vector<ExprPtr>* items);
  ExprPtr Call(ExprPtr callee, size_t begin);
  bool Argument(Expr* call, bool* generator);
  bool KeywordArgument(Expr* call);
  ExprPtr Subscript(ExprPtr value, size_t begin);
  ExprPtr Slice();

  // parse_string.cc
  ExprPtr Strings();
  bool StringToken(const Token& token, Pieces* pieces);
  bool FormatBody(size_t* at, const StringParts& parts, int depth, Pieces* pieces);
  bool FormatLiteral(size_t* at, const StringParts& parts, int depth, Pieces* pieces);
  bool AppendText(size_t begin, size_t end, const StringParts& parts, Pieces* pieces);
  bool Replacement(size_t* at, const StringParts& parts, int depth, Pieces* pieces);
  bool Conversion(size_t* at, const StringParts& parts, Expr* formatted);
  bool FormatSpec(size_t* at, const StringParts& parts, int depth, Expr* formatted);
  ExprPtr EmbeddedExpression(size_t begin, size_t end);
  ExprPtr EmbeddedList();
  bool FlushLiteral(Pieces* pieces, size_t end);
  bool FailFormat(std::string message, size_t at);

  const SourceText& source_;
  std::vector<Diagnostic>* diagnostics_;
  Cursor cursor_;
  int level_ = 0;
  int nodes_ = 0;
  int loops_ = 0;     // loops around the statement
  int embedded_ = 0;  // f-string expressions around the token
  int tolerant_ = 0;  // > 0 where the text is never compiled: decorators, annotations
  size_t hidden_ = 0;
  bool reported_ = false;
  bool fatal_ = false;  // no recovery from here
};

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_PARSER_STATE_H_
