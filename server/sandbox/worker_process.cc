#include "server/sandbox/worker_process.h"

#include <utility>
#include <vector>

#include "base/frame.h"
#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/device/worker/job.h"
#include "server/sandbox/process.h"
#include "server/sandbox/socket_pair.h"

namespace pyasc {
namespace {

// A worker whose socket has ended is about to end itself.
constexpr int kEndsItselfMs = 1000;
// Loading libraries on a busy machine.
constexpr int kReadyTimeoutMs = 60'000;

class DeviceWorker : public WorkerProcess {
 public:
  DeviceWorker(UniqueFd socket, std::unique_ptr<Process> process)
      : socket_(std::move(socket)), process_(std::move(process)) {}

  int socket() const override { return socket_.get(); }
  void Kill() override { process_->Kill(); }

  std::string Reap() override {
    std::optional<int> status = process_->Wait(kEndsItselfMs);
    if (!status.has_value()) {
      process_->Kill();
      status = process_->Wait(-1);
    }
    return DescribeExit(*status);
  }

 private:
  const UniqueFd socket_;
  const std::unique_ptr<Process> process_;
};

std::vector<std::string> ArgumentsOf(const WorkerOptions& options) {
  std::vector<std::string> arguments = options.confinement.Arguments();
  if (options.memory_bytes > 0) {
    arguments.push_back(fmt::format("--memory-bytes={}", options.memory_bytes));
  }
  return arguments;
}

absl::Status AwaitReady(const std::string& executable, DeviceWorker& worker) {
  const absl::StatusOr<Frame> frame = ReadFrame(worker.socket(), kReadyTimeoutMs);
  if (frame.ok() && frame->type == FrameType::kReady) return absl::OkStatus();
  if (!absl::IsUnavailable(frame.status())) worker.Kill();
  return absl::UnavailableError(
      fmt::format("{} did not start: it ended with {}", executable, worker.Reap()));
}

}  // namespace

StartWorker WorkerStarter(std::string executable, WorkerOptions options) {
  static_assert(kParentSocket == 3 && kControlPage == 4);
  return [executable = std::move(executable),
          options](int control_page) -> absl::StatusOr<std::unique_ptr<WorkerProcess>> {
    PYASC_ASSIGN_OR_RETURN(SocketPair sockets, MakeSocketPair());
    PYASC_ASSIGN_OR_RETURN(
        std::unique_ptr<Process> process,
        Process::Start(executable, ArgumentsOf(options), {sockets.theirs.get(), control_page},
                       NamespacesFor(options.confinement)));
    sockets.theirs.reset();
    auto worker = std::make_unique<DeviceWorker>(std::move(sockets.ours), std::move(process));
    PYASC_RETURN_IF_ERROR(AwaitReady(executable, *worker));
    return worker;
  };
}

}  // namespace pyasc
