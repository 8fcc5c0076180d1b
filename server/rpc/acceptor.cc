#include "server/rpc/acceptor.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/log.h"
#include "fmt/format.h"

namespace pyasc {
namespace {

// What every HTTP/2 connection starts with.
constexpr char kPreface[4] = {'P', 'R', 'I', ' '};
// How often a client that sent less than four bytes is looked at again: poll() would
// report it at once for ever.
constexpr int kPartialPollMs = 10;
// How often accepting is tried again while descriptors are short: poll() would report what
// waits for it at once for ever.
constexpr int kExhaustedPollMs = 100;
constexpr int64_t kNsPerMs = 1'000'000;
// Below are the descriptors of everything else.
constexpr int kFirstNumber = 1024;
constexpr int kMaxNumber = 62'000;
// Connections that may have closed before anybody looks.
constexpr size_t kForgetStep = 64;

// One past the highest number that a descriptor may have.
int NumberLimit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<int>(std::min<rlim_t>(limit.rlim_cur, kMaxNumber));
}

ino_t InodeOf(int fd) {
  struct stat found{};
  return fstat(fd, &found) == 0 ? found.st_ino : 0;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Acceptor>> Acceptor::Start(int listening, PeerTable* peers,
                                                          const Clock* clock, HandOver hand_over,
                                                          Options options) {
  UniqueFd wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake.valid()) {
    return absl::InternalError(fmt::format("cannot make an eventfd: {}", std::strerror(errno)));
  }
  return std::unique_ptr<Acceptor>(
      new Acceptor(listening, peers, clock, std::move(hand_over), options, std::move(wake)));
}

Acceptor::Acceptor(int listening, PeerTable* peers, const Clock* clock, HandOver hand_over,
                   Options options, UniqueFd wake)
    : listening_(listening),
      peers_(peers),
      clock_(clock),
      hand_over_(std::move(hand_over)),
      options_(options),
      wake_(std::move(wake)),
      next_number_(kFirstNumber),
      thread_([this] { Run(); }) {}

Acceptor::~Acceptor() { Stop(); }

void Acceptor::Stop() {
  if (!thread_.joinable()) return;
  eventfd_write(wake_.get(), 1);
  thread_.join();
  waiting_.clear();
}

std::vector<pollfd> Acceptor::PollSet() const {
  const bool full = exhausted_ || waiting_.size() >= options_.max_waiting;
  std::vector<pollfd> set;
  set.push_back({.fd = wake_.get(), .events = POLLIN, .revents = 0});
  set.push_back({.fd = full ? -1 : listening_, .events = POLLIN, .revents = 0});
  for (const Waiting& waiting : waiting_) {
    set.push_back(
        {.fd = waiting.partial ? -1 : waiting.socket.get(), .events = POLLIN, .revents = 0});
  }
  return set;
}

int Acceptor::PollTimeoutMs() const {
  if (exhausted_) return kExhaustedPollMs;
  if (waiting_.empty()) return -1;
  const bool partial = std::any_of(waiting_.begin(), waiting_.end(),
                                   [](const Waiting& waiting) { return waiting.partial; });
  if (partial) return kPartialPollMs;
  // The first is the oldest. One more, so that its time is over when poll() returns.
  const int64_t waited_ms = (clock_->SteadyNs() - waiting_.front().since_ns) / kNsPerMs;
  return static_cast<int>(std::clamp<int64_t>(options_.peek_timeout_ms - waited_ms + 1, 0,
                                              options_.peek_timeout_ms + 1));
}

void Acceptor::Run() {
  for (;;) {
    std::vector<pollfd> set = PollSet();
    if (poll(set.data(), set.size(), PollTimeoutMs()) < 0 && errno != EINTR) {
      LogEvent(LogLevel::kError, "accept_failed", {{"error", std::strerror(errno)}});
      return;
    }
    if (set[0].revents != 0) return;
    waiting_.erase(std::remove_if(waiting_.begin(), waiting_.end(),
                                  [this](Waiting& waiting) { return !StillWaits(waiting); }),
                   waiting_.end());
    if (exhausted_ || set[1].revents != 0) AcceptAll();
  }
}

void Acceptor::AcceptAll() {
  while (waiting_.size() < options_.max_waiting) {
    UniqueFd socket(accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket.valid()) {
      const bool short_of_them = errno == EMFILE || errno == ENFILE;
      if (short_of_them && !exhausted_) {
        LogEvent(LogLevel::kError, "accept_failed", {{"error", std::strerror(errno)}});
      }
      exhausted_ = short_of_them;
      return;
    }
    exhausted_ = false;
    waiting_.push_back(
        {.socket = std::move(socket), .since_ns = clock_->SteadyNs(), .partial = false});
  }
}

bool Acceptor::StillWaits(Waiting& waiting) {
  char start[sizeof kPreface];
  const ssize_t got = recv(waiting.socket.get(), start, sizeof start, MSG_PEEK | MSG_DONTWAIT);
  if (got == static_cast<ssize_t>(sizeof start)) {
    if (std::memcmp(start, kPreface, sizeof start) == 0) Give(std::move(waiting.socket));
    return false;
  }
  const bool silent = got < 0 && (errno == EAGAIN || errno == EINTR);
  if (got <= 0 && !silent) return false;
  waiting.partial = got > 0;
  return clock_->SteadyNs() - waiting.since_ns < options_.peek_timeout_ms * kNsPerMs;
}

void Acceptor::Give(UniqueFd socket) {
  absl::StatusOr<Identity> identity = PeerOfSocket(socket.get());
  if (!identity.ok()) return;
  if (given_.size() >= forget_at_ || !Refusal(identity->pid).empty()) ForgetClosed();
  if (const std::string_view why = Refusal(identity->pid); !why.empty()) {
    LogEvent(LogLevel::kWarn, "connection_refused",
             {{"pid", identity->pid}, {"connections", given_.size()}, {"why", why}});
    return;
  }
  UniqueFd moved = Rotate(std::move(socket));
  if (!moved.valid()) return;
  const int fd = moved.release();
  given_[fd] = {.socket = InodeOf(fd), .pid = identity->pid};
  ++given_to_[identity->pid];
  peers_->Record(fd, *identity);
  hand_over_(fd);
}

std::string_view Acceptor::Refusal(pid_t pid) const {
  // Half the descriptors are for everything else.
  const auto descriptors = static_cast<size_t>(NumberLimit()) / 2;
  if (given_.size() >= std::min(options_.max_connections, descriptors)) return "too many";
  const auto of_process = given_to_.find(pid);
  if (of_process == given_to_.end() || of_process->second < options_.max_of_process) return "";
  return "too many of one process";
}

UniqueFd Acceptor::Rotate(UniqueFd socket) {
  const int limit = NumberLimit();
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (next_number_ >= limit) next_number_ = std::min(kFirstNumber, limit / 2);
    UniqueFd moved(fcntl(socket.get(), F_DUPFD_CLOEXEC, next_number_));
    if (moved.valid()) {
      next_number_ = moved.get() + 1;
      return moved;
    }
    next_number_ = limit;  // everything above is taken: start again
  }
  LogEvent(LogLevel::kError, "accept_failed", {{"error", std::strerror(errno)}});
  return UniqueFd();
}

// gRPC does not say when it closes a descriptor; a number without its socket was closed.
void Acceptor::ForgetClosed() {
  for (auto given = given_.begin(); given != given_.end();) {
    if (InodeOf(given->first) == given->second.socket) {
      ++given;
      continue;
    }
    peers_->Forget(given->first);
    const auto of_process = given_to_.find(given->second.pid);
    if (--of_process->second == 0) given_to_.erase(of_process);
    given = given_.erase(given);
  }
  // So the looks cost no more than the connections do.
  forget_at_ = 2 * given_.size() + kForgetStep;
}

}  // namespace pyasc
