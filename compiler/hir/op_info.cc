#include "compiler/hir/op_info.h"

#include <array>

#include "base/status_macros.h"

namespace pyasc::hir {
namespace {

struct Row {
  Op op;
  OpInfo info;
};

constexpr Row kRows[] = {
    {Op::kConstInt, {"const", Form::kSpecial}},
    {Op::kConstFloat, {"constf", Form::kSpecial}},
    {Op::kAttribute, {"attribute", Form::kSpecial}},
    {Op::kTensorData, {"tensor.data", Form::kSpecial}},
    {Op::kTensorDim, {"tensor.dim", Form::kSpecial}},
    {Op::kTensorStride, {"tensor.stride", Form::kSpecial}},
    {Op::kLoadSlot, {"load.slot", Form::kSpecial}},
    {Op::kStoreSlot, {"store.slot", Form::kSpecial}},
    {Op::kAdd, {"add", Form::kIntBinary}},
    {Op::kSub, {"sub", Form::kIntBinary}},
    {Op::kMul, {"mul", Form::kIntBinary}},
    {Op::kSDiv, {"sdiv", Form::kIntBinary}},
    {Op::kUDiv, {"udiv", Form::kIntBinary}},
    {Op::kSRem, {"srem", Form::kIntBinary}},
    {Op::kURem, {"urem", Form::kIntBinary}},
    {Op::kAnd, {"and", Form::kIntBinary}},
    {Op::kOr, {"or", Form::kIntBinary}},
    {Op::kXor, {"xor", Form::kIntBinary}},
    {Op::kShl, {"shl", Form::kIntBinary}},
    {Op::kAShr, {"ashr", Form::kIntBinary}},
    {Op::kLShr, {"lshr", Form::kIntBinary}},
    {Op::kAddOverflows, {"add.overflows", Form::kIntPredicate}},
    {Op::kSubOverflows, {"sub.overflows", Form::kIntPredicate}},
    {Op::kMulOverflows, {"mul.overflows", Form::kIntPredicate}},
    {Op::kFAdd, {"fadd", Form::kFloatBinary}},
    {Op::kFSub, {"fsub", Form::kFloatBinary}},
    {Op::kFMul, {"fmul", Form::kFloatBinary}},
    {Op::kFDiv, {"fdiv", Form::kFloatBinary}},
    {Op::kFNeg, {"fneg", Form::kFloatUnary}},
    {Op::kFAbs, {"fabs", Form::kFloatUnary}},
    {Op::kSqrt, {"sqrt", Form::kFloatUnary}},
    {Op::kFloor, {"floor", Form::kFloatUnary}},
    {Op::kCeil, {"ceil", Form::kFloatUnary}},
    {Op::kTrunc, {"trunc", Form::kFloatUnary}},
    {Op::kRint, {"rint", Form::kFloatUnary}},
    {Op::kCopySign, {"copysign", Form::kFloatBinary}},
    {Op::kFma, {"fma", Form::kFloatTernary}},
    {Op::kEq, {"eq", Form::kIntPredicate}},
    {Op::kNe, {"ne", Form::kIntPredicate}},
    {Op::kSLt, {"slt", Form::kIntPredicate}},
    {Op::kSLe, {"sle", Form::kIntPredicate}},
    {Op::kULt, {"ult", Form::kIntPredicate}},
    {Op::kULe, {"ule", Form::kIntPredicate}},
    {Op::kFEq, {"feq", Form::kFloatPredicate}},
    {Op::kFNe, {"fne", Form::kFloatPredicate}},
    {Op::kFLt, {"flt", Form::kFloatPredicate}},
    {Op::kFLe, {"fle", Form::kFloatPredicate}},
    {Op::kSelect, {"select", Form::kSpecial}},
    {Op::kTruncate, {"truncate", Form::kConversion}},
    {Op::kSExt, {"sext", Form::kConversion}},
    {Op::kZExt, {"zext", Form::kConversion}},
    {Op::kFTrunc, {"ftrunc", Form::kConversion}},
    {Op::kFExt, {"fext", Form::kConversion}},
    {Op::kSToF, {"stof", Form::kConversion}},
    {Op::kUToF, {"utof", Form::kConversion}},
    {Op::kFToS, {"ftos", Form::kConversion}},
    {Op::kFToU, {"ftou", Form::kConversion}},
    {Op::kBitcast, {"bitcast", Form::kConversion}},
    {Op::kPtrAdd, {"ptr.add", Form::kSpecial}},
    {Op::kLoad, {"load", Form::kSpecial}},
    {Op::kStore, {"store", Form::kSpecial}},
    {Op::kAlloc, {"alloc", Form::kSpecial}},
    {Op::kMark, {"mark", Form::kSpecial}},
    {Op::kRelease, {"release", Form::kSpecial}},
    {Op::kResize, {"resize", Form::kSpecial}},
    {Op::kCall, {"call", Form::kSpecial}},
    {Op::kIf, {"if", Form::kSpecial}},
    {Op::kFor, {"for", Form::kSpecial}},
    {Op::kWhile, {"while", Form::kSpecial}},
    {Op::kBreak, {"break", Form::kSpecial}},
    {Op::kContinue, {"continue", Form::kSpecial}},
    {Op::kReturn, {"return", Form::kSpecial}},
    {Op::kYield, {"yield", Form::kSpecial}},
    {Op::kCheck, {"check", Form::kSpecial}},
    {Op::kRaise, {"raise", Form::kSpecial}},
    {Op::kPrint, {"print", Form::kSpecial}},
    {Op::kGuard, {"guard", Form::kSpecial}},
    {Op::kGiveUp, {"give.up", Form::kSpecial}},
    {Op::kMap, {"map", Form::kSpecial}},
};

constexpr bool InOrder() {
  for (size_t i = 0; i < std::size(kRows); ++i)
    if (static_cast<size_t>(kRows[i].op) != i) return false;
  return std::size(kRows) == static_cast<size_t>(Op::kMap) + 1;
}
static_assert(InOrder(), "one row an operation, in the order of Op");

}  // namespace

const OpInfo& Info(Op op) { return kRows[static_cast<size_t>(op)].info; }

bool IsPure(Op op) {
  switch (op) {
    case Op::kConstInt:
    case Op::kConstFloat:
    case Op::kAttribute:
    case Op::kTensorDim:
    case Op::kLoadSlot:
    case Op::kSelect:
    case Op::kTruncate:
    case Op::kSExt:
    case Op::kZExt:
    case Op::kFTrunc:
    case Op::kFExt:
    case Op::kSToF:
    case Op::kUToF:
      return true;
    default:
      break;
  }
  const bool divides = op >= Op::kSDiv && op <= Op::kURem;
  const bool shifts = op >= Op::kShl && op <= Op::kLShr;
  const bool integer = op >= Op::kAdd && op <= Op::kMulOverflows && !divides && !shifts;
  const bool real = op >= Op::kFAdd && op <= Op::kFAbs && op != Op::kFDiv;
  return integer || real || (op >= Op::kEq && op <= Op::kFLe);
}

bool EndsBlock(Op op) {
  return op == Op::kBreak || op == Op::kContinue || op == Op::kReturn || op == Op::kRaise ||
         op == Op::kGiveUp;
}

int Bits(Type type) {
  switch (type) {
    case Type::kI1:
      return 1;
    case Type::kI8:
      return 8;
    case Type::kI16:
    case Type::kF16:
      return 16;
    case Type::kI32:
    case Type::kF32:
      return 32;
    case Type::kI64:
    case Type::kF64:
      return 64;
    case Type::kI128:
      return 128;
    case Type::kVoid:
    case Type::kPtr:
      return 0;
  }
  return 0;
}

bool IsInt(Type type) { return type >= Type::kI1 && type <= Type::kI128; }
bool IsFloat(Type type) { return type >= Type::kF16 && type <= Type::kF64; }

std::string_view Name(Type type) {
  static constexpr std::string_view kNames[] = {"void", "i1",  "i8",  "i16", "i32", "i64",
                                                "i128", "f16", "f32", "f64", "ptr"};
  return kNames[static_cast<size_t>(type)];
}

Type MemoryType(DType dtype) {
  switch (dtype) {
    case DType::kBool:
    case DType::kInt8:
    case DType::kUint8:
      return Type::kI8;
    case DType::kInt16:
    case DType::kUint16:
    case DType::kBFloat16:
      return Type::kI16;
    case DType::kInt32:
    case DType::kUint32:
      return Type::kI32;
    case DType::kInt64:
    case DType::kUint64:
      return Type::kI64;
    case DType::kFloat16:
      return Type::kF16;
    case DType::kFloat32:
      return Type::kF32;
    case DType::kFloat64:
      return Type::kF64;
  }
  return Type::kVoid;
}

Type ValueType(DType dtype) {
  if (dtype == DType::kBool) return Type::kI1;
  if (dtype == DType::kBFloat16) return Type::kF32;
  return MemoryType(dtype);
}

}  // namespace pyasc::hir
