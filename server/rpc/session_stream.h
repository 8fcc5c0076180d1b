// AdminService.OpenSession: sessions that last as long as their streams.
#ifndef PYASC_SERVER_RPC_SESSION_STREAM_H_
#define PYASC_SERVER_RPC_SESSION_STREAM_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <set>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "pyascd/v1/admin_service.pb.h"
#include "server/rpc/broker.h"

namespace pyasc {

// One stream's side of its end, which comes from the client or from the daemon.
// Thread-safe; may outlive the stream.
class SessionLife {
 public:
  SessionLife(grpc::ServerWriteReactor<pyascd::v1::SessionEvent>* writer,
              grpc::CallbackServerContext* context)
      : writer_(writer), context_(context) {}
  // The first event is out.
  void Greeted();
  // Ends the stream, after the first event.
  void End(const grpc::Status& status);

 private:
  void FinishIfDue();

  grpc::ServerWriteReactor<pyascd::v1::SessionEvent>* const writer_;  // valid until finished_
  grpc::CallbackServerContext* const context_;                        // as long
  absl::Mutex mutex_;
  bool greeted_ ABSL_GUARDED_BY(mutex_) = false;
  bool ended_ ABSL_GUARDED_BY(mutex_) = false;
  bool finished_ ABSL_GUARDED_BY(mutex_) = false;
  grpc::Status status_ ABSL_GUARDED_BY(mutex_);
};

// Thread-safe. Outlives its streams.
class SessionStreams {
 public:
  // The reactor deletes itself, and ends the session with its launches.
  grpc::ServerWriteReactor<pyascd::v1::SessionEvent>* Open(const Broker& broker,
                                                           grpc::CallbackServerContext* context,
                                                           SessionClient client);
  // Ends all streams with UNAVAILABLE, and those opened later at once.
  void CloseAll();
  void Remove(const std::shared_ptr<SessionLife>& life);

 private:
  absl::Mutex mutex_;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  std::set<std::shared_ptr<SessionLife>> open_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_SESSION_STREAM_H_
