// How many mistakes of one operator are told at once.
#ifndef PYASC_COMPILER_SYNTAX_DIAGNOSTIC_LIMIT_H_
#define PYASC_COMPILER_SYNTAX_DIAGNOSTIC_LIMIT_H_

#include <cstddef>
#include <vector>

#include "base/compile_job.h"

namespace pyasc::syntax {

inline constexpr size_t kMaxDiagnostics = 20;

// Appends, where the last diagnostic is, how many more there were; nothing for 0.
void AppendHidden(size_t count, std::vector<Diagnostic>* diagnostics);

// Keeps the first kMaxDiagnostics and says how many more there were.
void LimitDiagnostics(std::vector<Diagnostic>* diagnostics);

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_DIAGNOSTIC_LIMIT_H_
