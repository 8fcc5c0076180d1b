#include "server/rpc/resolve.h"

#include <utility>

#include "server/kernels/explain.h"

namespace pyasc {
namespace {

struct Resolving {
  ResolveRequest request;
  ResolveDone done;
  Resolved resolved;
};

void OnKernel(Resolving& work, absl::StatusOr<KernelAnswer> answer) {
  if (!answer.ok()) return work.done(answer.status());
  Resolved& resolved = work.resolved;
  resolved.answer = *std::move(answer);
  resolved.diagnostics = WithSpans(resolved.answer.kernel->diagnostics, resolved.analysis->lines);
  work.done(std::move(resolved));
}

void OnAnalysis(const Broker& broker, const std::shared_ptr<Resolving>& work,
                absl::StatusOr<std::shared_ptr<const Analysis>> analysis) {
  if (!analysis.ok()) return work->done(analysis.status());
  Resolved& resolved = work->resolved;
  resolved.analysis = *std::move(analysis);
  if (!resolved.analysis->diagnostics.empty()) {
    resolved.diagnostics = resolved.analysis->diagnostics;
    return work->done(std::move(resolved));
  }
  resolved.launch = std::move(work->request.launch);
  auto specialisation = BuildSpecialisation(resolved.analysis->signature, resolved.launch,
                                            resolved.device->CompileTarget());
  if (!specialisation.ok()) return work->done(specialisation.status());
  resolved.specialisation = *std::move(specialisation);
  KernelQuery query{.analysis = resolved.analysis,
                    .specialisation = resolved.specialisation,
                    .operator_name = work->request.registered->name,
                    .stages = work->request.stages,
                    .request_id = work->request.request_id};
  broker.registry->Find(std::move(query), [work](absl::StatusOr<KernelAnswer> answer) {
    OnKernel(*work, std::move(answer));
  });
}

}  // namespace

void Resolve(const Broker& broker, ResolveRequest request, ResolveDone done) {
  absl::StatusOr<Device*> device = broker.scheduler->Choose(request.backend);
  if (!device.ok()) return done(device.status());
  auto work = std::make_shared<Resolving>();
  work->request = std::move(request);
  work->done = std::move(done);
  work->resolved.device = *device;
  // Captured names may mean something of another type than when the text was registered:
  // then it has another analysis.
  broker.registry->Analyse(
      {.text = work->request.registered->text, .captures = work->request.launch.captures},
      [&broker, work](absl::StatusOr<std::shared_ptr<const Analysis>> analysis) {
        OnAnalysis(broker, work, std::move(analysis));
      });
}

}  // namespace pyasc
