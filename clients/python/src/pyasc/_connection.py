"""One channel to a daemon and the session on it."""

from __future__ import annotations

import collections
import contextlib
import itertools
import os
import pathlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import numpy.typing as npt

from pyasc import _daemon, _requests, _rpc, _skew
from pyasc._crc32c import crc32c
from pyasc._proto.v1 import admin_service_pb2 as admin
from pyasc._proto.v1 import tensor_service_pb2 as tensors
from pyasc._version import __version__
from pyasc.errors import ConnectionLost, DeviceError, Error, from_status

if TYPE_CHECKING:
    from pyasc import _relay

Q = TypeVar("Q")
R = TypeVar("R")
_CHUNK_BYTES = 1 << 20
_SHORT_ID_DIGITS = 8
_HANDLE_BYTES = 16
# What one launch may carry inside its messages.
INLINE_BYTES = 64 << 10
ANSWER_TIMEOUT_S = _skew.ANSWER_TIMEOUT_S
_GARBAGE_HANDLES, _GARBAGE_BYTES = 64, 16 << 20
_NOT_FOUND, _UNAVAILABLE, _UNAUTHENTICATED, _CANCELLED, _ABORTED = 5, 14, 16, 1, 10
# The daemon's words to who comes while it waits for its last launches.
_STOPPING = "the daemon is stopping"


class Connection:
    """A channel and a session on it. Thread-safe.

    Parameters
    ----------
    target : str
        What gRPC connects to.
    relayed : bool
        Let a helper process speak gRPC: this one cannot, once it was forked from one that does.
    on_info : callable
        Hears of the daemon, with `info` there, before a session is opened; may raise.

    Attributes
    ----------
    target : str
        What gRPC connects to.
    is_remote : bool
        Whether bytes leave the host: then they are checked on arrival too.
    info : GetInfoResponse
        What the daemon said about itself.
    relayed : bool
        Whether a helper process speaks for this one, one call at a time.
    session : str
        The session's short id, as the daemon shows it to people.
    lost : bool
        Whether the session is known to have ended.
    """

    def __init__(
        self,
        target: str,
        *,
        relayed: bool = False,
        on_info: Callable[[Connection], None] = _skew.refuse,
    ) -> None:
        self.target: str = target
        self.is_remote: bool = not target.startswith("unix:")
        self.relayed: bool = relayed
        self.session: str = ""
        self.lost: bool = False
        self._stubs: _rpc.Stubs | _relay.RelayStubs
        if relayed:
            from pyasc import _relay

            self._stubs = _relay.RelayStubs(target)
        else:
            self._stubs = _rpc.Stubs(target)
        self._session: _rpc.Call | None = None
        self._events: Iterator[admin.SessionEvent] = iter(())
        self._garbage: collections.deque[tuple[bytes, int]] = collections.deque()
        self._metadata: _rpc.Metadata = ()
        try:
            self._open(on_info)
        except BaseException:
            self.close()
            raise

    def _open(self, on_info: Callable[[Connection], None]) -> None:
        hello = admin.GetInfoRequest(client_version=__version__)
        self.info: admin.GetInfoResponse = self.unary(_rpc.GET_INFO, hello, ANSWER_TIMEOUT_S)
        on_info(self)
        request = admin.OpenSessionRequest(client_name=_own_name(), client_version=__version__)
        request_id = _requests.new_id()
        try:
            events, call = self._stubs.server_stream(
                _rpc.OPEN_SESSION, request, self._metadata_of(request_id)
            )
            session = next(events).session_id.hex()
            self._metadata = (("pyascd-session", session),)
            self.session = session[:_SHORT_ID_DIGITS]
            self._session, self._events = call, events
        except StopIteration:
            raise ConnectionLost(
                f"the daemon at {self.target} opened no session: call again"
            ) from None
        except self._stubs.failure as error:
            raise self._translated(error, request_id) from None

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

    def unary(
        self,
        method: _rpc.Unary[Q, R],
        request: Q,
        timeout: float | None = None,
        request_id: str | None = None,
    ) -> R:
        """Call and wait; raise an exception of `pyasc.errors`. An interrupt cancels the call."""
        self._flush()
        request_id = request_id or _requests.new_id()
        try:
            return self._stubs.unary(method, request, self._metadata_of(request_id), timeout)
        except self._stubs.failure as error:
            raise self._translated(error, request_id) from None

    def _metadata_of(self, request_id: str) -> _rpc.Metadata:
        return (*self._metadata, ("traceparent", _requests.traceparent(request_id)))

    def stream(
        self,
        method: _rpc.ServerStream[Q, R],
        request: Q,
        timeout: float | None = None,
        request_id: str | None = None,
    ) -> Iterator[R]:
        """Yield the responses; leaving early cancels the call."""
        self._flush()
        request_id = request_id or _requests.new_id()
        responses, call = self._stubs.server_stream(
            method, request, self._metadata_of(request_id), timeout
        )
        try:
            yield from responses
        except self._stubs.failure as error:
            raise self._translated(error, request_id) from None
        except GeneratorExit:
            _rpc.end(call)
            raise
        except KeyboardInterrupt as error:
            self._stubs.broken_off(error)
            raise
        finally:
            call.cancel()

    def put(self, data: memoryview, handle: bytes = b"", offset: int = 0) -> bytes:
        """Write bytes to memory of the daemon, new without `handle`; return its handle."""
        self._flush()
        request_id = _requests.new_id()
        header = tensors.PutHeader(
            handle=handle, offset=offset, bytes=data.nbytes, crc32c=crc32c(data)
        )
        if not handle:
            header.new_handle = new_handle()
        try:
            response = self._stubs.client_stream(
                _rpc.PUT, self._put_requests(header, data), self._metadata_of(request_id)
            )
        except self._stubs.failure as error:
            raise self._translated(error, request_id) from None
        except BaseException:
            # Interrupted: the daemon may have made it all the same.
            if header.new_handle:
                self.free([header.new_handle], data.nbytes)
            raise
        return response.handle

    def _put_requests(
        self, header: tensors.PutHeader, data: memoryview
    ) -> Iterable[tensors.PutRequest]:
        if self.takes_inline and data.nbytes <= _CHUNK_BYTES:
            header.chunk = bytes(data)
            return [tensors.PutRequest(header=header)]
        return itertools.chain([tensors.PutRequest(header=header)], _chunks(data))

    def get(
        self, handle: bytes, offset: int, size: int, timeout: float | None = None
    ) -> npt.NDArray[np.uint8]:
        """Read bytes of the daemon's memory."""
        data = np.empty(size, np.uint8)
        filled = 0
        if size == 0:
            return data
        request = tensors.GetRequest(handle=handle, offset=offset, bytes=size)
        for response in self.stream(_rpc.GET, request, timeout):
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
        taken: list[tuple[bytes, int]] = []
        try:
            with contextlib.suppress(IndexError):
                while True:
                    taken.append(self._garbage.popleft())
            request = tensors.FreeRequest(handles=[handle for handle, _ in taken])
            self._stubs.unary(
                _rpc.FREE, request, self._metadata_of(_requests.new_id()), ANSWER_TIMEOUT_S
            )
        except BaseException as error:
            # With a later call, then: to free what is free already does nothing.
            self._garbage.extend(taken)
            if not isinstance(error, self._stubs.failure):
                raise

    @property
    def takes_inline(self) -> bool:
        """Whether small memory may travel inside messages."""
        return "inline" in self.info.capabilities

    @property
    def shows_prints(self) -> bool:
        """Whether the daemon tells what a launch prints while it runs."""
        return "prints" in self.info.capabilities

    def _translated(self, error: Any, request_id: str) -> Error:
        return self.failure(error.code().value[0], error.details() or "", request_id)

    def failure(self, code: int, message: str, request_id: str) -> Error:
        """Return the exception for a status, telling a lost session from a lost worker."""
        error = self._exception(code, message)
        _requests.mark(error, request_id)
        return error

    def _exception(self, code: int, message: str) -> Error:
        if code in (_NOT_FOUND, _UNAVAILABLE, _UNAUTHENTICATED, _CANCELLED):
            if not self.is_alive():
                self.lost = True
                return ConnectionLost(self._loss(message))
            if code == _UNAVAILABLE:
                stopping = message == _STOPPING
                return ConnectionLost(self._stop()) if stopping else DeviceError(message)
        if code == _ABORTED:
            return Error(f"{message}: arguments are as they were, and the next call connects again")
        return from_status(code, message)

    def _loss(self, message: str) -> str:
        """Return what has become of the daemon and the call, and what to do."""
        if self._session is not None:
            return (
                f"the daemon at {self.target} is not there ({message}): the call has no effect "
                "and its arguments are as they were, tensors of this session are lost, and the "
                "next call connects again"
            )
        if message == _STOPPING:
            return self._stop()
        return f"the daemon at {self.target} {self._absence()}: {message}"

    def _stop(self) -> str:
        return (
            f"the daemon at {self.target} is stopping and takes neither sessions nor launches: the "
            "call was not made; call again once the launches under way have ended"
        )

    def _absence(self) -> str:
        """Return what is wrong with a daemon that answers no call."""
        path = self.target.removeprefix("unix:")
        with contextlib.suppress(Error):
            if path != self.target and _daemon.answers_publicly(pathlib.Path(path)):
                return "takes no further connection, for which its log has a reason"
        return "is not there"

    def is_alive(self, timeout: float = ANSWER_TIMEOUT_S) -> bool:
        """Return whether the daemon answers within `timeout` seconds and knows the session."""
        if self._session is None or self.lost:
            return False
        try:
            metadata = self._metadata_of(_requests.new_id())
            self._stubs.unary(_rpc.FREE, tensors.FreeRequest(), metadata, timeout)
        except self._stubs.failure:
            return False
        return True


def new_handle() -> bytes:
    """Return a handle for memory that a call makes, which is so known before its answer."""
    return os.urandom(_HANDLE_BYTES)


def _own_name() -> str:
    """Return what others are told this process is."""
    name = os.path.basename(sys.argv[0]) if sys.argv and sys.argv[0] else "python"
    # A file's name may have bytes that are no text.
    return name[:255].encode("utf-8", "replace").decode("utf-8")


def _chunks(data: memoryview) -> Iterator[tensors.PutRequest]:
    for start in range(0, data.nbytes, _CHUNK_BYTES):
        yield tensors.PutRequest(chunk=bytes(data[start : start + _CHUNK_BYTES]))
