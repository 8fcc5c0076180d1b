#include "base/frame.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "base/status_macros.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr size_t kHeaderBytes = 8;
// What the kernel lets one message carry (SCM_MAX_FD): room for all of them, so that a
// hostile peer's are received and closed instead of lost.
constexpr size_t kKernelMaxFds = 253;
constexpr size_t kControlBytes = CMSG_SPACE(kKernelMaxFds * sizeof(int));
// A payload's memory grows with the bytes that have really arrived.
constexpr size_t kFirstReadBytes = 1u << 20;

struct Header {
  uint32_t payload_bytes;
  uint16_t type;
  uint16_t fd_count;
};

template <typename T>
T LoadLittleEndian(const char* bytes) {
  T value = 0;
  for (size_t i = 0; i < sizeof(T); ++i) {
    value = static_cast<T>(value | static_cast<T>(static_cast<uint8_t>(bytes[i])) << (8 * i));
  }
  return value;
}

template <typename T>
void StoreLittleEndian(T value, char* bytes) {
  for (size_t i = 0; i < sizeof(T); ++i) bytes[i] = static_cast<char>(value >> (8 * i) & 0xff);
}

absl::Status SocketError(std::string_view what, int error) {
  const std::string message = fmt::format("{}: {}", what, ::strerror(error));
  if (error == EPIPE || error == ECONNRESET || error == ENOTCONN) {
    return absl::UnavailableError(message);
  }
  return absl::InternalError(message);
}

class Deadline {
 public:
  explicit Deadline(int timeout_ms) {
    if (timeout_ms >= 0) at_ = SteadyClock::now() + std::chrono::milliseconds(timeout_ms);
  }

  // Waits for `events`.
  absl::Status Wait(int socket, int16_t events) const {
    while (true) {
      pollfd wanted{socket, events, 0};
      const int ready = ::poll(&wanted, 1, RemainingMs());
      if (ready > 0) return absl::OkStatus();
      if (ready == 0) return absl::DeadlineExceededError("no whole frame passed in time");
      if (errno != EINTR) return SocketError("poll", errno);
    }
  }

 private:
  int RemainingMs() const {
    if (!at_.has_value()) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*at_ - SteadyClock::now());
    return static_cast<int>(std::max<int64_t>(left.count(), 0));
  }

  std::optional<SteadyClock::time_point> at_;
};

// Adds the descriptors that came with `message` to `fds`.
void CollectFds(msghdr* message, std::vector<UniqueFd>* fds) {
  for (cmsghdr* part = CMSG_FIRSTHDR(message); part != nullptr; part = CMSG_NXTHDR(message, part)) {
    if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS) continue;
    const size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < count; ++i) {
      int fd;
      ::memcpy(&fd, CMSG_DATA(part) + i * sizeof(int), sizeof fd);
      fds->emplace_back(fd);
    }
  }
}

class FrameReader {
 public:
  FrameReader(int socket, int timeout_ms) : socket_(socket), deadline_(timeout_ms) {}

  absl::StatusOr<Frame> Read() {
    std::array<char, kHeaderBytes> bytes;
    PYASC_RETURN_IF_ERROR(Fill(bytes.data(), bytes.size()));
    const Header header{LoadLittleEndian<uint32_t>(&bytes[0]),
                        LoadLittleEndian<uint16_t>(&bytes[4]),
                        LoadLittleEndian<uint16_t>(&bytes[6])};
    if (header.payload_bytes > kMaxFramePayload) {
      return absl::DataLossError(fmt::format("frame of {} payload bytes, at most {} are allowed",
                                             header.payload_bytes, kMaxFramePayload));
    }
    if (header.fd_count > kMaxFrameFds || header.fd_count != fds_.size()) {
      return absl::DataLossError(fmt::format("frame announces {} descriptors and brought {}",
                                             header.fd_count, fds_.size()));
    }
    Frame frame;
    frame.type = static_cast<FrameType>(header.type);
    PYASC_RETURN_IF_ERROR(FillPayload(header.payload_bytes, &frame.payload));
    if (header.fd_count != fds_.size()) {
      return absl::DataLossError("descriptors in the middle of a frame");
    }
    frame.fds = std::move(fds_);
    return frame;
  }

 private:
  absl::Status FillPayload(size_t bytes, std::string* payload) {
    size_t have = 0;
    while (have < bytes) {
      const size_t next = std::min(bytes, std::max(kFirstReadBytes, 2 * have));
      payload->resize(next);
      PYASC_RETURN_IF_ERROR(Fill(payload->data() + have, next - have));
      have = next;
    }
    return absl::OkStatus();
  }

  absl::Status Fill(char* to, size_t bytes) {
    size_t have = 0;
    while (have < bytes) {
      absl::StatusOr<size_t> got = ReadSome(to + have, bytes - have);
      if (!got.ok()) return got.status();
      if (*got == 0) {
        return started_ ? absl::DataLossError("stream ended in the middle of a frame")
                        : absl::UnavailableError("peer closed the stream");
      }
      started_ = true;
      have += *got;
    }
    return absl::OkStatus();
  }

  // 0 at the end of the stream.
  absl::StatusOr<size_t> ReadSome(char* to, size_t bytes) {
    alignas(cmsghdr) std::array<char, kControlBytes> control;
    while (true) {
      iovec part{to, bytes};
      msghdr message{};
      message.msg_iov = &part;
      message.msg_iovlen = 1;
      message.msg_control = control.data();
      message.msg_controllen = control.size();
      const ssize_t got = ::recvmsg(socket_, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
      if (got >= 0) {
        CollectFds(&message, &fds_);
        if ((message.msg_flags & MSG_CTRUNC) != 0) {
          return absl::DataLossError("descriptors were lost: the descriptor table is full");
        }
        return static_cast<size_t>(got);
      }
      if (errno == EAGAIN || errno == EWOULDBLOCK) {
        PYASC_RETURN_IF_ERROR(deadline_.Wait(socket_, POLLIN));
      } else if (errno != EINTR) {
        return SocketError("recvmsg", errno);
      }
    }
  }

  const int socket_;
  const Deadline deadline_;
  bool started_ = false;
  std::vector<UniqueFd> fds_;
};

// Puts `fds` into `control` and into `message`.
void AttachFds(const std::vector<int>& fds, char* control, msghdr* message) {
  message->msg_control = control;
  message->msg_controllen = CMSG_SPACE(fds.size() * sizeof(int));
  cmsghdr* part = CMSG_FIRSTHDR(message);
  part->cmsg_level = SOL_SOCKET;
  part->cmsg_type = SCM_RIGHTS;
  part->cmsg_len = CMSG_LEN(fds.size() * sizeof(int));
  ::memcpy(CMSG_DATA(part), fds.data(), fds.size() * sizeof(int));
}

absl::Status SendAll(int socket, std::string_view header, std::string_view payload,
                     const std::vector<int>& fds, int timeout_ms) {
  alignas(cmsghdr) std::array<char, kControlBytes> control{};
  const Deadline deadline(timeout_ms);
  const size_t total = header.size() + payload.size();
  size_t sent = 0;
  while (sent < total) {
    std::array<iovec, 2> parts;
    const std::string_view head = header.substr(std::min(sent, header.size()));
    const std::string_view body = payload.substr(sent - (header.size() - head.size()));
    parts[0] = {const_cast<char*>(head.data()), head.size()};
    parts[1] = {const_cast<char*>(body.data()), body.size()};
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    if (sent == 0 && !fds.empty()) AttachFds(fds, control.data(), &message);
    const ssize_t count = ::sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count >= 0) {
      sent += static_cast<size_t>(count);
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      PYASC_RETURN_IF_ERROR(deadline.Wait(socket, POLLOUT));
    } else if (errno != EINTR) {
      return SocketError("sendmsg", errno);
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status WriteFrame(int socket, FrameType type, std::string_view payload,
                        const std::vector<int>& fds, int timeout_ms) {
  if (payload.size() > kMaxFramePayload) {
    return absl::InvalidArgumentError(fmt::format(
        "frame of {} payload bytes, at most {} are allowed", payload.size(), kMaxFramePayload));
  }
  if (fds.size() > kMaxFrameFds) {
    return absl::InvalidArgumentError(
        fmt::format("frame with {} descriptors, at most {} are allowed", fds.size(), kMaxFrameFds));
  }
  std::array<char, kHeaderBytes> header;
  StoreLittleEndian(static_cast<uint32_t>(payload.size()), &header[0]);
  StoreLittleEndian(static_cast<uint16_t>(type), &header[4]);
  StoreLittleEndian(static_cast<uint16_t>(fds.size()), &header[6]);
  return SendAll(socket, {header.data(), header.size()}, payload, fds, timeout_ms);
}

absl::StatusOr<Frame> ReadFrame(int socket, int timeout_ms) {
  return FrameReader(socket, timeout_ms).Read();
}

}  // namespace pyasc
