// Well-formedness of a function: what lowering promises and code generation relies on.
#include "compiler/hir/op_info.h"
#include "compiler/hir/verify_block.h"
#include "fmt/format.h"

namespace pyasc::hir {
namespace {

std::string VerifyTables(const Function& function) {
  for (size_t i = 0; i < function.slots.size(); ++i)
    if (function.slots[i].type == Type::kVoid)
      return fmt::format("slot {} has no type", function.slots[i].name);
  for (size_t i = 0; i < function.sites.size(); ++i) {
    const Site& site = function.sites[i];
    for (const MessagePart& part : site.parts)
      if (!site.loops.empty() && part.slot >= static_cast<int32_t>(site.loop_slot))
        return fmt::format("site {}: value {} lies among its loop indices", i, part.slot);
  }
  return "";
}

}  // namespace

std::string Verify(const Function& function) {
  std::string problem = VerifyTables(function);
  if (!problem.empty()) return problem;
  return BlockVerifier(function).Run();
}

}  // namespace pyasc::hir
