// Calls: built-ins, NumPy and math functions, methods of tensors.
#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "base/suggestion.h"
#include "compiler/sema/lowering.h"
#include "compiler/sema/vocabulary.h"

namespace pyasc::sema {

using hir::Op;
using hir::Type;
using hir::ValueId;
using syntax::Expr;
using syntax::ExprKind;

namespace {

// The dtype of NumPy that 'float32', 'flot32' or float stands for; empty if none.
std::string DTypeMeant(const Value& value) {
  if (value.kind == Kind::kFunction) {
    return value.text == "float" ? "float64" : value.text == "int" ? "int64" : value.text;
  }
  if (value.kind != Kind::kString) return "";
  constexpr std::string_view kDTypes[] = {"bool",   "int8",    "int16",   "int32",
                                          "int64",  "uint8",   "uint16",  "uint32",
                                          "uint64", "float16", "float32", "float64"};
  Suggestion suggestion(value.text);
  for (const std::string_view dtype : kDTypes) suggestion.Consider(dtype);
  return std::string(suggestion.best());
}

}  // namespace

Multi Lowering::EvalCall(const Expr& expr) {
  const Expr& callee = *expr.children[0];
  const bool builtin = callee.kind == ExprKind::kName && !env_.variables.count(callee.text) &&
                       !globals_.count(callee.text);
  if (builtin && callee.text == "print") return CallPrint(expr);
  const Expr* outer = std::exchange(call_, &expr);
  const Multi function = Eval(callee);
  call_ = outer;
  std::vector<Multi> arguments;
  const size_t positional = expr.children.size() - 1 - expr.keywords.size();
  for (size_t k = 0; k < positional; ++k) arguments.push_back(Eval(*expr.children[k + 1]));
  emit_.set_point(expr.ordinal);
  if (function.value().is_error()) return function;
  if (!function.single()) {
    emit_.set_point(callee.ordinal);
    return Single(emit_.Fail(codes::kCalleeTypes,
                             fmt::format("{} is another function on each path", Short(callee)),
                             "call each function by its own name in each branch"));
  }
  const Value callable = function.value();
  if (callable.kind == Kind::kBottom) return function;
  if (!expr.keywords.empty()) return Single(NoKeyword(expr));
  if (callable.kind == Kind::kFunction && (callable.text == "min" || callable.text == "max")) {
    return MinMax(expr, callable.text == "max", arguments);
  }
  if (callable.kind == Kind::kMethod && callable.text == "resize") {
    return CallResizeWith(expr, arguments);
  }
  // To these an array of rank 0 is another thing than its element.
  const bool takes_arrays =
      callable.text == "len" || callable.text == "range" || callable.text == "round";
  return Dispatch(arguments, [&](const std::vector<Value>& chosen) {
    std::vector<Value> values;
    for (const Value& value : chosen) {
      if (value.is_error() || value.kind == Kind::kBottom) return Single(value);
      values.push_back(takes_arrays ? value : Decayed(value));
    }
    return Single(CallAny(expr, callable, values));
  });
}

// Keywords are refused, with what says the same without them where there is such a thing.
Value Lowering::NoKeyword(const Expr& expr) {
  struct Named {
    std::string_view function, keyword;
  };
  constexpr Named kByPosition[] = {
      {"astype", "dtype"},  {"fill", "value"}, {"resize", "new_shape"}, {"round", "number"},
      {"round", "ndigits"}, {"pow", "base"},   {"pow", "exp"}};
  const std::string& keyword = expr.keywords[0];
  const Expr& callee = *expr.children[0];
  const Expr& argument = *expr.children[expr.children.size() - expr.keywords.size()];
  const std::string name = Short(callee), value = Short(argument);
  const std::string call = fmt::format("{}({})", name, fmt::join(PositionalTexts(expr), ", "));
  Suggestion suggestion(keyword);
  for (const Named& named : kByPosition) {
    if (named.function == callee.text) suggestion.Consider(named.keyword);
  }
  std::string hint = "leave it out: " + call;
  if (suggestion.best() == keyword) {
    hint = fmt::format("pass it by its place: {}({})", name, value);
  } else if (!suggestion.best().empty()) {
    hint = fmt::format("did you mean '{}'? Pass it by its place: {}({})", suggestion.best(), name,
                       value);
  } else if (keyword == "out") {
    hint = fmt::format("write {}[...] = {}", value, call);
  } else if (keyword == "dtype") {
    hint = fmt::format("cast what it gives: {}({})", value, call);
  }
  emit_.set_point(argument.ordinal);
  return emit_.Fail(codes::kKeyword,
                    fmt::format("keyword argument '{}' of {} is not supported", keyword, name),
                    hint);
}

Multi Lowering::CallResizeWith(const Expr& call, const std::vector<Multi>& arguments) {
  const Expr& receiver = *call.children[0]->children[0];
  std::vector<Value> values;
  for (size_t k = 0; k < arguments.size(); ++k) {
    values.push_back(arguments[k].value());
    if (arguments[k].single()) continue;
    emit_.set_point(call.children[k + 1]->ordinal);
    const std::string text = Short(*call.children[k + 1]);
    values.back() =
        emit_.Fail(codes::kShapeTypes,
                   fmt::format("{} has another type on each path, and a shape needs ints", text),
                   fmt::format("write int({})", text));
  }
  const uint32_t before = emit_.failures();
  bool failed = false;
  for (const Value& value : values) failed = failed || value.is_error();
  if (!failed) CallResize(receiver, values);
  if (failed || emit_.failures() > before) Poison(receiver);
  return Single(NoneValue());
}

Value Lowering::CallAny(const Expr& expr, const Value& callable,
                        const std::vector<Value>& arguments) {
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
      return CallMethod(expr, callable, arguments);
    case Kind::kFunction:
      return CallValue(expr, callable.text, arguments);
    default:
      emit_.Raise("TypeError", {Text("'" + TypeName(callable) + "' object is not callable")});
      return Bottom();
  }
  const std::string name = Short(*expr.children[0]);
  return emit_.Fail(codes::kCastArguments,
                    arguments.size() == 1
                        ? fmt::format("{} of a {} is not supported", name, TypeName(arguments[0]))
                        : fmt::format("{} takes one argument, not {}", name, arguments.size()),
                    fmt::format("cast one number or array: {}(v)", name));
}

Value Lowering::CallValue(const Expr& expr, const std::string& name,
                          const std::vector<Value>& arguments) {
  if (name == "range") return Range(arguments);
  if (name == "len" && arguments.size() == 1) return Length(arguments[0]);
  if (name == "tuple" && arguments.size() == 1 && arguments[0].kind == Kind::kTuple) {
    return arguments[0];
  }
  bool scalars = true;
  const Value* array = nullptr;
  for (const Value& value : arguments) {
    scalars = scalars && value.is_scalar();
    if (IsArray(value) && array == nullptr) array = &value;
  }
  if (scalars && IsScalarFunction(name)) return CallScalar(emit_, name, arguments);
  if (array != nullptr && IsElementwise(name)) return CallElementwise(name, arguments);
  return NoArguments(expr, name, arguments);
}

// The function is there, but not for these arguments: the first that is no number is blamed.
Value Lowering::NoArguments(const Expr& expr, const std::string& name,
                            const std::vector<Value>& arguments) {
  const std::string callee = Short(*expr.children[0]);
  if (name == "len") {
    emit_.Raise(
        "TypeError",
        {Text(fmt::format("len() takes exactly one argument ({} given)", arguments.size()))});
    return Bottom();
  }
  if (name == "tuple") {
    return emit_.Fail(codes::kFunctionArguments, "tuple() takes a tuple here",
                      "write the items out: (a, b)");
  }
  for (size_t k = 0; k < arguments.size(); ++k) {
    if (arguments[k].is_scalar()) continue;
    const std::string text = Short(*expr.children[k + 1]);
    const std::string plain = name.substr(name.rfind('.') + 1);
    std::string hint = fmt::format("pass a number to {}", callee);
    if (arguments[k].kind == Kind::kString && plain == "float")
      hint = "write the number, or np.inf, -np.inf, np.nan";
    if (IsArray(arguments[k])) {
      const bool single = arguments[k].view && arguments[k].view->rank() == 0;
      hint = fmt::format("apply it to elements: {}({}[{}])", callee, text, single ? "()" : "i");
    }
    if (IsArray(arguments[k]) && IsElementwise("numpy." + plain))
      hint = fmt::format("write np.{}({})", plain, text);
    emit_.set_point(expr.children[k + 1]->ordinal);
    return emit_.Fail(codes::kFunctionArguments,
                      fmt::format("{} of a {} is not supported", callee, TypeName(arguments[k])),
                      hint);
  }
  return CallScalar(emit_, name, arguments);  // reports it
}

Value Lowering::Length(const Value& value) {
  if (value.kind == Kind::kTuple) return IntConstant(static_cast<Int128>(value.items.size()));
  if (value.kind != Kind::kArray) {
    if (const std::optional<Value> none = NoItems(value)) return *none;
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

Value Lowering::NotComparable(const Expr& expr, bool max) {
  const std::string_view name = max ? "max" : "min";
  const std::string first = expr.children.size() > 1 ? Short(*expr.children[1]) : "x";
  return emit_.Fail(
      codes::kMinMax, fmt::format("{}() takes two or more numbers", name),
      expr.children.size() <= 2
          ? fmt::format("write: best = {0}[0], then for v in {0}: best = {1}(best, v)", first, name)
          : fmt::format("of arrays write np.{}imum({}, ...)", name, first));
}

// max(a, b, ...): b replaces the best so far if it is greater; the result is one of the
// arguments, of its own type.
Multi Lowering::MinMax(const Expr& expr, bool max, const std::vector<Multi>& arguments) {
  std::vector<Multi> items = arguments;
  if (arguments.size() == 1 && arguments[0].single() && arguments[0].value().kind == Kind::kTuple) {
    items.clear();
    for (const Value& item : arguments[0].value().items) items.push_back(Single(item));
  }
  if (items.size() < 2) {
    if (items.size() == 1 && arguments[0].value().kind == Kind::kTuple) return items[0];
    return Single(NotComparable(expr, max));
  }
  Multi best = items[0];
  for (size_t k = 1; k < items.size(); ++k) {
    best = Dispatch({best, items[k]}, [&](const std::vector<Value>& pair) -> Multi {
      for (const Value& value : pair) {
        if (value.is_error() || value.kind == Kind::kBottom) return Single(value);
        if (!value.is_scalar()) {
          return Single(NotComparable(expr, max));
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

Value Lowering::CallMethod(const Expr& expr, const Value& method,
                           const std::vector<Value>& arguments) {
  const Value& self = method.items[0];
  const bool one = arguments.size() == 1;
  if (method.text == "astype" && one && arguments[0].kind == Kind::kDType) {
    return CastArray(self, arguments[0].dtype);
  }
  if (method.text == "fill" && one && arguments[0].is_scalar()) {
    MarkWritten(*self.view);
    LearnStore(*self.view, arguments[0], /*covering=*/false);
    AssignArray(*self.view, arguments[0]);
    return NoneValue();
  }
  const std::string callee = Short(*expr.children[0]);
  std::string hint = fmt::format("write {}(np.float32), or another dtype of NumPy", callee);
  if (method.text == "fill") hint = "fill with one number, or write out[...] = array";
  if (method.text == "astype" && one) {
    const std::string dtype = DTypeMeant(arguments[0]);
    if (!dtype.empty()) hint = fmt::format("write {}(np.{})", callee, dtype);
    emit_.set_point(expr.children[1]->ordinal);
  }
  return emit_.Fail(
      codes::kMethodArguments,
      fmt::format("{}({}) is not supported", callee, fmt::join(PositionalTexts(expr), ", ")), hint);
}

}  // namespace pyasc::sema
