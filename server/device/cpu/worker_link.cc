#include "server/device/cpu/worker_link.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>

#include "base/clock.h"
#include "base/cpu_features.h"
#include "base/encoding.h"
#include "base/image.h"
#include "base/log.h"
#include "base/memfd.h"
#include "base/status_macros.h"
#include "fmt/format.h"
#include "server/device/kernel_check.h"
#include "server/device/request_check.h"

namespace pyasc {
namespace {

constexpr size_t kMaxLoadedKernels = 512;
// One launch's resizes: each doubles at least, so an honest worker needs far fewer.
constexpr size_t kMaxRegions = 4096;
// What is kept for a caller that does not take prints as they come.
constexpr size_t kMaxKeptLines = 10'000;
// A worker that has begun a message ends it, and one that has nothing to do reads.
constexpr int kMessageTimeoutMs = 10'000;

LaunchResult Refused(absl::Status status, const LaunchRequest& request) {
  LaunchResult result;
  result.status = std::move(status);
  result.tensors = request.tensors;
  return result;
}

struct LoadableKernel {
  uint32_t record_values;
  UniqueFd image;  // sealed
};

absl::StatusOr<LoadableKernel> PrepareKernel(const Executable& executable) {
  PYASC_ASSIGN_OR_RETURN(const abi::ImageHeader header,
                         CheckImage(executable.image, HostCpuFeatures()));
  PYASC_RETURN_IF_ERROR(CheckMeta(executable.meta, header.record_values));
  PYASC_ASSIGN_OR_RETURN(UniqueFd image, MakeSealedMemfd("pyasc-image", executable.image));
  return LoadableKernel{header.record_values, std::move(image)};
}

std::string Title(const LaunchRequest& request) {
  if (request.origin.operator_name.empty()) return "launch " + request.id;
  return "operator " + request.origin.operator_name;
}

}  // namespace

bool WorkerLink::Usable() {
  if (lost_) return false;
  // An idle worker has nothing to say: an end of stream or a frame out of turn.
  pollfd socket{process_->socket(), POLLIN, 0};
  if (::poll(&socket, 1, 0) == 0) return true;
  char said;
  const bool talks = ::recv(process_->socket(), &said, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
  lost_ = true;
  loss_ = talks ? WorkerLoss::kNonsense : WorkerLoss::kDied;
  if (talks) process_->Kill();
  const std::string how = process_->Reap();
  LogEvent(LogLevel::kWarn, "worker_lost",
           {{"device", device_},
            {"message", fmt::format("the idle worker of {} {} ({})", device_,
                                    talks ? "spoke out of turn and was killed" : "died", how)}});
  return false;
}

LaunchResult WorkerLink::Run(const LaunchRequest& request) {
  if (absl::Status status = CheckRequest(request); !status.ok()) {
    return Refused(std::move(status), request);
  }
  const int64_t begin_ns = Clock::System().SteadyNs();
  absl::StatusOr<LaunchResult> result = Converse(request);
  if (!result.ok()) return Refused(Lost(result.status(), request), request);
  // A worker may tell any time, and later launches are scheduled by it.
  result->run_ns = std::min(result->run_ns, Clock::System().SteadyNs() - begin_ns);
  return *std::move(result);
}

absl::StatusOr<LaunchResult> WorkerLink::Converse(const LaunchRequest& request) {
  RegionList regions;
  const absl::StatusOr<LaunchJob> job = MakeJob(request, &regions);
  if (!job.ok()) return Refused(job.status(), request);
  if (regions.size() > kMaxFrameFds) {
    return Refused(
        absl::InvalidArgumentError(fmt::format("launch with {} buffers, at most {} are allowed",
                                               regions.size(), kMaxFrameFds)),
        request);
  }
  auto kernel = loaded_.find(request.executable->digest);
  if (kernel == loaded_.end()) {
    absl::StatusOr<LoadableKernel> loadable = PrepareKernel(*request.executable);
    if (!loadable.ok()) return Refused(loadable.status(), request);
    PYASC_RETURN_IF_ERROR(Load(*request.executable, loadable->image.get()));
    kernel =
        loaded_.emplace(request.executable->digest, LoadedKernel{0, loadable->record_values}).first;
  }
  kernel->second.last_use = ++uses_;
  std::vector<int> fds;
  for (const auto& region : regions) fds.push_back(region->memory.get());
  PYASC_RETURN_IF_ERROR(Send(FrameType::kLaunch, EncodeJob(*job), fds));
  return AwaitReport(request, &regions, kernel->second.record_values);
}

absl::Status WorkerLink::Load(const Executable& executable, int image) {
  if (loaded_.size() >= kMaxLoadedKernels) PYASC_RETURN_IF_ERROR(UnloadOldest());
  const std::string payload =
      std::string(executable.digest.View()) + EncodeToString(executable.meta);
  return Send(FrameType::kLoad, payload, {image});
}

absl::Status WorkerLink::UnloadOldest() {
  const auto oldest = std::min_element(
      loaded_.begin(), loaded_.end(),
      [](const auto& a, const auto& b) { return a.second.last_use < b.second.last_use; });
  const Digest digest = oldest->first;
  loaded_.erase(oldest);
  return Send(FrameType::kUnload, digest.View());
}

absl::StatusOr<LaunchResult> WorkerLink::AwaitReport(const LaunchRequest& request,
                                                     RegionList* regions, uint32_t record_values) {
  Deadline deadline;
  LaunchResult kept;
  while (true) {
    PYASC_ASSIGN_OR_RETURN(const Frame frame, AwaitFrame(request, &deadline));
    if (frame.type == FrameType::kPrinted) {
      PYASC_RETURN_IF_ERROR(TakePrints(frame, request, &kept));
      continue;
    }
    if (frame.type == FrameType::kAllocate) {
      PYASC_RETURN_IF_ERROR(Allocate(frame, request, regions));
      continue;
    }
    if (frame.type != FrameType::kLaunched || !frame.fds.empty()) {
      return absl::DataLossError(fmt::format("frame of type {}", static_cast<int>(frame.type)));
    }
    PYASC_ASSIGN_OR_RETURN(const LaunchReport report, DecodeReport(frame.payload));
    PYASC_ASSIGN_OR_RETURN(LaunchResult result,
                           ReadReport(report, request, *regions, record_values));
    result.prints = std::move(kept.prints);
    if (!kept.status.ok()) result.status = kept.status;
    return result;
  }
}

absl::Status WorkerLink::TakePrints(const Frame& frame, const LaunchRequest& request,
                                    LaunchResult* kept) {
  if (!frame.fds.empty()) return absl::DataLossError("prints with descriptors");
  PYASC_ASSIGN_OR_RETURN(const std::vector<PrintRecord> records, DecodePrints(frame.payload));
  PYASC_ASSIGN_OR_RETURN(std::vector<PrintedLine> lines,
                         ReadPrints(records, request.executable->meta));
  if (request.on_prints != nullptr) {
    request.on_prints(std::move(lines));
    return absl::OkStatus();
  }
  if (kept->prints.size() + lines.size() > kMaxKeptLines) {
    kept->status = absl::ResourceExhaustedError(
        fmt::format("the operator printed more than {} lines in one launch", kMaxKeptLines));
    control_->Cancel();
    return absl::OkStatus();
  }
  for (PrintedLine& line : lines) kept->prints.push_back(std::move(line));
  return absl::OkStatus();
}

absl::StatusOr<Frame> WorkerLink::AwaitFrame(const LaunchRequest& request, Deadline* deadline) {
  using std::chrono::steady_clock;
  while (!request.Cancelled()) {
    if (control_->AwaitMessage(process_->socket())) {
      return ReadFrame(process_->socket(), kMessageTimeoutMs);
    }
  }
  if (!deadline->has_value()) {
    *deadline = steady_clock::now() + absl::ToChronoMilliseconds(cancel_grace_);
  }
  control_->Cancel();
  const auto rest = std::chrono::ceil<std::chrono::milliseconds>(**deadline - steady_clock::now());
  return ReadFrame(process_->socket(), static_cast<int>(std::max<int64_t>(rest.count(), 0)));
}

absl::Status WorkerLink::Allocate(const Frame& frame, const LaunchRequest& request,
                                  RegionList* regions) {
  Decoder in(frame.payload);
  const uint64_t bytes = in.U64();
  if (!in.Done() || !frame.fds.empty() || regions->size() >= kMaxRegions) {
    return absl::DataLossError("request for memory that makes no sense");
  }
  absl::StatusOr<std::shared_ptr<Buffer>> buffer = request.Allocate(bytes);
  if (!buffer.ok()) {
    return Send(FrameType::kAllocated, std::string(buffer.status().message()));
  }
  regions->push_back(*buffer);
  return Send(FrameType::kAllocated, "", {(*buffer)->memory.get()});
}

absl::Status WorkerLink::Send(FrameType type, std::string_view payload,
                              const std::vector<int>& fds) {
  return WriteFrame(process_->socket(), type, payload, fds, kMessageTimeoutMs);
}

absl::Status WorkerLink::Lost(const absl::Status& failure, const LaunchRequest& request) {
  absl::Status lost = Explain(failure, request);
  LogEvent(absl::IsCancelled(lost) ? LogLevel::kInfo : LogLevel::kWarn, "worker_lost",
           {{"device", device_},
            {"launch", request.id},
            {"request", request.origin.request_id},
            {"message", std::string(lost.message())}});
  return lost;
}

absl::Status WorkerLink::Explain(const absl::Status& failure, const LaunchRequest& request) {
  lost_ = true;
  if (absl::IsUnavailable(failure)) {
    return absl::UnavailableError(fmt::format("the worker of {} died ({}) while it ran {}", device_,
                                              process_->Reap(), Title(request)));
  }
  process_->Kill();
  process_->Reap();
  if (request.Cancelled()) {
    loss_ = WorkerLoss::kCancelled;
    return absl::CancelledError(
        fmt::format("{} was cancelled and its worker of {} killed", Title(request), device_));
  }
  if (absl::IsDeadlineExceeded(failure)) {
    loss_ = WorkerLoss::kStalled;
    return absl::UnavailableError(
        fmt::format("the worker of {} stood still in {} and was killed", device_, Title(request)));
  }
  loss_ = WorkerLoss::kNonsense;
  return absl::InternalError(
      fmt::format("the worker of {} answered {} with nonsense ({}) and was killed", device_,
                  Title(request), std::string(failure.message())));
}

void WorkerLink::Stop() {
  if (lost_) return;
  lost_ = true;
  if (!Send(FrameType::kShutdown, "").ok()) process_->Kill();
  process_->Reap();
}

}  // namespace pyasc
