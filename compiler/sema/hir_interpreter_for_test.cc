#include "compiler/sema/hir_interpreter_for_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "compiler/hir/op_info.h"

namespace pyasc::sema {
namespace {

using hir::Instr;
using hir::Op;
using hir::Type;
using Bits128 = unsigned __int128;

Bits128 Masked(Type type, Bits128 bits) {
  const int width = hir::Bits(type);
  return width == 128 ? bits : bits & ((Bits128{1} << width) - 1);
}

// The correctly rounded quotient: 64 bits of it, the last one sticky, make a long double.
double TrueDivide(Int128 a, Int128 b) {
  if (a == 0) return b < 0 ? -0.0 : 0.0;
  const auto magnitude = [](Int128 v) { return v < 0 ? -static_cast<Bits128>(v) : Bits128(v); };
  Bits128 n = magnitude(a);
  Bits128 d = magnitude(b);
  int scale = 0;
  while (n >> 127 == 0) n <<= 1, --scale;
  while (d >> 127 == 0) d <<= 1, ++scale;
  unsigned long long quotient = 0;
  for (int i = 0; i < 62; ++i) {
    quotient <<= 1;
    const bool carry = i != 0 && (n >> 127) != 0;
    if (i != 0) n <<= 1;
    if (carry || n >= d) n -= d, quotient |= 1;
  }
  if (n != 0) quotient |= 1;
  // 62 bits, of which the lowest is sticky, round to 53 as the exact quotient does.
  const double rounded = std::ldexp(static_cast<double>(quotient), scale - 61);
  return (a < 0) != (b < 0) ? -rounded : rounded;
}

template <typename Float>
Float FloorMod(Float a, Float b) {
  Float remainder = std::fmod(a, b);
  if (b == 0) return remainder;
  if (remainder == 0) return std::copysign(Float{0}, b);
  return (b < 0) == (remainder < 0) ? remainder : remainder + b;
}

template <typename Float>
Float FloorDivide(Float a, Float b) {
  if (b == 0) return a / b;
  const Float remainder = std::fmod(a, b);
  Float quotient = (a - remainder) / b;
  if (remainder != 0 && (b < 0) != (remainder < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(Float{0}, a / b);
  const Float floor = std::floor(quotient);
  return quotient - floor > Float{0.5} ? floor + 1 : floor;
}

// The function of "pyasc_<name>_f64" or _f32; null if there is none.
double (*Elementary(std::string_view symbol))(double) {
  constexpr struct {
    std::string_view name;
    double (*function)(double);
  } kFunctions[] = {
      {"exp", std::exp},     {"log", std::log}, {"log2", std::log2}, {"log10", std::log10},
      {"log1p", std::log1p}, {"sin", std::sin}, {"cos", std::cos},   {"tanh", std::tanh},
  };
  for (const auto& known : kFunctions)
    if (symbol == fmt::format("pyasc_{}_f64", known.name) ||
        symbol == fmt::format("pyasc_{}_f32", known.name))
      return known.function;
  return nullptr;
}

}  // namespace

double RoundedTo(Type type, double real) {
  if (type == Type::kF32) return static_cast<double>(static_cast<float>(real));
  if (type != Type::kF16 || real == 0 || !std::isfinite(real)) return real;
  constexpr double kLargest = 65504;
  const double quantum = std::ldexp(1.0, std::max(std::ilogb(real), -14) - 10);
  const double rounded = std::nearbyint(real / quantum) * quantum;
  if (std::fabs(rounded) <= kLargest) return rounded;
  return std::copysign(std::numeric_limits<double>::infinity(), real);
}

Int128 SignedOf(Type type, Bits128 bits) {
  const int unused = 128 - hir::Bits(type);
  return static_cast<Int128>(bits << unused) >> unused;
}

std::string ToString(Int128 value) {
  std::string text;
  Bits128 rest = value < 0 ? -static_cast<Bits128>(value) : static_cast<Bits128>(value);
  do {
    text.push_back(static_cast<char>('0' + static_cast<int>(rest % 10)));
    rest /= 10;
  } while (rest != 0);
  if (value < 0) text.push_back('-');
  return {text.rbegin(), text.rend()};
}

HirInterpreter::HirInterpreter(const hir::Function& function, std::vector<Cell> attributes)
    : function_(function),
      attributes_(std::move(attributes)),
      values_(function.values.size()),
      slots_(function.slots.size()) {}

Outcome HirInterpreter::Run() {
  RunBlock(function_.body);
  return outcome_;
}

Type HirInterpreter::TypeOf(const Instr& instr, size_t operand) const {
  return function_.values[instr.operands[operand]];
}

Int128 HirInterpreter::Signed(const Instr& instr, size_t operand) const {
  return SignedOf(TypeOf(instr, operand), Bits(instr, operand));
}

Bits128 HirInterpreter::Bits(const Instr& instr, size_t operand) const {
  return values_[instr.operands[operand]].bits;
}

double HirInterpreter::Real(const Instr& instr, size_t operand) const {
  return values_[instr.operands[operand]].real;
}

bool HirInterpreter::Fault(std::string text) {
  outcome_.fault = std::move(text);
  return false;
}

bool HirInterpreter::RunBlock(hir::BlockId block) {
  for (const Instr& instr : function_.blocks[block].instrs)
    if (!RunInstr(instr)) return false;
  return true;
}

bool HirInterpreter::Raise(const Instr& instr, size_t first_operand) {
  const Site& site = function_.sites[instr.index];
  outcome_.exception = site.exception;
  for (const MessagePart& part : site.parts) {
    if (part.slot < 0) {
      outcome_.message += part.literal;
      continue;
    }
    if (part.kind != ScalarKind::kInt) return Fault("a part of a message is no int");
    outcome_.message += ToString(Signed(instr, first_operand + static_cast<size_t>(part.slot)));
  }
  return false;
}

bool HirInterpreter::RunWhile(const Instr& instr) {
  constexpr int kMostTrips = 1000;
  for (int trip = 0; trip < kMostTrips; ++trip) {
    if (!RunBlock(instr.blocks[0])) return false;
    if (yielded_.bits == 0) return true;
    if (!RunBlock(instr.blocks[1])) return false;
  }
  return Fault("a loop does not end");
}

bool HirInterpreter::RunControl(const Instr& instr) {
  switch (instr.op) {
    case Op::kStoreSlot:
      slots_[instr.index] = values_[instr.operands[0]];
      return true;
    case Op::kIf:
      return RunBlock(instr.blocks[Bits(instr, 0) != 0 ? 0 : 1]);
    case Op::kWhile:
      return RunWhile(instr);
    case Op::kYield:
      yielded_ = values_[instr.operands[0]];
      return true;
    case Op::kCheck:
      return Bits(instr, 0) != 0 || Raise(instr, 1);
    case Op::kRaise:
      return Raise(instr, 0);
    default:
      return Fault("a control operation of another kind");
  }
}

bool HirInterpreter::RunInstr(const Instr& instr) {
  if (instr.result == hir::kNone) return RunControl(instr);
  Cell result;
  bool done = true;
  switch (instr.op) {
    case Op::kConstInt:
      result.bits = static_cast<Bits128>(instr.integer);
      break;
    case Op::kConstFloat:
      result.real = instr.real;
      break;
    case Op::kAttribute:
      result = attributes_[instr.index];
      break;
    case Op::kLoadSlot:
      result = slots_[instr.index];
      break;
    case Op::kSelect:
      result = values_[instr.operands[Bits(instr, 0) != 0 ? 1 : 2]];
      break;
    case Op::kCall:
      done = RunCall(instr, &result);
      break;
    default:
      if (instr.op >= Op::kAdd && instr.op <= Op::kMulOverflows)
        done = RunInteger(instr, &result);
      else if (instr.op >= Op::kFAdd && instr.op <= Op::kFma)
        done = RunReal(instr, &result);
      else if (instr.op >= Op::kEq && instr.op <= Op::kFLe)
        done = RunTest(instr, &result);
      else
        done = RunConversion(instr, &result);
  }
  if (!done) return false;
  if (hir::IsFloat(instr.type)) {
    if (RoundedTo(instr.type, result.real) != result.real && !std::isnan(result.real))
      return Fault("a float is not representable in its type");
  } else {
    result.bits = Masked(instr.type, result.bits);
  }
  values_[instr.result] = result;
  return true;
}

bool HirInterpreter::RunDivision(const Instr& instr, Cell* result) {
  const Type type = TypeOf(instr, 0);
  if (Bits(instr, 1) == 0) return Fault("division by zero");
  if (instr.op == Op::kUDiv || instr.op == Op::kURem) {
    const Bits128 a = Bits(instr, 0);
    const Bits128 b = Bits(instr, 1);
    result->bits = instr.op == Op::kUDiv ? a / b : a % b;
    return true;
  }
  const Int128 a = Signed(instr, 0);
  const Int128 b = Signed(instr, 1);
  const Int128 least = SignedOf(type, Bits128{1} << (hir::Bits(type) - 1));
  if (a == least && b == -1) return Fault("the least integer divided by -1");
  result->bits = static_cast<Bits128>(instr.op == Op::kSDiv ? a / b : a % b);
  return true;
}

bool HirInterpreter::RunShift(const Instr& instr, Cell* result) {
  const Bits128 count = Bits(instr, 1);
  if (count >= static_cast<Bits128>(hir::Bits(instr.type))) return Fault("shift of the width");
  const int by = static_cast<int>(count);
  if (instr.op == Op::kShl) result->bits = Bits(instr, 0) << by;
  if (instr.op == Op::kLShr) result->bits = Bits(instr, 0) >> by;
  if (instr.op == Op::kAShr) result->bits = static_cast<Bits128>(Signed(instr, 0) >> by);
  return true;
}

bool HirInterpreter::RunInteger(const Instr& instr, Cell* result) {
  const Type type = TypeOf(instr, 0);
  const Bits128 a = Bits(instr, 0);
  const Bits128 b = Bits(instr, 1);
  const Int128 x = Signed(instr, 0);
  const Int128 y = Signed(instr, 1);
  Int128 exact = 0;
  bool overflowed = false;
  switch (instr.op) {
    case Op::kAdd:
      result->bits = a + b;
      return true;
    case Op::kSub:
      result->bits = a - b;
      return true;
    case Op::kMul:
      result->bits = a * b;
      return true;
    case Op::kAnd:
      result->bits = a & b;
      return true;
    case Op::kOr:
      result->bits = a | b;
      return true;
    case Op::kXor:
      result->bits = a ^ b;
      return true;
    case Op::kShl:
    case Op::kAShr:
    case Op::kLShr:
      return RunShift(instr, result);
    case Op::kAddOverflows:
      overflowed = __builtin_add_overflow(x, y, &exact);
      break;
    case Op::kSubOverflows:
      overflowed = __builtin_sub_overflow(x, y, &exact);
      break;
    case Op::kMulOverflows:
      overflowed = __builtin_mul_overflow(x, y, &exact);
      break;
    default:
      return RunDivision(instr, result);
  }
  result->bits = overflowed || SignedOf(type, Masked(type, static_cast<Bits128>(exact))) != exact;
  return true;
}

bool HirInterpreter::RunConversion(const Instr& instr, Cell* result) {
  switch (instr.op) {
    case Op::kTruncate:
    case Op::kZExt:
      result->bits = Bits(instr, 0);
      return true;
    case Op::kSExt:
      result->bits = static_cast<Bits128>(Signed(instr, 0));
      return true;
    case Op::kFTrunc:
      result->real = RoundedTo(instr.type, Real(instr, 0));
      return true;
    case Op::kFExt:
      result->real = Real(instr, 0);
      return true;
    case Op::kSToF:
    case Op::kUToF: {
      const bool is_signed = instr.op == Op::kSToF;
      if (instr.type == Type::kF32)
        result->real = static_cast<double>(is_signed ? static_cast<float>(Signed(instr, 0))
                                                     : static_cast<float>(Bits(instr, 0)));
      else
        result->real =
            is_signed ? static_cast<double>(Signed(instr, 0)) : static_cast<double>(Bits(instr, 0));
      return instr.type != Type::kF16 || Fault("an integer converted to float16");
    }
    case Op::kFToS: {
      const double limit = std::ldexp(1.0, hir::Bits(instr.type) - 1);
      const double whole = std::trunc(Real(instr, 0));
      if (!(-limit <= whole && whole < limit)) return Fault("a conversion out of range");
      result->bits = static_cast<Bits128>(static_cast<Int128>(whole));
      return true;
    }
    default:
      return Fault("an operation of another kind");
  }
}

bool HirInterpreter::RunReal(const Instr& instr, Cell* result) {
  const double a = Real(instr, 0);
  const double b = instr.operands.size() > 1 ? Real(instr, 1) : 0.0;
  double value = 0;
  switch (instr.op) {
    case Op::kFAdd:
      value = a + b;
      break;
    case Op::kFSub:
      value = a - b;
      break;
    case Op::kFMul:
      value = a * b;
      break;
    case Op::kFDiv:
      value = a / b;
      break;
    case Op::kFNeg:
      value = -a;
      break;
    case Op::kFAbs:
      value = std::fabs(a);
      break;
    case Op::kSqrt:
      value = std::sqrt(a);
      break;
    case Op::kFloor:
      value = std::floor(a);
      break;
    case Op::kCeil:
      value = std::ceil(a);
      break;
    case Op::kTrunc:
      value = std::trunc(a);
      break;
    case Op::kRint:
      value = std::nearbyint(a);
      break;
    case Op::kCopySign:
      value = std::copysign(a, b);
      break;
    default:
      value = std::fma(a, b, Real(instr, 2));
      break;
  }
  // Rounding the double's result again is harmless for these operations (53 >= 2*24+2).
  result->real = RoundedTo(instr.type, value);
  return true;
}

bool HirInterpreter::RunTest(const Instr& instr, Cell* result) {
  const auto compare = [&](auto a, auto b) {
    switch (instr.op) {
      case Op::kEq:
      case Op::kFEq:
        return a == b;
      case Op::kNe:
      case Op::kFNe:
        return a != b;
      case Op::kSLt:
      case Op::kULt:
      case Op::kFLt:
        return a < b;
      default:
        return a <= b;
    }
  };
  if (instr.op >= Op::kFEq)
    result->bits = compare(Real(instr, 0), Real(instr, 1));
  else if (instr.op == Op::kULt || instr.op == Op::kULe)
    result->bits = compare(Bits(instr, 0), Bits(instr, 1));
  else
    result->bits = compare(Signed(instr, 0), Signed(instr, 1));
  return true;
}

bool HirInterpreter::RunCall(const Instr& instr, Cell* result) {
  const std::string& name = instr.symbol;
  const double a = Real(instr, 0);
  const double b = instr.operands.size() > 1 ? Real(instr, 1) : 0.0;
  const auto x = static_cast<float>(a);
  const auto y = static_cast<float>(b);
  if (name == "pyasc_int_truediv") {
    if (Bits(instr, 1) == 0) return Fault("division by zero");
    result->real = TrueDivide(Signed(instr, 0), Signed(instr, 1));
  } else if (name == "pyasc_mod_f64") {
    result->real = FloorMod(a, b);
  } else if (name == "pyasc_floordiv_f64") {
    result->real = FloorDivide(a, b);
  } else if (name == "pyasc_mod_f32") {
    result->real = static_cast<double>(FloorMod(x, y));
  } else if (name == "pyasc_floordiv_f32") {
    result->real = static_cast<double>(FloorDivide(x, y));
  } else if (name.starts_with("pyasc_pow_")) {
    result->real = RoundedTo(instr.type, std::pow(a, b));
  } else {
    const auto function = Elementary(name);
    if (function == nullptr) return Fault(fmt::format("unknown function {}", name));
    result->real = RoundedTo(instr.type, function(a));
  }
  return true;
}

}  // namespace pyasc::sema
