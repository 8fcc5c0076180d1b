// Length-prefixed messages between our own processes, with file descriptors.
//
// A frame is: u32 payload bytes, u16 type, u16 descriptor count, payload; little endian.
// Descriptors travel by SCM_RIGHTS with the header's bytes. docs/formats/frames.md lists
// the types. A peer is hostile input: every length is checked before it is used.
#ifndef PYASC_BASE_FRAME_H_
#define PYASC_BASE_FRAME_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/unique_fd.h"

namespace pyasc {

inline constexpr size_t kMaxFramePayload = 256u << 20;
inline constexpr size_t kMaxFrameFds = 200;

// The socket to its parent is this descriptor in pyascd-compile and pyascd-device.
inline constexpr int kParentSocket = 3;

enum class FrameType : uint16_t {
  // Broker -> zygote (pyascd-compile) and back, on the control socket.
  kJob = 1,     // 1 fd: the child's end of a socket pair; payload: u64 job
  kExited = 2,  // payload: u64 job, u32 pid, i32 wait status
  kReady = 3,   // payload: empty; once after start, from a worker too
  kKill = 4,    // payload: u64 job; SIGKILL its process if it still runs (kExited follows)
  // Broker -> compile child on the job's socket, one request, one answer.
  kAnalyse = 10,      // payload: AnalyseRequest
  kAnalysis = 11,     // payload: Analysis
  kCompile = 12,      // payload: CompileRequest
  kCompilation = 13,  // payload: Compilation
  kFault = 14,        // payload: text; a fault of ours
  // Broker <-> device worker (pyascd-device).
  kLoad = 20,       // 1 fd: sealed image; payload: digest (32 bytes), KernelMeta
  kUnload = 21,     // payload: digest
  kLaunch = 22,     // fds: one a region; payload: LaunchJob (server/device/worker/job.h)
  kLaunched = 23,   // payload: LaunchReport
  kAllocate = 24,   // worker -> broker during a launch: u64 bytes
  kAllocated = 25,  // 1 fd, or none and a text if refused
  kShutdown = 26,
  kPrinted = 27,  // worker -> broker during a launch: prints (server/device/worker/job.h)
};

struct Frame {
  FrameType type = FrameType::kReady;
  std::string payload;
  std::vector<UniqueFd> fds;  // received ones are close-on-exec
};

// Writes a whole frame to a stream socket, without SIGPIPE. kUnavailable if the peer is
// gone, kInvalidArgument if it is too large, kDeadlineExceeded after `timeout_ms` (-1:
// none). `fds` stay the caller's.
absl::Status WriteFrame(int socket, FrameType type, std::string_view payload,
                        const std::vector<int>& fds = {}, int timeout_ms = -1);

// Reads a whole frame. kUnavailable at end of stream or reset, kDataLoss if it is cut
// off or malformed, kDeadlineExceeded after `timeout_ms` (-1: none).
absl::StatusOr<Frame> ReadFrame(int socket, int timeout_ms = -1);

}  // namespace pyasc

#endif  // PYASC_BASE_FRAME_H_
