// Any bytes are an operator or have a diagnostic; the normalised text has the same tree.
#include <string>
#include <string_view>
#include <vector>

#include "base/status_macros.h"
#include "compiler/syntax/parser.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace syntax = pyasc::syntax;
  const std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<pyasc::Diagnostic> diagnostics;
  syntax::DumpTokens(text, &diagnostics);
  diagnostics.clear();
  const auto function = syntax::Parse(text, &diagnostics);
  if (function == nullptr) {
    PYASCD_CHECK(!diagnostics.empty());
    return 0;
  }
  syntax::DumpAst(*function);
  const std::string normalised = syntax::Normalise(*function);
  const auto again = syntax::Parse(normalised, &diagnostics);
  PYASCD_CHECK(again != nullptr);
  PYASCD_CHECK(syntax::Normalise(*again) == normalised);
  PYASCD_CHECK(syntax::Lines(*again).spans.size() == syntax::Lines(*function).spans.size());
  return 0;
}
