// Literals as Python's repr() writes them.
#ifndef PYASC_COMPILER_SYNTAX_PYTHON_REPR_H_
#define PYASC_COMPILER_SYNTAX_PYTHON_REPR_H_

#include <string>
#include <string_view>

#include "compiler/syntax/ast.h"

namespace pyasc::syntax {

// Requires: UTF-8.
std::string ReprString(std::string_view text);

std::string ReprFloat(double value);

// Of a kInt; its `text` if it is big.
std::string ReprInteger(const Expr& literal);

// `text` between quotes `quote`, with the escapes it needs there.
std::string EscapeString(std::string_view text, char quote);

// The source form, "+" or "is not".
std::string_view Symbol(Operator op);

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_PYTHON_REPR_H_
