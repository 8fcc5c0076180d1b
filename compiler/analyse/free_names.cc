#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string_view>
#include <utility>

#include "compiler/analyse/aspects.h"
#include "compiler/analyse/bindings.h"
#include "compiler/analyse/vocabulary.h"
#include "compiler/syntax/codes.h"
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
    for (size_t i = 0; i < TargetCount(stmt); ++i) {
      ForEachBoundName(*stmt.exprs[i], [&bound](const Expr& name) { bound.insert(name.text); });
    }
  };
  syntax::WalkBlock(function.body, bind, [](const Expr&) {});
  return bound;
}

// Single-character edits between two short names.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0]++;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
    }
  }
  return row[b.size()];
}

// Finds what was meant by a name that nothing defines.
class Suggestion {
 public:
  explicit Suggestion(std::string_view wanted)
      : wanted_(wanted), best_distance_((wanted.size() + 2) / 3) {}

  void Consider(std::string_view name) {
    constexpr size_t kLongest = 40;
    if (name.size() > kLongest || wanted_.size() > kLongest) return;
    const size_t distance = EditDistance(wanted_, name);
    if (distance > best_distance_ || (distance == best_distance_ && !best_.empty())) return;
    best_ = name;
    best_distance_ = distance;
  }

  std::string Hint() const {
    return best_.empty() ? "define it at module level, or pass it as a parameter"
                         : fmt::format("did you mean '{}'?", best_);
  }

 private:
  std::string_view wanted_;
  std::string_view best_;
  size_t best_distance_;
};

std::string CaptureHint(const Capture& capture, std::string_view function_name) {
  if (capture.name == function_name) return "recursion is not supported; write a loop";
  if (capture.type_name == "function") {
    return "calls of other functions are not supported; write its body here";
  }
  if (capture.type_name == "module") return "of modules, numpy, math and pyasc can be used";
  if (capture.type_name == "ndarray") return "pass the array as a parameter";
  return "pass what you need of it as a parameter: a tensor, number, string, None or tuple";
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
  const auto undefined = [&](const Expr& name) {
    Suggestion suggestion(name.text);
    for (const std::string& other : bound) suggestion.Consider(other);
    for (const auto& [other, capture] : captured) suggestion.Consider(other);
    for (std::string_view other : Builtins()) suggestion.Consider(other);
    diagnostics->push_back({syntax::codes::kUndefinedName,
                            fmt::format("name '{}' is not defined", name.text), suggestion.Hint(),
                            name.span});
  };
  const auto use = [&](const Expr& name) {
    if (name.kind != syntax::ExprKind::kName || bound.contains(name.text)) return;
    const auto found = captured.find(name.text);
    if (found == captured.end() && IsBuiltin(name.text)) return;
    if (!free.insert(name.text).second) return;
    if (found == captured.end()) {
      undefined(name);
    } else if (!IsUsable(*found->second)) {
      diagnostics->push_back(
          {syntax::codes::kCapturedObject,
           fmt::format("cannot use '{}' of type {}", name.text, found->second->type_name),
           CaptureHint(*found->second, function.name), name.span});
    }
  };
  syntax::WalkBlock(function.body, [](const Stmt&) {}, use);
  std::vector<FreeName> names;
  for (const std::string& name : free) names.push_back({.name = name});
  return names;
}

}  // namespace pyasc::analyse
