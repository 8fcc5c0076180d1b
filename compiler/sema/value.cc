#include "compiler/sema/value.h"

#include <fmt/format.h>

#include <utility>

namespace pyasc::sema {
namespace {

Value OfKind(Kind kind) {
  Value value;
  value.kind = kind;
  return value;
}

}  // namespace

Value ErrorValue() { return OfKind(Kind::kError); }

Value NoneValue() { return OfKind(Kind::kNone); }

Value BoolConstant(bool value) {
  Value result = OfKind(Kind::kBool);
  result.flag = value;
  return result;
}

Value IntConstant(Int128 value) {
  Value result = OfKind(Kind::kInt);
  result.interval = Interval::Point(value);
  return result;
}

Value FloatConstant(double value) {
  Value result = OfKind(Kind::kFloat);
  result.real = value;
  return result;
}

Value StringConstant(std::string text) {
  Value result = OfKind(Kind::kString);
  result.text = std::move(text);
  return result;
}

Value BoolValue(hir::ValueId id) {
  Value result = OfKind(Kind::kBool);
  result.id = id;
  return result;
}

Value IntValue(hir::ValueId id, Interval interval) {
  Value result = OfKind(Kind::kInt);
  result.id = id;
  result.interval = interval;
  return result;
}

Value FloatValue(hir::ValueId id) {
  Value result = OfKind(Kind::kFloat);
  result.id = id;
  return result;
}

Value NumpyValue(DType dtype, hir::ValueId id) {
  Value result = OfKind(Kind::kNumpy);
  result.dtype = dtype;
  result.id = id;
  return result;
}

hir::Type IntType(const Interval& interval) {
  return interval.FitsInt64() ? hir::Type::kI64 : hir::Type::kI128;
}

std::string TypeName(const Value& value) {
  switch (value.kind) {
    case Kind::kNone:
      return "NoneType";
    case Kind::kBool:
      return "bool";
    case Kind::kInt:
      return "int";
    case Kind::kFloat:
      return "float";
    case Kind::kNumpy:
      return fmt::format("numpy.{}", Name(value.dtype));
    case Kind::kString:
      return "str";
    case Kind::kTuple:
      return "tuple";
    case Kind::kView:
    case Kind::kArray:
      return "numpy.ndarray";
    case Kind::kModule:
      return "module";
    case Kind::kFunction:
      return "function";
    case Kind::kDType:
      return "type";
    case Kind::kMethod:
      return "method";
    case Kind::kRange:
      return "range";
    case Kind::kError:
    case Kind::kBottom:
    case Kind::kUnbound:
      break;
  }
  return "object";
}

}  // namespace pyasc::sema
