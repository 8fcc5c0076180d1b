// When a launch reached each of its stages, and the spans between them.
#ifndef PYASC_SERVER_RPC_LAUNCH_TIMES_H_
#define PYASC_SERVER_RPC_LAUNCH_TIMES_H_

#include <cstdint>

#include "pyascd/v1/types.pb.h"
#include "server/device/device.h"
#include "server/kernels/registry.h"

namespace pyasc {

// Of the broker's clock, in the order of time; 0: it was not reached.
struct LaunchTimes {
  int64_t received_ns = 0;
  int64_t begun_ns = 0;     // a thread took it
  int64_t decoded_ns = 0;   // its inline memory is copied
  int64_t resolved_ns = 0;  // handed to the device, or known to be no operator
  int64_t taken_ns = 0;     // its turn came on the device
  int64_t run_begin_ns = 0;
  int64_t run_end_ns = 0;
  int64_t answered_ns = 0;  // the device is done with it
  bool taken = false;       // its turn came, not only the word that it is cancelled
  int64_t finished_ns = 0;  // the response is made
  // Of the compile that it waited for.
  int64_t compile_begin_ns = 0;
  int64_t compile_end_ns = 0;

  void TakeCompile(const KernelAnswer& answer);
  // Requires: resolved_ns <= answered_ns. A worker's times may be nonsense: they are kept in
  // between. A kernel of unknown begin ran just before the answer.
  void TakeRun(const LaunchResult& result);
};

// Adds the stages that were reached, without gaps from received_ns to finished_ns; a compile
// that began before the launch came in counts from then.
void EncodeSpans(const LaunchTimes& times,
                 google::protobuf::RepeatedPtrField<pyascd::v1::Span>* wire);

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_LAUNCH_TIMES_H_
