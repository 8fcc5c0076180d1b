#include "server/kernels/registry.h"

#include <utility>

#include "base/encoding.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "server/kernels/keys.h"
#include "server/kernels/registry_rows.h"

namespace pyasc {
namespace {

uint64_t BytesOf(const Kernel& kernel) {
  uint64_t bytes = sizeof kernel;
  if (kernel.executable != nullptr) bytes += kernel.executable->image.size();
  return bytes;
}

uint64_t BytesOf(const Analysis& analysis) {
  return sizeof analysis + analysis.normalised.size() +
         analysis.lines.spans.size() * sizeof(SourceSpan);
}

}  // namespace

Registry::Registry(CompileService* compiler, KernelStore* store, const Clock* clock,
                   Metrics* metrics, Options options)
    : compiler_(compiler),
      store_(store),
      clock_(clock),
      metrics_(metrics),
      options_(std::move(options)),
      analyses_(options_.memory_entries, options_.memory_bytes),
      kernels_(options_.memory_entries, options_.memory_bytes),
      pool_(options_.compile_threads) {}

Registry::~Registry() { Stop(); }

void Registry::Stop() { pool_.Stop(); }

void Registry::ClearMemory() {
  analyses_.Clear();
  kernels_.Clear();
}

Registry::Counters Registry::counters() const {
  return {.compiles = compiles_.load(),
          .analyses = analysed_.load(),
          .memory_kernels = kernels_.size(),
          .memory_bytes = kernels_.bytes()};
}

void Registry::Analyse(AnalyseRequest request, AnalysisDone done) {
  // The values are no part of the key, so the compile process must not see them either.
  request.captures = WithoutValues(std::move(request.captures));
  const Digest key = AnalysisKey(options_.toolchain, request);
  if (auto known = analyses_.Get(key, clock_->SteadyNs())) return done(std::move(known));
  if (!analysing_.Join(key, std::move(done))) return;
  // Whoever led before may have landed between the two looks above.
  auto found = analyses_.Get(key, clock_->SteadyNs());
  if (found == nullptr) found = StoredAnalysis(key);
  if (found != nullptr) return analysing_.Land(key, found, found);
  pool_.Post([this, key, request = std::move(request)] { CompileAnalysis(key, request); });
}

void Registry::CompileAnalysis(const Digest& key, const AnalyseRequest& request) {
  ++analysed_;
  absl::StatusOr<Analysis> made = compiler_->Analyse(request);
  if (!made.ok()) return analysing_.Land(key, made.status(), made.status());
  store_->PutAnalysis(RowOf(key, *made, options_.toolchain));
  auto analysis = std::make_shared<const Analysis>(*std::move(made));
  analyses_.Put(key, analysis, BytesOf(*analysis));
  analysing_.Land(key, analysis, analysis);
}

std::shared_ptr<const Analysis> Registry::StoredAnalysis(const Digest& key) {
  absl::StatusOr<AnalysisRow> row = store_->GetAnalysis(key);
  if (!row.ok()) return nullptr;
  absl::StatusOr<Analysis> decoded = DecodeFromString<Analysis>(row->analysis);
  if (!decoded.ok()) return nullptr;
  auto analysis = std::make_shared<const Analysis>(*std::move(decoded));
  analyses_.Put(key, analysis, BytesOf(*analysis));
  return analysis;
}

void Registry::Find(KernelQuery query, KernelDone done) {
  const Digest key =
      KernelKey(options_.toolchain, query.analysis->normalised, query.specialisation);
  if (!query.stages.empty()) {
    // Texts of stages are not kept, so whoever wants them pays for a compile of his own.
    pool_.Post([this, key, query = std::move(query), done = std::move(done)] {
      done(Answer(key, query));
    });
    return;
  }
  if (auto known = kernels_.Get(key, clock_->SteadyNs())) {
    store_->Touch(key);
    metrics_->CacheAsked(CacheTier::kMemory, CacheResult::kHit);
    return done(KernelAnswer{.kernel = std::move(known)});
  }
  metrics_->CacheAsked(CacheTier::kMemory, CacheResult::kMiss);
  if (!compiling_.Join(key, std::move(done))) return;
  // Whoever led before may have landed between the two looks above.
  auto found = kernels_.Get(key, clock_->SteadyNs());
  if (found == nullptr) {
    found = StoredKernel(key);
    metrics_->CacheAsked(CacheTier::kDisk,
                         found == nullptr ? CacheResult::kMiss : CacheResult::kHit);
    if (found != nullptr) metrics_->CacheSaved(found->compile_us * 1000);
  }
  if (found != nullptr) {
    const KernelAnswer answer{.kernel = std::move(found)};
    return compiling_.Land(key, answer, answer);
  }
  pool_.Post([this, key, query = std::move(query)] { CompileKernel(key, query); });
}

void Registry::CompileKernel(const Digest& key, const KernelQuery& query) {
  const absl::StatusOr<KernelAnswer> first = Answer(key, query);
  absl::StatusOr<KernelAnswer> others = first;
  if (others.ok()) others->compiled = false;
  compiling_.Land(key, first, others);
}

absl::StatusOr<KernelAnswer> Registry::Answer(const Digest& key, const KernelQuery& query) {
  absl::StatusOr<KernelAnswer> answer = Make(key, query);
  if (!answer.ok()) {
    LogEvent(LogLevel::kWarn, "compile_failed",
             {{"request", query.request_id},
              {"operator", query.operator_name},
              {"key", key.Hex()},
              {"message", std::string(answer.status().message())}});
  }
  return answer;
}

absl::StatusOr<KernelAnswer> Registry::Make(const Digest& key, const KernelQuery& query) {
  KernelAnswer answer{.compiled = true, .compile_begin_ns = clock_->SteadyNs()};
  absl::StatusOr<std::shared_ptr<const Kernel>> made = Compile(key, query);
  Observe(query, answer.compile_begin_ns, made);
  PYASC_ASSIGN_OR_RETURN(answer.kernel, std::move(made));
  answer.compile_end_ns = clock_->SteadyNs();
  return answer;
}

void Registry::Observe(const KernelQuery& query, int64_t begin_ns,
                       const absl::StatusOr<std::shared_ptr<const Kernel>>& made) {
  Outcome outcome = Outcome::kFailed;
  if (made.ok()) {
    outcome = (*made)->diagnostics.empty() ? Outcome::kSuccess : Outcome::kMistakes;
  }
  metrics_->CompileEnded({.backend = query.specialisation.target.device_kind,
                          .opt_level = query.specialisation.opt_level,
                          .outcome = outcome,
                          .duration_ns = clock_->SteadyNs() - begin_ns});
}

absl::StatusOr<std::shared_ptr<const Kernel>> Registry::Compile(const Digest& key,
                                                                const KernelQuery& query) {
  ++compiles_;
  const int64_t start_ns = clock_->SteadyNs();
  PYASC_ASSIGN_OR_RETURN(Compilation compilation,
                         compiler_->Compile({.normalised = query.analysis->normalised,
                                             .specialisation = query.specialisation,
                                             .stages = query.stages}));
  auto kernel = std::make_shared<Kernel>();
  kernel->key = key;
  kernel->compile_us = (clock_->SteadyNs() - start_ns) / 1000;
  kernel->stages = std::move(compilation.stages);
  kernel->diagnostics = std::move(compilation.diagnostics);
  if (kernel->diagnostics.empty()) {
    PYASC_ASSIGN_OR_RETURN(kernel->executable,
                           MakeExecutable(std::move(compilation.image), std::move(compilation.meta),
                                          query.specialisation, options_.host_features));
    store_->PutKernel(RowOf(*kernel, query, options_.toolchain));
  }
  Remember(kernel);
  return kernel;
}

std::shared_ptr<const Kernel> Registry::StoredKernel(const Digest& key) {
  absl::StatusOr<KernelRow> row = store_->GetKernel(key);
  if (!row.ok()) return nullptr;
  absl::StatusOr<std::shared_ptr<const Kernel>> kernel =
      KernelOf(*std::move(row), options_.host_features);
  if (!kernel.ok()) return nullptr;
  Remember(*kernel);
  return *kernel;
}

void Registry::Remember(const std::shared_ptr<const Kernel>& kernel) {
  // Texts of stages are large and wanted once.
  if (!kernel->stages.empty()) return;
  const bool diagnosed = kernel->executable == nullptr;
  kernels_.Put(
      kernel->key, kernel, BytesOf(*kernel),
      diagnosed ? clock_->SteadyNs() + options_.diagnosed_for_ns : BoundedCache<Kernel>::kNever);
}

}  // namespace pyasc
