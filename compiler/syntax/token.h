// The tokens of Python 3.11, as far as the operator language needs them.
#ifndef PYASC_COMPILER_SYNTAX_TOKEN_H_
#define PYASC_COMPILER_SYNTAX_TOKEN_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/compile_job.h"

namespace pyasc::syntax {

enum class TokenKind : uint8_t {
  kName,
  kKeyword,
  kInt,
  kFloat,
  kImaginary,
  kString,  // with prefix and quotes
  kOperator,
  kNewline,
  kIndent,
  kDedent,
  kEnd,
  kError,  // lexing stopped here; TokenStream::error says why
};

struct Token {
  TokenKind kind = TokenKind::kEnd;
  size_t begin = 0, end = 0;  // offsets in the SourceText
};

// Ends with kEnd or kError.
struct TokenStream {
  std::vector<Token> tokens;
  Diagnostic error;
};

bool IsKeyword(std::string_view name);

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_TOKEN_H_
