// Unicode as Python's tokenizer and repr() see it.
#ifndef PYASC_COMPILER_SYNTAX_UNICODE_H_
#define PYASC_COMPILER_SYNTAX_UNICODE_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace pyasc::syntax {

// Decodes the code point at `*position` and moves past it. False, without moving, if the
// bytes there are not UTF-8. Requires: *position < text.size().
bool NextCodePoint(std::string_view text, size_t* position, char32_t* code_point);

void AppendUtf8(char32_t code_point, std::string* out);

bool IsSurrogate(char32_t code_point);

// XID_Start or an underscore; XID_Continue.
bool IsIdentifierStart(char32_t code_point);
bool IsIdentifierContinue(char32_t code_point);

// str.isprintable() of one character.
bool IsPrintable(char32_t code_point);

// NFKC of valid UTF-8.
std::string Nfkc(std::string_view text);

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_UNICODE_H_
