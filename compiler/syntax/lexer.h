// Text to tokens, by the rules of CPython's tokenizer.
#ifndef PYASC_COMPILER_SYNTAX_LEXER_H_
#define PYASC_COMPILER_SYNTAX_LEXER_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "compiler/syntax/source_text.h"
#include "compiler/syntax/token.h"

namespace pyasc::syntax {

// Tokens of the whole text. The first line's indentation is the base of all others.
TokenStream Tokenise(const SourceText& source);

// Tokens of [begin, end) as if it stood in parentheses: newlines are blanks.
TokenStream TokeniseExpression(const SourceText& source, size_t begin, size_t end);

// One pass over a stretch of text. `source` must outlive it.
class Lexer {
 public:
  Lexer(const SourceText& source, size_t begin, size_t end);

  TokenStream Lines();
  TokenStream Expression();

 private:
  struct Indentation {
    size_t column = 0;      // tabs to the next multiple of 8
    size_t tab_column = 0;  // a tab is one column; both must order lines alike
  };

  char Peek(size_t ahead = 0) const {
    return at_ + ahead < end_ ? source_.text()[at_ + ahead] : '\0';
  }
  bool AtEnd() const { return at_ >= end_; }
  void Push(TokenKind kind, size_t begin) { out_.tokens.push_back({kind, begin, at_}); }
  // Stops lexing; always false.
  bool Fail(const char* code, std::string message, size_t begin, size_t end);

  bool StartLine();
  bool ReadIndentation(Indentation* indentation);
  bool ChangeIndentation(const Indentation& indentation);
  bool Inconsistent(size_t begin);
  void SkipBlanks();
  bool SkipContinuation();
  void CloseLines();

  bool Next();
  bool Name();
  bool Number();
  bool String(size_t prefix);
  bool Operator();
  bool Bracket(char c);
  bool BadCharacter();
  bool CheckBracketsClosed();
  size_t StringPrefix() const;

  const SourceText& source_;
  size_t at_;
  size_t end_;
  bool at_line_start_ = true;
  std::vector<Indentation> indents_;
  std::vector<size_t> brackets_;  // offsets of the open ones
  TokenStream out_;
};

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_LEXER_H_
