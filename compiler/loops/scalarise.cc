#include "compiler/loops/scalarise.h"

#include <algorithm>

#include "compiler/loops/map_nest.h"
#include "compiler/loops/overlap.h"

namespace pyasc::loops {
namespace {

std::vector<hir::Instr> Expand(hir::Function* function, const hir::Instr& instr) {
  Appender out(function, instr.point);
  const hir::Map map = function->maps[instr.index];
  const bool aliased = std::any_of(map.sources.begin(), map.sources.end(),
                                   [](const hir::MapOperand& source) { return source.may_alias; });
  if (!aliased) {
    AppendNest(out, map);
    return out.Take();
  }
  const hir::ValueId in_place = AppendInPlaceTest(out, map);
  out.If(
      in_place, [&] { AppendNest(out, map); },
      [&] { AppendNestThroughScratch(out, map, instr.axis); });
  return out.Take();
}

void ScalariseBlock(hir::Function* function, hir::BlockId id) {
  std::vector<hir::Instr> result;
  for (hir::Instr& instr : std::vector(std::move(function->blocks[id].instrs))) {
    if (instr.op != hir::Op::kMap) {
      result.push_back(std::move(instr));
      continue;
    }
    for (hir::Instr& expanded : Expand(function, instr)) result.push_back(std::move(expanded));
  }
  function->blocks[id].instrs = std::move(result);
}

}  // namespace

void Scalarise(hir::Function* function) {
  // Blocks that expanding adds hold no maps.
  const size_t count = function->blocks.size();
  for (size_t id = 0; id < count; ++id) ScalariseBlock(function, static_cast<hir::BlockId>(id));
  for (const hir::Map& map : function->maps) function->blocks[map.body] = {};
  function->maps.clear();
}

}  // namespace pyasc::loops
