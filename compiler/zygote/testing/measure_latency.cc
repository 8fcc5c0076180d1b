// Measures pyascd-compile as the broker sees it: zygote_latency PATH [COUNT]. Prints
// percentiles, in milliseconds, from the start of a job to its decoded answer.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "base/cpu_features.h"
#include "base/encoding.h"
#include "base/frame.h"
#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

using Clock = std::chrono::steady_clock;

// As long as a spare needs to warm up, so that every job finds one ready.
constexpr auto kPause = std::chrono::milliseconds(60);

std::pair<UniqueFd, UniqueFd> SocketPair() {
  std::array<int, 2> ends{-1, -1};
  PYASCD_CHECK(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

UniqueFd StartZygote(const char* path) {
  auto [ours, theirs] = SocketPair();
  if (::fork() == 0) {
    ::dup2(theirs.get(), kParentSocket);
    ::fcntl(kParentSocket, F_SETFD, 0);
    ::execl(path, path, fmt::format("--control-fd={}", kParentSocket).c_str(), "--processor-s=60",
            nullptr);
    ::_exit(127);
  }
  return std::move(ours);
}

absl::StatusOr<Frame> Ask(int control, uint64_t job, FrameType type, const std::string& request) {
  auto [ours, theirs] = SocketPair();
  Encoder payload;
  payload.U64(job);
  PYASC_RETURN_IF_ERROR(WriteFrame(control, FrameType::kJob, payload.Take(), {theirs.get()}));
  theirs.reset();
  PYASC_RETURN_IF_ERROR(WriteFrame(ours.get(), type, request));
  absl::StatusOr<Frame> answer = ReadFrame(ours.get());
  if (answer.ok() && answer->type == FrameType::kFault) {
    return absl::InternalError(answer->payload);
  }
  return answer;
}

absl::StatusOr<CompileRequest> Request(int control) {
  AnalyseRequest analyse;
  analyse.text = "def axpy(x, y, alpha, out):\n    out[:] = x * alpha + y\n";
  PYASC_ASSIGN_OR_RETURN(const Frame frame,
                         Ask(control, 0, FrameType::kAnalyse, EncodeToString(analyse)));
  PYASC_ASSIGN_OR_RETURN(const Analysis analysis, DecodeFromString<Analysis>(frame.payload));
  CompileRequest request;
  request.normalised = analysis.normalised;
  request.specialisation.arguments.resize(4);
  for (Argument& argument : request.specialisation.arguments) argument.dims = {DimClass::kMany};
  Argument& alpha = request.specialisation.arguments[2];
  alpha = Argument();
  alpha.kind = ArgumentKind::kRuntime;
  alpha.scalar.kind = ScalarKind::kFloat;
  request.specialisation.target.cpu_features = HostCpuFeatures();
  return request;
}

absl::Status Measure(int control, size_t count) {
  PYASC_ASSIGN_OR_RETURN(const Frame ready, ReadFrame(control));
  if (ready.type != FrameType::kReady) return absl::InternalError("not ready");
  PYASC_ASSIGN_OR_RETURN(const CompileRequest request, Request(control));
  const std::string payload = EncodeToString(request);
  std::vector<double> times_ms;
  size_t image_bytes = 0;
  for (size_t i = 0; i < count; ++i) {
    ::usleep(static_cast<useconds_t>(std::chrono::microseconds(kPause).count()));
    const auto start = Clock::now();
    PYASC_ASSIGN_OR_RETURN(const Frame frame, Ask(control, i + 1, FrameType::kCompile, payload));
    PYASC_ASSIGN_OR_RETURN(const Compilation compiled,
                           DecodeFromString<Compilation>(frame.payload));
    times_ms.push_back(std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    if (!compiled.diagnostics.empty()) return absl::InternalError(compiled.diagnostics[0].message);
    image_bytes = compiled.image.size();
  }
  std::sort(times_ms.begin(), times_ms.end());
  fmt::print("{} compiles, image of {} bytes: min {:.2f} median {:.2f} p90 {:.2f} max {:.2f} ms\n",
             count, image_bytes, times_ms.front(), times_ms[count / 2], times_ms[count * 9 / 10],
             times_ms.back());
  return absl::OkStatus();
}

int Main(const char* path, size_t count) {
  UniqueFd control = StartZygote(path);
  const absl::Status status = Measure(control.get(), count);
  if (!status.ok()) fmt::print(stderr, "{}\n", std::string(status.message()));
  control.reset();
  ::wait(nullptr);
  return status.ok() ? 0 : 1;
}

}  // namespace
}  // namespace pyasc

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  return pyasc::Main(argv[1], argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 100);
}
