#include "server/rpc/launch_times.h"

#include <algorithm>

namespace pyasc {
namespace {

using WireSpans = google::protobuf::RepeatedPtrField<pyascd::v1::Span>;

constexpr size_t kResolve = 2;  // of the stages below

void Add(const char* name, int64_t start_ns, int64_t end_ns, WireSpans* wire) {
  pyascd::v1::Span* span = wire->Add();
  span->set_name(name);
  span->set_start_ns(start_ns);
  span->set_duration_ns(end_ns - start_ns);
}

}  // namespace

void LaunchTimes::TakeCompile(const KernelAnswer& answer) {
  compile_begin_ns = answer.compile_begin_ns;
  compile_end_ns = answer.compile_end_ns;
}

void LaunchTimes::TakeRun(const LaunchResult& result) {
  taken = result.taken_ns != 0;
  taken_ns = std::clamp(result.taken_ns, resolved_ns, answered_ns);
  const int64_t run_ns = std::clamp<int64_t>(result.run_ns, 0, answered_ns - taken_ns);
  const int64_t latest_ns = answered_ns - run_ns;
  run_begin_ns =
      result.run_begin_ns == 0 ? latest_ns : std::clamp(result.run_begin_ns, taken_ns, latest_ns);
  run_end_ns = run_begin_ns + run_ns;
}

void EncodeSpans(const LaunchTimes& times, WireSpans* wire) {
  struct Stage {
    const char* name;
    int64_t end_ns;
  };
  const Stage stages[] = {{"accept", times.begun_ns},       {"decode", times.decoded_ns},
                          {"resolve", times.resolved_ns},   {"queue", times.taken_ns},
                          {"dispatch", times.run_begin_ns}, {"run", times.run_end_ns},
                          {"collect", times.answered_ns},   {"respond", times.finished_ns}};
  int64_t at_ns = times.received_ns;
  for (const Stage& stage : stages) {
    if (stage.end_ns == 0) continue;
    const int64_t end_ns = std::clamp(stage.end_ns, at_ns, std::max(at_ns, times.finished_ns));
    Add(stage.name, at_ns, end_ns, wire);
    if (&stage == &stages[kResolve] && times.compile_end_ns != 0) {
      Add("compile", std::clamp(times.compile_begin_ns, at_ns, end_ns),
          std::clamp(times.compile_end_ns, at_ns, end_ns), wire);
    }
    at_ns = end_ns;
  }
}

}  // namespace pyasc
