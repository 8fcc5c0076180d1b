// Calls: built-ins, NumPy and math functions, methods of tensors.
#include <array>
#include <limits>
#include <numbers>
#include <string_view>
#include <utility>

#include "compiler/sema/lowering.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;
using syntax::Expr;
using syntax::ExprKind;

Value DTypeValue(DType dtype) {
  Value value;
  value.kind = Kind::kDType;
  value.dtype = dtype;
  return value;
}

namespace {

Value FunctionValue(std::string name) {
  Value value;
  value.kind = Kind::kFunction;
  value.text = std::move(name);
  return value;
}

struct NamedConstant {
  std::string_view name;
  double value;
};

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::array<NamedConstant, 5> kNumpyConstants = {{{"inf", kInf},
                                                           {"nan", kNan},
                                                           {"pi", std::numbers::pi},
                                                           {"e", std::numbers::e},
                                                           {"euler_gamma", std::numbers::egamma}}};
constexpr std::array<NamedConstant, 5> kMathConstants = {{{"inf", kInf},
                                                          {"nan", kNan},
                                                          {"pi", std::numbers::pi},
                                                          {"e", std::numbers::e},
                                                          {"tau", 2 * std::numbers::pi}}};

}  // namespace

Value Lowering::ModuleMember(const std::string& module, const std::string& name) {
  if (module == "numpy") {
    for (const NamedConstant& constant : kNumpyConstants) {
      if (constant.name == name) return FloatConstant(constant.value);
    }
    if (name == "newaxis") return NoneValue();
    // "bool_" and the like are NumPy's other spellings.
    const std::string spelled = name == "bool_"    ? "bool"
                                : name == "half"   ? "float16"
                                : name == "single" ? "float32"
                                : name == "double" ? "float64"
                                : name == "int_"   ? "int64"
                                : name == "intp"   ? "int64"
                                : name == "byte"   ? "int8"
                                : name == "ubyte"  ? "uint8"
                                                   : name;
    if (const std::optional<DType> dtype = ParseDType(spelled)) return DTypeValue(*dtype);
  }
  if (module == "math") {
    for (const NamedConstant& constant : kMathConstants) {
      if (constant.name == name) return FloatConstant(constant.value);
    }
  }
  return FunctionValue(module + "." + name);
}

Multi Lowering::EvalCall(const Expr& expr) {
  const Expr& callee = *expr.children[0];
  const bool builtin = callee.kind == ExprKind::kName && !env_.variables.count(callee.text) &&
                       !globals_.count(callee.text);
  if (builtin && callee.text == "print") return CallPrint(expr);
  const Multi function = Eval(callee);
  std::vector<Multi> arguments;
  const size_t positional = expr.children.size() - 1 - expr.keywords.size();
  for (size_t k = 0; k < positional; ++k) arguments.push_back(Eval(*expr.children[k + 1]));
  emit_.set_point(expr.ordinal);
  if (function.value().is_error()) return function;
  if (!function.single()) {
    return Single(emit_.Fail("PA0440", "what is called here differs from path to path"));
  }
  const Value callable = function.value();
  if (callable.kind == Kind::kBottom) return function;
  if (!expr.keywords.empty()) {
    return Single(emit_.Fail("PA0441", "keyword arguments are not supported in this call"));
  }
  if (callable.kind == Kind::kFunction && (callable.text == "min" || callable.text == "max")) {
    return MinMax(callable.text == "max", arguments);
  }
  if (callable.kind == Kind::kMethod && callable.text == "resize") {
    return CallResizeWith(callee, arguments);
  }
  return Dispatch(arguments, [&](const std::vector<Value>& chosen) {
    std::vector<Value> values;
    for (const Value& value : chosen) {
      if (value.is_error() || value.kind == Kind::kBottom) return Single(value);
      values.push_back(callable.text == "len" ? value : Decayed(value));
    }
    return Single(CallAny(callable, values));
  });
}

Multi Lowering::CallResizeWith(const Expr& callee, const std::vector<Multi>& arguments) {
  std::vector<Value> values;
  for (const Multi& argument : arguments) {
    if (!argument.single()) {
      return Single(emit_.Fail("PA0442", "a shape's numbers must be ints on every path"));
    }
    values.push_back(argument.value());
  }
  CallResize(*callee.children[0], values);
  return Single(NoneValue());
}

Value Lowering::CallAny(const Value& callable, const std::vector<Value>& arguments) {
  switch (callable.kind) {
    case Kind::kDType: {
      if (arguments.size() != 1) break;
      if (IsArray(arguments[0])) return CastArray(arguments[0], callable.dtype);
      if (arguments[0].is_scalar()) {
        return CallScalar(emit_, "numpy." + std::string(Name(callable.dtype)), arguments);
      }
      break;
    }
    case Kind::kMethod:
      return CallMethod(callable, arguments);
    case Kind::kFunction:
      return CallValue(callable.text, arguments);
    default:
      emit_.Raise("TypeError", {Text("'" + TypeName(callable) + "' object is not callable")});
      return Bottom();
  }
  return emit_.Fail("PA0443", "this call is not supported in an operator");
}

Value Lowering::CallValue(const std::string& name, const std::vector<Value>& arguments) {
  if (name == "range") return Range(arguments);
  if (name == "len" && arguments.size() == 1) return Length(arguments[0]);
  if (name == "tuple" && arguments.size() == 1 && arguments[0].kind == Kind::kTuple) {
    return arguments[0];
  }
  bool scalars = true, arrays = false;
  for (const Value& value : arguments) {
    scalars = scalars && value.is_scalar();
    arrays = arrays || IsArray(value);
  }
  if (scalars && IsScalarFunction(name)) return CallScalar(emit_, name, arguments);
  if (arrays && IsElementwise(name)) return CallElementwise(name, arguments);
  if (IsScalarFunction(name)) {
    return emit_.Fail("PA0444", name + "() is not supported for these arguments",
                      arrays ? "apply it to elements in a loop" : "");
  }
  return CallScalar(emit_, name, arguments);  // reports that it is not supported
}

Value Lowering::Length(const Value& value) {
  if (value.kind == Kind::kTuple) return IntConstant(static_cast<Int128>(value.items.size()));
  if (value.kind == Kind::kString) {
    return emit_.Fail("PA0415", "strings can only be compared and used in messages");
  }
  if (IsArray(value)) {
    const std::vector<Dim>& dims = value.view ? value.view->dims : value.array->dims;
    if (!dims.empty()) return DimValue(dims[0]);
    emit_.Raise("TypeError", {Text("len() of unsized object")});
    return Bottom();
  }
  emit_.Raise("TypeError", {Text("object of type '" + TypeName(value) + "' has no len()")});
  return Bottom();
}

// max(a, b, ...): b replaces the best so far if it is greater; the result is one of the
// arguments, of its own type.
Multi Lowering::MinMax(bool max, const std::vector<Multi>& arguments) {
  std::vector<Multi> items = arguments;
  if (arguments.size() == 1 && arguments[0].single() && arguments[0].value().kind == Kind::kTuple) {
    items.clear();
    for (const Value& item : arguments[0].value().items) items.push_back(Single(item));
  }
  if (items.size() < 2) {
    if (items.size() == 1 && arguments[0].value().kind == Kind::kTuple) return items[0];
    return Single(emit_.Fail("PA0445", "min() and max() take two or more values",
                             "write a loop over the elements"));
  }
  Multi best = items[0];
  for (size_t k = 1; k < items.size(); ++k) {
    best = Dispatch({best, items[k]}, [&](const std::vector<Value>& pair) -> Multi {
      for (const Value& value : pair) {
        if (value.is_error() || value.kind == Kind::kBottom) return Single(value);
        if (!value.is_scalar()) {
          return Single(emit_.Fail("PA0445", "min() and max() compare numbers"));
        }
      }
      const CompareOp op = max ? CompareOp::kGt : CompareOp::kLt;
      const Value better = Truth(emit_, Compare(emit_, op, pair[1], pair[0]));
      if (better.is_error() || better.kind == Kind::kBottom) return Single(better);
      if (better.flag) return Single(*better.flag ? pair[1] : pair[0]);
      return Choose(
          emit_.Materialise(better), [&] { return Single(pair[1]); },
          [&] { return Single(pair[0]); });
    });
  }
  return best;
}

Value Lowering::CallMethod(const Value& method, const std::vector<Value>& arguments) {
  const Value& self = method.items[0];
  if (method.text == "astype" && arguments.size() == 1 && arguments[0].kind == Kind::kDType) {
    return CastArray(self, arguments[0].dtype);
  }
  if (method.text == "fill" && arguments.size() == 1 && arguments[0].is_scalar()) {
    MarkWritten(*self.view);
    LearnStore(*self.view, arguments[0], /*covering=*/false);
    AssignArray(*self.view, arguments[0]);
    return NoneValue();
  }
  return emit_.Fail("PA0446", "." + method.text + "() is not supported with these arguments yet",
                    "write the loop over the elements");
}

Value Lowering::ViewAttribute(const Value& value, const std::string& name) {
  const View& view = *value.view;
  if (name == "resize" || name == "fill" || name == "astype") {
    Value method;
    method.kind = Kind::kMethod;
    method.text = name;
    method.items = {value};
    return method;
  }
  if (name == "dtype") return view.typed ? DTypeValue(view.dtype) : Bottom();
  if (!view.shaped) {
    return emit_.Fail("PA0433", "an output that was left out has no shape here",
                      "call its resize(shape) first, or pass the output");
  }
  if (name == "T") {
    View transposed = view;
    std::reverse(transposed.dims.begin(), transposed.dims.end());
    std::reverse(transposed.strides.begin(), transposed.strides.end());
    if (view.rank() > 1) transposed.whole = -1;
    return ViewValue(std::move(transposed));
  }
  return ShapeAttribute(view.dims, name);
}

Value Lowering::ArrayAttribute(const Value& value, const std::string& name) {
  if (name == "dtype") return DTypeValue(value.dtype);
  if (name == "astype") {
    Value method;
    method.kind = Kind::kMethod;
    method.text = name;
    method.items = {value};
    return method;
  }
  return ShapeAttribute(value.array->dims, name);
}

Value Lowering::ShapeAttribute(const std::vector<Dim>& dims, const std::string& name) {
  if (name == "ndim") return IntConstant(static_cast<Int128>(dims.size()));
  if (name == "shape") {
    Value shape;
    shape.kind = Kind::kTuple;
    for (const Dim& dim : dims) shape.items.push_back(DimValue(dim));
    return shape;
  }
  if (name == "size") {
    Value size = IntConstant(1);
    for (const Dim& dim : dims) size = Binary(emit_, BinaryOp::kMul, size, DimValue(dim));
    return size;
  }
  return emit_.Fail("PA0420", "a tensor has no attribute '" + name + "' that an operator can use");
}

}  // namespace pyasc::sema
