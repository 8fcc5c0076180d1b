// The questions that the text of an operator answers alone. Each reads a tree of
// syntax::Parse and fills in its part of the Analysis.
#ifndef PYASC_COMPILER_ANALYSE_ASPECTS_H_
#define PYASC_COMPILER_ANALYSE_ASPECTS_H_

#include <optional>
#include <string>
#include <vector>

#include "base/compile_job.h"
#include "compiler/syntax/ast.h"

namespace pyasc::analyse {

// Names that the body reads and does not bind, sorted. A built-in is one of them only if
// the caller shadows it, that is, captures a value under its name. Reports names that
// nothing defines and captured values that no kernel can use, each at its first use.
std::vector<FreeName> FreeNames(const syntax::Function& function,
                                const std::vector<Capture>& captures,
                                std::vector<Diagnostic>* diagnostics);

// The value of a literal: a number, also negative, a string, True, False, None, or a
// tuple of them. nullopt for every other expression.
std::optional<Scalar> LiteralValue(const syntax::Expr& expr);

// Fills in `constant` of parameters and free names: the value may decide control flow, a
// shape or an index.
void FindConstants(const syntax::Function& function, Signature* signature);

// Fills in `written`: the body may store through the parameter or a view of it. An
// augmented assignment of a bare name counts, unless the name is an attribute by its
// default or use. Requires: `default_value`.
void FindWrites(const syntax::Function& function, std::vector<Parameter>* parameters);

// Fills in `may_omit`. Requires: `written` and `has_default` are set.
void FindOutputs(const syntax::Function& function, std::vector<Parameter>* parameters);

}  // namespace pyasc::analyse

#endif  // PYASC_COMPILER_ANALYSE_ASPECTS_H_
