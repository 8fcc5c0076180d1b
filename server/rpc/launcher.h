// One launch from its request to its response.
#ifndef PYASC_SERVER_RPC_LAUNCHER_H_
#define PYASC_SERVER_RPC_LAUNCHER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "pyascd/v1/launch_service.pb.h"
#include "server/rpc/broker.h"
#include "server/rpc/resolve.h"

namespace pyasc {

// Where a launch comes from.
struct LaunchCall {
  std::shared_ptr<Session> session;                  // lives as long as its last launch
  std::shared_ptr<const Cancellation> cancellation;  // shared with the call
  std::string request_id;                            // of the call, for the log
  int64_t received_ns = 0;                           // when the call came in
};

// Thread-safe.
class Launcher {
 public:
  using Done = std::function<void(absl::StatusOr<pyascd::v1::LaunchResponse>)>;
  // Gets lines as they are printed, in order, before Done. May wait, as
  // LaunchRequest::on_prints.
  using OnPrints = std::function<void(google::protobuf::RepeatedPtrField<pyascd::v1::PrintedLine>)>;

  // `broker` outlives the launcher, which outlives its launches.
  explicit Launcher(const Broker* broker) : broker_(broker) {}

  // On a thread that may block. `done` runs once, on this thread, the registry's or the
  // broker's pool; the statuses are those that the wire promises, kCancelled once the
  // call's cancellation is.
  void Launch(LaunchCall call, const pyascd::v1::LaunchRequest& request, Done done,
              OnPrints on_prints = nullptr);
  // Ends the launches that share `cancellation`. Does not block.
  void Cancel(Cancellation& cancellation);

  // Frees the tensors of a response that nobody wants.
  static void Discard(Session& session, const pyascd::v1::LaunchResponse& response);

  // Later launches answer kUnavailable; waits for those under way. False: some still are.
  bool Drain(absl::Duration timeout);
  // After Drain: ends the launches still under way. They answer kAborted, so that nobody
  // takes them for lost with the connection and repeats them elsewhere. Waits as Drain does.
  bool EndAll(absl::Duration timeout);
  uint64_t launches() const;
  uint64_t under_way() const;

 private:
  struct Work;

  bool Begin();
  void End();
  void OnResolved(const std::shared_ptr<Work>& work, absl::StatusOr<Resolved> resolved);
  void OnDevice(Work& work, LaunchResult result);
  absl::StatusOr<LaunchRequest> DeviceRequest(const std::shared_ptr<Work>& work);
  absl::StatusOr<pyascd::v1::LaunchResponse> Respond(Work& work, const LaunchResult& result);
  bool Ending() const;
  static void Log(const Work& work, const absl::StatusOr<pyascd::v1::LaunchResponse>& response);
  // Counts a launch that a device has answered.
  void Observe(const Work& work, const absl::StatusOr<pyascd::v1::LaunchResponse>& response);
  void Finish(Work& work, absl::StatusOr<pyascd::v1::LaunchResponse> response);

  const Broker* const broker_;
  mutable absl::Mutex mutex_;
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
  bool ending_ ABSL_GUARDED_BY(mutex_) = false;
  uint64_t under_way_ ABSL_GUARDED_BY(mutex_) = 0;
  uint64_t launches_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_LAUNCHER_H_
