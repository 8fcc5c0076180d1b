#include "compiler/syntax/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "compiler/syntax/codes.h"
#include "compiler/syntax/number.h"
#include "compiler/syntax/unicode.h"

namespace pyasc::syntax {
namespace {

constexpr size_t kTabSize = 8;
constexpr size_t kMaxIndents = 99;    // CPython's MAXINDENT - 1
constexpr size_t kMaxBrackets = 199;  // CPython's MAXLEVEL - 1

constexpr std::array<std::string_view, 35> kKeywords = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

// Longest first.
constexpr std::string_view kOperators[] = {
    "**=", "//=", ">>=", "<<=", "...", "!=", "%=", "&=", "**", "*=", "+=", "-=",
    "->",  "//",  "/=",  ":=",  "<<",  "<=", "==", ">=", ">>", "@=", "^=", "|=",
    "%",   "&",   "(",   ")",   "*",   "+",  ",",  "-",  ".",  "/",  ":",  ";",
    "<",   "=",   ">",   "@",   "[",   "]",  "^",  "{",  "|",  "}",  "~"};

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

char ClosingBracket(char open) { return open == '(' ? ')' : open == '[' ? ']' : '}'; }

}  // namespace

bool IsKeyword(std::string_view name) {
  return std::binary_search(kKeywords.begin(), kKeywords.end(), name);
}

TokenStream Tokenise(const SourceText& source) { return Lexer(source, 0, source.size()).Lines(); }

TokenStream TokeniseExpression(const SourceText& source, size_t begin, size_t end) {
  return Lexer(source, begin, end).Expression();
}

Lexer::Lexer(const SourceText& source, size_t begin, size_t end)
    : source_(source), at_(begin), end_(end) {}

bool Lexer::Fail(const char* code, std::string message, size_t begin, size_t end) {
  out_.error.code = code;
  out_.error.message = std::move(message);
  out_.error.span = source_.Span(begin, std::min(end, source_.size()));
  out_.tokens.push_back({TokenKind::kError, begin, end});
  return false;
}

TokenStream Lexer::Lines() {
  while (true) {
    if (at_line_start_ && brackets_.empty() && !StartLine()) return std::move(out_);
    SkipBlanks();
    if (AtEnd()) break;
    if (!Next()) return std::move(out_);
  }
  if (CheckBracketsClosed()) CloseLines();
  return std::move(out_);
}

TokenStream Lexer::Expression() {
  brackets_.push_back(at_);
  at_line_start_ = false;
  while (true) {
    SkipBlanks();
    if (AtEnd()) break;
    if (!Next()) return std::move(out_);
  }
  brackets_.erase(brackets_.begin());
  if (CheckBracketsClosed()) Push(TokenKind::kEnd, at_);
  return std::move(out_);
}

bool Lexer::CheckBracketsClosed() {
  if (brackets_.empty()) return true;
  const size_t open = brackets_.back();
  return Fail(codes::kBrackets, fmt::format("'{}' was never closed", source_.text()[open]), open,
              open + 1);
}

void Lexer::CloseLines() {
  if (!out_.tokens.empty() && out_.tokens.back().kind != TokenKind::kNewline &&
      out_.tokens.back().kind != TokenKind::kDedent) {
    Push(TokenKind::kNewline, at_);
  }
  for (; indents_.size() > 1; indents_.pop_back()) Push(TokenKind::kDedent, at_);
  Push(TokenKind::kEnd, at_);
}

// Measures the blanks at the start of a line. A backslash there continues the line, which
// keeps the first part's indentation.
bool Lexer::ReadIndentation(Indentation* indentation) {
  Indentation now, kept;
  for (; !AtEnd(); ++at_) {
    const char c = Peek();
    if (c == ' ') {
      ++now.column;
      ++now.tab_column;
    } else if (c == '\t') {
      now.column = (now.column / kTabSize + 1) * kTabSize;
      ++now.tab_column;
    } else if (c == '\f') {
      now = {};
    } else if (c == '\\') {
      if (kept.column == 0) kept = {now.column, now.column};
      if (!SkipContinuation()) return false;
      --at_;
    } else {
      break;
    }
  }
  *indentation = kept.column != 0 ? kept : now;
  return true;
}

// Skips blank lines and comments, then compares the indentation with that of the block.
bool Lexer::StartLine() {
  while (true) {
    Indentation indentation;
    if (!ReadIndentation(&indentation)) return false;
    if (Peek() == '#') {
      while (!AtEnd() && Peek() != '\n') ++at_;
    }
    if (AtEnd()) return true;
    if (Peek() != '\n') {
      at_line_start_ = false;
      return ChangeIndentation(indentation);
    }
    ++at_;
  }
}

bool Lexer::Inconsistent(size_t begin) {
  return Fail(codes::kTabs, "inconsistent use of tabs and spaces in indentation", begin, at_);
}

bool Lexer::ChangeIndentation(const Indentation& now) {
  const size_t line_start = at_ - source_.Span(at_, at_).column;
  if (indents_.empty()) indents_.push_back(now);
  if (now.column > indents_.back().column) {
    if (indents_.size() > kMaxIndents) {
      return Fail(codes::kBlock, "too many levels of indentation", line_start, at_);
    }
    if (now.tab_column <= indents_.back().tab_column) return Inconsistent(line_start);
    indents_.push_back(now);
    out_.tokens.push_back({TokenKind::kIndent, line_start, at_});
    return true;
  }
  while (indents_.size() > 1 && now.column < indents_.back().column) {
    indents_.pop_back();
    Push(TokenKind::kDedent, at_);
  }
  if (now.column != indents_.back().column) {
    return Fail(codes::kIndentation, "unindent does not match any outer indentation level",
                line_start, at_);
  }
  return now.tab_column == indents_.back().tab_column || Inconsistent(line_start);
}

void Lexer::SkipBlanks() {
  while (!AtEnd()) {
    const char c = Peek();
    if (c == ' ' || c == '\t' || c == '\f') {
      ++at_;
    } else if (c == '#') {
      while (!AtEnd() && Peek() != '\n') ++at_;
    } else if (c == '\n' && !brackets_.empty()) {
      ++at_;
    } else {
      return;
    }
  }
}

bool Lexer::SkipContinuation() {
  if (Peek(1) != '\n') {
    const bool at_eof = at_ + 1 >= end_;
    return Fail(codes::kContinuation,
                at_eof ? "unexpected EOF while parsing"
                       : "unexpected character after line continuation character",
                at_, at_ + 1);
  }
  if (at_ + 2 >= end_) {
    return Fail(codes::kContinuation, "unexpected EOF while parsing", at_, at_ + 1);
  }
  at_ += 2;
  return true;
}

bool Lexer::Next() {
  const char c = Peek();
  if (c == '\n') {
    ++at_;
    Push(TokenKind::kNewline, at_ - 1);
    out_.tokens.back().end = at_ - 1;
    at_line_start_ = true;
    return true;
  }
  if (c == '\\') return SkipContinuation();
  if (c == '"' || c == '\'') return String(0);
  if (IsDigit(c) || (c == '.' && IsDigit(Peek(1)))) return Number();
  if (IsNameStart(c)) {
    const size_t prefix = StringPrefix();
    return prefix > 0 ? String(prefix) : Name();
  }
  return Operator();
}

// The length of a string prefix that stands directly before a quote, else 0.
size_t Lexer::StringPrefix() const {
  bool bytes = false, unicode = false, raw = false, format = false;
  for (size_t i = 0; i < 3; ++i) {
    const char c = Peek(i);
    if (c == '"' || c == '\'') return i;
    const char lower = static_cast<char>(c | 0x20);
    if (lower == 'b' && !(bytes || unicode || format)) {
      bytes = true;
    } else if (lower == 'u' && !(bytes || unicode || raw || format)) {
      unicode = true;
    } else if (lower == 'r' && !(raw || unicode)) {
      raw = true;
    } else if (lower == 'f' && !(bytes || unicode || format)) {
      format = true;
    } else {
      return 0;
    }
  }
  return 0;
}

bool Lexer::Name() {
  const size_t begin = at_;
  while (!AtEnd()) {
    size_t next = at_;
    char32_t c = 0;
    NextCodePoint(source_.text(), &next, &c);
    if (!(at_ == begin ? IsIdentifierStart(c) : IsIdentifierContinue(c))) {
      if (c >= 0x80) return BadCharacter();
      break;
    }
    at_ = next;
  }
  const std::string_view name = source_.Slice(begin, at_);
  Push(IsKeyword(name) ? TokenKind::kKeyword : TokenKind::kName, begin);
  return true;
}

bool Lexer::BadCharacter() {
  size_t next = at_;
  char32_t c = 0;
  NextCodePoint(source_.text(), &next, &c);
  const std::string number = fmt::format("U+{:04X}", static_cast<uint32_t>(c));
  if (!IsPrintable(c)) {
    return Fail(codes::kCharacter, fmt::format("invalid non-printable character {}", number), at_,
                next);
  }
  return Fail(codes::kCharacter,
              fmt::format("invalid character '{}' ({})", source_.Slice(at_, next), number), at_,
              next);
}

bool Lexer::Number() {
  const size_t begin = at_;
  const NumberScan scan = ScanNumber(source_.text().substr(0, end_), begin);
  if (!scan.error.empty()) return Fail(codes::kNumber, scan.error, begin, scan.end);
  at_ = scan.end;
  Push(scan.kind == NumberKind::kInt     ? TokenKind::kInt
       : scan.kind == NumberKind::kFloat ? TokenKind::kFloat
                                         : TokenKind::kImaginary,
       begin);
  return true;
}

bool Lexer::String(size_t prefix) {
  const size_t begin = at_;
  at_ += prefix;
  const char quote = Peek();
  const bool triple = Peek(1) == quote && Peek(2) == quote;
  if (!triple && Peek(1) == quote) {
    at_ += 2;
    Push(TokenKind::kString, begin);
    return true;
  }
  at_ += triple ? 3 : 1;
  while (!AtEnd()) {
    const char c = Peek();
    if (c == quote && (!triple || (Peek(1) == quote && Peek(2) == quote))) {
      at_ += triple ? 3 : 1;
      Push(TokenKind::kString, begin);
      return true;
    }
    if (c == '\n' && !triple) break;
    at_ += c == '\\' && at_ + 1 < end_ ? 2 : 1;
  }
  const size_t last = at_ > begin + 1 && source_.text()[at_ - 1] == '\n' ? at_ - 1 : at_;
  return Fail(codes::kUnterminatedString,
              fmt::format("unterminated {}string literal (detected at line {})",
                          triple ? "triple-quoted " : "", source_.Line(last)),
              begin, begin + prefix + (triple ? 3 : 1));
}

bool Lexer::Operator() {
  const size_t begin = at_;
  const char c = Peek();
  if (c == '(' || c == '[' || c == '{' || c == ')' || c == ']' || c == '}') return Bracket(c);
  const std::string_view rest = source_.Slice(at_, end_);
  const auto* found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                   [rest](std::string_view op) { return rest.starts_with(op); });
  if (found == std::end(kOperators)) {
    if (IsPrintable(static_cast<unsigned char>(c))) {
      return Fail(codes::kCharacter, "invalid syntax", at_, at_ + 1);
    }
    return BadCharacter();
  }
  at_ += found->size();
  Push(TokenKind::kOperator, begin);
  return true;
}

bool Lexer::Bracket(char c) {
  if (c == '(' || c == '[' || c == '{') {
    if (brackets_.size() >= kMaxBrackets) {
      return Fail(codes::kNesting, "too many nested parentheses", at_, at_ + 1);
    }
    brackets_.push_back(at_);
  } else {
    if (brackets_.empty()) {
      return Fail(codes::kBrackets, fmt::format("unmatched '{}'", c), at_, at_ + 1);
    }
    const size_t open = brackets_.back();
    const char opening = source_.text()[open];
    if (ClosingBracket(opening) != c) {
      const uint32_t line = source_.Line(open);
      const std::string where = line == source_.Line(at_) ? "" : fmt::format(" on line {}", line);
      return Fail(codes::kBrackets,
                  fmt::format("closing parenthesis '{}' does not match opening parenthesis '{}'{}",
                              c, opening, where),
                  at_, at_ + 1);
    }
    brackets_.pop_back();
  }
  ++at_;
  Push(TokenKind::kOperator, at_ - 1);
  return true;
}

}  // namespace pyasc::syntax
