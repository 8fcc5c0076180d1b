"""The process's connection to a daemon: one channel, one session, found or started."""

from __future__ import annotations

import atexit
import collections
import contextlib
import ctypes
import itertools
import os
import pathlib
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from pyasc import _daemon, _environment, _paths, _rpc
from pyasc._crc32c import crc32c
from pyasc._proto.v1 import admin_service_pb2 as admin
from pyasc._proto.v1 import kernel_service_pb2
from pyasc._proto.v1 import tensor_service_pb2 as tensors
from pyasc._version import __version__
from pyasc.errors import ConnectionLost, DeviceError, Error, from_status

if TYPE_CHECKING:
    from pyasc import _relay

Q = TypeVar("Q")
R = TypeVar("R")
T = TypeVar("T")
_PROTOCOL = 1
_CHUNK_BYTES = 1 << 20
# What one launch may carry inside its messages.
INLINE_BYTES = 64 << 10
_ANSWER_TIMEOUT_S = 20.0
_GARBAGE_HANDLES, _GARBAGE_BYTES = 64, 16 << 20
_NOT_FOUND, _UNAVAILABLE, _UNAUTHENTICATED, _CANCELLED = 5, 14, 16, 1


class Connection:
    """A channel and a session on it. Thread-safe.

    Attributes
    ----------
    target : str
        What gRPC connects to.
    info : GetInfoResponse
        What the daemon said about itself.
    lost : bool
        Whether the session is known to have ended.
    """

    def __init__(self, target: str) -> None:
        self.target = target
        self.lost = False
        self._stubs: _rpc.Stubs | _relay.RelayStubs
        if _process.inherited:
            from pyasc import _relay

            self._stubs = _relay.RelayStubs(target)
        else:
            self._stubs = _rpc.Stubs(target)
        self._session: _rpc.Call | None = None
        self._events: Iterator[admin.SessionEvent] = iter(())
        self._garbage: collections.deque[tuple[bytes, int]] = collections.deque()
        self._metadata: _rpc.Metadata = ()
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        hello = admin.GetInfoRequest(client_version=__version__)
        self.info = self.unary(_rpc.GET_INFO, hello, _ANSWER_TIMEOUT_S)
        if self.info.protocol != _PROTOCOL:
            raise Error(
                f"daemon {self.info.version} at {self.target} speaks protocol "
                f"{self.info.protocol}, this client {_PROTOCOL}"
            )
        name = os.path.basename(sys.argv[0]) if sys.argv and sys.argv[0] else "python"
        request = admin.OpenSessionRequest(client_name=name, client_version=__version__)
        try:
            events, call = self._stubs.server_stream(_rpc.OPEN_SESSION, request, ())
            self._metadata = (("pyascd-session", next(events).session_id.hex()),)
            self._session, self._events = call, events
        except StopIteration:
            raise ConnectionLost(f"the daemon at {self.target} opened no session") from None
        except self._stubs.failure as error:
            raise self._translated(error) from None

    def await_end(self) -> None:
        """Wait until the daemon ends the session."""
        with contextlib.suppress(self._stubs.failure):
            for _ in self._events:
                pass

    def close(self) -> None:
        """End the session: its operators and tensors are freed."""
        self.lost = True
        if self._session is not None:
            _rpc.end(self._session)
        self._stubs.close()

    def unary(self, method: _rpc.Unary[Q, R], request: Q, timeout: float | None = None) -> R:
        """Call and wait; raise an exception of `pyasc.errors`. An interrupt cancels the call."""
        self._flush()
        try:
            return self._stubs.unary(method, request, self._metadata, timeout)
        except self._stubs.failure as error:
            raise self._translated(error) from None

    def stream(
        self, method: _rpc.ServerStream[Q, R], request: Q, timeout: float | None = None
    ) -> Iterator[R]:
        """Yield the responses; leaving early cancels the call."""
        self._flush()
        responses, call = self._stubs.server_stream(method, request, self._metadata, timeout)
        try:
            yield from responses
        except self._stubs.failure as error:
            raise self._translated(error) from None
        except GeneratorExit:
            _rpc.end(call)
            raise
        finally:
            call.cancel()

    def put(self, data: memoryview, handle: bytes = b"", offset: int = 0) -> bytes:
        """Write bytes to memory of the daemon, new without `handle`; return its handle."""
        self._flush()
        try:
            response = self._stubs.client_stream(
                _rpc.PUT, self._put_requests(data, handle, offset), self._metadata
            )
        except self._stubs.failure as error:
            raise self._translated(error) from None
        return response.handle

    def _put_requests(
        self, data: memoryview, handle: bytes, offset: int
    ) -> Iterable[tensors.PutRequest]:
        header = tensors.PutHeader(
            handle=handle, offset=offset, bytes=data.nbytes, crc32c=crc32c(data)
        )
        if self.takes_inline and data.nbytes <= _CHUNK_BYTES:
            header.chunk = bytes(data)
            return [tensors.PutRequest(header=header)]
        return itertools.chain([tensors.PutRequest(header=header)], _chunks(data))

    def get(self, handle: bytes, offset: int, size: int) -> npt.NDArray[np.uint8]:
        """Read bytes of the daemon's memory."""
        data = np.empty(size, np.uint8)
        filled = 0
        if size == 0:
            return data
        request = tensors.GetRequest(handle=handle, offset=offset, bytes=size)
        for response in self.stream(_rpc.GET, request):
            chunk = self.received(response.chunk, response.crc32c)
            if filled + chunk.size > size:
                raise Error("tensor bytes were damaged on their way")
            data[filled : filled + chunk.size] = chunk
            filled += chunk.size
        if filled != size:
            raise Error(f"the daemon answered with {filled} of {size} bytes of a tensor")
        return data

    def received(self, data: bytes, crc: int) -> npt.NDArray[np.uint8]:
        """Return the bytes of a message, checked if they come from another host."""
        if self.is_remote and crc32c(data) != crc:
            raise Error("tensor bytes were damaged on their way")
        return np.frombuffer(data, np.uint8)

    def free(self, handles: Iterable[bytes], size: int = 0) -> None:
        """Free memory of `size` bytes soon: with a later call, so that it costs no message.

        A session that has ended has freed it already. May be called by the garbage
        collector at any time.
        """
        for handle in handles:
            self._garbage.append((handle, size))

    def _flush(self) -> None:
        """Free what was left to free, once it is worth a message."""
        if len(self._garbage) < _GARBAGE_HANDLES and (
            sum(size for _, size in list(self._garbage)) < _GARBAGE_BYTES
        ):
            return
        handles = []
        with contextlib.suppress(IndexError):
            while True:
                handles.append(self._garbage.popleft()[0])
        with contextlib.suppress(self._stubs.failure):
            request = tensors.FreeRequest(handles=handles)
            self._stubs.unary(_rpc.FREE, request, self._metadata, _ANSWER_TIMEOUT_S)

    @property
    def takes_inline(self) -> bool:
        """Whether small memory may travel inside messages."""
        return "inline" in self.info.capabilities

    @property
    def is_remote(self) -> bool:
        """Whether bytes leave the host: then they are checked on arrival too."""
        return not self.target.startswith("unix:")

    def _translated(self, error: Any) -> Error:
        return self.failure(error.code().value[0], error.details() or "")

    def failure(self, code: int, message: str) -> Error:
        """Return the exception for a status, telling a lost session from a lost worker."""
        if code in (_NOT_FOUND, _UNAVAILABLE, _UNAUTHENTICATED, _CANCELLED):
            if not self._is_alive():
                self.lost = True
                return ConnectionLost(f"the daemon at {self.target} is not there: {message}")
            if code == _UNAVAILABLE:
                return DeviceError(message)
        return from_status(code, message)

    def _is_alive(self) -> bool:
        """Return whether the daemon still knows the session."""
        if self._session is None or self.lost:
            return False
        try:
            self._stubs.unary(_rpc.FREE, tensors.FreeRequest(), self._metadata, _ANSWER_TIMEOUT_S)
        except self._stubs.failure:
            return False
        return True


def _chunks(data: memoryview) -> Iterator[tensors.PutRequest]:
    for start in range(0, data.nbytes, _CHUNK_BYTES):
        yield tensors.PutRequest(chunk=bytes(data[start : start + _CHUNK_BYTES]))


class _Process:
    """What this process is connected to."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.target: str | None = None
        self.connection: Connection | None = None
        # Connections of the parent process: their threads are not in this one, so that
        # gRPC would wait for them for ever. A helper process speaks it instead.
        self.inherited: list[Connection] = []
        self.compile_us = 0

    def forget(self) -> None:
        """Run in a forked child: the parent's connection is not its own."""
        self.lock = threading.RLock()
        if self.connection is not None:
            self.inherited.append(self.connection)
            # Never destroyed either, not even when the interpreter ends.
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self.connection))
            self.connection.lost = True
            self.connection = None


_process = _Process()
os.register_at_fork(after_in_child=_process.forget)


@atexit.register
def _close() -> None:
    connection = _process.connection
    if connection is not None:
        connection.close()


def current() -> Connection:
    """Return the process's connection, opening it, and starting a daemon, when needed."""
    connection = _process.connection
    if connection is not None and not connection.lost:
        return connection
    with _process.lock:
        connection = _process.connection
        if connection is None or connection.lost:
            if connection is not None:
                connection.close()
            else:
                _environment.warn()
            _process.connection = connection = _open_default()
        return connection


def existing() -> Connection:
    """Return a connection without starting a daemon; raise ConnectionLost if there is none."""
    connection = _process.connection
    if connection is not None and not connection.lost:
        return connection
    target = _process.target or os.environ.get("PYASC_TARGET")
    if target:
        return Connection(_checked_target(target))
    user = _paths.user_socket()
    if _daemon.answers_privately(user):
        return Connection(f"unix:{user}")
    if _daemon.answers_publicly(_paths.SYSTEM_SOCKET):
        return Connection(f"unix:{_paths.SYSTEM_SOCKET}")
    raise ConnectionLost(f"no daemon at {user} or {_paths.SYSTEM_SOCKET}")


def stop(told: Callable[[int], None]) -> int:
    """Stop the daemon and wait until its process has ended; return its pid.

    `told` hears how many launches it waits for.
    """
    connection = existing()
    pid = connection.info.pid
    with _daemon.watched(connection.target, pid) as process:
        try:
            told(connection.unary(_rpc.STOP, admin.StopRequest(), _ANSWER_TIMEOUT_S).launches)
            if process is None:
                # Of a daemon elsewhere the end of the session is all that can be seen.
                connection.await_end()
        finally:
            connection.close()
        if process is not None:
            process.wait()
    return int(pid)


def connect(target: str | None) -> Connection:
    """Replace the process's connection; None: the default search."""
    with _process.lock:
        _process.target = target
        if _process.connection is not None:
            _process.connection.close()
            _process.connection = None
        return current()


def with_connection(action: Callable[[Connection], T]) -> T:
    """Run `action`; once more, on a new session, if the session was lost meanwhile."""
    connection = current()
    try:
        return action(connection)
    except ConnectionLost:
        if not connection.lost:
            raise
    return action(current())


def note_compile(info: kernel_service_pb2.KernelInfo) -> None:
    """Count what a call's compiling took."""
    if info.compiled:
        with _process.lock:
            _process.compile_us += info.compile_us


def compile_seconds() -> float:
    """Return the time that compiling took for calls of this process."""
    return _process.compile_us / 1e6


def unary(method: _rpc.Unary[Q, R], request: Q) -> R:
    """Call and wait, reconnecting once."""
    return with_connection(lambda connection: connection.unary(method, request))


def _open_default() -> Connection:
    target = _process.target or os.environ.get("PYASC_TARGET")
    if target:
        return Connection(_checked_target(target))
    user = _paths.user_socket()
    # The host's daemon may be for others: then this user has one of their own.
    system = _paths.SYSTEM_SOCKET
    shared = os.access(system, os.W_OK)
    if not _daemon.answers_privately(user) and shared and _daemon.answers_publicly(system):
        return Connection(f"unix:{system}")
    started = _daemon.ensure(user)
    connection = Connection(f"unix:{user}")
    if started:
        info = connection.info
        print(
            f"pyasc: started pyascd {info.version} (pid {info.pid}, log {info.log_path})",
            file=sys.stderr,
        )
    return connection


def _checked_target(target: str) -> str:
    """Return gRPC's name of a target as users write it.

    Raises
    ------
    ConnectionLost, PermissionDenied
        If nobody listens at that path, or somebody who is neither this user nor root.
    """
    if target.startswith("unix:"):
        path = target.removeprefix("unix:")
        path = path.removeprefix("//") if path.startswith("///") else path
    elif target.startswith("/"):
        path = target
    else:
        return target
    found = _paths.checked(pathlib.Path(path).absolute())
    if not _daemon.answers_publicly(found):
        raise ConnectionLost(f"no daemon at {found}")
    return f"unix:{found}"
