// One launch in a worker: its tensors mapped, its kernel run, its report.
#ifndef PYASC_SERVER_DEVICE_WORKER_LAUNCH_H_
#define PYASC_SERVER_DEVICE_WORKER_LAUNCH_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/frame.h"
#include "base/kernel_abi.h"
#include "server/device/worker/arena.h"
#include "server/device/worker/job.h"
#include "server/device/worker/loaded_image.h"
#include "server/device/worker/print_stream.h"
#include "server/device/worker/snapshot.h"

namespace pyasc {

// Gets a sealed region of so many zeroed bytes from the broker.
using AllocateRegion = std::function<absl::StatusOr<UniqueFd>(uint64_t bytes)>;

// Used once. Not thread-safe.
class Launch {
 public:
  // The references outlive the launch.
  Launch(const LoadedImage& image, ControlPage* control, Arena* arena, AllocateRegion allocate,
         PrintStream* prints)
      : image_(image),
        control_(control),
        arena_(arena),
        allocate_(std::move(allocate)),
        prints_(prints) {}

  LaunchReport Run(const LaunchJob& job, const std::vector<UniqueFd>& regions);

 private:
  struct Tensor {
    Placement placement;
    char* data = nullptr;
    uint64_t capacity = 0;  // bytes of the region if this launch made it, else 0
  };

  absl::Status Prepare(const LaunchJob& job, const std::vector<UniqueFd>& regions);
  absl::Status CheckTensor(size_t index, const Placement& placement, size_t regions) const;
  absl::Status MapRegions(const std::vector<UniqueFd>& regions);
  void ShowTensor(size_t index);
  abi::Runtime MakeRuntime();
  // Runs the fast entry. If it gave up, everything is as it was before.
  int32_t RunFast(const LaunchJob& job, abi::Record* record);
  // Keeps what the fast entry may spoil; false if there is no memory for that.
  bool TakeSnapshot(Snapshot* snapshot) const;
  int32_t Enter(abi::Entry entry, const LaunchJob& job, abi::Record* record);
  LaunchReport Report(int32_t outcome, const abi::Record* record);

  void* Resize(uint32_t tensor, uint32_t rank, const int64_t* dims);
  absl::Status ResizeTo(size_t index, std::vector<int64_t> dims);
  absl::StatusOr<Tensor> NewTensor(uint64_t bytes);
  void Print(uint32_t site, const abi::Slot* values);
  // Remembers why the kernel got no memory: it may raise a MemoryError of its own.
  void Refuse(absl::Status why);
  // Remembers why the launch cannot succeed, and asks the kernel to give up.
  void Abandon(absl::Status why);

  const LoadedImage& image_;
  ControlPage* const control_;
  Arena* const arena_;
  const AllocateRegion allocate_;
  PrintStream* const prints_;

  std::vector<Mapping> mappings_;
  int32_t regions_ = 0;  // passed and allocated so far
  std::vector<Tensor> tensors_;
  std::vector<int64_t> axes_;  // what the TensorArgs point to
  std::vector<abi::TensorArg> args_;
  absl::Status refused_;
  absl::Status abandoned_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_WORKER_LAUNCH_H_
