// Names and attributes, and what is said of those an operator cannot use.
#include <fmt/format.h>

#include <array>
#include <limits>
#include <numbers>
#include <string_view>
#include <utility>

#include "compiler/sema/lowering.h"
#include "compiler/sema/vocabulary.h"
#include "compiler/syntax/unparse.h"

namespace pyasc::sema {

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

Value MethodValue(const Value& self, std::string_view name) {
  Value method;
  method.kind = Kind::kMethod;
  method.text = name;
  method.items = {self};
  return method;
}

constexpr char kNotSupported[] = " It is not supported: ";

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

// NumPy's other spellings of dtypes.
std::string_view Respelled(std::string_view name) {
  return name == "bool_"    ? "bool"
         : name == "half"   ? "float16"
         : name == "single" ? "float32"
         : name == "double" ? "float64"
         : name == "int_"   ? "int64"
         : name == "intp"   ? "int64"
         : name == "byte"   ? "int8"
         : name == "ubyte"  ? "uint8"
                            : name;
}

// What a module has that operators can use.
std::optional<Value> Member(std::string_view module, std::string_view name) {
  if (module == "numpy") {
    for (const NamedConstant& constant : kNumpyConstants) {
      if (constant.name == name) return FloatConstant(constant.value);
    }
    if (name == "newaxis") return NoneValue();
    const std::optional<DType> dtype = ParseDType(Respelled(name));
    if (dtype) return DTypeValue(*dtype);
  }
  if (module == "math") {
    for (const NamedConstant& constant : kMathConstants) {
      if (constant.name == name) return FloatConstant(constant.value);
    }
  }
  std::string qualified = fmt::format("{}.{}", module, name);
  if (!IsScalarFunction(qualified)) return std::nullopt;
  return FunctionValue(std::move(qualified));
}

bool IsUsableBuiltin(std::string_view name) {
  return name == "range" || name == "len" || name == "tuple" || name == "print" ||
         IsScalarFunction(name);
}

bool IsUsableOfArray(std::string_view name) {
  return name == "T" || name == "astype" || name == "dtype" || name == "fill" || name == "ndim" ||
         name == "resize" || name == "shape" || name == "size";
}

}  // namespace

// The texts of the arguments of the call of `callee`, if it is called.
std::vector<std::string> Lowering::ArgumentTexts(const Expr& callee) const {
  const bool called = call_ != nullptr && call_->children[0].get() == &callee;
  return called ? PositionalTexts(*call_) : std::vector<std::string>{};
}

std::string Lowering::InsteadOf(Owner owner, std::string_view name,
                                const std::vector<std::string>& arguments) const {
  return Instead(owner, name, arguments, [this](std::string_view variable) {
    return env_.variables.count(std::string(variable)) + globals_.count(std::string(variable)) > 0;
  });
}

Multi Lowering::EvalName(const Expr& expr) {
  if (env_.variables.count(expr.text)) return Read(expr.text);
  const auto global = globals_.find(expr.text);
  if (global != globals_.end()) return Single(global->second);
  if (IsUsableBuiltin(expr.text)) return Single(FunctionValue(expr.text));
  return Single(emit_.Fail(codes::kFunction,
                           fmt::format("{} is not supported in an operator", expr.text),
                           InsteadOf(Owner::kBuiltins, expr.text, ArgumentTexts(expr))));
}

Multi Lowering::EvalAttribute(const Expr& expr) {
  const Multi base = Eval(*expr.children[0]);
  emit_.set_point(expr.ordinal);
  return Dispatch({base},
                  [&](const std::vector<Value>& one) { return Single(AttributeOf(one[0], expr)); });
}

Value Lowering::AttributeOf(const Value& value, const Expr& expr) {
  const std::string& name = expr.text;
  if (value.is_error() || value.kind == Kind::kBottom) return value;
  if (value.kind == Kind::kModule) {
    const std::optional<Value> member = Member(value.text, name);
    return member ? *member : NoMember(value.text, expr);
  }
  if (value.kind == Kind::kNumpy && name == "dtype") return DTypeValue(value.dtype);
  if (value.kind == Kind::kView) return ViewAttribute(value, expr);
  if (value.kind == Kind::kArray) return ArrayAttribute(value, expr);
  return NoAttribute(value, expr);
}

Value Lowering::NoMember(const std::string& module, const Expr& expr) {
  const Owner owner = module == "math" ? Owner::kMath : Owner::kNumpy;
  const std::string& name = expr.text;
  if (module == "pyasc") {
    return emit_.Fail(codes::kFunction,
                      fmt::format("pyasc.{} is not supported in an operator", name),
                      "of modules, use numpy and math");
  }
  if (Has(owner, name)) {
    return emit_.Fail(codes::kFunction,
                      fmt::format("{}.{} is not supported in an operator", module, name),
                      InsteadOf(owner, name, ArgumentTexts(expr)));
  }
  const auto usable = [&](std::string_view other) { return Member(module, other).has_value(); };
  const std::string_view best = Nearest(owner, name, usable);
  std::string hint = fmt::format("{} has no name like that", module);
  if (!best.empty()) {
    hint = fmt::format("did you mean {}.{}?", syntax::Unparse(*expr.children[0]), best);
    if (!usable(best)) hint += kNotSupported + InsteadOf(owner, best, ArgumentTexts(expr));
  }
  return emit_.Fail(codes::kNoSuchMember,
                    fmt::format("module '{}' has no attribute '{}'", module, name), hint);
}

Value Lowering::NoAttribute(const Value& value, const Expr& expr) {
  const std::string& name = expr.text;
  const std::string base = Operand(*expr.children[0]);
  if (value.kind == Kind::kFunction || value.kind == Kind::kMethod) {
    return emit_.Fail(
        codes::kFunctionAttribute,
        fmt::format("a function has no attribute '{}' that an operator can use", name),
        fmt::format("call it: {}(...)", base));
  }
  if (!IsArray(value)) {
    std::string hint = fmt::format("{} is no array here: pass one, or leave .{} out", base, name);
    if (value.kind == Kind::kString)
      hint = "strings have no methods here: format numbers in a message: f'{n:.3f}'";
    if (name == "real" || name == "item") hint = fmt::format("write {}", base);
    if (name == "astype") hint = fmt::format("write np.float32({}), or another dtype", base);
    return emit_.Fail(
        codes::kAttribute,
        fmt::format("'{}' has no attribute '{}' that an operator can use", TypeName(value), name),
        hint);
  }
  if (Has(Owner::kArray, name)) {
    return emit_.Fail(codes::kAttribute,
                      fmt::format("a tensor's '{}' is not supported in an operator", name),
                      InsteadOf(Owner::kArray, name, {base}));
  }
  const std::string_view best = Nearest(Owner::kArray, name, IsUsableOfArray);
  std::string hint = "there are T, astype, dtype, fill, ndim, resize, shape and size";
  if (!best.empty()) {
    hint = fmt::format("did you mean {}.{}?", base, best);
    if (!IsUsableOfArray(best)) hint += kNotSupported + InsteadOf(Owner::kArray, best, {base});
  }
  return emit_.Fail(codes::kAttribute, fmt::format("a tensor has no attribute '{}'", name), hint);
}

Value Lowering::ViewAttribute(const Value& value, const Expr& expr) {
  const View& view = *value.view;
  const std::string& name = expr.text;
  if (name == "resize" || name == "fill" || name == "astype") return MethodValue(value, name);
  if (name == "dtype") return view.typed ? DTypeValue(view.dtype) : Bottom();
  if (!IsUsableOfArray(name)) return NoAttribute(value, expr);
  if (!view.shaped) return NoShape(view);
  if (name != "T") return ShapeAttribute(view.dims, name);
  View transposed = view;
  std::reverse(transposed.dims.begin(), transposed.dims.end());
  std::reverse(transposed.strides.begin(), transposed.strides.end());
  if (view.rank() > 1) transposed.whole = -1;
  return ViewValue(std::move(transposed));
}

Value Lowering::ArrayAttribute(const Value& value, const Expr& expr) {
  if (expr.text == "dtype") return DTypeValue(value.dtype);
  if (expr.text == "astype") return MethodValue(value, expr.text);
  if (expr.text == "ndim" || expr.text == "shape" || expr.text == "size")
    return ShapeAttribute(value.array->dims, expr.text);
  if (!IsUsableOfArray(expr.text)) return NoAttribute(value, expr);
  return emit_.Fail(codes::kAttribute,
                    fmt::format("'{}' of a computed array is not supported", expr.text),
                    fmt::format("store it first: out[...] = {}, then out.{}",
                                Short(*expr.children[0]), expr.text));
}

Value Lowering::ShapeAttribute(const std::vector<Dim>& dims, std::string_view name) {
  if (name == "ndim") return IntConstant(static_cast<Int128>(dims.size()));
  if (name == "shape") {
    Value shape;
    shape.kind = Kind::kTuple;
    for (const Dim& dim : dims) shape.items.push_back(DimValue(dim));
    return shape;
  }
  Value size = IntConstant(1);
  for (const Dim& dim : dims) size = Binary(emit_, BinaryOp::kMul, size, DimValue(dim));
  return size;
}

}  // namespace pyasc::sema
