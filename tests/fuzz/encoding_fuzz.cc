// Every typed codec: whatever is accepted is the one encoding of its value.
#include <utility>

#include "base/status_macros.h"
#include "server/device/worker/job.h"
#include "tests/fuzz/fuzz.h"

namespace {

using pyasc::fuzz::EncodedTypes;

template <typename T>
void CheckCodec(std::string_view bytes) {
  const absl::StatusOr<T> value = pyasc::DecodeFromString<T>(bytes);
  if (value.ok()) PYASCD_CHECK(pyasc::EncodeToString(*value) == bytes);
}

template <size_t... index>
void CheckKind(uint8_t kind, std::string_view bytes, std::index_sequence<index...>) {
  ((kind == index ? CheckCodec<std::tuple_element_t<index, EncodedTypes>>(bytes) : void()), ...);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto [kind, bytes] = pyasc::fuzz::Split(data, size);
  if (kind == pyasc::fuzz::kJobKind) {
    const absl::StatusOr<pyasc::LaunchJob> job = pyasc::DecodeJob(bytes);
    if (job.ok()) PYASCD_CHECK(pyasc::EncodeJob(*job) == bytes);
  } else if (kind == pyasc::fuzz::kReportKind) {
    const absl::StatusOr<pyasc::LaunchReport> report = pyasc::DecodeReport(bytes);
    if (report.ok()) PYASCD_CHECK(pyasc::EncodeReport(*report) == bytes);
  } else if (kind == pyasc::fuzz::kPrintsKind) {
    const absl::StatusOr<std::vector<pyasc::PrintRecord>> prints = pyasc::DecodePrints(bytes);
    if (prints.ok()) PYASCD_CHECK(pyasc::EncodePrints(*prints) == bytes);
  } else {
    CheckKind(kind, bytes, std::make_index_sequence<std::tuple_size_v<EncodedTypes>>());
  }
  return 0;
}
