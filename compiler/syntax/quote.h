// Quotes for strings and f-strings. Python 3.11 allows no backslash in the expressions of
// an f-string, nor the quotes it stands in: inside, quotes are chosen by trial.
#ifndef PYASC_COMPILER_SYNTAX_QUOTE_H_
#define PYASC_COMPILER_SYNTAX_QUOTE_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/syntax/ast.h"

namespace pyasc::syntax {

// The delimiters of the f-strings around a text, outermost first.
using Enclosing = std::vector<std::string_view>;

// Inside f-strings the result may hold a backslash or one of their delimiters, if no
// choice of quotes avoids it; QuoteFString tries others for itself then.
std::string QuoteString(std::string_view text, const Enclosing& enclosing);
std::string QuoteFString(const Expr& joined, const Enclosing& enclosing);

// The expression of a replacement field (unparse.cc).
std::string UnparseEmbedded(const Expr& expr, const Enclosing& enclosing);

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_QUOTE_H_
