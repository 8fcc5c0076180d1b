#include "server/rpc/launch_tensors.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/rpc/inline_memory.h"
#include "server/rpc/launch_codec.h"
#include "server/tensor/view_check.h"

namespace pyasc {
namespace {

bool Changes(const TensorUse& use) { return use.written || use.created || use.resized; }

bool HasResizable(const BoundLaunch& launch, const Buffer* buffer) {
  return std::any_of(launch.arguments.begin(), launch.arguments.end(),
                     [buffer](const BoundArgument& argument) {
                       return argument.resizable && argument.view.buffer.get() == buffer;
                     });
}

using Copies = std::map<const Buffer*, std::shared_ptr<Buffer>>;

absl::StatusOr<Copies> CopyWritten(const BoundLaunch& launch, const KernelMeta& meta,
                                   TensorStore& tensors) {
  Copies copies;
  for (const TensorUse& use : meta.tensors) {
    if (use.created || !Changes(use)) continue;
    const Buffer* old = launch.arguments[use.parameter].view.buffer.get();
    if (copies.count(old) > 0 || !HasResizable(launch, old)) continue;
    PYASC_ASSIGN_OR_RETURN(copies[old], tensors.CopyBuffer(*old));
  }
  return copies;
}

// Handles of the buffers of one launch: one each, however many views.
class Naming {
 public:
  // `chosen` come first, and outlive it.
  Naming(TensorStore& tensors, const std::vector<std::string>& chosen)
      : tensors_(tensors), chosen_(chosen) {}

  absl::StatusOr<std::string> HandleOf(const std::shared_ptr<Buffer>& buffer) {
    auto found = handles_.find(buffer.get());
    if (found != handles_.end()) return found->second;
    const size_t next = handles_.size();
    PYASC_ASSIGN_OR_RETURN(std::string handle,
                           tensors_.Register(buffer, next < chosen_.size() ? chosen_[next] : ""));
    handles_[buffer.get()] = handle;
    return handle;
  }

  void Undo() {
    for (const auto& [buffer, handle] : handles_) tensors_.Free(handle);
  }

 private:
  TensorStore& tensors_;
  const std::vector<std::string>& chosen_;
  std::map<const Buffer*, std::string> handles_;
};

absl::Status CheckAnswer(const TensorUse& use, const TensorView& view) {
  const absl::Status status =
      view.buffer == nullptr ? absl::InternalError("no memory") : CheckView(view);
  if (!status.ok() || view.dtype != use.dtype) {
    return absl::InternalError(fmt::format("the device answered with a bad view of argument {}: {}",
                                           use.parameter, std::string(status.message())));
  }
  return absl::OkStatus();
}

// What is inside the answer has no handle, so nobody has to free it.
absl::Status KeepOne(const TensorView& view, bool wants_inline, InlineAnswer& answer,
                     Naming& naming, pyascd::v1::WrittenTensor* written) {
  std::optional<uint32_t> index;
  if (wants_inline) {
    PYASC_ASSIGN_OR_RETURN(index, answer.IndexOf(view.buffer));
  }
  std::string handle;
  if (index.has_value()) {
    written->set_inline_index(*index);
  } else {
    PYASC_ASSIGN_OR_RETURN(handle, naming.HandleOf(view.buffer));
  }
  EncodeView(view, handle, written->mutable_view());
  return absl::OkStatus();
}

bool WantsInline(const BoundLaunch& launch, const TensorUse& use) {
  return use.created ? launch.inline_created : launch.arguments[use.parameter].inlined;
}

}  // namespace

absl::StatusOr<std::vector<TensorView>> DeviceViews(const BoundLaunch& launch,
                                                    const KernelMeta& meta, TensorStore& tensors) {
  PYASC_ASSIGN_OR_RETURN(Copies copies, CopyWritten(launch, meta, tensors));
  std::vector<TensorView> views;
  for (const TensorUse& use : meta.tensors) {
    TensorView view;
    view.dtype = use.dtype;
    if (!use.created) view = launch.arguments[use.parameter].view;
    if (auto copy = copies.find(view.buffer.get()); copy != copies.end()) {
      view.buffer = copy->second;
    }
    views.push_back(std::move(view));
  }
  return views;
}

absl::StatusOr<pyascd::v1::LaunchResponse::Success> KeepWritten(const BoundLaunch& launch,
                                                                const KernelMeta& meta,
                                                                const std::vector<TensorView>& now,
                                                                TensorStore& tensors) {
  if (now.size() != meta.tensors.size()) {
    return absl::InternalError(
        fmt::format("the device answered with {} of {} tensors", now.size(), meta.tensors.size()));
  }
  pyascd::v1::LaunchResponse::Success success;
  InlineAnswer answer(success.mutable_inline_memory());
  Naming naming(tensors, launch.new_handles);
  for (size_t i = 0; i < now.size(); ++i) {
    const TensorUse& use = meta.tensors[i];
    if (!Changes(use)) continue;
    absl::Status status = CheckAnswer(use, now[i]);
    pyascd::v1::WrittenTensor* written = success.add_written();
    written->set_parameter(use.parameter);
    written->set_created(use.created);
    if (status.ok()) status = KeepOne(now[i], WantsInline(launch, use), answer, naming, written);
    if (!status.ok()) {
      naming.Undo();
      return status;
    }
  }
  return success;
}

}  // namespace pyasc
