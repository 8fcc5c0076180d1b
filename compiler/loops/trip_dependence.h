// How values of a loop's body depend on its trip.
#ifndef PYASC_COMPILER_LOOPS_TRIP_DEPENDENCE_H_
#define PYASC_COMPILER_LOOPS_TRIP_DEPENDENCE_H_

#include <map>
#include <set>

#include "compiler/hir/hir.h"
#include "compiler/loops/appender.h"

namespace pyasc::loops {

// Of one kFor. The function may grow meanwhile, but the body's own instructions are those
// of construction.
class TripDependence {
 public:
  TripDependence(const hir::Function& function, const hir::Instr& loop);

  // Whether the trips for which `condition` (kI1) holds are an interval as long as no value
  // of AddSizes is negative, and it is cheap to compute before the loop.
  bool MayLeaveLoop(hir::ValueId condition) const;
  void AddSizes(hir::ValueId condition, std::set<hir::ValueId>* sizes) const;

  // Whether `value` may differ between trips.
  bool Varies(hir::ValueId value) const;

  // Appends what computes `value` in trip `trip`. Requires: MayLeaveLoop, or a part of such
  // a condition.
  hir::ValueId At(Appender& out, hir::ValueId value, hir::ValueId trip) const;

 private:
  enum class Kind { kInvariant, kAffine, kOther };

  const hir::Instr* Definition(hir::ValueId value) const;
  Kind KindOf(hir::ValueId value) const;
  Kind KindOfResult(const hir::Instr& instr) const;
  bool IsInterval(hir::ValueId condition) const;
  // Instructions of the body that compute `value`.
  size_t Count(hir::ValueId value) const;
  bool IsBelow(const hir::Instr& comparison) const;
  const hir::Instr* WrappedIndex(hir::ValueId value, hir::ValueId size) const;
  hir::ValueId Copy(Appender& out, hir::ValueId value,
                    std::map<hir::ValueId, hir::ValueId>* copies) const;

  hir::ValueId trip_;
  std::map<hir::ValueId, hir::Instr> body_;  // by result
  std::set<hir::SlotId> stored_slots_;
  bool resizes_ = false;
  mutable std::map<hir::ValueId, Kind> kinds_;
};

}  // namespace pyasc::loops

#endif  // PYASC_COMPILER_LOOPS_TRIP_DEPENDENCE_H_
