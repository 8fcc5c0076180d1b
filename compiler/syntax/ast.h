// The syntax tree of one operator: the subset of CPython 3.11's `ast` that operators use.
//
// Every node has an ordinal: its place in the preorder walk of the normalised function
// (the function is 0; then parameters are not nodes; statements and expressions in the
// order of their fields below). Ordinals are the program points that kernels name; they
// depend on the tree alone, so a text and its normalised form agree on them.
#ifndef PYASC_COMPILER_SYNTAX_AST_H_
#define PYASC_COMPILER_SYNTAX_AST_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/compile_job.h"

namespace pyasc::syntax {

enum class Operator : uint8_t {
  kNone,
  // Binary and augmented.
  kAdd,
  kSub,
  kMul,
  kDiv,
  kFloorDiv,
  kMod,
  kPow,
  kMatMul,
  kLShift,
  kRShift,
  kBitAnd,
  kBitOr,
  kBitXor,
  // Unary.
  kNeg,
  kPos,
  kInvert,
  kNot,
  // Boolean.
  kAnd,
  kOr,
  // Comparison.
  kEq,
  kNe,
  kLt,
  kLe,
  kGt,
  kGe,
  kIs,
  kIsNot,
  kIn,
  kNotIn,
};

enum class ExprKind : uint8_t {
  kName,    // text (NFKC)
  kInt,     // integer; `big` if the literal exceeds 128 bits
  kFloat,   // real
  kString,  // text: the value, UTF-8; adjacent literals joined
  kBool,    // integer 0 or 1
  kNone,
  kEllipsis,
  kFString,    // children: kString and kFormatted
  kFormatted,  // children: value [, format spec (kFString)]; conversion
  kTuple,      // children
  kList,       // children
  kUnary,      // op; children: operand
  kBinary,     // op; children: left, right
  kBoolOp,     // op; children: two or more
  kCompare,    // ops; children: left, comparators...
  kIfExp,      // children: test, body, orelse
  kCall,       // children: callee, positional..., keyword values...; keywords: their names
  kAttribute,  // text; children: value
  kSubscript,  // children: value, index (kSlice, kTuple that may hold kSlice, or any)
  kSlice,      // children: lower, upper, step; null where left out
};

struct Expr;
using ExprPtr = std::unique_ptr<Expr>;

struct Expr {
  ExprKind kind = ExprKind::kNone;
  uint32_t ordinal = 0;
  SourceSpan span;
  Operator op = Operator::kNone;
  std::vector<Operator> ops;
  std::string text;
  Int128 integer = 0;
  double real = 0;
  bool big = false;
  char conversion = 0;  // 0, 's', 'r', 'a'
  std::vector<ExprPtr> children;
  std::vector<std::string> keywords;
};

enum class StmtKind : uint8_t {
  kAssign,     // exprs: targets..., value
  kAugAssign,  // op; exprs: target, value
  kAnnAssign,  // exprs: target [, value]; the annotation is dropped
  kExpr,       // exprs: value
  kFor,        // exprs: target, iterable; body, orelse
  kWhile,      // exprs: test; body, orelse
  kIf,         // exprs: test; body, orelse
  kReturn,     // exprs: [value]
  kRaise,      // exprs: [exception]
  kAssert,     // exprs: test [, message]
  kDelete,     // exprs: targets
  kPass,
  kBreak,
  kContinue,
};

struct Stmt;
using StmtPtr = std::unique_ptr<Stmt>;

struct Stmt {
  StmtKind kind = StmtKind::kPass;
  uint32_t ordinal = 0;
  SourceSpan span;
  Operator op = Operator::kNone;
  std::vector<ExprPtr> exprs;
  std::vector<StmtPtr> body;
  std::vector<StmtPtr> orelse;
};

struct ParameterNode {
  std::string name;
  SourceSpan span;
  ExprPtr default_value;  // null: none. Not part of the normalised form; no ordinal
};

struct Function {
  std::string name;
  SourceSpan span;
  std::vector<ParameterNode> parameters;
  std::vector<StmtPtr> body;  // without the docstring
  uint32_t node_count = 0;    // ordinals are below this
};

}  // namespace pyasc::syntax

#endif  // PYASC_COMPILER_SYNTAX_AST_H_
