#include "server/sandbox/zygote_client.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "absl/time/time.h"
#include "base/confine.h"
#include "base/encoding.h"
#include "base/status_macros.h"
#include "base/steady_wait.h"
#include "fmt/format.h"
#include "server/sandbox/socket_pair.h"

namespace pyasc {

using std::chrono::steady_clock;

namespace {

// Loading a compiler's libraries on a busy machine.
constexpr int kReadyTimeoutMs = 60'000;
// A zygote that dies at once must not eat the machine.
constexpr std::chrono::milliseconds kRestartInterval{250};
constexpr int kEndsItselfMs = 1000;

std::string JobPayload(uint64_t job) {
  Encoder out;
  out.U64(job);
  return out.Take();
}

std::string EndOf(int wait_status) {
  if (WIFSIGNALED(wait_status) && WTERMSIG(wait_status) == SIGXCPU) {
    return "used up its processor time and was killed by SIGXCPU";
  }
  if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == kExitOutOfMemory) {
    return "ran out of memory";
  }
  const std::string how = DescribeExit(wait_status);
  return how.starts_with("exit") ? fmt::format("ended with {}", how)
                                 : fmt::format("was killed by {}", how);
}

// Waits; false if the process has ended and left nothing to read. The end of the stream
// does not tell: its children may hold the socket open.
bool HasSomethingToSay(int control, int process) {
  pollfd watched[2] = {{control, POLLIN, 0}, {process, POLLIN, 0}};
  while (::poll(watched, 2, -1) < 0 && errno == EINTR) {
  }
  return watched[0].revents != 0;
}

template <typename Answer>
absl::StatusOr<Answer> ReadAnswer(const absl::StatusOr<Frame>& frame, FrameType wanted) {
  PYASC_RETURN_IF_ERROR(frame.status());
  if (frame->type == FrameType::kFault) return absl::InternalError(frame->payload);
  if (frame->type == wanted && frame->fds.empty()) {
    absl::StatusOr<Answer> answer = DecodeFromString<Answer>(frame->payload);
    if (answer.ok()) return answer;
  }
  return absl::InternalError(fmt::format("compile process answered nonsense: type {}, {} bytes",
                                         static_cast<int>(frame->type), frame->payload.size()));
}

}  // namespace

absl::StatusOr<std::unique_ptr<CompileService>> StartZygote(const ZygoteOptions& options) {
  auto client = std::make_unique<ZygoteClient>(options);
  PYASC_RETURN_IF_ERROR(client->StartFirst());
  return client;
}

ZygoteClient::~ZygoteClient() {
  Stop();
  std::thread watcher;
  {
    absl::MutexLock lock(&mutex_);
    watcher = std::move(watcher_);
  }
  if (watcher.joinable()) watcher.join();
}

void ZygoteClient::Stop() {
  absl::MutexLock lock(&mutex_);
  stopping_ = true;
  ready_ = false;
  // At its end of the stream the zygote goes, and takes its children along.
  if (zygote_ != nullptr) ::shutdown(zygote_->control.get(), SHUT_RDWR);
}

absl::Status ZygoteClient::StartFirst() {
  PYASC_ASSIGN_OR_RETURN(std::shared_ptr<Zygote> zygote, Launch());
  PYASC_RETURN_IF_ERROR(AwaitReady(*zygote));
  absl::MutexLock lock(&mutex_);
  zygote_ = std::move(zygote);
  ready_ = true;
  return absl::OkStatus();
}

absl::StatusOr<Analysis> ZygoteClient::Analyse(const AnalyseRequest& request) {
  return ReadAnswer<Analysis>(Ask(FrameType::kAnalyse, EncodeToString(request)),
                              FrameType::kAnalysis);
}

absl::StatusOr<Compilation> ZygoteClient::Compile(const CompileRequest& request) {
  return ReadAnswer<Compilation>(Ask(FrameType::kCompile, EncodeToString(request)),
                                 FrameType::kCompilation);
}

absl::StatusOr<std::shared_ptr<ZygoteClient::Zygote>> ZygoteClient::Launch() {
  PYASC_ASSIGN_OR_RETURN(SocketPair sockets, MakeSocketPair());
  auto zygote = std::make_shared<Zygote>();
  std::vector<std::string> arguments{
      fmt::format("--control-fd={}", kParentSocket),
      // The clock is to end a compile that takes too long: it says why.
      fmt::format("--processor-s={}", options_.compile_timeout_ms / 1000 + 2)};
  for (std::string& argument : options_.confinement.Arguments()) {
    arguments.push_back(std::move(argument));
  }
  PYASC_ASSIGN_OR_RETURN(zygote->process,
                         Process::Start(options_.executable, arguments, {sockets.theirs.get()},
                                        NamespacesFor(options_.confinement)));
  zygote->control = std::move(sockets.ours);
  return zygote;
}

absl::Status ZygoteClient::AwaitReady(const Zygote& zygote) const {
  const absl::StatusOr<Frame> frame = ReadFrame(zygote.control.get(), kReadyTimeoutMs);
  if (frame.ok() && frame->type == FrameType::kReady) return absl::OkStatus();
  std::string why = frame.ok() ? "its first message is not that it is ready"
                               : std::string(frame.status().message());
  if (absl::IsUnavailable(frame.status())) {
    if (const std::optional<int> status = zygote.process->Wait(kEndsItselfMs)) why = EndOf(*status);
  }
  return absl::UnavailableError(fmt::format("{} did not start: {}", options_.executable, why));
}

absl::StatusOr<std::shared_ptr<ZygoteClient::Zygote>> ZygoteClient::Acquire() {
  absl::MutexLock lock(&mutex_);
  if (stopping_) return absl::UnavailableError("compiling is shut down");
  if (!watcher_.joinable()) watcher_ = std::thread([this] { Watch(); });
  if (ready_) return zygote_;
  start_error_ = absl::OkStatus();
  wanted_ = true;
  mutex_.Await(absl::Condition(this, &ZygoteClient::Answerable));
  if (ready_) return zygote_;
  return start_error_.ok() ? absl::UnavailableError("compiling is shut down") : start_error_;
}

absl::StatusOr<Frame> ZygoteClient::Ask(FrameType type, const std::string& payload) {
  uint64_t job;
  {
    absl::MutexLock lock(&mutex_);
    job = next_job_++;
    jobs_[job];
  }
  std::shared_ptr<Zygote> zygote;
  absl::StatusOr<Frame> answer = absl::InternalError("");
  const absl::StatusOr<UniqueFd> socket = StartJob(job, &zygote);
  if (!socket.ok()) {
    answer = socket.status();
  } else {
    answer = Exchange(socket->get(), type, payload);
    if (!answer.ok()) answer = ExplainFailure(answer.status(), job, *zygote);
  }
  absl::MutexLock lock(&mutex_);
  jobs_.erase(job);
  return answer;
}

absl::StatusOr<UniqueFd> ZygoteClient::StartJob(uint64_t job, std::shared_ptr<Zygote>* zygote) {
  // A zygote that died while nobody asked is no reason to fail: the job has not begun.
  for (int attempt = 0; attempt < 2; ++attempt) {
    PYASC_ASSIGN_OR_RETURN(*zygote, Acquire());
    {
      absl::MutexLock lock(&mutex_);
      jobs_[job] = Job();  // not the end of an earlier zygote
    }
    PYASC_ASSIGN_OR_RETURN(SocketPair sockets, MakeSocketPair());
    // Needs no lock: so few bytes are sent whole or not at all.
    const absl::Status sent = WriteFrame((*zygote)->control.get(), FrameType::kJob, JobPayload(job),
                                         {sockets.theirs.get()});
    if (sent.ok()) return std::move(sockets.ours);
    absl::MutexLock lock(&mutex_);
    if (zygote_ == *zygote) ready_ = false;
    ::shutdown((*zygote)->control.get(), SHUT_RDWR);
  }
  return absl::UnavailableError("the compile service died again right after its start");
}

absl::StatusOr<Frame> ZygoteClient::Exchange(int socket, FrameType type,
                                             const std::string& payload) const {
  // Not the wall clock: somebody may set it meanwhile.
  const auto deadline =
      steady_clock::now() + std::chrono::milliseconds(options_.compile_timeout_ms);
  const absl::Status sent = WriteFrame(socket, type, payload, {}, options_.compile_timeout_ms);
  // A process that answers before it has read everything has something to say.
  if (!sent.ok() && !absl::IsUnavailable(sent)) return sent;
  const auto rest = std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now());
  return ReadFrame(socket, static_cast<int>(std::max<int64_t>(rest.count(), 0)));
}

absl::Status ZygoteClient::ExplainFailure(const absl::Status& failure, uint64_t job,
                                          const Zygote& zygote) {
  if (absl::IsDeadlineExceeded(failure)) {
    // If this fails the zygote is gone, and its children with it.
    (void)WriteFrame(zygote.control.get(), FrameType::kKill, JobPayload(job));
    // One that is stuck itself would take every later job with it.
    if (!AwaitExit(job)) zygote.process->Kill();
    return absl::DeadlineExceededError(fmt::format(
        "compile process took longer than {} ms and was killed", options_.compile_timeout_ms));
  }
  if (!absl::IsUnavailable(failure) && !absl::IsDataLoss(failure)) return failure;
  if (!AwaitExit(job)) {
    return absl::UnavailableError("compile process closed its socket without an answer");
  }
  absl::MutexLock lock(&mutex_);
  return absl::UnavailableError(fmt::format("compile process {}", jobs_[job].how));
}

bool ZygoteClient::AwaitExit(uint64_t job) {
  absl::MutexLock lock(&mutex_);
  return AwaitFor(mutex_, absl::Condition(&jobs_[job].ended),
                  absl::Milliseconds(options_.exit_report_ms));
}

void ZygoteClient::Watch() {
  do {
    std::shared_ptr<Zygote> zygote;
    {
      absl::MutexLock lock(&mutex_);
      zygote = zygote_;
    }
    if (zygote != nullptr) {
      ReadExits(*zygote);
      std::optional<int> status = zygote->process->Wait(kEndsItselfMs);
      zygote->process->Kill();
      if (!status.has_value()) status = zygote->process->Wait(-1);
      MarkDead(fmt::format("was lost: its parent {}", EndOf(*status)));
    }
    if (!AwaitNeed()) return;
    Restart();
  } while (true);
}

// Until the zygote dies or breaks the protocol.
void ZygoteClient::ReadExits(const Zygote& zygote) {
  while (HasSomethingToSay(zygote.control.get(), zygote.process->handle())) {
    const absl::StatusOr<Frame> frame = ReadFrame(zygote.control.get());
    if (!frame.ok() || frame->type != FrameType::kExited) break;
    Decoder in(frame->payload);
    const uint64_t job = in.U64();
    in.U32();  // its pid
    const auto wait_status = static_cast<int>(in.U32());
    if (!in.Done()) break;
    absl::MutexLock lock(&mutex_);
    const auto found = jobs_.find(job);
    if (found == jobs_.end()) continue;
    found->second = {true, EndOf(wait_status)};
  }
  // A zygote that talks nonsense but lives is ended here.
  ::shutdown(zygote.control.get(), SHUT_RDWR);
}

void ZygoteClient::MarkDead(const std::string& how) {
  absl::MutexLock lock(&mutex_);
  ready_ = false;
  zygote_ = nullptr;
  for (auto& [job, state] : jobs_) {
    if (!state.ended) state = {true, how};
  }
}

bool ZygoteClient::AwaitNeed() {
  absl::MutexLock lock(&mutex_);
  mutex_.Await(absl::Condition(this, &ZygoteClient::Needed));
  const auto early = last_start_ + kRestartInterval - steady_clock::now();
  AwaitFor(mutex_, absl::Condition(&stopping_), absl::FromChrono(early));
  last_start_ = steady_clock::now();
  return !stopping_;
}

void ZygoteClient::Restart() {
  absl::StatusOr<std::shared_ptr<Zygote>> zygote = Launch();
  absl::Status status = zygote.status();
  if (status.ok()) {
    {
      absl::MutexLock lock(&mutex_);
      zygote_ = *zygote;
      if (stopping_) ::shutdown(zygote_->control.get(), SHUT_RDWR);
    }
    status = AwaitReady(**zygote);
  }
  absl::MutexLock lock(&mutex_);
  wanted_ = false;
  start_error_ = status;
  ready_ = status.ok() && !stopping_;
  if (!status.ok()) zygote_ = nullptr;
}

}  // namespace pyasc
