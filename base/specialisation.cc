#include "base/specialisation.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace pyasc {
namespace {

bool FitsInt64(Int128 value) {
  return value >= std::numeric_limits<int64_t>::min() &&
         value <= std::numeric_limits<int64_t>::max();
}

// Strings, None and tuples have no run-time form; neither has an int beyond a slot's.
bool MustBeConstant(const Scalar& scalar) {
  switch (scalar.kind) {
    case ScalarKind::kNone:
    case ScalarKind::kString:
    case ScalarKind::kTuple:
      return true;
    case ScalarKind::kInt:
      return !FitsInt64(scalar.integer);
    case ScalarKind::kBool:
    case ScalarKind::kFloat:
    case ScalarKind::kNumpy:
      return false;
  }
  return true;
}

bool MayBeConstant(const Scalar& scalar) {
  return scalar.kind != ScalarKind::kFloat && scalar.kind != ScalarKind::kNumpy;
}

}  // namespace

Argument AttributeArgument(const Scalar& scalar, bool constant) {
  Argument argument;
  argument.kind = ArgumentKind::kConstant;
  if (MustBeConstant(scalar) || (constant && MayBeConstant(scalar))) {
    argument.scalar = scalar;
    return argument;
  }
  argument.kind = ArgumentKind::kRuntime;
  argument.scalar.kind = scalar.kind;
  if (scalar.kind == ScalarKind::kNumpy) argument.scalar.dtype = scalar.dtype;
  return argument;
}

void AddCaptures(const Signature& signature, std::vector<Capture> captures,
                 Specialisation* specialisation) {
  std::sort(captures.begin(), captures.end(),
            [](const Capture& a, const Capture& b) { return a.name < b.name; });
  for (Capture& capture : captures) {
    const auto free = std::find_if(signature.free_names.begin(), signature.free_names.end(),
                                   [&](const FreeName& name) { return name.name == capture.name; });
    if (free == signature.free_names.end()) continue;
    if (capture.kind == CaptureKind::kScalar) {
      Argument argument = AttributeArgument(capture.value, free->constant);
      capture.value = argument.scalar;
      specialisation->capture_arguments.push_back(std::move(argument));
    }
    specialisation->captures.push_back(std::move(capture));
  }
}

}  // namespace pyasc
