#include "server/kernels/registry_rows.h"

#include <utility>

#include "base/encoding.h"
#include "base/image.h"
#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/device/kernel_check.h"

namespace pyasc {
namespace {

absl::Status CheckTensor(const TensorUse& use, const Specialisation& specialisation) {
  if (use.parameter >= specialisation.arguments.size()) {
    return absl::InternalError(fmt::format("a kernel names parameter {}", use.parameter));
  }
  const Argument& argument = specialisation.arguments[use.parameter];
  if (argument.kind == ArgumentKind::kOmitted && use.created) return absl::OkStatus();
  const bool matches = argument.kind == ArgumentKind::kTensor && !use.created &&
                       argument.dtype == use.dtype && argument.dims.size() == use.rank;
  if (matches) return absl::OkStatus();
  return absl::InternalError(
      fmt::format("a kernel was not compiled for its argument {}", use.parameter));
}

absl::Status CheckAttribute(uint32_t index, const Specialisation& specialisation) {
  const size_t parameters = specialisation.arguments.size();
  const std::vector<Argument>& list =
      index < parameters ? specialisation.arguments : specialisation.capture_arguments;
  const size_t at = index < parameters ? index : index - parameters;
  if (at < list.size() && list[at].kind == ArgumentKind::kRuntime) return absl::OkStatus();
  return absl::InternalError(fmt::format("a kernel names run-time attribute {}", index));
}

absl::Status AsInternal(const absl::Status& status) {
  if (status.ok()) return status;
  return absl::InternalError(fmt::format("bad kernel: {}", std::string(status.message())));
}

}  // namespace

AnalysisRow RowOf(const Digest& key, const Analysis& analysis, std::string_view toolchain) {
  return {.key = key, .analysis = EncodeToString(analysis), .toolchain = std::string(toolchain)};
}

KernelRow RowOf(const Kernel& kernel, const KernelQuery& query, std::string_view toolchain) {
  KernelRow row;
  row.key = kernel.key;
  row.image = kernel.executable->image;
  row.meta = EncodeToString(kernel.executable->meta);
  row.normalised = query.analysis->normalised;
  row.specialisation = EncodeToString(query.specialisation);
  row.toolchain = std::string(toolchain);
  row.producer = "local";
  row.operator_name = query.operator_name;
  row.compile_us = kernel.compile_us;
  return row;
}

absl::StatusOr<std::shared_ptr<const Executable>> MakeExecutable(
    std::string image, KernelMeta meta, const Specialisation& specialisation,
    uint64_t host_features) {
  absl::StatusOr<abi::ImageHeader> header = CheckImage(image, host_features);
  if (!header.ok()) return AsInternal(header.status());
  PYASC_RETURN_IF_ERROR(AsInternal(CheckMeta(meta, header->record_values)));
  for (const TensorUse& use : meta.tensors) {
    PYASC_RETURN_IF_ERROR(CheckTensor(use, specialisation));
  }
  for (uint32_t index : meta.runtime_attributes) {
    PYASC_RETURN_IF_ERROR(CheckAttribute(index, specialisation));
  }
  auto executable = std::make_shared<Executable>();
  // Two kernels may have equal code and differ in what they say of themselves.
  executable->digest = KernelDigest(image, EncodeToString(meta));
  executable->image = std::move(image);
  executable->meta = std::move(meta);
  return executable;
}

absl::StatusOr<std::shared_ptr<const Kernel>> KernelOf(KernelRow row, uint64_t host_features) {
  PYASC_ASSIGN_OR_RETURN(KernelMeta meta, DecodeFromString<KernelMeta>(row.meta));
  PYASC_ASSIGN_OR_RETURN(Specialisation specialisation,
                         DecodeFromString<Specialisation>(row.specialisation));
  auto kernel = std::make_shared<Kernel>();
  kernel->key = row.key;
  kernel->compile_us = row.compile_us;
  PYASC_ASSIGN_OR_RETURN(kernel->executable, MakeExecutable(std::move(row.image), std::move(meta),
                                                            specialisation, host_features));
  return kernel;
}

}  // namespace pyasc
