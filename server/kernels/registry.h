// Analyses and kernels: from memory, from the store, or compiled once for all who wait.
#ifndef PYASC_SERVER_KERNELS_REGISTRY_H_
#define PYASC_SERVER_KERNELS_REGISTRY_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "base/compile_job.h"
#include "base/digest.h"
#include "cache/kernel_store.h"
#include "server/device/device.h"
#include "server/kernels/bounded_cache.h"
#include "server/kernels/single_flight.h"
#include "server/kernels/thread_pool.h"
#include "server/metrics/metrics.h"
#include "server/sandbox/compile_service.h"

namespace pyasc {

struct KernelQuery {
  std::shared_ptr<const Analysis> analysis;
  Specialisation specialisation;
  std::string operator_name;        // for people, in the store
  std::vector<std::string> stages;  // stages whose text is wanted: compiled afresh for it
  std::string request_id;           // of the call that asks, for the log
};

// A kernel, or what is wrong with the operator.
struct Kernel {
  Digest key;
  std::vector<Diagnostic> diagnostics;           // by point; not empty: no executable
  std::shared_ptr<const Executable> executable;  // shared with the devices that loaded it
  int64_t compile_us = 0;                        // when it was compiled, maybe long ago
  std::map<std::string, std::string> stages;
};

struct KernelAnswer {
  std::shared_ptr<const Kernel> kernel;
  bool compiled = false;  // this query made it
  // Of the compile that this query waited for, its own or another's; both 0: of none.
  int64_t compile_begin_ns = 0;
  int64_t compile_end_ns = 0;
};

// Thread-safe.
class Registry {
 public:
  struct Options {
    std::string toolchain;       // names the compiler: part of every key
    uint64_t host_features = 0;  // images that need more are compiled again
    int compile_threads = 2;
    size_t memory_entries = 1024;
    uint64_t memory_bytes = 256u << 20;
    // A mistake is remembered so long: enough for a loop that repeats it.
    int64_t diagnosed_for_ns = 60'000'000'000;
  };
  struct Counters {
    uint64_t compiles = 0;                          // kernels since the start, diagnosed ones too
    uint64_t analyses = 0;                          // texts parsed since the start
    uint64_t memory_kernels = 0, memory_bytes = 0;  // kept in memory now
  };
  using AnalysisDone = std::function<void(absl::StatusOr<std::shared_ptr<const Analysis>>)>;
  using KernelDone = std::function<void(absl::StatusOr<KernelAnswer>)>;

  // All four outlive the registry.
  Registry(CompileService* compiler, KernelStore* store, const Clock* clock, Metrics* metrics,
           Options options);
  ~Registry();  // Stop()

  // Both look in memory and in the store on the caller's thread (which may block for a
  // read) and compile on the registry's own. `done` runs once, on either. Identical
  // questions at one time are one compile, and its status answers them all; nothing of a
  // failure is kept. Statuses are CompileService's.
  void Analyse(AnalyseRequest request, AnalysisDone done);
  void Find(KernelQuery query, KernelDone done);

  // Forgets what is in memory; the store is its owner's to clear.
  void ClearMemory();
  // Forgets one kernel that is in memory.
  void Forget(const Digest& key) { kernels_.Erase(key); }
  Counters counters() const;
  const std::string& toolchain() const { return options_.toolchain; }
  // Answers what was asked before, then stops. Later questions get no answer.
  void Stop();

 private:
  void CompileAnalysis(const Digest& key, const AnalyseRequest& request);
  void CompileKernel(const Digest& key, const KernelQuery& query);
  // Compiles, and logs a fault.
  absl::StatusOr<KernelAnswer> Answer(const Digest& key, const KernelQuery& query);
  absl::StatusOr<KernelAnswer> Make(const Digest& key, const KernelQuery& query);
  void Observe(const KernelQuery& query, int64_t begin_ns,
               const absl::StatusOr<std::shared_ptr<const Kernel>>& made);
  absl::StatusOr<std::shared_ptr<const Kernel>> Compile(const Digest& key,
                                                        const KernelQuery& query);
  std::shared_ptr<const Analysis> StoredAnalysis(const Digest& key);
  std::shared_ptr<const Kernel> StoredKernel(const Digest& key);
  void Remember(const std::shared_ptr<const Kernel>& kernel);

  CompileService* const compiler_;
  KernelStore* const store_;
  const Clock* const clock_;
  Metrics* const metrics_;
  const Options options_;
  BoundedCache<Analysis> analyses_;
  BoundedCache<Kernel> kernels_;
  SingleFlight<std::shared_ptr<const Analysis>> analysing_;
  SingleFlight<KernelAnswer> compiling_;
  std::atomic<uint64_t> compiles_{0};
  std::atomic<uint64_t> analysed_{0};
  ThreadPool pool_;  // last: its tasks use the members above
};

}  // namespace pyasc

#endif  // PYASC_SERVER_KERNELS_REGISTRY_H_
