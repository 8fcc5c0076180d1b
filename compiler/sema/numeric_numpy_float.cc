// NumPy floats of one dtype, and float16 sums that are rounded once.
#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema {
namespace numeric {
namespace {

Op Machine(BinaryOp op) {
  switch (op) {
    case BinaryOp::kAdd:
      return Op::kFAdd;
    case BinaryOp::kSub:
      return Op::kFSub;
    case BinaryOp::kMul:
      return Op::kFMul;
    default:
      return Op::kFDiv;
  }
}

// // and %: float16 computes in float32 and rounds, as NumPy does.
ValueId Division(Emitter& emitter, BinaryOp op, ValueId a, ValueId b) {
  const Type type = emitter.TypeOf(a);
  const bool is_mod = op == BinaryOp::kMod;
  if (type == Type::kF64)
    return emitter.Call(is_mod ? "pyasc_mod_f64" : "pyasc_floordiv_f64", type, {a, b});
  const ValueId x = ResizeReal(emitter, a, Type::kF32);
  const ValueId y = ResizeReal(emitter, b, Type::kF32);
  const ValueId result =
      emitter.Call(is_mod ? "pyasc_mod_f32" : "pyasc_floordiv_f32", Type::kF32, {x, y});
  return ResizeReal(emitter, result, type);
}

}  // namespace

Value NumpyFloatBinary(Emitter& emitter, BinaryOp op, DType dtype, ValueId a, ValueId b) {
  if (op == BinaryOp::kFloorDiv || op == BinaryOp::kMod)
    return NumpyValue(dtype, Division(emitter, op, a, b));
  return NumpyValue(dtype, Apply(emitter, Machine(op), a, b));
}

}  // namespace numeric

namespace {

using namespace numeric;  // the pieces of this module

// A float16, wide or not, or a Python number, in float32.
Value InFloat32(Emitter& emitter, const Value& a) {
  if (a.kind == Kind::kNumpy && a.wide) return a;
  const Value half = WeakTo(emitter, a, DType::kFloat16);
  if (half.kind != Kind::kNumpy) return half;
  return NumpyValue(DType::kFloat16, ResizeReal(emitter, half.id, Type::kF32));
}

Value Wide(Emitter& emitter, Op op, const Value& a, const Value& b) {
  const Value x = InFloat32(emitter, a);
  const Value y = InFloat32(emitter, b);
  for (const Value* operand : {&x, &y})
    if (operand->kind != Kind::kNumpy) return *operand;
  Value result = NumpyValue(DType::kFloat16, Apply(emitter, op, x.id, y.id));
  result.wide = true;
  return result;
}

}  // namespace

Value Rounded(Emitter& emitter, const Value& a) {
  if (a.kind != Kind::kNumpy || !a.wide) return a;
  return NumpyValue(a.dtype, ResizeReal(emitter, a.id, Type::kF16));
}

Value AccumulateWide(Emitter& emitter, const Value& accumulator, const Value& term) {
  return Wide(emitter, Op::kFAdd, accumulator, term);
}

Value MultiplyWide(Emitter& emitter, const Value& a, const Value& b) {
  return Wide(emitter, Op::kFMul, a, b);
}

}  // namespace pyasc::sema
