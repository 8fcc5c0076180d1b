#include "server/state.h"

#include <utility>

#include "base/status_macros.h"

namespace pyasc {

absl::StatusOr<State> TakeState(const std::string& wanted, const std::string& local,
                                const PrepareDirectory& prepare) {
  State state{.directory = wanted};
  absl::Status prepared = prepare(wanted);
  if (absl::IsFailedPrecondition(prepared)) {
    state.moved = std::move(prepared);
    state.directory = local;
    prepared = prepare(local);
  }
  PYASC_RETURN_IF_ERROR(prepared);
  PYASC_ASSIGN_OR_RETURN(state.lock, StateLock::Acquire(state.directory));
  return state;
}

}  // namespace pyasc
