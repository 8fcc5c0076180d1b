// What the way a body uses a parameter tells about it, before any type is known.
#ifndef PYASC_COMPILER_ANALYSE_EVIDENCE_H_
#define PYASC_COMPILER_ANALYSE_EVIDENCE_H_

#include <vector>

#include "base/signature.h"
#include "compiler/analyse/views.h"
#include "compiler/syntax/ast.h"

namespace pyasc::analyse {

// The ranks of parameters that are never rebound and whose shape the body unpacks, as in
// `N, C = x.shape`, before it can end otherwise: with any other rank it raises.
Ranks UnpackedRanks(const syntax::Function& function);

// The parameters that cannot be tensors: their default is a number, string, bool or tuple,
// or the body counts, indexes or compares with them and never takes an element or an
// attribute of them.
Roots EvidentAttributes(const syntax::Function& function, const std::vector<Parameter>& parameters);

}  // namespace pyasc::analyse

#endif  // PYASC_COMPILER_ANALYSE_EVIDENCE_H_
