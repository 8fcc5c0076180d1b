// The listing of --emit=tokens: one token a line, as `python -m tokenize` lays it out.
#include <fmt/format.h>

#include <iterator>

#include "compiler/syntax/lexer.h"
#include "compiler/syntax/parser.h"
#include "compiler/syntax/python_repr.h"

namespace pyasc::syntax {
namespace {

std::string_view KindName(TokenKind kind) {
  constexpr std::string_view kNames[] = {"NAME",      "KEYWORD", "INT", "FLOAT",
                                         "IMAGINARY", "STRING",  "OP",  "NEWLINE",
                                         "INDENT",    "DEDENT",  "END", "ERROR"};
  return kNames[static_cast<size_t>(kind)];
}

}  // namespace

std::string DumpTokens(std::string_view text, std::vector<Diagnostic>* diagnostics) {
  const std::optional<SourceText> source = SourceText::Create(text, diagnostics);
  if (!source.has_value()) return "";
  const TokenStream stream = Tokenise(*source);
  fmt::memory_buffer out;
  for (const Token& token : stream.tokens) {
    const SourceSpan span = source->Span(token.begin, token.end);
    const std::string where =
        fmt::format("{},{}-{},{}:", span.line, span.column, span.end_line, span.end_column);
    fmt::format_to(std::back_inserter(out), "{:<20}{:<15}{}\n", where, KindName(token.kind),
                   ReprString(source->Slice(token.begin, token.end)));
  }
  if (stream.tokens.back().kind == TokenKind::kError) diagnostics->push_back(stream.error);
  return fmt::to_string(out);
}

}  // namespace pyasc::syntax
