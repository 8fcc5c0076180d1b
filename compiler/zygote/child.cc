#include "compiler/zygote/child.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include <utility>

#include "base/confine.h"
#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

constexpr uint64_t kDataBytes = 512u << 20;

absl::Status SystemError(std::string_view what) {
  return absl::InternalError(fmt::format("{}: {}", what, ::strerror(errno)));
}

// Closes every descriptor but standard input, output, error and `kept`.
absl::Status CloseOthers(int kept) {
  const auto first = static_cast<unsigned>(STDERR_FILENO + 1);
  const auto middle = static_cast<unsigned>(kept);
  if (middle > first && ::close_range(first, middle - 1, 0) != 0) return SystemError("close_range");
  if (::close_range(middle + 1, ~0u, 0) != 0) return SystemError("close_range");
  return absl::OkStatus();
}

// Undoes what the zygote set for itself and forked processes would inherit.
absl::Status ResetSignals() {
  ::signal(SIGIO, SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  if (::sigprocmask(SIG_SETMASK, &none, nullptr) != 0) return SystemError("sigprocmask");
  return absl::OkStatus();
}

absl::Status Confine(int handoff, pid_t zygote, uint64_t processor_s) {
  PYASC_RETURN_IF_ERROR(DieWithParent(zygote));
  PYASC_RETURN_IF_ERROR(ResetSignals());
  PYASC_RETURN_IF_ERROR(CloseOthers(handoff));
  PYASC_RETURN_IF_ERROR(SetNoNewPrivileges());
  ResourceLimits limits;
  limits.data_bytes = kDataBytes;
  limits.cpu_s = processor_s;
  PYASC_RETURN_IF_ERROR(ApplyLimits(limits));
  return FilterSystemCalls(FilterFor::kCompile);
}

absl::StatusOr<UniqueFd> AwaitJob(UniqueFd handoff) {
  PYASC_ASSIGN_OR_RETURN(Frame frame, ReadFrame(handoff.get()));
  if (frame.type != FrameType::kJob || frame.fds.size() != 1) {
    return absl::InternalError(fmt::format("handed a frame of type {} with {} descriptors",
                                           static_cast<int>(frame.type), frame.fds.size()));
  }
  return std::move(frame.fds.front());
}

std::string MessageOf(const absl::Status& status) { return std::string(status.message()); }

// From here on a peer that hangs up ends this process.
void DieOnHangUp(int job) {
  ::fcntl(job, F_SETOWN, ::getpid());
  ::fcntl(job, F_SETFL, ::fcntl(job, F_GETFL) | O_ASYNC);
  pollfd peer{job, 0, 0};  // it may have left before
  if (::poll(&peer, 1, 0) > 0 && (peer.revents & POLLHUP) != 0) ::raise(SIGIO);
}

// Room in the socket's buffer raises SIGIO too.
void OutliveHangUp(int job) { ::fcntl(job, F_SETFL, ::fcntl(job, F_GETFL) & ~O_ASYNC); }

absl::Status Serve(int job, JobHandler& handler) {
  PYASC_ASSIGN_OR_RETURN(Frame request, ReadFrame(job));
  request.fds.clear();
  DieOnHangUp(job);
  const absl::StatusOr<Answer> answer = handler.Handle(request);
  OutliveHangUp(job);
  if (!answer.ok()) return WriteFrame(job, FrameType::kFault, MessageOf(answer.status()));
  const absl::Status written = WriteFrame(job, answer->type, answer->payload);
  if (!absl::IsInvalidArgument(written)) return written;
  return WriteFrame(job, FrameType::kFault, MessageOf(written));
}

absl::Status Live(UniqueFd handoff, pid_t zygote, uint64_t processor_s, JobHandler& handler) {
  PYASC_RETURN_IF_ERROR(Confine(handoff.get(), zygote, processor_s));
  handler.Warm();
  PYASC_ASSIGN_OR_RETURN(const UniqueFd job, AwaitJob(std::move(handoff)));
  return Serve(job.get(), handler);
}

}  // namespace

void RunChild(UniqueFd handoff, pid_t zygote, uint64_t processor_s, JobHandler& handler) {
  const absl::Status status = Live(std::move(handoff), zygote, processor_s, handler);
  // Nobody is left to answer.
  if (status.ok() || absl::IsUnavailable(status) || absl::IsAborted(status)) ::_exit(0);
  fmt::print(stderr, "event=compile_child_failed error=\"{}\"\n", MessageOf(status));
  ::_exit(1);
}

}  // namespace pyasc
