#include "compiler/sema/env.h"

#include <bit>
#include <utility>

#include "compiler/sema/view.h"
#include "compiler/syntax/bindings.h"

namespace pyasc::sema {
namespace {

std::string Decimal(Int128 value) {
  if (value == 0) return "0";
  const bool negative = value < 0;
  auto rest =
      negative ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
  std::string text;
  for (; rest != 0; rest /= 10)
    text.insert(text.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  return negative ? "-" + text : text;
}

std::string Range(const Interval& interval) {
  return "[" + Decimal(interval.low) + ".." + Decimal(interval.high) + "]";
}

void DescribeView(const View& view, std::string* out) {
  *out += " roots=" + std::to_string(view.roots) + " whole=" + std::to_string(view.whole);
  *out += view.shaped ? "" : " unshaped";
  *out += view.typed ? "" : " untyped";
  for (const Dim& dim : view.dims) *out += Range(dim.range);
}

void DescribeOne(const Value& value, std::string* out) {
  *out += AlternativeKey(value);
  if (value.kind == Kind::kInt) *out += Range(value.interval);
  if (value.flag) *out += *value.flag ? "=True" : "=False";
  if (value.real) *out += "=" + std::to_string(std::bit_cast<uint64_t>(*value.real));
  if (value.view) DescribeView(*value.view, out);
  for (const Value& item : value.items) {
    *out += "|";
    DescribeOne(item, out);
  }
}

View StripView(View view) {
  view.data = hir::kNone;
  for (Dim& dim : view.dims) dim.id = hir::kNone;
  for (hir::ValueId& stride : view.strides) stride = hir::kNone;
  return view;
}

View JoinViews(const View& a, const View& b) {
  View joined = a;
  bool same = a.data == b.data && a.strides == b.strides;
  for (size_t k = 0; k < joined.dims.size(); ++k) {
    same = same && a.dims[k].id == b.dims[k].id;
    joined.dims[k].range = Join(a.dims[k].range, b.dims[k].range);
  }
  joined.roots |= b.roots;
  if (a.whole != b.whole) joined.whole = -1;
  joined.typed = a.typed && b.typed;
  joined.shaped = a.shaped && b.shaped;
  return same ? joined : StripView(std::move(joined));
}

bool SameReal(const std::optional<double>& a, const std::optional<double>& b) {
  return a && b && std::bit_cast<uint64_t>(*a) == std::bit_cast<uint64_t>(*b);
}

// Both have one key.
Value JoinSame(const Value& a, const Value& b) {
  Value joined = a;
  joined.interval = Join(a.interval, b.interval);
  if (a.flag != b.flag) joined.flag.reset();
  if (!SameReal(a.real, b.real)) joined.real.reset();
  if (a.id != b.id) joined.id = hir::kNone;
  if (a.below != b.below) joined.below = hir::kNone;
  if (a.view) joined.view = std::make_shared<const View>(JoinViews(*a.view, *b.view));
  for (size_t k = 0; k < joined.items.size(); ++k)
    joined.items[k] = JoinSame(a.items[k], b.items[k]);
  return joined;
}

Value WidenSame(const Value& previous, const Value& next) {
  Value widened = next;
  widened.interval = Widen(previous.interval, next.interval);
  if (widened.view) {
    View view = *widened.view;
    for (size_t k = 0; k < view.dims.size(); ++k) {
      if (view.dims[k].range == previous.view->dims[k].range) continue;
      view.dims[k].range = {0, kMaxDim};
    }
    widened.view = std::make_shared<const View>(std::move(view));
  }
  for (size_t k = 0; k < widened.items.size(); ++k) {
    widened.items[k] = WidenSame(previous.items[k], next.items[k]);
  }
  return widened;
}

const Value* Find(const Alternatives& alternatives, const std::string& key) {
  for (const Value& value : alternatives) {
    if (AlternativeKey(value) == key) return &value;
  }
  return nullptr;
}

// x.resize(...) as a statement changes what x is.
void CollectResize(const syntax::Expr& call, std::set<std::string>* names) {
  if (call.kind != syntax::ExprKind::kCall) return;
  const syntax::Expr& callee = *call.children[0];
  if (callee.kind != syntax::ExprKind::kAttribute || callee.text != "resize") return;
  syntax::ForEachBoundName(*callee.children[0],
                           [&](const syntax::Expr& name) { names->insert(name.text); });
}

void Collect(const syntax::Stmt& statement, std::set<std::string>* names) {
  syntax::ForEachBoundName(statement, [&](const syntax::Expr& name) { names->insert(name.text); });
  if (statement.kind == syntax::StmtKind::kExpr) CollectResize(*statement.exprs[0], names);
  for (const syntax::StmtPtr& inner : statement.body) Collect(*inner, names);
  for (const syntax::StmtPtr& inner : statement.orelse) Collect(*inner, names);
}

}  // namespace

std::string AlternativeKey(const Value& value) {
  switch (value.kind) {
    case Kind::kError:
      return "error";
    case Kind::kBottom:
      return "bottom";
    case Kind::kUnbound:
      return "unbound";
    case Kind::kNone:
      return "None";
    case Kind::kBool:
      return "bool";
    case Kind::kInt:
      return "int";
    case Kind::kFloat:
      return "float";
    case Kind::kNumpy:
      return "np." + std::string(Name(value.dtype)) + (value.wide ? ".wide" : "");
    case Kind::kString:
      return "str:" + value.text;
    case Kind::kModule:
      return "module:" + value.text;
    case Kind::kFunction:
      return "function:" + value.text;
    case Kind::kMethod:
      return "method:" + value.text;
    case Kind::kDType:
      return "dtype:" + std::string(Name(value.dtype));
    case Kind::kArray:
      return "array";
    case Kind::kView:
      return "view." + std::string(Name(value.dtype)) + "." + std::to_string(value.view->rank());
    case Kind::kTuple:
    case Kind::kRange:
      break;
  }
  std::string key = value.kind == Kind::kRange ? "range(" : "(";
  for (const Value& item : value.items) key += AlternativeKey(item) + ",";
  return key + ")";
}

std::string Describe(const Alternatives& alternatives) {
  std::string text;
  for (const Value& value : alternatives) {
    DescribeOne(value, &text);
    text += "; ";
  }
  return text;
}

Value Strip(const Value& value) {
  Value stripped = value;
  stripped.id = hir::kNone;
  stripped.below = hir::kNone;
  if (stripped.view) stripped.view = std::make_shared<const View>(StripView(*value.view));
  for (Value& item : stripped.items) item = Strip(item);
  return stripped;
}

Alternatives Strip(const Alternatives& alternatives) {
  Alternatives stripped;
  for (const Value& value : alternatives) stripped.push_back(Strip(value));
  return stripped;
}

bool NeedsLoad(const Value& value) {
  switch (value.kind) {
    case Kind::kBool:
      return value.id == hir::kNone && !value.flag;
    case Kind::kInt:
      return value.id == hir::kNone && !value.interval.is_point();
    case Kind::kFloat:
      return value.id == hir::kNone && !value.real;
    case Kind::kNumpy:
      return value.id == hir::kNone;
    case Kind::kView:
      return value.view->data == hir::kNone && value.view->shaped;
    case Kind::kTuple:
    case Kind::kRange:
      for (const Value& item : value.items) {
        if (NeedsLoad(item)) return true;
      }
      return false;
    default:
      return false;
  }
}

Alternatives Join(const Alternatives& a, const Alternatives& b) {
  // What failed on one path is not spoken of again on any.
  if (!a.empty() && a[0].is_error()) return a;
  if (!b.empty() && b[0].is_error()) return b;
  Alternatives joined;
  for (const Value& value : a) {
    const Value* other = Find(b, AlternativeKey(value));
    joined.push_back(other ? JoinSame(value, *other) : value);
  }
  for (const Value& value : b) {
    if (!Find(a, AlternativeKey(value))) joined.push_back(value);
  }
  return joined.size() > 1 ? Strip(joined) : joined;
}

Env Join(const Env& a, const Env& b) {
  if (!a.reachable) return b;
  if (!b.reachable) return a;
  Env joined = a;
  for (auto& [name, alternatives] : joined.variables) {
    alternatives = Join(alternatives, b.variables.at(name));
  }
  return joined;
}

Alternatives WidenTo(const Alternatives& previous, const Alternatives& next) {
  Alternatives joined = Join(previous, next);
  for (Value& value : joined) {
    const Value* old = Find(previous, AlternativeKey(value));
    if (old) value = WidenSame(*old, value);
  }
  return Strip(joined);
}

std::set<std::string> AssignedNames(const syntax::Stmt& statement) {
  std::set<std::string> names;
  Collect(statement, &names);
  return names;
}

std::set<std::string> AssignedNames(const std::vector<syntax::StmtPtr>& body) {
  std::set<std::string> names;
  for (const syntax::StmtPtr& statement : body) Collect(*statement, &names);
  return names;
}

}  // namespace pyasc::sema
