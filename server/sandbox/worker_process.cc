#include "server/sandbox/worker_process.h"

#include <utility>

#include "base/frame.h"
#include "base/status_macros.h"
#include "server/device/worker/job.h"
#include "server/sandbox/process.h"
#include "server/sandbox/socket_pair.h"

namespace pyasc {
namespace {

// A worker whose socket has ended is about to end itself.
constexpr int kEndsItselfMs = 1000;

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

}  // namespace

StartWorker WorkerStarter(std::string executable) {
  static_assert(kParentSocket == 3 && kControlPage == 4);
  return [executable = std::move(executable)](
             int control_page) -> absl::StatusOr<std::unique_ptr<WorkerProcess>> {
    PYASC_ASSIGN_OR_RETURN(SocketPair sockets, MakeSocketPair());
    PYASC_ASSIGN_OR_RETURN(std::unique_ptr<Process> process,
                           Process::Start(executable, {}, {sockets.theirs.get(), control_page}));
    return std::make_unique<DeviceWorker>(std::move(sockets.ours), std::move(process));
  };
}

}  // namespace pyasc
