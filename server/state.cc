#include "server/state.h"

#include <utility>

#include "base/status_macros.h"
#include "cache/memory_store.h"

namespace pyasc {
namespace {

absl::StatusOr<State> TakeOne(const std::string& directory, const PrepareDirectory& prepare) {
  State state{.directory = directory};
  PYASC_RETURN_IF_ERROR(prepare(directory));
  PYASC_ASSIGN_OR_RETURN(state.lock, StateLock::Acquire(directory));
  return state;
}

}  // namespace

absl::StatusOr<State> TakeState(const std::string& wanted, const std::string& local,
                                const PrepareDirectory& prepare) {
  absl::StatusOr<State> state = TakeOne(wanted, prepare);
  if (!absl::IsFailedPrecondition(state.status())) return state;
  absl::Status moved = std::move(state).status();
  PYASC_ASSIGN_OR_RETURN(State elsewhere, TakeOne(local, prepare));
  elsewhere.moved = std::move(moved);
  return elsewhere;
}

absl::StatusOr<Cache> OpenCache(const std::string& wanted, const std::string& local,
                                const OpenDirectory& open) {
  absl::StatusOr<std::unique_ptr<KernelStore>> opened = open(wanted);
  if (opened.ok()) return Cache{.store = *std::move(opened), .directory = wanted};
  if (absl::IsAlreadyExists(opened.status())) return opened.status();
  Cache cache{.moved = opened.status()};
  if (absl::IsFailedPrecondition(opened.status())) {
    opened = open(local);
    if (opened.ok()) {
      cache.store = *std::move(opened);
      cache.directory = local;
      return cache;
    }
  }
  cache.store = OpenMemoryStore({});
  return cache;
}

}  // namespace pyasc
