#include "server/device/worker/job.h"

#include "base/encoding.h"

namespace pyasc {
namespace {

constexpr size_t kSlotBytes = 16;
constexpr size_t kPlacementBytes = 16;  // an empty one
constexpr size_t kPrintBytes = 8;       // an empty one

void EncodeSlots(const std::vector<abi::Slot>& slots, Encoder& out) {
  out.U32(static_cast<uint32_t>(slots.size()));
  for (const abi::Slot& slot : slots) {
    out.U64(slot.low);
    out.U64(slot.high);
  }
}

std::vector<abi::Slot> DecodeSlots(Decoder& in) {
  std::vector<abi::Slot> slots(in.Count(kSlotBytes));
  for (abi::Slot& slot : slots) {
    slot.low = in.U64();
    slot.high = in.U64();
  }
  return slots;
}

void EncodePlacements(const std::vector<Placement>& tensors, Encoder& out) {
  out.U32(static_cast<uint32_t>(tensors.size()));
  for (const Placement& tensor : tensors) {
    out.U32(static_cast<uint32_t>(tensor.region));
    out.U64(tensor.offset);
    out.U32(static_cast<uint32_t>(tensor.dims.size()));
    for (const int64_t dim : tensor.dims) out.I64(dim);
    for (const int64_t stride : tensor.strides) out.I64(stride);
  }
}

std::vector<Placement> DecodePlacements(Decoder& in) {
  std::vector<Placement> tensors(in.Count(kPlacementBytes));
  for (Placement& tensor : tensors) {
    tensor.region = static_cast<int32_t>(in.U32());
    tensor.offset = in.U64();
    const uint32_t rank = in.Count(2 * sizeof(int64_t));
    if (rank > abi::kMaxRank) in.Fail();
    if (!in.ok()) return {};
    tensor.dims.resize(rank);
    tensor.strides.resize(rank);
    for (int64_t& dim : tensor.dims) dim = in.I64();
    for (int64_t& stride : tensor.strides) stride = in.I64();
  }
  return tensors;
}

absl::Status DecodeStatus(Decoder& in) {
  const uint32_t code = in.U32();
  const std::string message = in.Bytes();
  if (code > static_cast<uint32_t>(absl::StatusCode::kUnauthenticated)) in.Fail();
  // It would be lost: an OK status has none.
  if (code == 0 && !message.empty()) in.Fail();
  return absl::Status(static_cast<absl::StatusCode>(code), message);
}

}  // namespace

std::string EncodeJob(const LaunchJob& job) {
  Encoder out;
  out.Bytes(job.image.View());
  EncodePlacements(job.tensors, out);
  EncodeSlots(job.attributes, out);
  return out.Take();
}

absl::StatusOr<LaunchJob> DecodeJob(std::string_view bytes) {
  Decoder in(bytes);
  LaunchJob job;
  const auto image = Digest::FromBytes(in.Bytes());
  if (image.has_value()) job.image = *image;
  job.tensors = DecodePlacements(in);
  job.attributes = DecodeSlots(in);
  if (!image.has_value() || !in.Done()) return absl::InvalidArgumentError("malformed launch job");
  return job;
}

std::string EncodePrints(const std::vector<PrintRecord>& prints) {
  Encoder out;
  out.U32(static_cast<uint32_t>(prints.size()));
  for (const PrintRecord& print : prints) {
    out.U32(print.site);
    EncodeSlots(print.values, out);
  }
  return out.Take();
}

absl::StatusOr<std::vector<PrintRecord>> DecodePrints(std::string_view bytes) {
  Decoder in(bytes);
  std::vector<PrintRecord> prints(in.Count(kPrintBytes));
  for (PrintRecord& print : prints) {
    print.site = in.U32();
    print.values = DecodeSlots(in);
  }
  if (!in.Done()) return absl::InvalidArgumentError("malformed prints");
  return prints;
}

std::string EncodeReport(const LaunchReport& report) {
  Encoder out;
  out.U32(static_cast<uint32_t>(report.status.code()));
  out.Bytes(std::string(report.status.message()));
  out.U32(static_cast<uint32_t>(report.outcome));
  out.U32(report.site);
  EncodeSlots(report.record, out);
  EncodePlacements(report.tensors, out);
  out.I64(report.begin_ns);
  out.I64(report.run_ns);
  return out.Take();
}

absl::StatusOr<LaunchReport> DecodeReport(std::string_view bytes) {
  Decoder in(bytes);
  LaunchReport report;
  report.status = DecodeStatus(in);
  report.outcome = static_cast<int32_t>(in.U32());
  report.site = in.U32();
  report.record = DecodeSlots(in);
  report.tensors = DecodePlacements(in);
  report.begin_ns = in.I64();
  report.run_ns = in.I64();
  if (!in.Done()) return absl::InvalidArgumentError("malformed launch report");
  return report;
}

}  // namespace pyasc
