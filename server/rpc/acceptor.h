// Accepts connections and hands over those that speak HTTP/2.
#ifndef PYASC_SERVER_RPC_ACCEPTOR_H_
#define PYASC_SERVER_RPC_ACCEPTOR_H_

#include <poll.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <vector>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "base/unique_fd.h"
#include "server/auth/peers.h"

namespace pyasc {

// gRPC calls a peer "fd:N" and closes N itself. So N must not come back while a call of an
// earlier connection may still ask who its peer is: the numbers rotate through the whole
// range that RLIMIT_NOFILE allows.
class Acceptor {
 public:
  struct Options {
    int peek_timeout_ms = 5000;     // a client that says nothing for so long is dropped
    size_t max_connections = 4096;  // handed over and alive
    size_t max_of_process = 1024;   // the same, of one process: it must not shut others out
    size_t max_waiting = 256;       // accepted, and have said nothing yet
  };
  // Takes over a descriptor, on the acceptor's thread.
  using HandOver = std::function<void(int fd)>;

  // `listening` (non-blocking), `peers` and `clock` outlive the acceptor.
  static absl::StatusOr<std::unique_ptr<Acceptor>> Start(int listening, PeerTable* peers,
                                                         const Clock* clock, HandOver hand_over,
                                                         Options options);
  ~Acceptor();  // Stop()
  // Accepts no more; connections handed over are not its own.
  void Stop();

 private:
  struct Waiting {
    UniqueFd socket;
    int64_t since_ns;
    bool partial;  // has sent less than the four bytes
  };

  struct Given {
    ino_t socket;
    pid_t pid;
  };

  Acceptor(int listening, PeerTable* peers, const Clock* clock, HandOver hand_over, Options options,
           UniqueFd wake);
  void Run();
  std::vector<pollfd> PollSet() const;
  int PollTimeoutMs() const;
  void AcceptAll();
  // False: it is done with, one way or the other.
  bool StillWaits(Waiting& waiting);
  void Give(UniqueFd socket);
  UniqueFd Rotate(UniqueFd socket);
  // Why not, or "".
  std::string_view Refusal(pid_t pid) const;
  void ForgetClosed();

  const int listening_;
  PeerTable* const peers_;
  const Clock* const clock_;
  const HandOver hand_over_;
  const Options options_;
  const UniqueFd wake_;
  // The thread's own:
  bool exhausted_ = false;  // no descriptor for the next connection
  std::vector<Waiting> waiting_;
  std::unordered_map<int, Given> given_;        // what is behind the numbers handed over
  std::unordered_map<pid_t, size_t> given_to_;  // how many of given_ a process has
  size_t forget_at_ = 0;                        // connections in given_ that are worth a look
  int next_number_;
  std::thread thread_;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_ACCEPTOR_H_
