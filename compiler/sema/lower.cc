#include "compiler/sema/lower.h"

#include <utility>

#include "compiler/sema/lowering.h"

namespace pyasc::sema {
namespace {

// More than any operator needs: each pass widens at least one type or interval.
constexpr int kMaxPasses = 64;

}  // namespace

Lowered Lower(const syntax::Function& function, const Specialisation& specialisation) {
  Knowledge known;
  Lowered result;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    known.changed = false;
    Lowering lowering(function, specialisation, &known);
    lowering.Run();
    if (!lowering.emitter().failed() && known.changed) continue;
    result.diagnostics = lowering.emitter().diagnostics();
    result.function = std::move(lowering.emitter().function());
    result.runtime_attributes = lowering.runtime_attributes();
    return result;
  }
  Diagnostic diagnostic;
  diagnostic.code = "PA0401";
  diagnostic.message = "the types of the operator's variables do not settle";
  diagnostic.hint = "give each variable one type";
  diagnostic.point = 0;
  result.diagnostics.push_back(std::move(diagnostic));
  return result;
}

}  // namespace pyasc::sema
