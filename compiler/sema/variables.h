// Variables and temporaries of an operator: what is known of each, and where it is kept.
// Internal to compiler/sema.
#ifndef PYASC_COMPILER_SEMA_VARIABLES_H_
#define PYASC_COMPILER_SEMA_VARIABLES_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/sema/emitter.h"
#include "compiler/sema/env.h"
#include "compiler/sema/value.h"

namespace pyasc::sema {

// What earlier passes have learnt.
struct Knowledge {
  bool changed = false;                      // by the pass under way
  std::map<uint32_t, Env> loop_heads;        // by the loop's ordinal
  std::set<std::string> wide_ints;           // storage that needs 128 bits
  std::map<uint32_t, DType> created_dtypes;  // by tensor index
  std::set<uint32_t> no_half;                // terms (by ordinal) that are no float16 accumulation
};

// A value whose type depends on the path: `tag` says which alternative it is.
struct Multi {
  struct Alternative {
    uint32_t tag = 0;
    Value value;
  };
  hir::ValueId tag = hir::kNone;  // kI32; unused for one alternative
  std::vector<Alternative> alternatives;

  bool single() const { return alternatives.size() == 1; }
  const Value& value() const { return alternatives[0].value; }
};
Multi Single(Value value);
Value DTypeValue(DType dtype);
// What follows an instruction that always raises.
Value Bottom();

// A variable that is assigned inside a loop or branch, or has several types, is kept in
// slots: a tag, and one set of slots for each type. Not thread-safe.
class Variables {
 protected:
  Variables(uint32_t opt_level, Knowledge* knowledge) : known_(*knowledge), emit_(opt_level) {}
  ~Variables() = default;

  void Assign(const std::string& name, const Multi& value);
  Multi Read(const std::string& name);
  void StoreAlternative(const std::string& storage, const Value& value);
  // Reports a computed array that was to be kept.
  void KeptArray(const std::string& storage);
  void StoreLeaves(const std::string& storage, const Value& value);
  Value LoadLeaves(const std::string& storage, const Value& known);
  void StoreView(const std::string& storage, const View& view);
  Value LoadView(const std::string& storage, const Value& known);
  hir::SlotId IntSlot(const std::string& storage, const Value& value);
  Multi LoadStorage(const std::string& storage, const Alternatives& alternatives);
  uint32_t Tag(const std::string& storage, const std::string& key);
  std::string Temporary();
  // Runs `body` once for each combination of alternatives and joins what it answers.
  Multi Dispatch(const std::vector<Multi>& inputs,
                 const std::function<Multi(const std::vector<Value>&)>& body);
  // One of two values, by a run-time condition.
  // One way that control may go, and the value it makes.
  struct Arm {
    hir::BlockId block;
    Multi result;
    uint32_t point;  // of the result
  };
  Arm MakeArm(const std::function<Multi()>& make);
  // The value of whichever arm `condition` chooses. `failures`: emit_'s before they were made.
  Multi JoinArms(hir::ValueId condition, const Arm& then, const Arm& otherwise, uint32_t failures);
  // `left`, whose truth is `truth`, unless that is `if_true`: then what `rest` makes.
  Multi ShortCircuit(const Multi& left, hir::ValueId truth, bool if_true,
                     const std::function<Multi()>& rest);
  Multi Choose(hir::ValueId condition, const std::function<Multi()>& then,
               const std::function<Multi()>& otherwise);
  void StoreMulti(const std::string& storage, const Multi& value, Alternatives* alternatives);
  // Calls `arm` for each alternative under a test of its tag.
  void ForEachAlternative(const Multi& value, const std::function<void(const Value&)>& arm);

  Knowledge& known_;
  Emitter emit_;
  Env env_;
  std::set<std::string> slot_names_;  // assigned inside a loop or branch
  int nesting_ = 0;                   // dynamic branches and loops around what is lowered

 private:
  std::map<std::string, std::map<std::string, uint32_t>> tags_;
  uint32_t temporaries_ = 0;
};

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_VARIABLES_H_
