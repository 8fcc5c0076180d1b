#include "server/device/cpu/report_check.h"

#include <algorithm>
#include <utility>

#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/device/kernel_check.h"
#include "server/device/slot.h"
#include "server/device/view.h"

namespace pyasc {
namespace {

constexpr size_t kMaxMessageBytes = 4096;

bool IsWorkerStatus(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kFailedPrecondition:
    case absl::StatusCode::kDataLoss:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kResourceExhausted:
      return status.message().size() <= kMaxMessageBytes;
    default:
      return false;
  }
}

std::vector<RecordedValue> Values(const Site& site, const std::vector<abi::Slot>& slots) {
  std::vector<RecordedValue> values;
  for (const MessagePart& part : site.parts) {
    if (part.slot < 0) continue;
    values.push_back(FromSlot(slots[static_cast<size_t>(part.slot)], part.kind, part.dtype));
  }
  return values;
}

absl::StatusOr<RaisedException> ReadException(const LaunchReport& report, const KernelMeta& meta,
                                              uint32_t record_values) {
  if (report.site >= meta.sites.size() || meta.sites[report.site].exception.empty()) {
    return absl::DataLossError(
        fmt::format("exception at site {} of {}", report.site, meta.sites.size()));
  }
  if (report.record.size() != record_values) {
    return absl::DataLossError(
        fmt::format("record of {} values instead of {}", report.record.size(), record_values));
  }
  const Site& site = meta.sites[report.site];
  RaisedException exception;
  exception.site = report.site;
  exception.values = Values(site, report.record);
  for (size_t i = 0; i < site.loops.size(); ++i) {
    const abi::Slot& slot = report.record[site.loop_slot + i];
    exception.loop_indices.push_back(FromSlot(slot, ScalarKind::kInt, DType::kInt64).integer);
  }
  return exception;
}

absl::StatusOr<PrintedLine> ReadPrint(const PrintRecord& print, const KernelMeta& meta) {
  if (print.site >= meta.sites.size() || !meta.sites[print.site].exception.empty()) {
    return absl::DataLossError(
        fmt::format("print at site {} of {}", print.site, meta.sites.size()));
  }
  const Site& site = meta.sites[print.site];
  if (print.values.size() != SlotsOf(site)) {
    return absl::DataLossError(
        fmt::format("print of {} values instead of {}", print.values.size(), SlotsOf(site)));
  }
  return PrintedLine{print.site, Values(site, print.values)};
}

// Where a created or resized tensor is now.
absl::StatusOr<TensorView> ReadPlacement(const Placement& at, DType dtype,
                                         const RegionList& regions) {
  if (at.region < 0 || static_cast<size_t>(at.region) >= regions.size()) {
    return absl::DataLossError(fmt::format("tensor in region {} of {}", at.region, regions.size()));
  }
  TensorView view;
  view.dtype = dtype;
  view.dims = at.dims;
  view.strides = at.strides;
  view.offset = at.offset;
  view.buffer = regions[static_cast<size_t>(at.region)];
  if (!ExtentOf(view.dims, view.strides, ItemBytes(dtype), view.offset, view.buffer->bytes)) {
    return absl::DataLossError(
        fmt::format("tensor outside its region of {} bytes", view.buffer->bytes));
  }
  return view;
}

absl::Status ReadTensors(const LaunchReport& report, const KernelMeta& meta,
                         const RegionList& regions, std::vector<TensorView>* tensors) {
  if (report.tensors.size() != meta.tensors.size()) {
    return absl::DataLossError(
        fmt::format("{} tensors instead of {}", report.tensors.size(), meta.tensors.size()));
  }
  for (size_t i = 0; i < meta.tensors.size(); ++i) {
    const TensorUse& use = meta.tensors[i];
    if (!use.created && !use.resized) continue;
    PYASC_ASSIGN_OR_RETURN((*tensors)[i], ReadPlacement(report.tensors[i], use.dtype, regions));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<LaunchJob> MakeJob(const LaunchRequest& request, RegionList* regions) {
  LaunchJob job;
  job.image = request.executable->digest;
  for (const TensorView& view : request.tensors) {
    Placement at;
    if (view.buffer != nullptr) {
      const auto found = std::find(regions->begin(), regions->end(), view.buffer);
      at.region = static_cast<int32_t>(found - regions->begin());
      if (found == regions->end()) regions->push_back(view.buffer);
      at.offset = view.offset;
      at.dims = view.dims;
      at.strides = view.strides;
    }
    job.tensors.push_back(std::move(at));
  }
  for (const Scalar& attribute : request.attributes) {
    PYASC_ASSIGN_OR_RETURN(const abi::Slot slot, ToSlot(attribute));
    job.attributes.push_back(slot);
  }
  return job;
}

absl::StatusOr<std::vector<PrintedLine>> ReadPrints(const std::vector<PrintRecord>& prints,
                                                    const KernelMeta& meta) {
  std::vector<PrintedLine> lines;
  for (const PrintRecord& print : prints) {
    PYASC_ASSIGN_OR_RETURN(PrintedLine line, ReadPrint(print, meta));
    lines.push_back(std::move(line));
  }
  return lines;
}

absl::StatusOr<LaunchResult> ReadReport(const LaunchReport& report, const LaunchRequest& request,
                                        const RegionList& regions, uint32_t record_values) {
  const KernelMeta& meta = request.executable->meta;
  LaunchResult result;
  result.tensors = request.tensors;
  result.run_begin_ns = report.begin_ns;
  result.run_ns = std::max<int64_t>(report.run_ns, 0);
  if (!report.status.ok()) {
    if (!IsWorkerStatus(report.status)) {
      return absl::DataLossError(
          fmt::format("status {}", absl::StatusCodeToString(report.status.code())));
    }
    result.status = report.status;
    return result;
  }
  switch (report.outcome) {
    case abi::kOk:
      PYASC_RETURN_IF_ERROR(ReadTensors(report, meta, regions, &result.tensors));
      return result;
    case abi::kRaised: {
      PYASC_ASSIGN_OR_RETURN(result.exception, ReadException(report, meta, record_values));
      result.raised = true;
      return result;
    }
    case abi::kCancelled:
      result.status = absl::CancelledError("the launch was cancelled");
      return result;
    default:
      return absl::DataLossError(fmt::format("outcome {}", report.outcome));
  }
}

}  // namespace pyasc
