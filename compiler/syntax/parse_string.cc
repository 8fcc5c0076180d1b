// String literals: adjacent ones are joined; f-strings by the rules of Python 3.11.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/syntax/codes.h"
#include "compiler/syntax/parser_state.h"

namespace pyasc::syntax {
namespace {

constexpr int kMaxFormatDepth = 2;  // f"{a:{b}}" and no deeper

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\f'; }

bool IsSpace(char c) { return IsBlank(c) || c == '\v' || c == '\r'; }

// Where the expression that starts at `at` ends, by CPython's scan of brackets and quotes.
class ExpressionScan {
 public:
  ExpressionScan(std::string_view text, size_t at) : text_(text), at_(at) {}

  // Leaves at() on the '!', ':', '=' or '}' after the expression; else error() is set.
  void Run() {
    for (; at_ < text_.size(); ++at_) {
      if (quote_ == 0 && AtStop()) break;
      if (!Step() || !error_.empty()) return;
    }
    if (quote_ != 0) {
      error_ = "f-string: unterminated string";
    } else if (!open_.empty()) {
      error_ = fmt::format("f-string: unmatched '{}'", open_.back());
    } else if (at_ >= text_.size()) {
      error_ = "f-string: expecting '}'";
    }
  }

  size_t at() const { return at_; }
  const std::string& error() const { return error_; }

 private:
  char Next(size_t ahead) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  bool AtStop() {
    const char c = text_[at_];
    if (!open_.empty() || std::string_view("!:}=<>").find(c) == std::string_view::npos) {
      return false;
    }
    if (Next(1) == '=' && c != ':' && c != '}') {
      ++at_;
      return false;
    }
    return c != '<' && c != '>';
  }

  bool Step() {
    const char c = text_[at_];
    if (c == '\\') {
      error_ = "f-string expression part cannot include a backslash";
    } else if (quote_ != 0) {
      CloseQuote(c);
    } else if (c == '\'' || c == '"') {
      triple_ = Next(1) == c && Next(2) == c;
      if (triple_) at_ += 2;
      quote_ = c;
    } else if (c == '#') {
      error_ = "f-string expression part cannot include '#'";
    } else if (c == '(' || c == '[' || c == '{') {
      open_.push_back(c);
    } else if (c == ')' || c == ']' || c == '}') {
      CloseBracket(c);
    }
    return error_.empty();
  }

  void CloseQuote(char c) {
    if (c != quote_) return;
    if (triple_ && (Next(1) != c || Next(2) != c)) return;
    if (triple_) at_ += 2;
    quote_ = 0;
  }

  void CloseBracket(char c) {
    if (open_.empty()) {
      error_ = fmt::format("f-string: unmatched '{}'", c);
      return;
    }
    const char open = open_.back();
    open_.pop_back();
    if ((open == '(' && c == ')') || (open == '[' && c == ']') || (open == '{' && c == '}')) return;
    error_ = fmt::format(
        "f-string: closing parenthesis '{}' does not match opening parenthesis '{}'", c, open);
  }

  std::string_view text_;
  size_t at_;
  char quote_ = 0;
  bool triple_ = false;
  std::string open_;
  std::string error_;
};

}  // namespace

bool Parser::FailFormat(std::string message, size_t at) {
  Fail(codes::kFString, std::move(message), std::min(at, source_.size()),
       std::min(at + 1, source_.size()));
  return false;
}

ExprPtr Parser::Strings() {
  Pieces pieces;
  const size_t begin = Here();
  pieces.begin = begin;
  size_t count = 0, bytes = 0;
  while (AtKind(TokenKind::kString)) {
    const Token token = Peek();
    ++count;
    if (SplitString(source_, token).bytes) ++bytes;
    if (!StringToken(token, &pieces)) return nullptr;
    Advance();
  }
  if (bytes > 0) {
    if (bytes != count) {
      return Fail(codes::kSyntax, "cannot mix bytes and nonbytes literals", begin, PreviousEnd());
    }
    Unsupported(codes::kBytes, "a bytes literal is", "use an array of uint8", begin);
    return Placeholder(begin);
  }
  if (!pieces.format) {
    ExprPtr string = Make(ExprKind::kString, begin);
    string->text = std::move(pieces.literal);
    return Close(std::move(string));
  }
  if (!FlushLiteral(&pieces, PreviousEnd())) return nullptr;
  ExprPtr joined = Make(ExprKind::kFString, begin);
  joined->children = std::move(pieces.children);
  return Close(std::move(joined));
}

bool Parser::StringToken(const Token& token, Pieces* pieces) {
  const StringParts parts = SplitString(source_, token);
  if (parts.bytes) {
    const std::string_view body = source_.Slice(parts.begin, parts.end);
    if (std::all_of(body.begin(), body.end(), [](char c) { return (c & 0x80) == 0; })) return true;
    Fail(codes::kSyntax, "bytes can only contain ASCII literal characters", token.begin, token.end);
    return false;
  }
  if (!parts.format) return AppendText(parts.begin, parts.end, parts, pieces);
  pieces->format = true;
  size_t at = parts.begin;
  return FormatBody(&at, parts, 0, pieces);
}

bool Parser::AppendText(size_t begin, size_t end, const StringParts& parts, Pieces* pieces) {
  if (parts.raw) {
    pieces->literal += source_.Slice(begin, end);
    return true;
  }
  Diagnostic error;
  if (DecodeEscapes(source_, begin, end, &pieces->literal, &error)) return true;
  if (!fatal_) Report(std::move(error));
  return false;
}

bool Parser::FlushLiteral(Pieces* pieces, size_t end) {
  if (pieces->literal.empty()) return true;
  ExprPtr string = Make(ExprKind::kString, pieces->begin);
  string->text = std::move(pieces->literal);
  pieces->literal.clear();
  string->span = source_.Span(pieces->begin, end);
  string->ordinal = 1;
  if (!CountNode(pieces->begin)) return false;
  pieces->children.push_back(std::move(string));
  return true;
}

// Literal text and replacement fields, up to the end or, in a format spec, the '}'.
bool Parser::FormatBody(size_t* at, const StringParts& parts, int depth, Pieces* pieces) {
  const std::string_view text = source_.text();
  while (*at < parts.end) {
    if (!FormatLiteral(at, parts, depth, pieces)) return false;
    if (*at >= parts.end || (text[*at] == '}' && depth > 0)) break;
    if (text[*at] == '{' && !Replacement(at, parts, depth, pieces)) return false;
  }
  return true;
}

// Stops at the '{' of a field or at the '}' that ends a format spec.
bool Parser::FormatLiteral(size_t* at, const StringParts& parts, int depth, Pieces* pieces) {
  const std::string_view text = source_.text();
  size_t begin = *at;
  size_t end = begin;
  while (end < parts.end) {
    char c = text[end];
    if (!parts.raw && c == '\\' && end + 1 < parts.end) {
      c = text[++end];
      if (c == 'N') {
        Diagnostic error;
        std::string ignored;
        DecodeEscapes(source_, end - 1, parts.end, &ignored, &error);
        Report(std::move(error));
        return false;
      }
    }
    if (c == '{' || c == '}') {
      if (depth == 0 && end + 1 < parts.end && text[end + 1] == c) {
        if (!AppendText(begin, end + 1, parts, pieces)) return false;
        end += 2;
        begin = end;
        continue;
      }
      if (depth == 0 && c == '}') return FailFormat("f-string: single '}' is not allowed", end);
      break;
    }
    ++end;
  }
  *at = end;
  return AppendText(begin, end, parts, pieces);
}

// "{expression[=][!conversion][:spec]}"
bool Parser::Replacement(size_t* at, const StringParts& parts, int depth, Pieces* pieces) {
  const std::string_view text = source_.text();
  const size_t begin = *at;
  if (depth >= kMaxFormatDepth) {
    return FailFormat("f-string: expressions nested too deeply", begin);
  }
  ExpressionScan scan(text.substr(0, parts.end), begin + 1);
  scan.Run();
  if (!scan.error().empty()) return FailFormat(scan.error(), scan.at());
  *at = scan.at();
  ExprPtr value = EmbeddedExpression(begin + 1, *at);
  if (value == nullptr) return false;
  ExprPtr formatted = Make(ExprKind::kFormatted, begin);
  formatted->children.push_back(std::move(value));
  const bool self = text[*at] == '=';
  if (self) {
    ++*at;
    while (*at < parts.end && IsSpace(text[*at])) ++*at;
    pieces->literal += source_.Slice(begin + 1, *at);
  }
  if (!FlushLiteral(pieces, begin)) return false;
  if (!Conversion(at, parts, formatted.get())) return false;
  if (!FormatSpec(at, parts, depth, formatted.get())) return false;
  if (*at >= parts.end || text[*at] != '}') return FailFormat("f-string: expecting '}'", *at);
  ++*at;
  if (self && formatted->conversion == 0 && formatted->children.size() == 1) {
    formatted->conversion = 'r';
  }
  formatted = Close(std::move(formatted));
  if (formatted == nullptr) return false;
  formatted->span = source_.Span(begin, *at);
  pieces->children.push_back(std::move(formatted));
  pieces->begin = *at;
  return true;
}

bool Parser::Conversion(size_t* at, const StringParts& parts, Expr* formatted) {
  const std::string_view text = source_.text();
  if (*at >= parts.end || text[*at] != '!') return true;
  ++*at;
  if (*at >= parts.end) return FailFormat("f-string: expecting '}'", *at);
  const char c = text[*at];
  if (c != 's' && c != 'r' && c != 'a') {
    return FailFormat("f-string: invalid conversion character: expected 's', 'r', or 'a'", *at);
  }
  formatted->conversion = c;
  ++*at;
  return true;
}

bool Parser::FormatSpec(size_t* at, const StringParts& parts, int depth, Expr* formatted) {
  if (*at >= parts.end || source_.text()[*at] != ':') return true;
  ++*at;
  if (*at >= parts.end) return FailFormat("f-string: expecting '}'", *at);
  Pieces pieces;
  pieces.begin = *at;
  ExprPtr spec = Make(ExprKind::kFString, *at);
  if (!FormatBody(at, parts, depth + 1, &pieces) || !FlushLiteral(&pieces, *at)) return false;
  spec->children = std::move(pieces.children);
  const SourceSpan span = source_.Span(*at, *at);
  spec = Close(std::move(spec));
  if (spec == nullptr) return false;
  spec->span.end_line = span.end_line;
  spec->span.end_column = span.end_column;
  formatted->children.push_back(std::move(spec));
  return true;
}

ExprPtr Parser::EmbeddedExpression(size_t begin, size_t end) {
  const std::string_view text = source_.Slice(begin, end);
  if (std::all_of(text.begin(), text.end(), IsBlank)) {
    const char stop = source_.text()[end];
    FailFormat(stop == '}' ? "f-string: empty expression not allowed"
                           : fmt::format("f-string: expression required before '{}'", stop),
               end);
    return nullptr;
  }
  const Level level(this);
  if (!level) return nullptr;
  Cursor outer = std::exchange(cursor_, Cursor{TokeniseExpression(source_, begin, end)});
  ++embedded_;
  ExprPtr value = EmbeddedList();
  --embedded_;
  cursor_ = std::move(outer);
  return value;
}

ExprPtr Parser::EmbeddedList() {
  const size_t begin = Here();
  ExprPtr value = RightSide();
  if (value != nullptr && (At("for") || At("async"))) value = Comprehension(begin, "");
  if (value == nullptr || AtKind(TokenKind::kEnd)) return value;
  return FailHere(AtExpression() && !At("*") ? "invalid syntax. Perhaps you forgot a comma?"
                                             : "invalid syntax");
}

}  // namespace pyasc::syntax
