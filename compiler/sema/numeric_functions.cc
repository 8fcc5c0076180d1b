// The functions of scalars by name: dispatch and the errors of their calls.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "compiler/sema/numeric_parts.h"

namespace pyasc::sema {
namespace {

using namespace numeric;  // the pieces of this module

using Index = std::map<std::string_view, const FunctionEntry*>;

Index BuildIndex() {
  Index index;
  for (const std::vector<FunctionEntry>* table :
       {&BuiltinFunctions(), &MathFunctions(), &NumpyFunctions(), &CastFunctions()})
    for (const FunctionEntry& entry : *table) index.emplace(entry.name, &entry);
  return index;
}

const FunctionEntry* Find(std::string_view name) {
  static const Index& index = *new Index(BuildIndex());  // never destroyed: no exit order
  const auto found = index.find(name);
  return found == index.end() ? nullptr : found->second;
}

std::string_view ShortName(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

Value NoSuchFunction(Emitter& emitter, std::string_view name) {
  return emitter.Fail(codes::kFunction, fmt::format("{} is not supported here", name),
                      "use operators, abs, min, max, round, int, float, numpy.exp, numpy.sqrt, "
                      "math.exp, math.sqrt or another supported function");
}

Value WrongCount(Emitter& emitter, const FunctionEntry& entry, size_t given) {
  const std::string_view name = ShortName(entry.name);
  if (entry.name.starts_with("numpy.") && given < entry.least)
    return Raised(emitter, "TypeError",
                  fmt::format("{}() takes from {} to {} positional arguments but {} {} given", name,
                              entry.least, entry.least + 1, given, given == 1 ? "was" : "were"));
  if (entry.least == 1 && entry.most == 1 && !entry.name.starts_with("numpy."))
    return Raised(emitter, "TypeError",
                  fmt::format("{}() takes exactly one argument ({} given)", entry.name, given));
  std::string hint = fmt::format("it takes {} to {} arguments here", entry.least, entry.most);
  if (entry.least == entry.most)
    hint = fmt::format("write {}({})", entry.name, entry.least == 1 ? "x" : "x, y");
  return emitter.Fail(codes::kFunction,
                      fmt::format("{} with {} arguments is not supported", entry.name, given),
                      hint);
}

// Arguments ready for a function: rounded, and kBottom as what the others are.
struct Arguments {
  std::optional<Value> stop;
  std::vector<Value> values;
};

Arguments Prepared(Emitter& emitter, const std::vector<Value>& arguments) {
  Arguments result;
  const auto known = std::find_if(arguments.begin(), arguments.end(),
                                  [](const Value& value) { return value.kind != Kind::kBottom; });
  for (const Value& argument : arguments) {
    if (argument.kind == Kind::kBottom && known != arguments.end()) {
      result.values.push_back(Unknown(emitter, *known));
      continue;
    }
    result.stop = Unusable(emitter, argument);
    if (result.stop.has_value()) return result;
    result.values.push_back(Rounded(emitter, argument));
  }
  return result;
}

}  // namespace

Value CallScalar(Emitter& emitter, std::string_view name, const std::vector<Value>& arguments) {
  const FunctionEntry* entry = Find(name);
  if (entry == nullptr) return NoSuchFunction(emitter, name);
  Arguments prepared = Prepared(emitter, arguments);
  if (prepared.stop.has_value()) return *prepared.stop;
  const size_t given = prepared.values.size();
  if (given < entry->least || given > entry->most) return WrongCount(emitter, *entry, given);
  return entry->function(emitter, prepared.values);
}

bool IsScalarFunction(std::string_view name) { return Find(name) != nullptr; }

bool IsElementwise(std::string_view name) {
  const FunctionEntry* entry = Find(name);
  return entry != nullptr && entry->elementwise;
}

}  // namespace pyasc::sema
