#include "server/kernels/spec.h"

#include <set>
#include <string_view>
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

absl::Status CheckNamesOnce(const std::vector<Capture>& captures) {
  std::set<std::string_view> names;
  for (const Capture& capture : captures) {
    if (names.insert(capture.name).second) continue;
    return absl::InvalidArgumentError(fmt::format("the name '{}' is captured twice", capture.name));
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
  PYASC_RETURN_IF_ERROR(CheckNamesOnce(launch.captures));
  AddCaptures(signature, launch.captures, &specialisation);
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
