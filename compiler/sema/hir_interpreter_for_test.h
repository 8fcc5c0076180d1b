// Runs scalar HIR, for tests: no tensors, no maps. What machines leave undefined (a
// division by zero, a conversion out of range) is reported as a fault.
#ifndef PYASC_COMPILER_SEMA_HIR_INTERPRETER_FOR_TEST_H_
#define PYASC_COMPILER_SEMA_HIR_INTERPRETER_FOR_TEST_H_

#include <string>
#include <vector>

#include "compiler/hir/hir.h"

namespace pyasc::sema {

// A machine value: integers as their bits, zero-extended; floats as a double.
struct Cell {
  unsigned __int128 bits = 0;
  double real = 0;
};

// The exception that ended a run; all empty: none.
struct Outcome {
  std::string fault;      // the HIR itself is wrong
  std::string exception;  // class
  std::string message;
};

// `real` rounded to the float `type`.
double RoundedTo(hir::Type type, double real);

// `bits` of the integer `type`, read signed.
Int128 SignedOf(hir::Type type, unsigned __int128 bits);

// Decimal.
std::string ToString(Int128 value);

class HirInterpreter {
 public:
  // `function` outlives the interpreter.
  HirInterpreter(const hir::Function& function, std::vector<Cell> attributes);

  Outcome Run();
  // After a run without exception.
  const Cell& ValueOf(hir::ValueId id) const { return values_[id]; }
  hir::Type TypeOf(hir::ValueId id) const { return function_.values[id]; }

 private:
  // False: an exception, a fault, or a yield ended the block.
  bool RunBlock(hir::BlockId block);
  bool RunInstr(const hir::Instr& instr);
  bool RunControl(const hir::Instr& instr);
  bool RunWhile(const hir::Instr& instr);
  bool Raise(const hir::Instr& instr, size_t first_operand);
  bool Fault(std::string text);
  bool RunInteger(const hir::Instr& instr, Cell* result);
  bool RunDivision(const hir::Instr& instr, Cell* result);
  bool RunShift(const hir::Instr& instr, Cell* result);
  bool RunConversion(const hir::Instr& instr, Cell* result);
  bool RunReal(const hir::Instr& instr, Cell* result);
  bool RunTest(const hir::Instr& instr, Cell* result);
  bool RunCall(const hir::Instr& instr, Cell* result);

  hir::Type TypeOf(const hir::Instr& instr, size_t operand) const;
  Int128 Signed(const hir::Instr& instr, size_t operand) const;
  unsigned __int128 Bits(const hir::Instr& instr, size_t operand) const;
  double Real(const hir::Instr& instr, size_t operand) const;

  const hir::Function& function_;
  std::vector<Cell> attributes_;
  std::vector<Cell> values_;
  std::vector<Cell> slots_;
  Cell yielded_;
  Outcome outcome_;
};

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_HIR_INTERPRETER_FOR_TEST_H_
