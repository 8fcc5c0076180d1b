#include "cache/use_log.h"

#include <algorithm>
#include <utility>

namespace pyasc {

void UseLog::Note(RowKind kind, const Digest& key, int64_t unix_s) {
  absl::MutexLock lock(&mutex_);
  if (uses_.size() >= kMaxUses && uses_.count(key) == 0) return;
  uses_[key] = {kind, key, unix_s, next_order_++};
}

std::vector<UseLog::Use> UseLog::Take() {
  std::unordered_map<Digest, Use> taken;
  {
    absl::MutexLock lock(&mutex_);
    taken.swap(uses_);
  }
  std::vector<Use> uses;
  uses.reserve(taken.size());
  for (const auto& [key, use] : taken) uses.push_back(use);
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) { return a.order < b.order; });
  return uses;
}

}  // namespace pyasc
