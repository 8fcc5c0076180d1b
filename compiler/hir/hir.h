// HIR: an operator with Python's semantics made explicit.
//
// Structured SSA over machine types: a function is a tree of blocks of instructions;
// a value is usable after its instruction in the same block and in blocks nested
// there. Python variables are mutable slots, so joins need no phis. Checks, promotions,
// exceptions (sites) and prints are instructions of their own. Array operations stay
// whole (kMap); compiler/loops/scalarise.h turns them into loops.
#ifndef PYASC_COMPILER_HIR_HIR_H_
#define PYASC_COMPILER_HIR_HIR_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/dtype.h"
#include "base/signature.h"

namespace pyasc::hir {

// clang-format off
// Signless, as in LLVM: the operation says how bits are read.
enum class Type : uint8_t {
  kVoid, kI1, kI8, kI16, kI32, kI64, kI128, kF16, kF32, kF64, kPtr,
};
// clang-format on

// How an element of `dtype` is kept in memory (bool: kI8, 0 or 1; bfloat16: kI16).
Type MemoryType(DType dtype);
// How a scalar of `dtype` is kept in a value (bool: kI1; bfloat16: kF32).
Type ValueType(DType dtype);
std::string_view Name(Type type);

using ValueId = uint32_t;
using SlotId = uint32_t;
using BlockId = uint32_t;
inline constexpr uint32_t kNone = 0xffffffff;

// clang-format off
enum class Op : uint8_t {
  // Leaves.
  kConstInt,    // `integer`, in any integer type
  kConstFloat,  // `real`, in any float type (exactly representable)
  kAttribute,   // run-time attribute `index` (its place in Slot order), as `type`
  kTensorData,  // pointer of tensor `index`
  kTensorDim,   // kI64; dim `axis` of tensor `index` (after a resize: the new one)
  kTensorStride,  // kI64, bytes
  kLoadSlot, kStoreSlot,  // slot `index`; store: operand 0
  // Integers; add, sub and mul wrap. Division by zero, INT_MIN / -1 and shifts of the
  // width or more never reach these: the emitter guards them.
  kAdd, kSub, kMul, kSDiv, kUDiv, kSRem, kURem, kAnd, kOr, kXor, kShl, kAShr, kLShr,
  kAddOverflows, kSubOverflows, kMulOverflows,  // kI1: the signed operation overflows
  // Floats, IEEE, round to nearest even, never contracted.
  kFAdd, kFSub, kFMul, kFDiv, kFNeg, kFAbs, kSqrt, kFloor, kCeil, kTrunc, kRint, kCopySign,
  kFma,
  // Comparisons, kI1. Float ones are ordered (false with a NaN), except kFNe.
  kEq, kNe, kSLt, kSLe, kULt, kULe, kFEq, kFNe, kFLt, kFLe,
  kSelect,  // condition, then, else
  // Conversions to `type`.
  kTruncate, kSExt, kZExt, kFTrunc, kFExt, kSToF, kUToF, kFToS, kFToU,
  kBitcast,  // same width; or kPtr to kI64: the address
  // Memory.
  kPtrAdd,  // pointer, bytes
  kLoad,    // `type` at operand 0, naturally aligned
  kStore,   // operand 0 to the pointer operand 1
  kAlloc,   // operand 0 bytes of scratch; MemoryError at site `index` if there are none
            // (kNone, in a fast entry: gives up; so kResize's `axis`)
  kMark, kRelease,  // kI64; see abi::Runtime
  kResize,  // tensor `index` to dims operands; kPtr; MemoryError at site `axis`
  kCall,    // `symbol` of the support blob (or of compiler/math) with the operands
  // Control. Loop and branch results travel through slots.
  kIf,        // operand 0; blocks: then, else
  kFor,       // operand 0: trips (kI64, may be <= 0); block: body, argument 0: 0..trips-1
  kWhile,     // blocks: condition (ends in kYield of a kI1), body
  kBreak, kContinue,  // innermost kFor or kWhile
  kReturn,
  kYield,     // operand 0: the value of a while's condition or of a map's body
  // Exceptions and output. Operands after the condition: the site's values, in order,
  // then the loop indices (kI64 or kI128).
  kCheck,  // raises site `index` unless operand 0 (kI1)
  kRaise,  // raises site `index`; what follows in the block is unreachable
  kPrint,  // site `index`
  // In a fast entry (compiler/loops/detect.h) instead of the first two above.
  kGuard,   // gives up unless operand 0 (kI1)
  kGiveUp,  // what follows in the block is unreachable
  // Arrays.
  kMap,  // Function::maps[index]; MemoryError at site `axis` if a source may alias
};
// clang-format on

struct Instr {
  Op op = Op::kConstInt;
  Type type = Type::kVoid;  // of the result; kVoid: none
  ValueId result = kNone;
  std::vector<ValueId> operands;
  uint32_t index = 0;
  uint32_t axis = 0;
  uint32_t point = 0;  // ordinal of the AST node it comes from
  Int128 integer = 0;
  double real = 0;
  std::string symbol;  // kCall
  bool exact = false;  // kAdd, kSub, kMul: known not to wrap as signed
  std::vector<BlockId> blocks;
};

struct Block {
  std::vector<ValueId> arguments;  // kFor body: the trip; kMap body: one element a source
  std::vector<Instr> instrs;
};

// A strided operand of an array operation; one stride (kI64, bytes) for each axis of
// the map, 0 where it is broadcast.
struct MapOperand {
  ValueId data = kNone;
  std::vector<ValueId> strides;
  Type element = Type::kF64;  // in memory
  // A source that may overlap the destination in another way than element for element.
  bool may_alias = false;
  // A destination that may have several of its elements at one address.
  bool may_overlap_itself = false;
};

// destination[i...] = body(sources[i...]) for every index below dims, as if every
// source had been read before the first store. The body has no side effects, raises
// nothing, and yields the destination's element type.
struct Map {
  std::vector<ValueId> dims;  // kI64
  MapOperand destination;
  std::vector<MapOperand> sources;
  BlockId body = kNone;
};

struct SlotInfo {
  std::string name;  // "s.float32", unique
  Type type = Type::kI64;
};

struct TensorInfo {
  std::string name;
  TensorUse use;              // `rank` is the entry's; a created one's is its last
  uint32_t resized_rank = 0;  // the largest that a kResize gives it

  uint32_t max_rank() const { return use.rank > resized_rank ? use.rank : resized_rank; }
};

struct Function {
  std::vector<TensorInfo> tensors;
  std::vector<Type> attributes;  // value types of the run-time attributes, in Slot order
  std::vector<SlotInfo> slots;
  std::vector<Site> sites;
  std::vector<Block> blocks;
  std::vector<Type> values;  // type of each ValueId
  std::vector<Map> maps;
  BlockId body = kNone;
};

// A readable, deterministic listing: what --emit=hir prints and golden tests compare.
std::string Print(const Function& function);

// "" if `function` is well formed, else what is not: operand counts and types, blocks,
// uses before definitions, indices out of range.
std::string Verify(const Function& function);

}  // namespace pyasc::hir

#endif  // PYASC_COMPILER_HIR_HIR_H_
