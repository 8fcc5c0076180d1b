// Text to syntax tree, and back to the normalised text.
#ifndef PYASC_COMPILER_SYNTAX_PARSER_H_
#define PYASC_COMPILER_SYNTAX_PARSER_H_

#include <string>
#include <string_view>
#include <vector>

#include "base/compile_job.h"
#include "compiler/syntax/ast.h"

namespace pyasc::syntax {

// Limits, each named by the diagnostic that reports it.
inline constexpr int kMaxNesting = 200;
inline constexpr int kMaxRecursion = 150;
inline constexpr int kMaxNodes = 200'000;

// Parses the one function (with its decorators, which are dropped) that `text` holds.
// The text may be indented as a whole; spans are those of the text as given. Null with
// at least one diagnostic if it is not an operator. Any bytes are safe.
std::unique_ptr<Function> Parse(std::string_view text, std::vector<Diagnostic>* diagnostics);

// Canonical text: the function named "operator", without defaults, annotations,
// docstring and comments, four spaces an indent. Parse(Normalise(f)) has f's tree and
// ordinals, and Normalise of that is the same text.
std::string Normalise(const Function& function);

// Numbers the nodes; Parse has done so.
void AssignOrdinals(Function& function);

// Spans of all nodes by ordinal.
LineTable Lines(const Function& function);

// Listings for --emit=tokens and --emit=ast. DumpAst is ast.dump(tree, indent=1) of the
// same function without decorators, annotations and docstring.
std::string DumpTokens(std::string_view text, std::vector<Diagnostic>* diagnostics);
std::string DumpAst(const Function& function);

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_PARSER_H_
