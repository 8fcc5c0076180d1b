// One LaunchService.LaunchMany: answers as launches finish.
#ifndef PYASC_SERVER_RPC_LAUNCH_MANY_H_
#define PYASC_SERVER_RPC_LAUNCH_MANY_H_

#include <grpcpp/grpcpp.h>

#include <memory>

#include "pyascd/v1/launch_service.pb.h"
#include "server/kernels/thread_pool.h"
#include "server/rpc/launcher.h"

namespace pyasc {

// Starts all launches on the pool, in their order. The reactor deletes itself; launches
// that wait or run when the client gives up are cancelled, their answers discarded. The call needs
// no cancellation: it gets one.
grpc::ServerWriteReactor<pyascd::v1::LaunchManyResponse>* StartLaunchMany(
    ThreadPool* pool, Launcher* launcher, grpc::CallbackServerContext* context, LaunchCall call,
    pyascd::v1::LaunchManyRequest request);

}  // namespace pyasc

#endif  // PYASC_SERVER_RPC_LAUNCH_MANY_H_
