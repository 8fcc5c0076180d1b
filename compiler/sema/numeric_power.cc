// ** of integers, by repeated squaring: Python's exact, NumPy's wrapping.
#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema::numeric {
namespace {

constexpr Int128 kLongestUnrolled = 1024;

ValueId WrappingProduct(Emitter& emitter, ValueId a, ValueId b) {
  return Apply(emitter, Op::kMul, a, b);
}

ValueId CheckedProduct(Emitter& emitter, ValueId a, ValueId b) {
  const ValueId overflows = Test(emitter, Op::kMulOverflows, a, b);
  CheckThat(emitter, Not(emitter, overflows), "OverflowError", kTooWide);
  return Apply(emitter, Op::kMul, a, b);
}

using Product = ValueId (*)(Emitter&, ValueId, ValueId);

// The slots of a power by repeated squaring; all of one integer type.
struct PowerLoop {
  hir::SlotId result, square, exponent;
};

void MultiplyInto(Emitter& emitter, Product product, hir::SlotId slot, hir::SlotId by) {
  const ValueId a = emitter.LoadSlot(slot);
  const ValueId b = by == slot ? a : emitter.LoadSlot(by);
  emitter.StoreSlot(slot, product(emitter, a, b));
}

void PowerStep(Emitter& emitter, const PowerLoop& loop, Product product, Type type) {
  const ValueId exponent = emitter.LoadSlot(loop.exponent);
  const ValueId one = emitter.Int(type, 1);
  const ValueId zero = emitter.Int(type, 0);
  const ValueId odd = Test(emitter, Op::kNe, Apply(emitter, Op::kAnd, exponent, one), zero);
  emitter.If(odd, [&] { MultiplyInto(emitter, product, loop.result, loop.square); }, [] {});
  const ValueId rest = Apply(emitter, Op::kLShr, exponent, one);
  emitter.StoreSlot(loop.exponent, rest);
  // No square that is not needed: it might overflow where the result does not.
  emitter.If(
      Test(emitter, Op::kNe, rest, zero),
      [&] { MultiplyInto(emitter, product, loop.square, loop.square); }, [] {});
}

// base ** exponent for an exponent that is not negative, both of one type.
ValueId LoopedPower(Emitter& emitter, ValueId base, ValueId exponent, Product product) {
  const Type type = emitter.TypeOf(base);
  const PowerLoop loop = {emitter.FreshSlot("power.result", type),
                          emitter.FreshSlot("power.square", type),
                          emitter.FreshSlot("power.exponent", type)};
  emitter.StoreSlot(loop.result, emitter.Int(type, 1));
  emitter.StoreSlot(loop.square, base);
  emitter.StoreSlot(loop.exponent, exponent);
  While(
      emitter,
      [&] { return Test(emitter, Op::kNe, emitter.LoadSlot(loop.exponent), emitter.Int(type, 0)); },
      [&] { PowerStep(emitter, loop, product, type); });
  return emitter.LoadSlot(loop.result);
}

Value VariablePower(Emitter& emitter, const Value& base, const Value& exponent) {
  const ValueId id = LoopedPower(emitter, IntIn(emitter, base, Type::kI128),
                                 IntIn(emitter, exponent, Type::kI128), CheckedProduct);
  Interval result;
  if (base.interval.low >= 0) result.low = 0;
  return Narrowed(emitter, id, result);
}

}  // namespace

Value IntPower(Emitter& emitter, const Value& base, const Value& exponent) {
  if (exponent.interval.high < 0)
    return FloatPower(emitter, AsPythonFloat(emitter, base), AsPythonFloat(emitter, exponent));
  if (exponent.interval.low < 0)
    return emitter.Fail(codes::kPower,
                        "the exponent may be negative, and the result then an int or a float",
                        "make the base a float, or the exponent a constant or a range's variable");
  if (exponent.interval == Interval::Point(0)) return IntConstant(1);
  if (!IsConstantInt(exponent) || exponent.interval.low > kLongestUnrolled)
    return VariablePower(emitter, base, exponent);
  const auto product = [&](const Value& a, const Value& b) { return IntMultiply(emitter, a, b); };
  return PowerBySquaring(base, exponent.interval.low, product);
}

Value NumpyIntPower(Emitter& emitter, DType dtype, ValueId base, ValueId exponent,
                    std::optional<Int128> exponent_constant) {
  constexpr std::string_view kNegative = "Integers to negative integer powers are not allowed.";
  const Type type = emitter.TypeOf(base);
  if (exponent_constant.has_value()) {
    if (*exponent_constant < 0) return Raised(emitter, "ValueError", kNegative);
    if (*exponent_constant == 0) return NumpyValue(dtype, emitter.Int(type, 1));
    const auto product = [&](ValueId a, ValueId b) { return WrappingProduct(emitter, a, b); };
    return NumpyValue(dtype, PowerBySquaring(base, *exponent_constant, product));
  }
  if (IsSigned(dtype))
    CheckThat(emitter, Test(emitter, Op::kSLe, emitter.Int(type, 0), exponent), "ValueError",
              kNegative);
  return NumpyValue(dtype, LoopedPower(emitter, base, exponent, WrappingProduct));
}

}  // namespace pyasc::sema::numeric
