"""The methods of pyascd.v1 as one typed table; gRPC is imported when first needed."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, Protocol, TypeVar

from pyasc._proto.v1 import (
    admin_service_pb2 as admin,
)
from pyasc._proto.v1 import (
    kernel_service_pb2 as kernels,
)
from pyasc._proto.v1 import (
    launch_service_pb2 as launches,
)
from pyasc._proto.v1 import (
    tensor_service_pb2 as tensors,
)

# gRPC does nothing at a fork: its poller would go on in the child, and end it as soon as the
# child closes descriptors for another program. `_client` sees to forked children. Set here, since
# gRPC looks when it is first imported, perhaps by the program itself, after pyasc.
os.environ.setdefault("GRPC_ENABLE_FORK_SUPPORT", "0")

Q = TypeVar("Q")
R = TypeVar("R")
Metadata = tuple[tuple[str, str], ...]


class Call(Protocol):
    """What a stream's call object can do beside iterating."""

    def cancel(self) -> bool: ...


def end(call: Any) -> None:
    """Cancel a call and take what is left of it.

    A call whose last event nobody takes would keep its channel's connection open for ever,
    also after the channel was closed. Not for a call that an interrupt has broken off: gRPC
    has cleaned up after that one, and it has no events any more.
    """
    call.cancel()
    with contextlib.suppress(AttributeError):  # a gRPC whose calls need no such care
        while call._state.due:
            call._consume_next_event()


def _release_locks(error: BaseException) -> None:
    """Release gRPC's locks that this thread left locked when `error` struck.

    An interrupt between the taking of a `threading.Condition` and the block that would
    release it leaves it locked, and all later calls on the channel would wait for it for
    ever. Such a condition's own method is on the traceback; whoever catches the error outside
    gRPC knows that nothing in this thread needs the lock any more.
    """
    step = error.__traceback__
    while step is not None:
        condition, caller = step.tb_frame.f_locals.get("self"), step.tb_frame.f_back
        step = step.tb_next
        if caller is None or not isinstance(condition, threading.Condition):
            continue
        if caller.f_globals.get("__name__", "").partition(".")[0] != "grpc":
            continue
        with contextlib.suppress(AttributeError):  # a Python that names it otherwise
            while condition._is_owned():  # type: ignore[attr-defined]
                condition.release()


class Method(Generic[Q, R]):
    _kind: str

    def __init__(self, service: str, name: str, request: type[Q], response: type[R]) -> None:
        self.path: str = f"/pyascd.v1.{service}/{name}"
        self.request: type[Q] = request
        self.response: type[R] = response

    def on(self, channel: Any, kind: str = "") -> Any:
        """Return gRPC's callable; on the wire a stream of one message is any kind's."""
        return getattr(channel, kind or self._kind)(
            self.path,
            request_serializer=self.request.SerializeToString,  # type: ignore[attr-defined]
            response_deserializer=self.response.FromString,  # type: ignore[attr-defined]
        )


class Unary(Method[Q, R]):
    """One request, one response.

    On the wire it is a stream of one response; as such gRPC gives a call that can be
    cancelled, without a thread of its own.
    """

    _kind = "unary_stream"


class ServerStream(Method[Q, R]):
    """One request, many responses."""

    _kind = "unary_stream"


class ClientStream(Method[Q, R]):
    """Many requests, one response."""

    _kind = "stream_unary"


GET_INFO = Unary("AdminService", "GetInfo", admin.GetInfoRequest, admin.GetInfoResponse)
OPEN_SESSION = ServerStream(
    "AdminService", "OpenSession", admin.OpenSessionRequest, admin.SessionEvent
)
LIST_DEVICES = Unary(
    "AdminService", "ListDevices", admin.ListDevicesRequest, admin.ListDevicesResponse
)
GET_STATUS = Unary("AdminService", "GetStatus", admin.GetStatusRequest, admin.GetStatusResponse)
LIST_KERNELS = Unary(
    "AdminService", "ListKernels", admin.ListKernelsRequest, admin.ListKernelsResponse
)
GET_KERNEL = Unary("AdminService", "GetKernel", admin.GetKernelRequest, admin.GetKernelResponse)
REMOVE_KERNELS = Unary(
    "AdminService", "RemoveKernels", admin.RemoveKernelsRequest, admin.RemoveKernelsResponse
)
COLLECT_GARBAGE = Unary(
    "AdminService", "CollectGarbage", admin.CollectGarbageRequest, admin.CollectGarbageResponse
)
VERIFY_CACHE = Unary(
    "AdminService", "VerifyCache", admin.VerifyCacheRequest, admin.VerifyCacheResponse
)
GET_CACHE_STATS = Unary(
    "AdminService", "GetCacheStats", admin.GetCacheStatsRequest, admin.GetCacheStatsResponse
)
GET_METRICS = Unary("AdminService", "GetMetrics", admin.GetMetricsRequest, admin.GetMetricsResponse)
LIST_OPERATORS = Unary(
    "AdminService", "ListOperators", admin.ListOperatorsRequest, admin.ListOperatorsResponse
)
CLEAR_CACHE = Unary("AdminService", "ClearCache", admin.ClearCacheRequest, admin.ClearCacheResponse)
STOP = Unary("AdminService", "Stop", admin.StopRequest, admin.StopResponse)
REGISTER = Unary("KernelService", "Register", kernels.RegisterRequest, kernels.RegisterResponse)
COMPILE = Unary("KernelService", "Compile", kernels.CompileRequest, kernels.CompileResponse)
ALLOCATE = Unary("TensorService", "Allocate", tensors.AllocateRequest, tensors.AllocateResponse)
PUT = ClientStream("TensorService", "Put", tensors.PutRequest, tensors.PutResponse)
GET = ServerStream("TensorService", "Get", tensors.GetRequest, tensors.GetResponse)
FREE = Unary("TensorService", "Free", tensors.FreeRequest, tensors.FreeResponse)
LAUNCH = Unary("LaunchService", "Launch", launches.LaunchRequest, launches.LaunchResponse)
LAUNCH_MANY = ServerStream(
    "LaunchService", "LaunchMany", launches.LaunchManyRequest, launches.LaunchManyResponse
)

METHODS: tuple[Method[Any, Any], ...] = (
    GET_INFO, OPEN_SESSION, LIST_DEVICES, GET_STATUS, LIST_KERNELS, CLEAR_CACHE, STOP,
    GET_METRICS, GET_KERNEL, REMOVE_KERNELS, COLLECT_GARBAGE, VERIFY_CACHE, GET_CACHE_STATS,
    LIST_OPERATORS, REGISTER, COMPILE, ALLOCATE, PUT, GET, FREE, LAUNCH, LAUNCH_MANY,
)  # fmt: skip


_CHANNEL_OPTIONS = [
    ("grpc.max_receive_message_length", -1),
    ("grpc.max_send_message_length", -1),
    # The session's stream needs no thread of its own.
    ("SingleThreadedUnaryStream", 1),
    # A daemon started anew at the same socket is found at once, not after a back-off.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1000),
]


def import_grpc() -> Any:
    """Import gRPC; its C library keeps its words to itself unless the user wants them."""
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    import grpc

    return grpc


class Stubs:
    """The methods bound to a channel of their own. Thread-safe.

    Attributes
    ----------
    failure : type
        What a call with a status other than OK raises.
    """

    def __init__(self, target: str) -> None:
        grpc = import_grpc()
        self.failure: Any = grpc.RpcError
        self._broken_off = False
        self._channel = grpc.insecure_channel(target, options=_CHANNEL_OPTIONS)
        self._bound = {method.path: method.on(self._channel) for method in METHODS}
        self._single = {
            method.path: method.on(self._channel, Unary._kind)
            for method in METHODS
            if isinstance(method, ClientStream)
        }

    def close(self) -> None:
        """Close the channel; calls under way are cancelled."""
        if self._broken_off:
            # Of a call that an interrupt kept from starting gRPC awaits an end that never comes.
            threading.Thread(target=self._channel.close, daemon=True).start()
        else:
            self._channel.close()

    def broken_off(self, error: BaseException) -> None:
        """Keep the channel usable after an exception that left gRPC in the middle of a call."""
        self._broken_off = True
        _release_locks(error)

    def unary(
        self, method: Unary[Q, R], request: Q, metadata: Metadata, timeout: float | None = None
    ) -> R:
        """Call and wait; KeyboardInterrupt cancels the call."""
        bound = self._bound[method.path]
        found: R = self._finished(lambda: bound(request, metadata=metadata, timeout=timeout), _only)
        return found

    def _finished(self, start: Callable[[], Any], answer: Callable[[Any], Any]) -> Any:
        call = None
        try:
            call = start()
            return answer(call)
        except self.failure:
            raise
        except BaseException as error:
            self.broken_off(error)
            if call is not None:
                call.cancel()
            raise

    def server_stream(
        self,
        method: ServerStream[Q, R],
        request: Q,
        metadata: Metadata,
        timeout: float | None = None,
    ) -> tuple[Iterator[R], Call]:
        """Return the responses, and the call to cancel."""
        try:
            call = self._bound[method.path](request, metadata=metadata, timeout=timeout)
        except KeyboardInterrupt as error:
            self.broken_off(error)
            raise
        return call, call

    def client_stream(
        self,
        method: ClientStream[Q, R],
        requests: Iterable[Q],
        metadata: Metadata,
        timeout: float | None = None,
    ) -> R:
        """Send all requests and wait; KeyboardInterrupt cancels the call.

        A list of one request goes without the two threads that gRPC starts for a stream.
        """
        how: dict[str, Any] = {"metadata": metadata, "timeout": timeout}
        if isinstance(requests, list) and len(requests) == 1:
            single = self._single[method.path]
            found: R = self._finished(lambda: single(requests[0], **how), _only)
            return found
        many = self._bound[method.path].future
        response: R = self._finished(
            lambda: many(iter(requests), **how), lambda call: call.result()
        )
        return response


def _only(call: Any) -> Any:
    (response,) = call
    return response
