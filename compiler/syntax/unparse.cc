#include "compiler/syntax/unparse.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "compiler/syntax/python_repr.h"
#include "compiler/syntax/quote.h"

namespace pyasc::syntax {
namespace {

// How tightly a form binds; an operand that binds less gets parentheses.
enum Precedence : int {
  kTest,  // conditional expression
  kOr,
  kAnd,
  kNot,
  kCompare,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kSum,
  kProduct,
  kFactor,
  kPower,
  kAtom,
};

int BinaryPrecedence(Operator op) {
  switch (op) {
    case Operator::kBitOr:
      return kBitOr;
    case Operator::kBitXor:
      return kBitXor;
    case Operator::kBitAnd:
      return kBitAnd;
    case Operator::kLShift:
    case Operator::kRShift:
      return kShift;
    case Operator::kAdd:
    case Operator::kSub:
      return kSum;
    case Operator::kPow:
      return kPower;
    default:
      return kProduct;
  }
}

int PrecedenceOf(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::kIfExp:
      return kTest;
    case ExprKind::kBoolOp:
      return expr.op == Operator::kOr ? kOr : kAnd;
    case ExprKind::kUnary:
      return expr.op == Operator::kNot ? kNot : kFactor;
    case ExprKind::kCompare:
      return kCompare;
    case ExprKind::kBinary:
      return BinaryPrecedence(expr.op);
    default:
      return kAtom;
  }
}

// Writes expressions inside the f-strings whose delimiters are `enclosing`.
class Unparser {
 public:
  explicit Unparser(const Enclosing& enclosing) : enclosing_(enclosing) {}

  std::string Write(const Expr& expr, int precedence = kTest) const {
    std::string text = Form(expr);
    return PrecedenceOf(expr) < precedence ? fmt::format("({})", text) : text;
  }

  std::string List(const Expr& expr) const {
    if (expr.kind != ExprKind::kTuple || expr.children.empty()) return Write(expr);
    return Items(expr);
  }

 private:
  // The items of a tuple; a single one keeps its comma.
  std::string Items(const Expr& expr) const {
    std::string text = Join(expr.children, 0, expr.children.size());
    return expr.children.size() == 1 ? text + "," : text;
  }

  std::string Join(const std::vector<ExprPtr>& exprs, size_t begin, size_t end) const {
    std::string text;
    for (size_t i = begin; i < end; ++i) {
      if (i > begin) text += ", ";
      text += Write(*exprs[i]);
    }
    return text;
  }

  std::string Form(const Expr& expr) const {
    switch (expr.kind) {
      case ExprKind::kName:
        return expr.text;
      case ExprKind::kInt:
        return ReprInteger(expr);
      case ExprKind::kFloat: {
        std::string text = ReprFloat(expr.real);
        return text == "inf" ? "1e309" : text;
      }
      case ExprKind::kString:
        return QuoteString(expr.text, enclosing_);
      case ExprKind::kBool:
        return expr.integer != 0 ? "True" : "False";
      case ExprKind::kNone:
        return "None";
      case ExprKind::kEllipsis:
        return "...";
      case ExprKind::kFString:
        return QuoteFString(expr, enclosing_);
      case ExprKind::kTuple:
        return fmt::format("({})", Items(expr));
      case ExprKind::kList:
        return fmt::format("[{}]", Join(expr.children, 0, expr.children.size()));
      case ExprKind::kCall:
        return Call(expr);
      case ExprKind::kAttribute:
        return Attribute(expr);
      case ExprKind::kSubscript:
        return fmt::format("{}[{}]", Write(*expr.children[0], kAtom), List(*expr.children[1]));
      case ExprKind::kSlice:
        return Slice(expr);
      default:
        return Operation(expr);
    }
  }

  std::string Operation(const Expr& expr) const {
    const int precedence = PrecedenceOf(expr);
    const auto child = [&](size_t i, int least) { return Write(*expr.children[i], least); };
    switch (expr.kind) {
      case ExprKind::kUnary:
        return fmt::format("{}{}{}", Symbol(expr.op), expr.op == Operator::kNot ? " " : "",
                           child(0, precedence));
      case ExprKind::kBinary:
        if (expr.op == Operator::kPow) {
          return fmt::format("{} ** {}", child(0, kAtom), child(1, kFactor));
        }
        return fmt::format("{} {} {}", child(0, precedence), Symbol(expr.op),
                           child(1, precedence + 1));
      case ExprKind::kIfExp:
        return fmt::format("{} if {} else {}", child(1, kOr), child(0, kOr), child(2, kTest));
      default:
        break;
    }
    std::string text = child(0, precedence + 1);
    for (size_t i = 1; i < expr.children.size(); ++i) {
      const Operator op = expr.kind == ExprKind::kCompare ? expr.ops[i - 1] : expr.op;
      text += fmt::format(" {} {}", Symbol(op), child(i, precedence + 1));
    }
    return text;
  }

  std::string Call(const Expr& expr) const {
    const size_t positional = expr.children.size() - expr.keywords.size();
    std::string text = Write(*expr.children[0], kAtom) + "(";
    text += Join(expr.children, 1, positional);
    for (size_t i = 0; i < expr.keywords.size(); ++i) {
      if (positional + i > 1) text += ", ";
      text += fmt::format("{}={}", expr.keywords[i], Write(*expr.children[positional + i]));
    }
    return text + ")";
  }

  std::string Attribute(const Expr& expr) const {
    const Expr& value = *expr.children[0];
    // "1.real" would be a number.
    const char* space = value.kind == ExprKind::kInt ? " " : "";
    return fmt::format("{}{}.{}", Write(value, kAtom), space, expr.text);
  }

  std::string Slice(const Expr& expr) const {
    std::string text;
    for (size_t i = 0; i < 3; ++i) {
      const Expr* bound = expr.children[i].get();
      if (i == 1 || (i == 2 && bound != nullptr)) text += ":";
      if (bound != nullptr) text += Write(*bound);
    }
    return text;
  }

  const Enclosing& enclosing_;
};

}  // namespace

std::string Unparse(const Expr& expr) { return Unparser({}).Write(expr); }

std::string UnparseList(const Expr& expr) { return Unparser({}).List(expr); }

std::string UnparseEmbedded(const Expr& expr, const Enclosing& enclosing) {
  return Unparser(enclosing).List(expr);
}

}  // namespace pyasc::syntax
