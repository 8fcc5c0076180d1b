#include "server/rpc/launch_codec.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/device/view.h"
#include "server/rpc/inline_memory.h"
#include "server/rpc/scalar_codec.h"
#include "server/rpc/value_codec.h"
#include "server/tensor/view_check.h"

namespace pyasc {
namespace {

namespace v1 = pyascd::v1;

absl::Status OfArgument(int index, const absl::Status& status) {
  return absl::Status(status.code(),
                      fmt::format("argument {}: {}", index, std::string(status.message())));
}

void MakeCanonical(TensorView& view) {
  const int item = ItemBytes(view.dtype);
  if (!IsContiguous(view.dims, view.strides, item)) return;
  view.strides = ContiguousStrides(view.dims, item);
}

BoundArgument Omitted() {
  BoundArgument bound;
  bound.kind = BoundArgument::Kind::kOmitted;
  return bound;
}

absl::StatusOr<BoundArgument> Attribute(const v1::Scalar& wire) {
  BoundArgument bound;
  bound.kind = BoundArgument::Kind::kAttribute;
  PYASC_ASSIGN_OR_RETURN(bound.scalar, DecodeScalar(wire));
  return bound;
}

// Where the tensors of one launch are.
struct Memory {
  const TensorStore& named;
  const std::vector<std::shared_ptr<Buffer>> inlined;
};

absl::StatusOr<std::shared_ptr<Buffer>> FindMemory(const v1::LaunchArgument::Tensor& wire,
                                                   const Memory& memory) {
  if (!wire.view().handle().empty()) return memory.named.Find(wire.view().handle());
  if (wire.inline_index() >= memory.inlined.size()) {
    return absl::InvalidArgumentError(
        fmt::format("no handle, and there is no memory {} of {} inside the launch",
                    wire.inline_index(), memory.inlined.size()));
  }
  if (wire.resizable()) return absl::InvalidArgumentError("a resizable tensor without a handle");
  return memory.inlined[wire.inline_index()];
}

absl::StatusOr<BoundArgument> DecodeTensor(const v1::LaunchArgument::Tensor& wire,
                                           const Memory& memory) {
  BoundArgument bound;
  bound.inlined = wire.view().handle().empty();
  bound.resizable = wire.resizable();
  PYASC_ASSIGN_OR_RETURN(bound.view.dtype, DecodeDType(wire.view().dtype()));
  bound.view.dims.assign(wire.view().shape().begin(), wire.view().shape().end());
  bound.view.strides.assign(wire.view().strides().begin(), wire.view().strides().end());
  bound.view.offset = wire.view().offset();
  PYASC_ASSIGN_OR_RETURN(bound.view.buffer, FindMemory(wire, memory));
  PYASC_RETURN_IF_ERROR(CheckView(bound.view));
  MakeCanonical(bound.view);
  return bound;
}

absl::StatusOr<BoundArgument> DecodeArgument(const v1::LaunchArgument& wire, const Memory& memory) {
  switch (wire.argument_case()) {
    case v1::LaunchArgument::kTensor:
      return DecodeTensor(wire.tensor(), memory);
    case v1::LaunchArgument::kOmitted:
      return Omitted();
    case v1::LaunchArgument::kAttribute:
      return Attribute(wire.attribute());
    case v1::LaunchArgument::ARGUMENT_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("no value");
}

absl::StatusOr<BoundArgument> DecodeTensorType(const v1::ArgumentType::Tensor& wire) {
  BoundArgument bound;
  bound.resizable = wire.resizable();
  PYASC_ASSIGN_OR_RETURN(bound.view.dtype, DecodeDType(wire.dtype()));
  bound.view.dims.assign(wire.shape().begin(), wire.shape().end());
  bound.view.strides.assign(wire.strides().begin(), wire.strides().end());
  const int item = ItemBytes(bound.view.dtype);
  if (bound.view.strides.empty()) {
    bound.view.strides.resize(bound.view.dims.size());
    PYASC_RETURN_IF_ERROR(CheckShape(bound.view.dtype, bound.view.dims, bound.view.strides));
    bound.view.strides = ContiguousStrides(bound.view.dims, item);
  }
  PYASC_RETURN_IF_ERROR(CheckShape(bound.view.dtype, bound.view.dims, bound.view.strides));
  MakeCanonical(bound.view);
  return bound;
}

absl::StatusOr<BoundArgument> DecodeType(const v1::ArgumentType& wire) {
  switch (wire.type_case()) {
    case v1::ArgumentType::kTensor:
      return DecodeTensorType(wire.tensor());
    case v1::ArgumentType::kOmitted:
      return Omitted();
    case v1::ArgumentType::kAttribute:
      return Attribute(wire.attribute());
    case v1::ArgumentType::TYPE_NOT_SET:
      break;
  }
  return absl::InvalidArgumentError("no type");
}

}  // namespace

absl::StatusOr<BoundLaunch> DecodeLaunch(const v1::LaunchRequest& wire, TensorStore& tensors) {
  BoundLaunch launch;
  launch.opt_level = wire.opt_level();
  launch.inline_created = wire.inline_created();
  launch.new_handles.assign(wire.new_handles().begin(), wire.new_handles().end());
  PYASC_ASSIGN_OR_RETURN(auto inlined, TakeInline(wire.inline_memory(), tensors));
  const Memory memory{.named = tensors, .inlined = std::move(inlined)};
  PYASC_ASSIGN_OR_RETURN(launch.captures, DecodeCaptures(wire.captures()));
  for (int i = 0; i < wire.arguments_size(); ++i) {
    absl::StatusOr<BoundArgument> bound = DecodeArgument(wire.arguments(i), memory);
    if (!bound.ok()) return OfArgument(i, bound.status());
    launch.arguments.push_back(*std::move(bound));
  }
  return launch;
}

absl::StatusOr<BoundLaunch> DecodeCompile(const v1::CompileRequest& wire) {
  BoundLaunch launch;
  launch.opt_level = wire.opt_level();
  PYASC_ASSIGN_OR_RETURN(launch.captures, DecodeCaptures(wire.captures()));
  for (int i = 0; i < wire.arguments_size(); ++i) {
    absl::StatusOr<BoundArgument> bound = DecodeType(wire.arguments(i));
    if (!bound.ok()) return OfArgument(i, bound.status());
    launch.arguments.push_back(*std::move(bound));
  }
  return launch;
}

void EncodeView(const TensorView& view, std::string_view handle, v1::TensorView* wire) {
  wire->set_handle(std::string(handle));
  wire->set_offset(view.offset);
  wire->set_dtype(EncodeDType(view.dtype));
  wire->mutable_shape()->Add(view.dims.begin(), view.dims.end());
  wire->mutable_strides()->Add(view.strides.begin(), view.strides.end());
}

}  // namespace pyasc
