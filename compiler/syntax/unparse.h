// An expression as canonical Python text.
#ifndef PYASC_COMPILER_SYNTAX_UNPARSE_H_
#define PYASC_COMPILER_SYNTAX_UNPARSE_H_

#include <string>

#include "compiler/syntax/ast.h"

namespace pyasc::syntax {

std::string Unparse(const Expr& expr);

// The same where a tuple needs no parentheses: either side of '=', after return and in.
std::string UnparseList(const Expr& expr);

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_UNPARSE_H_
