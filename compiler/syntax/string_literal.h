// The parts of a string token and the value of its escapes.
#ifndef PYASC_COMPILER_SYNTAX_STRING_LITERAL_H_
#define PYASC_COMPILER_SYNTAX_STRING_LITERAL_H_

#include <cstddef>
#include <string>

#include "compiler/syntax/source_text.h"
#include "compiler/syntax/token.h"

namespace pyasc::syntax {

struct StringParts {
  bool raw = false;
  bool bytes = false;
  bool format = false;
  size_t begin = 0, end = 0;  // what stands between the quotes
};

StringParts SplitString(const SourceText& source, const Token& token);

// Appends the value of [begin, end), whose escapes are those of a string that is not raw.
// False, with `*error` filled in, if one of them is malformed or has no UTF-8 form.
bool DecodeEscapes(const SourceText& source, size_t begin, size_t end, std::string* out,
                   Diagnostic* error);

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_STRING_LITERAL_H_
