// The broker's side of pyascd-compile's two protocols: the control socket of the zygote,
// and one socket a job.
#ifndef PYASC_SERVER_SANDBOX_ZYGOTE_CLIENT_H_
#define PYASC_SERVER_SANDBOX_ZYGOTE_CLIENT_H_

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "base/frame.h"
#include "server/sandbox/compile_service.h"
#include "server/sandbox/process.h"

namespace pyasc {

class ZygoteClient : public CompileService {
 public:
  explicit ZygoteClient(ZygoteOptions options) : options_(std::move(options)) {}
  // Calls under way must have returned.
  ~ZygoteClient() override;

  // Starts the first zygote and waits until it is ready. Starts no thread.
  absl::Status StartFirst();

  absl::StatusOr<Analysis> Analyse(const AnalyseRequest& request) override;
  absl::StatusOr<Compilation> Compile(const CompileRequest& request) override;
  void Stop() override;

 private:
  // One zygote process. Shared: a call may hold it while the watcher replaces it.
  struct Zygote {
    std::unique_ptr<Process> process;
    UniqueFd control;
  };
  struct Job {
    bool ended = false;
    std::string how;  // "was killed by SIGSEGV"
  };

  absl::StatusOr<std::shared_ptr<Zygote>> Launch();
  absl::Status AwaitReady(const Zygote& zygote) const;
  // A zygote that is ready; restarts it if it died.
  absl::StatusOr<std::shared_ptr<Zygote>> Acquire() ABSL_LOCKS_EXCLUDED(mutex_);

  absl::StatusOr<Frame> Ask(FrameType type, const std::string& payload);
  absl::StatusOr<UniqueFd> StartJob(uint64_t job, std::shared_ptr<Zygote>* zygote);
  absl::StatusOr<Frame> Exchange(int socket, FrameType type, const std::string& payload) const;
  // Until the zygote reports the end of the job's process, which it does right after the
  // process's socket ends; false if it does not.
  bool AwaitExit(uint64_t job) ABSL_LOCKS_EXCLUDED(mutex_);
  absl::Status ExplainFailure(const absl::Status& failure, uint64_t job, const Zygote& zygote);

  // The watcher's thread: reads the control socket, replaces a zygote that died.
  void Watch();
  void ReadExits(const Zygote& zygote);
  void MarkDead(const std::string& how);
  // False when the client is being destroyed.
  bool AwaitNeed();
  void Restart();

  bool Answerable() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return ready_ || !wanted_ || stopping_;
  }
  bool Needed() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return wanted_ || stopping_; }

  const ZygoteOptions options_;
  absl::Mutex mutex_;
  std::shared_ptr<Zygote> zygote_ ABSL_GUARDED_BY(mutex_);
  bool ready_ ABSL_GUARDED_BY(mutex_) = false;
  bool wanted_ ABSL_GUARDED_BY(mutex_) = false;  // a call waits for a new zygote
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  absl::Status start_error_ ABSL_GUARDED_BY(mutex_);
  std::chrono::steady_clock::time_point last_start_ ABSL_GUARDED_BY(mutex_);
  uint64_t next_job_ ABSL_GUARDED_BY(mutex_) = 1;
  std::map<uint64_t, Job> jobs_ ABSL_GUARDED_BY(mutex_);
  std::thread watcher_ ABSL_GUARDED_BY(mutex_);  // started by the first call
};

}  // namespace pyasc

#endif  // PYASC_SERVER_SANDBOX_ZYGOTE_CLIENT_H_
