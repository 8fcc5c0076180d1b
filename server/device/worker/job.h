// What the broker and a device worker (pyascd-device) tell each other in kLaunch, kPrinted
// and kLaunched frames, with a canonical encoding.
#ifndef PYASC_SERVER_DEVICE_WORKER_JOB_H_
#define PYASC_SERVER_DEVICE_WORKER_JOB_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/digest.h"
#include "base/kernel_abi.h"

namespace pyasc {

// Descriptor of the page that both processes map; the socket is kParentSocket.
inline constexpr int kControlPage = 4;
inline constexpr uint64_t kControlPageBytes = 4096;

// The control page. The kernel polls `cancel`. The broker stores `stopped`, then
// `cancel`, to end the running launch and all later ones; the worker may store `cancel`
// for itself, and afterwards restores it from `stopped`.
struct ControlPage {
  uint32_t cancel;
  uint32_t stopped;
};

// Where one tensor lies. `region` counts the frame's descriptors, and in a report goes on
// with the memory allocated during the launch, in order; -1: nowhere yet.
struct Placement {
  int32_t region = -1;
  uint64_t offset = 0;
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
};

struct LaunchJob {
  Digest image;
  std::vector<Placement> tensors;
  std::vector<abi::Slot> attributes;
};

struct PrintRecord {
  uint32_t site = 0;
  std::vector<abi::Slot> values;
};

struct LaunchReport {
  absl::Status status;  // not ok: the kernel did not finish, the rest is unspecified
  int32_t outcome = abi::kOk;
  uint32_t site = 0;               // kRaised only
  std::vector<abi::Slot> record;   // kRaised only: all slots of the record
  std::vector<Placement> tensors;  // kOk only: of every tensor, as it is now
  int64_t begin_ns = 0;            // CLOCK_MONOTONIC when the kernel was entered
  int64_t run_ns = 0;
};

std::string EncodeJob(const LaunchJob& job);
std::string EncodePrints(const std::vector<PrintRecord>& prints);
std::string EncodeReport(const LaunchReport& report);
// kInvalidArgument for anything but one whole message.
absl::StatusOr<LaunchJob> DecodeJob(std::string_view bytes);
absl::StatusOr<std::vector<PrintRecord>> DecodePrints(std::string_view bytes);
absl::StatusOr<LaunchReport> DecodeReport(std::string_view bytes);

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_WORKER_JOB_H_
