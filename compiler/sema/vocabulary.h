// Names that Python and NumPy have and operators may not use, for what is said of them.
#ifndef PYASC_COMPILER_SEMA_VOCABULARY_H_
#define PYASC_COMPILER_SEMA_VOCABULARY_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/syntax/ast.h"

namespace pyasc::sema {

enum class Owner : uint8_t { kBuiltins, kNumpy, kMath, kArray };

// Whether Python finds the name there: if not, it is a slip.
bool Has(Owner owner, std::string_view name);

// The name that was meant, those that `usable` accepts first; empty if none is near.
std::string_view Nearest(Owner owner, std::string_view name,
                         const std::function<bool(std::string_view)>& usable);

// Whether the operator has a variable of that name, which a hint must not overwrite.
using IsTaken = std::function<bool(std::string_view)>;

// What to write instead of the owner's `name`. `arguments` are the user's own texts: of the
// object or the call's arguments.
std::string Instead(Owner owner, std::string_view name, const std::vector<std::string>& arguments,
                    const IsTaken& taken);

// The user's own text of an expression, or a stand-in where it is too long for a hint.
std::string Short(const syntax::Expr& expr);
// The same as an operand or an attribute's object: in parentheses where they are needed.
std::string Operand(const syntax::Expr& expr);
// Those of a call's positional arguments.
std::vector<std::string> PositionalTexts(const syntax::Expr& call);

}  // namespace pyasc::sema

#endif  // PYASC_COMPILER_SEMA_VOCABULARY_H_
