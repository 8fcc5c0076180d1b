#include "server/kernels/spec.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/device/view.h"

namespace pyasc {
namespace {

constexpr uint32_t kMaxOptLevel = 3;

DimClass ClassOf(int64_t dim) {
  if (dim == 0) return DimClass::kZero;
  return dim == 1 ? DimClass::kOne : DimClass::kMany;
}

Argument TensorArgument(const BoundArgument& bound) {
  Argument argument;
  argument.dtype = bound.view.dtype;
  for (int64_t dim : bound.view.dims) argument.dims.push_back(ClassOf(dim));
  argument.layout = LayoutOf(bound.view);
  argument.resizable = bound.resizable;
  return argument;
}

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

absl::StatusOr<Argument> ArgumentFor(const Parameter& parameter, const BoundArgument& bound) {
  switch (bound.kind) {
    case BoundArgument::Kind::kTensor:
      return TensorArgument(bound);
    case BoundArgument::Kind::kAttribute:
      return AttributeArgument(bound.scalar, parameter.constant);
    case BoundArgument::Kind::kOmitted:
      break;
  }
  if (parameter.may_omit) {
    Argument omitted;
    omitted.kind = ArgumentKind::kOmitted;
    return omitted;
  }
  return absl::InvalidArgumentError(
      fmt::format("parameter '{}' cannot be left out", parameter.name));
}

// A pair that nobody writes through cannot tell whether it shares memory.
std::vector<AliasPair> AliasPairs(const Signature& signature, const BoundLaunch& launch) {
  std::vector<AliasPair> pairs;
  const size_t count = launch.arguments.size();
  for (uint32_t first = 0; first < count; ++first) {
    for (uint32_t second = first + 1; second < count; ++second) {
      const BoundArgument& a = launch.arguments[first];
      const BoundArgument& b = launch.arguments[second];
      if (a.kind != BoundArgument::Kind::kTensor || b.kind != BoundArgument::Kind::kTensor)
        continue;
      if (!signature.parameters[first].written && !signature.parameters[second].written) continue;
      const Alias alias = AliasOf(a.view, b.view);
      if (alias != Alias::kDisjoint) pairs.push_back({first, second, alias});
    }
  }
  return pairs;
}

bool Reads(const Signature& signature, const std::string& name) {
  return std::binary_search(signature.free_names.begin(), signature.free_names.end(), name);
}

// Captures that the operator reads, by name. A captured number follows the attributes'
// rule: its value is part of the key only if it can decide control flow or shapes.
absl::Status AddCaptures(const Signature& signature, std::vector<Capture> captures,
                         Specialisation& specialisation) {
  std::sort(captures.begin(), captures.end(),
            [](const Capture& a, const Capture& b) { return a.name < b.name; });
  for (size_t i = 1; i < captures.size(); ++i) {
    if (captures[i - 1].name != captures[i].name) continue;
    return absl::InvalidArgumentError(
        fmt::format("the name '{}' is captured twice", captures[i].name));
  }
  for (Capture& capture : captures) {
    if (!Reads(signature, capture.name)) continue;
    if (capture.kind == CaptureKind::kScalar) {
      Argument argument = AttributeArgument(capture.value, /*constant=*/true);
      capture.value = argument.scalar;
      specialisation.capture_arguments.push_back(std::move(argument));
    }
    specialisation.captures.push_back(std::move(capture));
  }
  return absl::OkStatus();
}

}  // namespace

Layout LayoutOf(const TensorView& view) {
  const int item = ItemBytes(view.dtype);
  if (IsContiguous(view.dims, view.strides, item)) return Layout::kContiguous;
  return view.dims.back() == 1 || view.strides.back() == item ? Layout::kInnerUnit
                                                              : Layout::kGeneral;
}

Alias AliasOf(const TensorView& a, const TensorView& b) {
  if (a.buffer == nullptr || a.buffer.get() != b.buffer.get()) return Alias::kDisjoint;
  const auto first = ExtentOf(a.dims, a.strides, ItemBytes(a.dtype), a.offset, a.buffer->bytes);
  const auto second = ExtentOf(b.dims, b.strides, ItemBytes(b.dtype), b.offset, b.buffer->bytes);
  if (!first || !second) return Alias::kGeneral;
  if (first->low == first->high || second->low == second->high) return Alias::kDisjoint;
  if (first->high <= second->low || second->high <= first->low) return Alias::kDisjoint;
  const bool same =
      a.dtype == b.dtype && a.offset == b.offset && a.dims == b.dims && a.strides == b.strides;
  return same ? Alias::kIdentical : Alias::kGeneral;
}

absl::StatusOr<Specialisation> BuildSpecialisation(const Signature& signature,
                                                   const BoundLaunch& launch,
                                                   const Target& target) {
  if (launch.arguments.size() != signature.parameters.size()) {
    return absl::InvalidArgumentError(fmt::format(
        "{} arguments for {} parameters", launch.arguments.size(), signature.parameters.size()));
  }
  if (launch.opt_level > kMaxOptLevel) {
    return absl::InvalidArgumentError(
        fmt::format("opt_level {} is not one of 0 to {}", launch.opt_level, kMaxOptLevel));
  }
  Specialisation specialisation;
  specialisation.opt_level = launch.opt_level;
  specialisation.target = target;
  for (size_t i = 0; i < launch.arguments.size(); ++i) {
    PYASC_ASSIGN_OR_RETURN(Argument argument,
                           ArgumentFor(signature.parameters[i], launch.arguments[i]));
    specialisation.arguments.push_back(std::move(argument));
  }
  PYASC_RETURN_IF_ERROR(AddCaptures(signature, launch.captures, specialisation));
  specialisation.aliases = AliasPairs(signature, launch);
  return specialisation;
}

absl::StatusOr<Scalar> RuntimeAttribute(const BoundLaunch& launch,
                                        const Specialisation& specialisation, uint32_t index) {
  const size_t parameters = specialisation.arguments.size();
  if (index < parameters) {
    if (specialisation.arguments[index].kind == ArgumentKind::kRuntime) {
      return launch.arguments[index].scalar;
    }
    return absl::InternalError(fmt::format("argument {} is no run-time attribute", index));
  }
  size_t scalar = index - parameters;
  for (const Capture& used : specialisation.captures) {
    if (used.kind != CaptureKind::kScalar) continue;
    if (scalar-- > 0) continue;
    for (const Capture& capture : launch.captures) {
      if (capture.name == used.name) return capture.value;
    }
  }
  return absl::InternalError(fmt::format("there is no run-time attribute {}", index));
}

}  // namespace pyasc
