// The port of every kind of device. A device executes launches one after another in the
// order submitted; different devices are independent.
#ifndef PYASC_SERVER_DEVICE_DEVICE_H_
#define PYASC_SERVER_DEVICE_DEVICE_H_

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/digest.h"
#include "base/signature.h"
#include "base/specialisation.h"
#include "base/unique_fd.h"
#include "server/device/cancellation.h"

namespace pyasc {

// Memory that a device can reach, backed by a memfd sealed against resizing. Shared: a
// tensor and the launches that use it hold it together.
struct Buffer {
  UniqueFd memory;
  uint64_t bytes = 0;
};

// Makes a zeroed buffer. kResourceExhausted if there is no memory for it.
absl::StatusOr<std::shared_ptr<Buffer>> AllocateBuffer(uint64_t bytes);

struct TensorView {
  DType dtype = DType::kFloat32;
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;    // bytes
  uint64_t offset = 0;             // bytes from the buffer's start
  std::shared_ptr<Buffer> buffer;  // null: created by the kernel
};

// A kernel that a device can run: a verified image and what it says of itself.
struct Executable {
  Digest digest;  // of the image and the encoded meta
  std::string image;
  KernelMeta meta;
};

struct PrintedLine {
  uint32_t site = 0;
  std::vector<Scalar> values;  // as RaisedException's
};

// Where a launch comes from, for people.
struct LaunchOrigin {
  std::string operator_name;  // may be empty
  std::string request_id;     // of the call that it came with
  std::string session;        // its short id
  int64_t client_pid = 0;     // 0: not known
};

struct LaunchRequest {
  std::string id;  // for logs
  LaunchOrigin origin;
  int64_t expected_ns = 0;  // that it will run, for others to choose another device
  std::shared_ptr<const Executable> executable;
  std::vector<TensorView> tensors;                   // in the order of KernelMeta::tensors
  std::vector<Scalar> attributes;                    // run-time ones, in Slot order
  std::shared_ptr<const Cancellation> cancellation;  // shared with the caller; null: never
  // Makes the memory of what the kernel creates or resizes, on the device's thread, and
  // counts it for as long as it lives; null: AllocateBuffer.
  std::function<absl::StatusOr<std::shared_ptr<Buffer>>(uint64_t bytes)> allocate;

  absl::StatusOr<std::shared_ptr<Buffer>> Allocate(uint64_t bytes) const {
    return allocate != nullptr ? allocate(bytes) : AllocateBuffer(bytes);
  }
  // Hears of prints as they happen, in order, on the device's thread, which may wait in it as
  // long as the launch is not cancelled. Null: they are in the result, and too many fail.
  std::function<void(std::vector<PrintedLine> lines)> on_prints;

  bool Cancelled() const { return cancellation != nullptr && cancellation->cancelled(); }
};

// One typed value of an exception or a print, as the kernel recorded it.
using RecordedValue = Scalar;

struct RaisedException {
  uint32_t site = 0;                  // index into KernelMeta::sites
  std::vector<RecordedValue> values;  // of the parts with a slot, in their order
  std::vector<Int128> loop_indices;
};

struct LaunchResult {
  // Ok also when the operator raised. kUnavailable: the worker died; kCancelled: so the
  // caller wished, or the device is shutting down; kResourceExhausted: no memory, a full queue, or
  // too much printed; kInvalidArgument: the request does not fit the kernel; kInternal and the
  // rest: a kernel or a worker that broke its contract. After a failure the contents of written
  // tensors are unspecified.
  absl::Status status;
  bool raised = false;
  RaisedException exception;
  std::vector<PrintedLine> prints;  // without LaunchRequest::on_prints
  std::vector<TensorView> tensors;  // as they are now: created or resized ones changed
  int64_t run_ns = 0;
  // Of CLOCK_MONOTONIC; 0: not known. The worker tells the second, so it may be nonsense.
  int64_t taken_ns = 0;      // its turn came
  int64_t run_begin_ns = 0;  // the kernel was entered
};

// Why a worker was replaced.
enum class WorkerLoss { kDied, kCancelled, kStalled, kNonsense };
inline constexpr std::array<std::string_view, 4> kWorkerLosses = {"died", "cancelled", "stalled",
                                                                  "nonsense"};

struct RunningLaunch {
  LaunchOrigin origin;
  int64_t taken_ns = 0;  // LaunchResult::taken_ns
};

struct DeviceInfo {
  std::string name;   // "cpu:0"
  std::string kind;   // "cpu"
  std::string model;  // "AMD EPYC ...", as the machine says
  uint32_t cores = 0;
  bool computes = true;  // false: outputs have no meaningful values ("null")
  uint32_t queue_depth = 0;
  int64_t backlog_ns = 0;  // LaunchRequest::expected_ns of all that wait or run
  uint64_t launches = 0;
  std::optional<RunningLaunch> running;
  uint64_t worker_restarts = 0;
  std::array<uint64_t, kWorkerLosses.size()> restarts_by_loss{};
};

// Thread-safe.
class Device {
 public:
  using Done = std::function<void(LaunchResult)>;
  virtual ~Device() = default;
  virtual DeviceInfo Info() const = 0;
  virtual Target CompileTarget() const = 0;
  // Runs `done` once, on a thread of the device's, after all launches submitted before; for
  // a launch cancelled while it waits at once, on the thread that says so. `done` must not
  // block. When it runs, the request's memory is let go and Info() counts the launch no more.
  virtual void Submit(LaunchRequest request, Done done) = 0;
  // Some Cancellation was set: drops the launches that wait for nothing, and ends the
  // running one if it is such. Does not block.
  virtual void NoticeCancelled() = 0;
  // Waits for launches under way; later ones answer kUnavailable. Not from within `done`.
  virtual void Shutdown() = 0;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_DEVICE_H_
