// The listing of --emit=ast, the text of CPython's ast.dump(tree, indent=1).
#include <fmt/format.h>

#include <utility>

#include "compiler/syntax/parser.h"
#include "compiler/syntax/python_repr.h"

namespace pyasc::syntax {
namespace {

enum class Context { kLoad, kStore, kDel };

// A node, a list or a literal, laid out for its depth.
struct Item {
  std::string text;
  bool simple = true;  // fits on its owner's line
};

std::string_view OperatorClass(Operator op) {
  constexpr std::string_view kNames[] = {
      "",        "Add",    "Sub",    "Mult",   "Div",   "FloorDiv", "Mod",  "Pow",
      "MatMult", "LShift", "RShift", "BitAnd", "BitOr", "BitXor",   "USub", "UAdd",
      "Invert",  "Not",    "And",    "Or",     "Eq",    "NotEq",    "Lt",   "LtE",
      "Gt",      "GtE",    "Is",     "IsNot",  "In",    "NotIn"};
  return kNames[static_cast<size_t>(op)];
}

std::string_view ContextClass(Context context) {
  return context == Context::kLoad ? "Load" : context == Context::kStore ? "Store" : "Del";
}

Item Bare(std::string_view name) { return {fmt::format("{}()", name), true}; }

// Collects the fields of one node at `level` and lays it out as ast.dump does.
class Node {
 public:
  Node(std::string_view name, int level) : name_(name), level_(level) {}

  Node& Add(std::string_view field, Item item) {
    simple_ = simple_ && item.simple;
    fields_.push_back(fmt::format("{}={}", field, item.text));
    return *this;
  }

  Item Done() const {
    const std::string indent(static_cast<size_t>(level_), ' ');
    const bool inline_form = simple_ && fields_.size() <= 3;
    const std::string separator = inline_form ? ", " : ",\n" + indent;
    const std::string prefix = inline_form ? "" : "\n" + indent;
    return {fmt::format("{}({}{})", name_, prefix, fmt::join(fields_, separator)),
            inline_form && fields_.empty()};
  }

 private:
  std::string_view name_;
  int level_;
  bool simple_ = true;
  std::vector<std::string> fields_;
};

Item ListOf(const std::vector<Item>& items, int level) {
  if (items.empty()) return {"[]", true};
  const std::string indent(static_cast<size_t>(level), ' ');
  std::vector<std::string_view> texts;
  for (const Item& item : items) texts.push_back(item.text);
  return {fmt::format("[\n{}{}]", indent, fmt::join(texts, ",\n" + indent)), false};
}

Item DumpExpr(const Expr& expr, int level, Context context = Context::kLoad);

Item DumpExprs(const ExprPtr* first, size_t count, int level, Context context = Context::kLoad) {
  std::vector<Item> items;
  for (size_t i = 0; i < count; ++i) items.push_back(DumpExpr(*first[i], level + 2, context));
  return ListOf(items, level + 1);
}

Item DumpExprs(const std::vector<ExprPtr>& exprs, int level, Context context = Context::kLoad) {
  return DumpExprs(exprs.data(), exprs.size(), level, context);
}

Item DumpConstant(std::string value, int level) {
  return Node("Constant", level).Add("value", {std::move(value), true}).Done();
}

Item DumpFormatted(const Expr& expr, int level) {
  Node node("FormattedValue", level);
  node.Add("value", DumpExpr(*expr.children[0], level + 1));
  node.Add("conversion",
           {fmt::format("{}", expr.conversion == 0 ? -1 : static_cast<int>(expr.conversion))});
  if (expr.children.size() > 1) node.Add("format_spec", DumpExpr(*expr.children[1], level + 1));
  return node.Done();
}

Item DumpCompare(const Expr& expr, int level) {
  std::vector<Item> ops;
  for (Operator op : expr.ops) ops.push_back(Bare(OperatorClass(op)));
  return Node("Compare", level)
      .Add("left", DumpExpr(*expr.children[0], level + 1))
      .Add("ops", ListOf(ops, level + 1))
      .Add("comparators", DumpExprs(expr.children.data() + 1, expr.children.size() - 1, level))
      .Done();
}

Item DumpCall(const Expr& expr, int level) {
  const size_t keywords = expr.keywords.size();
  const size_t positional = expr.children.size() - 1 - keywords;
  std::vector<Item> items;
  for (size_t i = 0; i < keywords; ++i) {
    items.push_back(Node("keyword", level + 2)
                        .Add("arg", {ReprString(expr.keywords[i])})
                        .Add("value", DumpExpr(*expr.children[1 + positional + i], level + 3))
                        .Done());
  }
  return Node("Call", level)
      .Add("func", DumpExpr(*expr.children[0], level + 1))
      .Add("args", DumpExprs(expr.children.data() + 1, positional, level))
      .Add("keywords", ListOf(items, level + 1))
      .Done();
}

Item DumpSlice(const Expr& expr, int level) {
  Node node("Slice", level);
  constexpr std::string_view kFields[] = {"lower", "upper", "step"};
  for (size_t i = 0; i < 3; ++i) {
    if (expr.children[i] != nullptr) node.Add(kFields[i], DumpExpr(*expr.children[i], level + 1));
  }
  return node.Done();
}

Item DumpOperation(const Expr& expr, int level) {
  const auto child = [&](size_t i) { return DumpExpr(*expr.children[i], level + 1); };
  switch (expr.kind) {
    case ExprKind::kUnary:
      return Node("UnaryOp", level)
          .Add("op", Bare(OperatorClass(expr.op)))
          .Add("operand", child(0))
          .Done();
    case ExprKind::kBinary:
      return Node("BinOp", level)
          .Add("left", child(0))
          .Add("op", Bare(OperatorClass(expr.op)))
          .Add("right", child(1))
          .Done();
    case ExprKind::kBoolOp:
      return Node("BoolOp", level)
          .Add("op", Bare(OperatorClass(expr.op)))
          .Add("values", DumpExprs(expr.children, level))
          .Done();
    case ExprKind::kIfExp:
      return Node("IfExp", level)
          .Add("test", child(0))
          .Add("body", child(1))
          .Add("orelse", child(2))
          .Done();
    default:
      return DumpCompare(expr, level);
  }
}

Item DumpExpr(const Expr& expr, int level, Context context) {
  const Item ctx = Bare(ContextClass(context));
  switch (expr.kind) {
    case ExprKind::kName:
      return Node("Name", level).Add("id", {ReprString(expr.text)}).Add("ctx", ctx).Done();
    case ExprKind::kInt:
      return DumpConstant(ReprInteger(expr), level);
    case ExprKind::kFloat:
      return DumpConstant(ReprFloat(expr.real), level);
    case ExprKind::kString:
      return DumpConstant(ReprString(expr.text), level);
    case ExprKind::kBool:
      return DumpConstant(expr.integer != 0 ? "True" : "False", level);
    case ExprKind::kNone:
      return DumpConstant("None", level);
    case ExprKind::kEllipsis:
      return DumpConstant("Ellipsis", level);
    case ExprKind::kFString:
      return Node("JoinedStr", level).Add("values", DumpExprs(expr.children, level)).Done();
    case ExprKind::kFormatted:
      return DumpFormatted(expr, level);
    case ExprKind::kTuple:
    case ExprKind::kList:
      return Node(expr.kind == ExprKind::kTuple ? "Tuple" : "List", level)
          .Add("elts", DumpExprs(expr.children, level, context))
          .Add("ctx", ctx)
          .Done();
    case ExprKind::kCall:
      return DumpCall(expr, level);
    case ExprKind::kAttribute:
      return Node("Attribute", level)
          .Add("value", DumpExpr(*expr.children[0], level + 1))
          .Add("attr", {ReprString(expr.text)})
          .Add("ctx", ctx)
          .Done();
    case ExprKind::kSubscript:
      return Node("Subscript", level)
          .Add("value", DumpExpr(*expr.children[0], level + 1))
          .Add("slice", DumpExpr(*expr.children[1], level + 1))
          .Add("ctx", ctx)
          .Done();
    case ExprKind::kSlice:
      return DumpSlice(expr, level);
    default:
      return DumpOperation(expr, level);
  }
}

Item DumpStmt(const Stmt& stmt, int level);

Item DumpBlock(const std::vector<StmtPtr>& block, int level) {
  std::vector<Item> items;
  for (const StmtPtr& stmt : block) items.push_back(DumpStmt(*stmt, level + 2));
  return ListOf(items, level + 1);
}

Item DumpAssignment(const Stmt& stmt, int level) {
  const auto target = [&] { return DumpExpr(*stmt.exprs[0], level + 1, Context::kStore); };
  if (stmt.kind == StmtKind::kAssign) {
    return Node("Assign", level)
        .Add("targets", DumpExprs(stmt.exprs.data(), stmt.exprs.size() - 1, level, Context::kStore))
        .Add("value", DumpExpr(*stmt.exprs.back(), level + 1))
        .Done();
  }
  if (stmt.kind == StmtKind::kAugAssign) {
    return Node("AugAssign", level)
        .Add("target", target())
        .Add("op", Bare(OperatorClass(stmt.op)))
        .Add("value", DumpExpr(*stmt.exprs[1], level + 1))
        .Done();
  }
  Node node("AnnAssign", level);
  node.Add("target", target());
  if (stmt.exprs.size() > 1) node.Add("value", DumpExpr(*stmt.exprs[1], level + 1));
  return node.Add("simple", {"1"}).Done();
}

// A statement whose fields are single expressions, by name, as many as it has.
Item DumpFields(std::string_view name, std::initializer_list<std::string_view> fields,
                const Stmt& stmt, int level) {
  Node node(name, level);
  size_t i = 0;
  for (std::string_view field : fields) {
    if (i == stmt.exprs.size()) break;
    node.Add(field, DumpExpr(*stmt.exprs[i++], level + 1));
  }
  return node.Done();
}

Item DumpCompound(const Stmt& stmt, int level) {
  const bool loop = stmt.kind == StmtKind::kFor;
  Node node(loop ? "For" : stmt.kind == StmtKind::kWhile ? "While" : "If", level);
  if (loop) {
    node.Add("target", DumpExpr(*stmt.exprs[0], level + 1, Context::kStore));
    node.Add("iter", DumpExpr(*stmt.exprs[1], level + 1));
  } else {
    node.Add("test", DumpExpr(*stmt.exprs[0], level + 1));
  }
  return node.Add("body", DumpBlock(stmt.body, level))
      .Add("orelse", DumpBlock(stmt.orelse, level))
      .Done();
}

Item DumpStmt(const Stmt& stmt, int level) {
  switch (stmt.kind) {
    case StmtKind::kAssign:
    case StmtKind::kAugAssign:
    case StmtKind::kAnnAssign:
      return DumpAssignment(stmt, level);
    case StmtKind::kExpr:
      return DumpFields("Expr", {"value"}, stmt, level);
    case StmtKind::kFor:
    case StmtKind::kWhile:
    case StmtKind::kIf:
      return DumpCompound(stmt, level);
    case StmtKind::kReturn:
      return DumpFields("Return", {"value"}, stmt, level);
    case StmtKind::kRaise:
      return DumpFields("Raise", {"exc"}, stmt, level);
    case StmtKind::kAssert:
      return DumpFields("Assert", {"test", "msg"}, stmt, level);
    case StmtKind::kDelete:
      return Node("Delete", level)
          .Add("targets", DumpExprs(stmt.exprs, level, Context::kDel))
          .Done();
    case StmtKind::kPass:
      return Bare("Pass");
    case StmtKind::kBreak:
      return Bare("Break");
    case StmtKind::kContinue:
      return Bare("Continue");
  }
  return {};
}

}  // namespace

std::string DumpAst(const Function& function) {
  std::vector<Item> parameters, defaults;
  for (const ParameterNode& parameter : function.parameters) {
    parameters.push_back(Node("arg", 4).Add("arg", {ReprString(parameter.name)}).Done());
    if (parameter.default_value != nullptr) {
      defaults.push_back(DumpExpr(*parameter.default_value, 4));
    }
  }
  const Item none = {"[]", true};
  return Node("FunctionDef", 1)
      .Add("name", {ReprString(function.name)})
      .Add("args", Node("arguments", 2)
                       .Add("posonlyargs", none)
                       .Add("args", ListOf(parameters, 3))
                       .Add("kwonlyargs", none)
                       .Add("kw_defaults", none)
                       .Add("defaults", ListOf(defaults, 3))
                       .Done())
      .Add("body", DumpBlock(function.body, 1))
      .Add("decorator_list", none)
      .Done()
      .text;
}

}  // namespace pyasc::syntax
