// The device worker's loop: loads images, runs launches, one after another.
#ifndef PYASC_SERVER_DEVICE_WORKER_WORKER_H_
#define PYASC_SERVER_DEVICE_WORKER_WORKER_H_

#include <map>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "base/digest.h"
#include "base/frame.h"
#include "server/device/worker/arena.h"
#include "server/device/worker/job.h"
#include "server/device/worker/loaded_image.h"
#include "server/device/worker/print_stream.h"

namespace pyasc {

// Not thread-safe.
class Worker {
 public:
  // Both outlive the worker; `socket` leads to the broker. Starts a thread.
  Worker(int socket, ControlPage* control)
      : socket_(socket), control_(control), prints_([this](const auto& prints) {
          return Write(FrameType::kPrinted, EncodePrints(prints));
        }) {}

  // Serves until kShutdown or the broker is gone: OK. Otherwise what was wrong with the
  // socket or a frame.
  absl::Status Serve();

 private:
  absl::Status Handle(Frame frame);
  absl::Status Write(FrameType type, std::string_view payload);
  // An image that cannot be loaded is remembered as such: its launches say why.
  absl::Status Load(const Frame& frame);
  absl::Status Unload(const Frame& frame);
  LaunchReport RunLaunch(const Frame& frame);
  absl::StatusOr<UniqueFd> AllocateFromBroker(uint64_t bytes);

  const int socket_;
  ControlPage* const control_;
  Arena arena_;
  std::map<Digest, absl::StatusOr<LoadedImage>> images_;
  bool stopped_ = false;
  absl::Mutex write_mutex_;  // one frame at a time
  PrintStream prints_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_DEVICE_WORKER_WORKER_H_
