// The canonical text of a tree: as few parentheses as precedence allows.
#include <fmt/format.h>

#include <utility>

#include "compiler/syntax/parser.h"
#include "compiler/syntax/python_repr.h"
#include "compiler/syntax/unparse.h"

namespace pyasc::syntax {
namespace {

class Writer {
 public:
  std::string Run(const Function& function) {
    std::vector<std::string_view> names;
    for (const ParameterNode& parameter : function.parameters) names.push_back(parameter.name);
    out_ = fmt::format("def operator({}):\n", fmt::join(names, ", "));
    Block(function.body);
    return std::move(out_);
  }

 private:
  void Line(std::string_view text) {
    out_.append(depth_ * 4, ' ');
    out_ += text;
    out_ += '\n';
  }

  void Block(const std::vector<StmtPtr>& block) {
    ++depth_;
    for (const StmtPtr& stmt : block) Statement(*stmt);
    --depth_;
  }

  // The word before a value, if the statement has one.
  void Keyword(std::string_view word, const Stmt& stmt) {
    std::string line(word);
    for (size_t i = 0; i < stmt.exprs.size(); ++i) {
      line += i == 0 ? " " : ", ";
      line +=
          stmt.kind == StmtKind::kReturn ? UnparseList(*stmt.exprs[i]) : Unparse(*stmt.exprs[i]);
    }
    Line(line);
  }

  void Assign(const Stmt& stmt) {
    std::string line;
    for (size_t i = 0; i < stmt.exprs.size(); ++i) {
      if (i > 0) line += " = ";
      line += UnparseList(*stmt.exprs[i]);
    }
    Line(line);
  }

  void If(const Stmt& first) {
    std::string_view word = "if";
    const Stmt* stmt = &first;
    while (true) {
      Line(fmt::format("{} {}:", word, Unparse(*stmt->exprs[0])));
      Block(stmt->body);
      if (stmt->orelse.size() != 1 || stmt->orelse[0]->kind != StmtKind::kIf) break;
      stmt = stmt->orelse[0].get();
      word = "elif";
    }
    Else(*stmt);
  }

  void Else(const Stmt& stmt) {
    if (stmt.orelse.empty()) return;
    Line("else:");
    Block(stmt.orelse);
  }

  void Loop(std::string header, const Stmt& stmt) {
    Line(header);
    Block(stmt.body);
    Else(stmt);
  }

  void Statement(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::kAssign:
        return Assign(stmt);
      case StmtKind::kAugAssign:
        return Line(fmt::format("{} {}= {}", Unparse(*stmt.exprs[0]), Symbol(stmt.op),
                                UnparseList(*stmt.exprs[1])));
      case StmtKind::kAnnAssign:  // any annotation does
        if (stmt.exprs.size() == 1) return Line(Unparse(*stmt.exprs[0]) + ": None");
        return Line(
            fmt::format("{}: None = {}", Unparse(*stmt.exprs[0]), UnparseList(*stmt.exprs[1])));
      case StmtKind::kExpr:
        return Line(UnparseList(*stmt.exprs[0]));
      case StmtKind::kFor:
        return Loop(
            fmt::format("for {} in {}:", UnparseList(*stmt.exprs[0]), UnparseList(*stmt.exprs[1])),
            stmt);
      case StmtKind::kWhile:
        return Loop(fmt::format("while {}:", Unparse(*stmt.exprs[0])), stmt);
      case StmtKind::kIf:
        return If(stmt);
      case StmtKind::kReturn:
        return Keyword("return", stmt);
      case StmtKind::kRaise:
        return Keyword("raise", stmt);
      case StmtKind::kAssert:
        return Keyword("assert", stmt);
      case StmtKind::kDelete:
        return Keyword("del", stmt);
      case StmtKind::kPass:
        return Line("pass");
      case StmtKind::kBreak:
        return Line("break");
      case StmtKind::kContinue:
        return Line("continue");
    }
  }

  std::string out_;
  size_t depth_ = 0;
};

}  // namespace

std::string Normalise(const Function& function) { return Writer().Run(function); }

}  // namespace pyasc::syntax
