#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/suggestion.h"
#include "compiler/analyse/aspects.h"
#include "compiler/analyse/vocabulary.h"
#include "compiler/syntax/bindings.h"
#include "compiler/syntax/codes.h"
#include "compiler/syntax/diagnostic_limit.h"
#include "compiler/syntax/walk.h"

namespace pyasc::analyse {
namespace {

using syntax::Expr;
using syntax::Stmt;

constexpr std::string_view kModules[] = {"numpy", "math", "pyasc"};

std::set<std::string, std::less<>> BoundNames(const syntax::Function& function) {
  std::set<std::string, std::less<>> bound;
  for (const syntax::ParameterNode& parameter : function.parameters) bound.insert(parameter.name);
  const auto bind = [&bound](const Stmt& stmt) {
    syntax::ForEachBoundName(stmt, [&bound](const Expr& name) { bound.insert(name.text); });
  };
  syntax::WalkBlock(function.body, bind, [](const Expr&) {});
  return bound;
}

std::string UndefinedHint(std::string_view name, std::string_view best, bool dotted) {
  if (name == "np") return "write import numpy as np at module level";
  if (name == "numpy" || name == "math")
    return fmt::format("write import {} at module level", name);
  if (!best.empty()) return fmt::format("did you mean '{}'?", best);
  return dotted ? "of modules, numpy, math and pyasc can be used; import them at module level"
                : "define it at module level, or pass it as a parameter";
}

// Names that something is taken of by a dot.
std::set<std::string, std::less<>> DottedNames(const syntax::Function& function) {
  std::set<std::string, std::less<>> dotted;
  const auto visit = [&dotted](const Expr& expr) {
    if (expr.kind == syntax::ExprKind::kAttribute) dotted.insert(expr.children[0]->text);
  };
  syntax::WalkBlock(function.body, [](const Stmt&) {}, visit);
  return dotted;
}

bool IsUserFunction(std::string_view type) { return type == "function" || type == "Operator"; }

std::string CaptureHint(const Capture& capture) {
  if (capture.type_name == "ufunc" || capture.type_name == "_ArrayFunctionDispatcher") {
    return fmt::format("import numpy as np, and write np.{}", capture.name);
  }
  if (capture.type_name == "builtin_function_or_method") {
    return fmt::format("import math, and write math.{}", capture.name);
  }
  if (capture.type_name == "type") {
    return "of classes, dtypes can be used, as np.float32, and built-in exceptions";
  }
  if (capture.type_name == "module") return "of modules, numpy, math and pyasc can be used";
  if (capture.type_name == "ndarray") {
    return fmt::format("add a parameter '{}' and pass the array", capture.name);
  }
  return "pass what you need of it as a parameter: a tensor, number, string, None or tuple";
}

// What a use of a captured object is refused with.
Diagnostic Refusal(const Capture& capture, const Expr& use, std::string_view function) {
  if (capture.name == function && IsUserFunction(capture.type_name)) {
    return {codes::kRecursion,
            fmt::format("'{}' calls itself: recursion is not supported", function),
            "write a loop: while condition:", use.span};
  }
  if (IsUserFunction(capture.type_name)) {
    return {
        codes::kUserFunction,
        fmt::format("cannot call '{}' of type {}: calls of your own functions are not supported",
                    capture.name, capture.type_name),
        fmt::format("write the body of {} here", capture.name), use.span};
  }
  return {codes::kCapturedObject,
          fmt::format("cannot use '{}' of type {}", capture.name, capture.type_name),
          CaptureHint(capture), use.span};
}

bool IsUsable(const Capture& capture) {
  switch (capture.kind) {
    case CaptureKind::kScalar:
      return true;
    case CaptureKind::kModule:
      return std::find(std::begin(kModules), std::end(kModules), capture.type_name) !=
             std::end(kModules);
    case CaptureKind::kOther:
      return false;
  }
  return false;
}

}  // namespace

std::vector<FreeName> FreeNames(const syntax::Function& function,
                                const std::vector<Capture>& captures,
                                std::vector<Diagnostic>* diagnostics) {
  const auto bound = BoundNames(function);
  std::map<std::string_view, const Capture*> captured;
  for (const Capture& capture : captures) captured.emplace(capture.name, &capture);
  std::set<std::string> free;
  const auto dotted_names = DottedNames(function);
  const auto undefined = [&](const Expr& name) {
    const bool dotted = dotted_names.contains(name.text);
    Suggestion suggestion(name.text);
    for (const std::string& other : bound) suggestion.Consider(other);
    for (const auto& [other, capture] : captured) suggestion.Consider(other);
    for (std::string_view other : Builtins())
      if (!dotted) suggestion.Consider(other);
    diagnostics->push_back({codes::kUndefinedName,
                            fmt::format("name '{}' is not defined", name.text),
                            UndefinedHint(name.text, suggestion.best(), dotted), name.span});
  };
  const auto use = [&](const Expr& name) {
    if (name.kind != syntax::ExprKind::kName || bound.contains(name.text)) return;
    const auto found = captured.find(name.text);
    if (found == captured.end() && IsBuiltin(name.text)) return;
    if (!free.insert(name.text).second) return;
    if (found == captured.end()) {
      undefined(name);
    } else if (!IsUsable(*found->second)) {
      diagnostics->push_back(Refusal(*found->second, name, function.name));
    }
  };
  syntax::WalkBlock(function.body, [](const Stmt&) {}, use);
  syntax::LimitDiagnostics(diagnostics);
  std::vector<FreeName> names;
  for (const std::string& name : free) names.push_back({.name = name});
  return names;
}

}  // namespace pyasc::analyse
