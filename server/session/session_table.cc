#include "server/session/session_table.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/escaping.h"
#include "base/steady_wait.h"
#include "fmt/format.h"

namespace pyasc {

void Session::AddOperator(std::shared_ptr<const Operator> registered) {
  absl::MutexLock lock(&mutex_);
  operators_[registered->id] = std::move(registered);
}

absl::StatusOr<std::shared_ptr<const Operator>> Session::FindOperator(std::string_view id) const {
  std::optional<Digest> digest = Digest::FromBytes(id);
  absl::MutexLock lock(&mutex_);
  auto found = digest ? operators_.find(*digest) : operators_.end();
  if (found == operators_.end()) {
    return absl::NotFoundError("this session has no operator of that id");
  }
  return found->second;
}

std::vector<std::shared_ptr<const Operator>> Session::Operators() const {
  std::vector<std::shared_ptr<const Operator>> operators;
  {
    absl::MutexLock lock(&mutex_);
    for (const auto& [id, registered] : operators_) operators.push_back(registered);
  }
  std::stable_sort(operators.begin(), operators.end(),
                   [](const auto& a, const auto& b) { return a->name < b->name; });
  return operators;
}

std::string Session::ShortId() const { return absl::BytesToHexString(id_.substr(0, 4)); }

void Session::End() {
  Cancel();
  tensors_.Close();
  absl::MutexLock lock(&mutex_);
  operators_.clear();
}

SessionTable::SessionTable(std::shared_ptr<TensorQuota> quota, const Clock* clock)
    : quota_(std::move(quota)), clock_(clock), empty_since_ns_(clock->SteadyNs()) {}

absl::StatusOr<std::shared_ptr<Session>> SessionTable::Open(SessionClient client) {
  auto session = std::make_shared<Session>(RandomBytes(kIdBytes), std::move(client), quota_);
  absl::MutexLock lock(&mutex_);
  if (closed_) return absl::UnavailableError("the daemon is stopping");
  sessions_.emplace(session->id(), session);
  return session;
}

std::vector<std::shared_ptr<Session>> SessionTable::CloseIfEmpty() {
  absl::MutexLock lock(&mutex_);
  closed_ = closed_ || sessions_.empty();
  return All();
}

absl::StatusOr<std::shared_ptr<Session>> SessionTable::Find(std::string_view id, uid_t uid) const {
  if (id.empty()) return absl::UnauthenticatedError("the call names no session");
  absl::MutexLock lock(&mutex_);
  auto found = sessions_.find(std::string(id));
  if (found == sessions_.end() || found->second->uid() != uid) {
    return absl::NotFoundError("there is no such session, or it has ended");
  }
  return found->second;
}

std::shared_ptr<Session> SessionTable::Remove(std::string_view id) {
  std::shared_ptr<Session> ended;
  {
    absl::MutexLock lock(&mutex_);
    auto found = sessions_.find(std::string(id));
    if (found == sessions_.end()) return nullptr;
    ended = std::move(found->second);
    sessions_.erase(found);
    if (sessions_.empty()) empty_since_ns_ = clock_->SteadyNs();
  }
  ended->Cancel();
  return ended;
}

void SessionTable::CancelAll() {
  absl::MutexLock lock(&mutex_);
  for (const auto& [id, session] : sessions_) session->Cancel();
}

size_t SessionTable::size() const {
  absl::MutexLock lock(&mutex_);
  return sessions_.size();
}

std::vector<std::shared_ptr<Session>> SessionTable::All() const {
  std::vector<std::shared_ptr<Session>> all;
  for (const auto& [id, session] : sessions_) all.push_back(session);
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a->id() < b->id(); });
  return all;
}

std::vector<std::shared_ptr<Session>> SessionTable::Of(uid_t uid) const {
  absl::MutexLock lock(&mutex_);
  std::vector<std::shared_ptr<Session>> found = All();
  std::erase_if(found, [uid](const auto& session) { return session->uid() != uid; });
  return found;
}

bool SessionTable::AwaitEmpty(absl::Duration timeout) const {
  auto empty = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return sessions_.empty(); };
  absl::MutexLock lock(&mutex_);
  return AwaitFor(mutex_, absl::Condition(&empty), timeout);
}

int64_t SessionTable::EmptyForNs() const {
  absl::MutexLock lock(&mutex_);
  return sessions_.empty() ? clock_->SteadyNs() - empty_since_ns_ : 0;
}

}  // namespace pyasc
