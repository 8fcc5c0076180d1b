// What is known of the local variables at one point of an operator.
#ifndef PYASC_COMPILER_SEMA_ENV_H_
#define PYASC_COMPILER_SEMA_ENV_H_

#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/sema/value.h"
#include "compiler/syntax/ast.h"

namespace pyasc::sema {

// The types a variable may have, each with what is known of its content. One entry with
// machine values: usable as it stands. Otherwise the content is in the variable's slots.
using Alternatives = std::vector<Value>;

struct Env {
  bool reachable = true;
  std::map<std::string, Alternatives> variables;
};

// Names the alternative: values with equal keys share slots and a tag.
// "int", "np.float32", "(int,int)", "view.float32.3", "str:relu".
std::string AlternativeKey(const Value& value);

// Everything known, as text: equal texts mean equal knowledge.
std::string Describe(const Alternatives& alternatives);

// Without machine values (constants stay).
Value Strip(const Value& value);
Alternatives Strip(const Alternatives& alternatives);
// Whether the content must be read from slots.
bool NeedsLoad(const Value& value);

// What holds if either holds. Machine values are kept where both agree.
Alternatives Join(const Alternatives& a, const Alternatives& b);
Env Join(const Env& a, const Env& b);

// `next` joined to `previous`, integer intervals widened: reaches a fixed point.
Alternatives WidenTo(const Alternatives& previous, const Alternatives& next);

// Names that the statements bind: assignments, loop targets, deletions, and x.resize().
std::set<std::string> AssignedNames(const std::vector<syntax::StmtPtr>& body);
std::set<std::string> AssignedNames(const syntax::Stmt& statement);

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_ENV_H_
