// A compile service that answers what a test tells it to.
#ifndef PYASC_SERVER_TESTING_FAKE_COMPILER_H_
#define PYASC_SERVER_TESTING_FAKE_COMPILER_H_

#include <functional>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "server/sandbox/compile_service.h"

namespace pyasc::testing {

// A smallest image that CheckImage accepts.
std::string MinimalImage();

// Thread-safe. By default the operator is f(x, out, alpha=...): x is read, out written (and
// may be left out), alpha a run-time attribute; spans[i] of the line table is line i + 1.
class FakeCompiler : public CompileService {
 public:
  using AnalyseFunction = std::function<absl::StatusOr<Analysis>(const AnalyseRequest&)>;
  using CompileFunction = std::function<absl::StatusOr<Compilation>(const CompileRequest&)>;

  static Analysis DefaultAnalysis(const AnalyseRequest& request);
  static Compilation DefaultCompilation(const CompileRequest& request);

  absl::StatusOr<Analysis> Analyse(const AnalyseRequest& request) override;
  absl::StatusOr<Compilation> Compile(const CompileRequest& request) override;

  void Stop() override;

  // What later calls answer.
  void OnAnalyse(AnalyseFunction function);
  void OnCompile(CompileFunction function);
  int analyses() const;
  int compiles() const;
  CompileRequest last_compile() const;

 private:
  mutable absl::Mutex mutex_;
  AnalyseFunction analyse_ ABSL_GUARDED_BY(mutex_) = DefaultAnalysis;
  CompileFunction compile_ ABSL_GUARDED_BY(mutex_) = DefaultCompilation;
  int analyses_ ABSL_GUARDED_BY(mutex_) = 0;
  int compiles_ ABSL_GUARDED_BY(mutex_) = 0;
  CompileRequest last_compile_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace pyasc::testing

#endif  // PYASC_SERVER_TESTING_FAKE_COMPILER_H_
