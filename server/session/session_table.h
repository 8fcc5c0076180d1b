// Sessions: what one client has registered and put, for as long as it is there.
#ifndef PYASC_SERVER_SESSION_SESSION_TABLE_H_
#define PYASC_SERVER_SESSION_SESSION_TABLE_H_

#include <sys/types.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "base/clock.h"
#include "base/digest.h"
#include "server/device/cancellation.h"
#include "server/tensor/tensor_store.h"

namespace pyasc {

// A registered operator. Immutable.
struct Operator {
  Digest id;
  std::string name;
  std::string text;  // as the client sent it
};

// Whose session it is. Name and version are the client's own words.
struct SessionClient {
  uid_t uid = 0;
  pid_t pid = 0;  // 0: of a process that this one cannot see
  std::string name;
  std::string version;
};

// Thread-safe. Calls under way hold the session together with the table.
class Session {
 public:
  Session(std::string id, SessionClient client, std::shared_ptr<TensorQuota> quota)
      : id_(std::move(id)), client_(std::move(client)), tensors_(std::move(quota)) {}

  const std::string& id() const { return id_; }
  uid_t uid() const { return client_.uid; }
  const SessionClient& client() const { return client_; }
  TensorStore& tensors() { return tensors_; }
  // Cancelled once the session has ended.
  std::shared_ptr<const Cancellation> life() const { return life_; }

  // Replaces an operator of the same id.
  void AddOperator(std::shared_ptr<const Operator> registered);
  // kNotFound.
  absl::StatusOr<std::shared_ptr<const Operator>> FindOperator(std::string_view id) const;
  std::vector<std::shared_ptr<const Operator>> Operators() const;  // by name
  // Of the id, for people: the log has it too.
  std::string ShortId() const;
  void Cancel() { life_->Cancel(); }
  // Frees everything; later calls find nothing, and those under way are cancelled.
  void End();

 private:
  const std::string id_;
  const SessionClient client_;
  TensorStore tensors_;
  const std::shared_ptr<Cancellation> life_ = std::make_shared<Cancellation>();
  mutable absl::Mutex mutex_;
  std::map<Digest, std::shared_ptr<const Operator>> operators_ ABSL_GUARDED_BY(mutex_);
};

// Thread-safe.
class SessionTable {
 public:
  static constexpr size_t kIdBytes = 16;

  // `clock` outlives the table.
  SessionTable(std::shared_ptr<TensorQuota> quota, const Clock* clock);

  // kUnavailable once the table is closed.
  absl::StatusOr<std::shared_ptr<Session>> Open(SessionClient client);
  // Closes the table to new sessions if there is none, in one step; returns those there are, by
  // id.
  std::vector<std::shared_ptr<Session>> CloseIfEmpty();
  // kUnauthenticated without an id; kNotFound for one that has ended or is somebody
  // else's.
  absl::StatusOr<std::shared_ptr<Session>> Find(std::string_view id, uid_t uid) const;
  // The session that later calls do not find any more, with those under way cancelled; null
  // if there is none. Session::End frees what it has, which takes its time.
  std::shared_ptr<Session> Remove(std::string_view id);
  // Cancels what is under way in every session; the sessions stay.
  void CancelAll();
  size_t size() const;
  // Those of a user, by id.
  std::vector<std::shared_ptr<Session>> Of(uid_t uid) const;
  // Waits until there is no session; false after `timeout`.
  bool AwaitEmpty(absl::Duration timeout) const;
  // How long there has been no session; 0 while there is one.
  int64_t EmptyForNs() const;

 private:
  std::vector<std::shared_ptr<Session>> All() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::shared_ptr<TensorQuota> quota_;
  const Clock* const clock_;
  mutable absl::Mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<Session>> sessions_ ABSL_GUARDED_BY(mutex_);
  int64_t empty_since_ns_ ABSL_GUARDED_BY(mutex_);
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace pyasc

#endif  // PYASC_SERVER_SESSION_SESSION_TABLE_H_
