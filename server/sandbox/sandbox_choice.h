// How compile processes and device workers are confined on this machine.
#ifndef PYASC_SERVER_SANDBOX_SANDBOX_CHOICE_H_
#define PYASC_SERVER_SANDBOX_SANDBOX_CHOICE_H_

#include <string>

#include "absl/status/statusor.h"
#include "base/confine.h"

namespace pyasc {

struct SandboxDemand {
  int level = 0;     // of SandboxLevel; 0: the highest there is
  std::string user;  // whom root's processes become; "": nobody, where that works
};

struct SandboxChoice {
  Confinement confinement;
  std::string missing;  // what a higher level lacks here; ""
  std::string warning;  // why processes stay root's; ""
};

// kFailedPrecondition names what this machine lacks for the demand. `support` is what
// ProbeSandbox() found; call it, like that, before the process has threads.
absl::StatusOr<SandboxChoice> ChooseSandbox(const SandboxDemand& demand,
                                            const SandboxSupport& support);

}  // namespace pyasc

#endif  // PYASC_SERVER_SANDBOX_SANDBOX_CHOICE_H_
