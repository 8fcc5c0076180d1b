// Which parameters' memory the value of an expression may share.
#ifndef PYASC_COMPILER_ANALYSE_VIEWS_H_
#define PYASC_COMPILER_ANALYSE_VIEWS_H_

#include <cstddef>
#include <map>
#include <set>
#include <string_view>

#include "compiler/syntax/ast.h"

namespace pyasc::analyse {

using Roots = std::set<size_t>;                    // indices of parameters
using Ranks = std::map<std::string_view, size_t>;  // number of axes, where the body fixes it

// Whether an assignment replaces what a name was or adds to it.
enum class Update { kReplace, kWiden };

// What each name may share memory with at one point of the body. The tree and the ranks
// must outlive it.
class Views {
 public:
  // At the start every parameter is itself.
  Views(const syntax::Function& function, const Ranks& ranks);

  Roots Of(const syntax::Expr& expr) const;

  // Binds the names of `target`, pairing the items of tuples.
  void Assign(const syntax::Expr& target, const syntax::Expr& value, Update update);
  // The same for a round of a for loop over `iterable`.
  void AssignItem(const syntax::Expr& target, const syntax::Expr& iterable, Update update);
  // Adds every parameter to what the names of `target` may be.
  void AssignAny(const syntax::Expr& target);
  // Afterwards a name may be what it was in either.
  void Join(const Views& other);

  // Names that share memory with any parameter.
  size_t size() const { return roots_.size(); }
  // Grows whenever widening adds something.
  size_t additions() const { return additions_; }

 private:
  Roots OfAll(const std::vector<syntax::ExprPtr>& exprs, size_t first) const;
  Roots OfCall(const syntax::Expr& call) const;
  Roots OfSubscript(const syntax::Expr& expr) const;
  Roots OfItems(const syntax::Expr& iterable) const;
  void Bind(const syntax::Expr& target, const Roots& roots, Update update);

  const Ranks* ranks_;
  size_t parameters_;
  size_t additions_ = 0;
  std::map<std::string_view, Roots> roots_;  // without empty sets
};

}  // namespace pyasc::analyse

#endif  // PYASC_COMPILER_ANALYSE_VIEWS_H_
