#include "compiler/zygote/zygote.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <map>
#include <string>
#include <utility>

#include "base/encoding.h"
#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

// A spare may have been killed from outside; a few in a row are a fault.
constexpr int kHandoffAttempts = 3;

absl::Status SystemError(std::string_view what) {
  return absl::InternalError(fmt::format("{}: {}", what, ::strerror(errno)));
}

class Zygote {
 public:
  Zygote(UniqueFd control, uint64_t processor_s, JobHandler& handler)
      : control_(std::move(control)), processor_s_(processor_s), handler_(handler) {}

  absl::Status Run() {
    PYASC_RETURN_IF_ERROR(WatchChildren());
    PYASC_RETURN_IF_ERROR(ForkSpare());
    PYASC_RETURN_IF_ERROR(WriteFrame(control_.get(), FrameType::kReady, ""));
    while (true) {
      PYASC_ASSIGN_OR_RETURN(const bool more, Turn());
      if (!more) return absl::OkStatus();
    }
  }

 private:
  // A child that waits for its job on the other end of `handoff`.
  struct Spare {
    pid_t pid = -1;
    UniqueFd handoff;
  };

  absl::Status WatchChildren() {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGCHLD);
    if (::sigprocmask(SIG_BLOCK, &set, nullptr) != 0) return SystemError("sigprocmask");
    exits_ = UniqueFd(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    return exits_.valid() ? absl::OkStatus() : SystemError("signalfd");
  }

  // Waits for one event and handles it; false at the end of the control stream.
  absl::StatusOr<bool> Turn() {
    std::array<pollfd, 2> watched{{{control_.get(), POLLIN, 0}, {exits_.get(), POLLIN, 0}}};
    if (::poll(watched.data(), watched.size(), -1) < 0) {
      if (errno == EINTR) return true;
      return SystemError("poll");
    }
    if (watched[1].revents != 0) PYASC_RETURN_IF_ERROR(Reap());
    if (watched[0].revents == 0) return true;
    absl::StatusOr<Frame> frame = ReadFrame(control_.get());
    if (absl::IsUnavailable(frame.status())) return false;
    PYASC_RETURN_IF_ERROR(frame.status());
    const absl::Status started = StartJob(*std::move(frame));
    if (absl::IsUnavailable(started)) return false;
    PYASC_RETURN_IF_ERROR(started);
    return true;
  }

  absl::Status StartJob(Frame frame) {
    Decoder payload(frame.payload);
    const uint64_t job = payload.U64();
    if (frame.type == FrameType::kKill && frame.fds.empty() && payload.Done()) {
      KillJob(job);
      return absl::OkStatus();
    }
    if (frame.type != FrameType::kJob || frame.fds.size() != 1 || !payload.Done()) {
      return absl::InvalidArgumentError(
          fmt::format("control frame of type {} with {} descriptors and {} bytes",
                      static_cast<int>(frame.type), frame.fds.size(), frame.payload.size()));
    }
    const absl::Status handed = HandOff(job, frame.fds.front().get());
    if (handed.ok()) {
      // The next spare warms up while this job runs. A failure is the next job's to report.
      (void)ForkSpare();
      return absl::OkStatus();
    }
    (void)WriteFrame(frame.fds.front().get(), FrameType::kFault, std::string(handed.message()));
    return ReportExit(job, 0, 0);
  }

  // Children in jobs_ are not reaped yet, so their numbers are theirs.
  void KillJob(uint64_t job) {
    for (const auto& [pid, its_job] : jobs_) {
      if (its_job == job) ::kill(pid, SIGKILL);
    }
  }

  absl::Status HandOff(uint64_t job, int fd) {
    absl::Status written;
    for (int attempt = 0; attempt < kHandoffAttempts; ++attempt) {
      if (spare_.pid < 0) PYASC_RETURN_IF_ERROR(ForkSpare());
      const Spare chosen = std::exchange(spare_, Spare{});
      written = WriteFrame(chosen.handoff.get(), FrameType::kJob, "", {fd});
      if (written.ok()) {
        jobs_[chosen.pid] = job;
        return absl::OkStatus();
      }
    }
    return written;
  }

  absl::Status ForkSpare() {
    std::array<int, 2> ends;
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
      return SystemError("socketpair");
    }
    UniqueFd ours(ends[0]);
    UniqueFd theirs(ends[1]);
    const pid_t self = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) return SystemError("fork");
    if (pid == 0) RunChild(std::move(theirs), self, processor_s_, handler_);
    spare_ = Spare{pid, std::move(ours)};
    return absl::OkStatus();
  }

  absl::Status Reap() {
    signalfd_siginfo info;
    while (::read(exits_.get(), &info, sizeof info) > 0) {
    }
    while (true) {
      int wait_status = 0;
      const pid_t pid = ::waitpid(-1, &wait_status, WNOHANG);
      if (pid <= 0) return absl::OkStatus();
      if (pid == spare_.pid) spare_ = Spare{};
      const auto job = jobs_.find(pid);
      if (job == jobs_.end()) continue;
      const absl::Status reported = ReportExit(job->second, pid, wait_status);
      jobs_.erase(job);
      // A broker that has left shows as the end of the control stream.
      if (!reported.ok() && !absl::IsUnavailable(reported)) return reported;
    }
  }

  absl::Status ReportExit(uint64_t job, pid_t pid, int wait_status) {
    Encoder out;
    out.U64(job);
    out.U32(static_cast<uint32_t>(pid));
    out.U32(static_cast<uint32_t>(wait_status));
    return WriteFrame(control_.get(), FrameType::kExited, out.Take());
  }

  UniqueFd control_;
  UniqueFd exits_;  // signalfd: SIGCHLD
  const uint64_t processor_s_;
  JobHandler& handler_;
  Spare spare_;
  std::map<pid_t, uint64_t> jobs_;  // children that have a job
};

}  // namespace

absl::Status RunZygote(UniqueFd control, uint64_t processor_s, JobHandler& handler) {
  return Zygote(std::move(control), processor_s, handler).Run();
}

}  // namespace pyasc
