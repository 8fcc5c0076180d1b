#include "compiler/syntax/diagnostic_limit.h"

#include <fmt/format.h>

#include <utility>

#include "compiler/syntax/codes.h"

namespace pyasc::syntax {

void AppendHidden(size_t count, std::vector<Diagnostic>* diagnostics) {
  if (count == 0) return;
  Diagnostic more = diagnostics->back();
  more.code = codes::kMoreMistakes;
  more.message = fmt::format("{} more mistake{} not shown", count, count == 1 ? " is" : "s are");
  more.hint = "mend those above first";
  diagnostics->push_back(std::move(more));
}

void LimitDiagnostics(std::vector<Diagnostic>* diagnostics) {
  if (diagnostics->size() <= kMaxDiagnostics) return;
  const size_t hidden = diagnostics->size() - kMaxDiagnostics;
  diagnostics->resize(kMaxDiagnostics);
  AppendHidden(hidden, diagnostics);
}

}  // namespace pyasc::syntax
