// Appends HIR instructions to a function and collects the operator's mistakes.
//
// Not thread-safe; one emitter a compile.
#ifndef PYASC_COMPILER_SEMA_EMITTER_H_
#define PYASC_COMPILER_SEMA_EMITTER_H_

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/compile_job.h"
#include "compiler/hir/hir.h"
#include "compiler/sema/value.h"
#include "compiler/syntax/codes.h"

namespace pyasc::sema {

// A piece of a message: literal text, or a scalar formatted as Python would.
struct Piece {
  std::string literal;
  Value value;  // kind kError: a literal
  char conversion = 0;
  std::string format;
};
Piece Text(std::string_view literal);
Piece Show(const Value& value, char conversion = 0, std::string_view format = "");

class Emitter {
 public:
  explicit Emitter(uint32_t opt_level) : opt_level_(opt_level) {}
  Emitter(const Emitter&) = delete;
  Emitter& operator=(const Emitter&) = delete;

  uint32_t opt_level() const { return opt_level_; }
  hir::Function& function() { return function_; }
  const hir::Function& function() const { return function_; }

  // The AST node that following instructions, sites and diagnostics belong to.
  uint32_t point() const { return point_; }
  void set_point(uint32_t point) { point_ = point; }

  // --- Values
  hir::ValueId Int(hir::Type type, Int128 value);
  hir::ValueId Real(hir::Type type, double value);
  hir::ValueId Emit(hir::Op op, hir::Type type, std::vector<hir::ValueId> operands);
  // kAdd, kSub or kMul of operands whose result is known to fit their type.
  hir::ValueId EmitExact(hir::Op op, hir::ValueId a, hir::ValueId b);
  // As Emit, with Instr::index and Instr::axis.
  hir::ValueId EmitIndexed(hir::Op op, hir::Type type, uint32_t index, uint32_t axis,
                           std::vector<hir::ValueId> operands);
  hir::ValueId Call(std::string_view symbol, hir::Type type, std::vector<hir::ValueId> operands);
  hir::Type TypeOf(hir::ValueId id) const { return function_.values[id]; }
  // The machine value of a scalar, emitting a constant if it has none yet.
  hir::ValueId Materialise(const Value& value);

  // --- Slots
  // The slot of that name, made at first use; one name has one type.
  hir::SlotId Slot(const std::string& name, hir::Type type);
  hir::SlotId FreshSlot(std::string_view prefix, hir::Type type);
  hir::ValueId LoadSlot(hir::SlotId slot);
  void StoreSlot(hir::SlotId slot, hir::ValueId value);

  // --- Control
  // Emits `then` and `otherwise` into the two arms.
  void If(hir::ValueId condition, const std::function<void()>& then,
          const std::function<void()>& otherwise);
  void EmitIf(hir::ValueId condition, hir::BlockId then, hir::BlockId otherwise);
  hir::BlockId NewBlock();
  // A new argument of `block`.
  hir::ValueId Argument(hir::BlockId block, hir::Type type);
  // kFor or kWhile with its blocks.
  void EmitLoop(hir::Op op, std::vector<hir::ValueId> operands, std::vector<hir::BlockId> blocks);
  // Appends to `block` while alive.
  class Scope {
   public:
    Scope(Emitter& emitter, hir::BlockId block);
    ~Scope();
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Emitter& emitter_;
    hir::BlockId saved_;
  };
  // Moves the instructions of `block` here if they are few and pure (hir::IsPure): then they
  // may run whether they are needed or not. False: nothing changed.
  bool InlinePure(hir::BlockId block);
  void Append(hir::Instr instr);

  // --- Exceptions. `exception` is a built-in class's name.
  void Check(hir::ValueId condition, std::string_view exception, const std::vector<Piece>& message);
  // Always raises; code emitted afterwards in this block is unreachable.
  void Raise(std::string_view exception, const std::vector<Piece>& message);
  void Print(const std::vector<Piece>& pieces, std::string_view end);
  // A site for MemoryError and the like, without values of its own.
  uint32_t PlainSite(std::string_view exception, std::string_view message);

  // The loops around what is emitted, outermost first: name and index slot.
  void PushLoop(std::string name, hir::SlotId index);
  void PopLoop();

  // --- Mistakes of the operator
  // Reports one at the current point and returns an error value, which silences whatever
  // uses it. One point gets one report of each code.
  Value Fail(std::string_view code, std::string message, std::string hint = "");
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  bool failed() const { return failures_ > 0; }
  // Calls of Fail so far: whether a step failed although one before it had.
  uint32_t failures() const { return failures_; }

 private:
  struct Loop {
    std::string name;
    hir::SlotId index;
  };
  uint32_t AddSite(std::string_view exception, const std::vector<Piece>& message,
                   std::vector<hir::ValueId>* operands);

  const uint32_t opt_level_;
  uint32_t point_ = 0;
  hir::BlockId block_ = hir::kNone;
  hir::Function function_;
  std::map<std::string, hir::SlotId> slot_ids_;
  std::vector<Loop> loops_;
  std::vector<Diagnostic> diagnostics_;
  uint32_t failures_ = 0;
};

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_EMITTER_H_
