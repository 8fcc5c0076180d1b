// What a hostile peer writes into a frame socket: whole frames come out as they went in.
#include <sys/socket.h>

#include <string>

#include "base/frame.h"
#include "base/status_macros.h"

namespace {

// Less than a socket holds, so that writing never waits.
constexpr size_t kMostBytes = 64 << 10;

struct Pair {
  Pair() {
    int fds[2];
    PYASCD_CHECK(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) == 0);
    near.reset(fds[0]);
    far.reset(fds[1]);
  }
  pyasc::UniqueFd near, far;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > kMostBytes) return 0;
  Pair in, out;
  PYASCD_CHECK(::send(in.near.get(), data, size, 0) == static_cast<ssize_t>(size));
  in.near.reset();
  size_t read_bytes = 0;
  while (true) {
    absl::StatusOr<pyasc::Frame> frame = pyasc::ReadFrame(in.far.get());
    if (!frame.ok()) break;
    PYASCD_CHECK(pyasc::WriteFrame(out.near.get(), frame->type, frame->payload).ok());
    std::string copy(frame->payload.size() + 8, '\0');
    PYASCD_CHECK(::recv(out.far.get(), copy.data(), copy.size(), MSG_WAITALL) ==
                 static_cast<ssize_t>(copy.size()));
    PYASCD_CHECK(copy ==
                 std::string(reinterpret_cast<const char*>(data) + read_bytes, copy.size()));
    read_bytes += copy.size();
  }
  return 0;
}
