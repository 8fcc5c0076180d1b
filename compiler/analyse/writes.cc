// Which parameters the body may store through. Statements are followed in order, so that
// a name bound to something new is no longer the parameter; a loop starts from all that
// its body can make of the names.
#include <algorithm>
#include <string_view>
#include <utility>

#include "compiler/analyse/aspects.h"
#include "compiler/analyse/evidence.h"
#include "compiler/analyse/views.h"
#include "compiler/analyse/vocabulary.h"
#include "compiler/syntax/bindings.h"
#include "compiler/syntax/walk.h"

namespace pyasc::analyse {
namespace {

using syntax::Expr;
using syntax::ExprKind;
using syntax::ExprPtr;
using syntax::Stmt;
using syntax::StmtKind;
using syntax::StmtPtr;

class Writes {
 public:
  Writes(const syntax::Function& function, const Ranks& ranks, const Roots& attributes)
      : views_(function, ranks), attributes_(attributes) {}

  void Block(const std::vector<StmtPtr>& block) {
    for (const StmtPtr& stmt : block) Statement(*stmt);
  }

  const Roots& written() const { return written_; }

 private:
  void Statement(const Stmt& stmt) {
    for (const ExprPtr& expr : stmt.exprs) {
      syntax::WalkExpr(expr, [this](const Expr& inner) {
        if (inner.kind == ExprKind::kCall) Call(inner);
      });
    }
    if (stmt.kind == StmtKind::kAugAssign && stmt.exprs[0]->kind == ExprKind::kName) {
      Augmented(*stmt.exprs[0]);
    }
    for (size_t i = 0; i < syntax::TargetCount(stmt); ++i) Store(*stmt.exprs[i]);
    switch (stmt.kind) {
      case StmtKind::kFor:
      case StmtKind::kWhile:
        return Loop(stmt);
      case StmtKind::kIf:
        return Branch(stmt);
      default:
        return Assign(stmt, &views_, update_);
    }
  }

  static void Assign(const Stmt& stmt, Views* views, Update update) {
    if (stmt.kind == StmtKind::kFor) {
      views->AssignItem(*stmt.exprs[0], *stmt.exprs[1], update);
    } else if (stmt.kind == StmtKind::kAssign || stmt.kind == StmtKind::kAnnAssign) {
      for (size_t i = 0; i + 1 < stmt.exprs.size(); ++i) {
        views->Assign(*stmt.exprs[i], *stmt.exprs.back(), update);
      }
    }
  }

  // Beyond this many names, what each was before a branch is not remembered: in the branch
  // assignments only add, which is never wrong and costs no copies.
  bool Remembers() const { return views_.size() <= kMaxRemembered; }

  void BlocksThatAdd(const Stmt& stmt) {
    const Update outer = std::exchange(update_, Update::kWiden);
    Block(stmt.body);
    Block(stmt.orelse);
    update_ = outer;
  }

  void Branch(const Stmt& stmt) {
    if (!Remembers()) return BlocksThatAdd(stmt);
    Views other = views_;
    Block(stmt.body);
    std::swap(views_, other);
    Block(stmt.orelse);
    views_.Join(other);
  }

  void Loop(const Stmt& loop) {
    WidenOver(loop);
    if (!Remembers()) return BlocksThatAdd(loop);
    const Views anywhere = views_;
    Assign(loop, &views_, update_);
    Block(loop.body);
    views_ = anywhere;
    Block(loop.orelse);
    views_.Join(anywhere);
  }

  // Adds all that the names may be at any point of the loop. A body that shuffles them for
  // too long may leave any parameter in each.
  void WidenOver(const Stmt& loop) {
    constexpr int kMaxRounds = 10;
    bool changed = true;
    for (int round = 0; changed; ++round) {
      const size_t before = views_.additions();
      const auto widen = [&](const Stmt& stmt) {
        if (round < kMaxRounds) return Assign(stmt, &views_, Update::kWiden);
        for (size_t i = 0; i < syntax::TargetCount(stmt); ++i) views_.AssignAny(*stmt.exprs[i]);
      };
      widen(loop);
      syntax::WalkBlock(loop.body, widen, [](const Expr&) {});
      changed = views_.additions() != before;
    }
  }

  // A store to an element or a slice; a bare name is only bound.
  void Store(const Expr& target) {
    if (target.kind == ExprKind::kSubscript) {
      Mark(views_.Of(*target.children[0]));
    } else if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList) {
      for (const ExprPtr& item : target.children) Store(*item);
    }
  }

  // `x += 1` stores into an array, but makes a new number.
  void Augmented(const Expr& name) {
    Roots roots = views_.Of(name);
    for (size_t attribute : attributes_) roots.erase(attribute);
    Mark(std::move(roots));
  }

  void Call(const Expr& call) {
    const Expr& callee = *call.children[0];
    if (callee.kind == ExprKind::kAttribute && WritesObject(callee.text)) {
      Mark(views_.Of(*callee.children[0]));
    }
    const size_t positional = call.children.size() - call.keywords.size();
    if (callee.kind == ExprKind::kAttribute && WritesFirstArgument(callee.text) && positional > 1) {
      Mark(views_.Of(*call.children[1]));
    }
    for (size_t i = 0; i < call.keywords.size(); ++i) {
      if (call.keywords[i] == "out") Mark(views_.Of(*call.children[positional + i]));
    }
  }

  void Mark(Roots roots) { written_.merge(roots); }

  static constexpr size_t kMaxRemembered = 256;

  Views views_;
  Update update_ = Update::kReplace;
  const Roots& attributes_;
  Roots written_;
};

}  // namespace

void FindWrites(const syntax::Function& function, std::vector<Parameter>* parameters) {
  const Ranks ranks = UnpackedRanks(function);
  const Roots attributes = EvidentAttributes(function, *parameters);
  Writes writes(function, ranks, attributes);
  writes.Block(function.body);
  for (size_t i = 0; i < parameters->size(); ++i) {
    (*parameters)[i].written = writes.written().contains(i);
  }
}

}  // namespace pyasc::analyse
