#include "compiler/sema/lower.h"

#include <map>
#include <utility>

#include "compiler/sema/lowering.h"
#include "compiler/syntax/diagnostic_limit.h"

namespace pyasc::sema {
namespace {

// More than any operator needs: each pass widens at least one type or interval.
constexpr int kMaxPasses = 64;

// The mistakes of all passes, in the source's order. What a pass learnt may hide from later
// ones what went wrong; what several find is told as the last one does, with all types.
using Mistakes = std::map<std::pair<int32_t, std::string>, Diagnostic>;

std::vector<Diagnostic> Told(const Mistakes& mistakes) {
  std::vector<Diagnostic> told;
  for (const auto& [place, diagnostic] : mistakes) told.push_back(diagnostic);
  syntax::LimitDiagnostics(&told);
  return told;
}

Diagnostic Unsettled() {
  Diagnostic diagnostic;
  diagnostic.code = codes::kUnsettledTypes;
  diagnostic.message = "the types of the operator's variables do not settle";
  diagnostic.hint = "a tuple cannot grow in a loop: store into an output's elements";
  diagnostic.point = 0;
  return diagnostic;
}

}  // namespace

Lowered Lower(const syntax::Function& function, const Specialisation& specialisation) {
  Knowledge known;
  Mistakes mistakes;
  Lowered result;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    known.changed = false;
    Lowering lowering(function, specialisation, &known);
    lowering.Run();
    for (const Diagnostic& diagnostic : lowering.emitter().diagnostics())
      mistakes[{diagnostic.point, diagnostic.code}] = diagnostic;
    if (known.changed) continue;
    result.diagnostics = Told(mistakes);
    result.function = std::move(lowering.emitter().function());
    result.runtime_attributes = lowering.runtime_attributes();
    return result;
  }
  result.diagnostics = mistakes.empty() ? std::vector<Diagnostic>{Unsettled()} : Told(mistakes);
  return result;
}

}  // namespace pyasc::sema
