#include "compiler/loops/hoist_guards.h"

#include <set>
#include <utility>
#include <vector>

#include "compiler/loops/appender.h"
#include "compiler/loops/trip_dependence.h"

namespace pyasc::loops {
namespace {

using hir::Op;
using hir::Type;

// Whether `instr` can end the loop or the trip it stands in. Giving up does not count:
// then it makes no difference which guard did it.
bool MayLeave(const hir::Function& function, const hir::Instr& instr, bool in_inner_loop = false) {
  if (instr.op == Op::kReturn) return true;
  if (instr.op == Op::kBreak || instr.op == Op::kContinue) return !in_inner_loop;
  const bool inner = in_inner_loop || instr.op == Op::kFor || instr.op == Op::kWhile;
  for (const hir::BlockId block : instr.blocks)
    for (const hir::Instr& nested : function.blocks[block].instrs)
      if (MayLeave(function, nested, inner)) return true;
  return false;
}

class Hoister {
 public:
  explicit Hoister(hir::Function* function) : function_(*function) {}

  // Inner loops first: what leaves them may leave the outer ones too.
  void Block(hir::BlockId id) {
    Appender::List result;
    for (hir::Instr& instr : std::vector(function_.blocks[id].instrs)) {
      for (const hir::BlockId block : instr.blocks) Block(block);
      if (instr.op == Op::kFor)
        for (hir::Instr& moved : FromLoop(instr)) result.push_back(std::move(moved));
      result.push_back(std::move(instr));
    }
    function_.blocks[id].instrs = std::move(result);
  }

 private:
  // Takes the guards out of the loop's body and returns what stands for them before it.
  Appender::List FromLoop(const hir::Instr& loop) {
    Appender out(&function_, loop.point);
    const Appender::List body = function_.blocks[loop.blocks[0]].instrs;
    const TripDependence dependence(function_, loop);
    Appender::List kept;
    bool reached = true;  // by every trip
    for (const hir::Instr& instr : body) {
      reached = reached && !MayLeave(function_, instr);
      if (reached && instr.op == Op::kGuard && dependence.MayLeaveLoop(instr.operands[0]))
        AppendForAllTrips(out, dependence, loop.operands[0], instr.operands[0]);
      else
        kept.push_back(instr);
    }
    function_.blocks[loop.blocks[0]].instrs = std::move(kept);
    return out.Take();
  }

  // A select, not an or: what the last trip would compute is nothing if there is none.
  static void AppendForAllTrips(Appender& out, const TripDependence& dependence, hir::ValueId trips,
                                hir::ValueId condition) {
    const hir::ValueId zero = out.Int64(0);
    hir::ValueId holds = dependence.At(out, condition, zero);
    if (dependence.Varies(condition)) {
      const hir::ValueId last = out.Emit(Op::kSub, Type::kI64, {trips, out.Int64(1)});
      const hir::ValueId at_last = dependence.At(out, condition, last);
      holds = out.Emit(Op::kAnd, Type::kI1, {holds, at_last});
    }
    std::set<hir::ValueId> sizes;
    dependence.AddSizes(condition, &sizes);
    for (const hir::ValueId size : sizes) {
      const hir::ValueId nothing = out.Int(out.function().values[size], 0);
      const hir::ValueId sized =
          out.Emit(Op::kSLe, Type::kI1, {nothing, dependence.At(out, size, zero)});
      holds = out.Emit(Op::kAnd, Type::kI1, {holds, sized});
    }
    const hir::ValueId none = out.Emit(Op::kSLe, Type::kI1, {trips, zero});
    const hir::ValueId yes = out.Int(Type::kI1, 1);
    out.Emit(Op::kGuard, Type::kVoid, {out.Emit(Op::kSelect, Type::kI1, {none, yes, holds})});
  }

  hir::Function& function_;
};

}  // namespace

void HoistGuards(hir::Function* function) { Hoister(function).Block(function->body); }

}  // namespace pyasc::loops
