// Compiling in processes of their own: the broker's view of pyascd-compile.
#ifndef PYASC_SERVER_SANDBOX_COMPILE_SERVICE_H_
#define PYASC_SERVER_SANDBOX_COMPILE_SERVICE_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "base/compile_job.h"
#include "base/confine.h"

namespace pyasc {

// Thread-safe; every call blocks for as long as its compile takes.
class CompileService {
 public:
  virtual ~CompileService() = default;
  // kUnavailable: the compile process died, with the signal's name; kInternal: a fault of
  // ours with its text; kDeadlineExceeded: it took longer than the limit and was killed.
  virtual absl::StatusOr<Analysis> Analyse(const AnalyseRequest& request) = 0;
  virtual absl::StatusOr<Compilation> Compile(const CompileRequest& request) = 0;
  // Ends the compiles under way; they and all later ones answer kUnavailable. Does not block.
  virtual void Stop() = 0;
};

struct ZygoteOptions {
  std::string executable;  // path of pyascd-compile
  int compile_timeout_ms = 60'000;
  // A zygote that has not told of the end of a job's process by then is killed itself.
  int exit_report_ms = 5'000;
  Confinement confinement;
};

// Starts pyascd-compile; call it before the process has threads. The zygote is started
// again if it dies.
absl::StatusOr<std::unique_ptr<CompileService>> StartZygote(const ZygoteOptions& options);

}  // namespace pyasc

#endif  // PYASC_SERVER_SANDBOX_COMPILE_SERVICE_H_
