// What every operation of the HIR has in common: its name in listings and the shape of
// its operands.
#ifndef PYASC_COMPILER_HIR_OP_INFO_H_
#define PYASC_COMPILER_HIR_OP_INFO_H_

#include <string_view>

#include "compiler/hir/hir.h"

namespace pyasc::hir {

// How operands and result of an operation relate.
enum class Form : uint8_t {
  kSpecial,       // checked one by one
  kIntBinary,     // T, T -> T, T an integer
  kIntPredicate,  // T, T -> kI1, T an integer (or kPtr for kEq and kNe)
  kFloatUnary,    // T -> T, T a float
  kFloatBinary,
  kFloatTernary,
  kFloatPredicate,
  kConversion,
};

struct OpInfo {
  std::string_view name;
  Form form = Form::kSpecial;
};

const OpInfo& Info(Op op);

// Widths in bits; 0 for kVoid and kPtr.
int Bits(Type type);
bool IsInt(Type type);
bool IsFloat(Type type);

// Without effects, reading no memory but slots, cheap, and defined whatever the operands: it
// may be done where nobody needs it.
bool IsPure(Op op);

// What follows it in its block is unreachable.
bool EndsBlock(Op op);

}  // namespace pyasc::hir

#endif  // PYASC_COMPILER_HIR_OP_INFO_H_
