"""gRPC for a process that was forked after its parent had connected.

gRPC does not survive a fork, so such a child lets a helper process speak it: this module,
run by a fresh interpreter, makes the child's calls one at a time. Frames on their socket
are a length, a kind and bytes; a call is ``C`` (a JSON head), ``M`` for each message, ``E``;
its answer ``M`` for each message and ``E`` (a JSON status).
"""

from __future__ import annotations

import itertools
import json
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from pyasc import _rpc

Q = TypeVar("Q")
R = TypeVar("R")
_HEAD = struct.Struct("<Ic")
_UNAVAILABLE = 14


class RelayError(Exception):
    """A status other than OK, read as gRPC's RpcError is."""

    def __init__(self, code: int, details: str) -> None:
        super().__init__(details)
        self._code = code
        self._details = details

    def code(self) -> Any:
        """Return an object whose ``value`` starts with the status's number."""
        return _Code((self._code, ""))

    def details(self) -> str:
        """Return the status's message."""
        return self._details


class _Code:
    def __init__(self, value: tuple[int, str]) -> None:
        self.value = value


class RelayStubs:
    """The methods of the wire, through a helper process. Thread-safe.

    Attributes
    ----------
    failure : type
        What a call with a status other than OK raises.
    """

    failure: Any = RelayError

    def __init__(self, target: str) -> None:
        self._lock = threading.Lock()
        self._socket, theirs = socket.socketpair()
        program = (
            f"import sys; sys.path[:] = {sys.path!r}; from pyasc import _relay; "
            f"_relay.serve({theirs.fileno()}, {target!r})"
        )
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", program],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
            )

    def unary(
        self,
        method: _rpc.Unary[Q, R],
        request: Q,
        metadata: _rpc.Metadata,
        timeout: float | None = None,
    ) -> R:
        """Call and wait."""
        return self._call(method, [request], metadata, timeout)[0]

    def server_stream(
        self,
        method: _rpc.ServerStream[Q, R],
        request: Q,
        metadata: _rpc.Metadata,
        timeout: float | None = None,
    ) -> tuple[Iterator[R], _rpc.Call]:
        """Wait for all responses."""
        return iter(self._call(method, [request], metadata, timeout)), _Finished()

    def client_stream(
        self,
        method: _rpc.ClientStream[Q, R],
        requests: Iterable[Q],
        metadata: _rpc.Metadata,
        timeout: float | None = None,
    ) -> R:
        """Send all requests and wait."""
        return self._call(method, requests, metadata, timeout)[0]

    def _call(
        self,
        method: _rpc.Method[Q, R],
        requests: Iterable[Any],
        metadata: _rpc.Metadata,
        timeout: float | None,
    ) -> list[R]:
        head = {"path": method.path, "metadata": metadata, "timeout": timeout}
        with self._lock:
            try:
                _send(self._socket, b"C", json.dumps(head).encode())
                for request in requests:
                    _send(self._socket, b"M", request.SerializeToString())
                _send(self._socket, b"E", b"")
                responses, status = _receive_all(self._socket)
            except OSError as error:
                raise RelayError(_UNAVAILABLE, f"the helper process: {error}") from None
            except BaseException:
                # Interrupted: nobody can tell what is on the socket, so the session ends.
                self.close()
                raise
        code, details = json.loads(status)
        if code:
            raise RelayError(code, details)
        return [method.response.FromString(data) for data in responses]  # type: ignore[attr-defined]

    def broken_off(self, error: BaseException) -> None:
        """Do nothing: a call that was broken off has ended the session."""

    def close(self) -> None:
        """End the helper, and with it the session."""
        self._socket.close()
        self._process.kill()
        self._process.wait()


class _Finished:
    def cancel(self) -> bool:
        return False


def _send(to: socket.socket, kind: bytes, data: bytes) -> None:
    to.sendall(_HEAD.pack(len(data), kind))
    to.sendall(data)


def _receive(source: socket.socket) -> tuple[bytes, bytes]:
    length, kind = _HEAD.unpack(_exactly(source, _HEAD.size))
    return kind, _exactly(source, length)


def _exactly(source: socket.socket, size: int) -> bytes:
    data = bytearray()
    while len(data) < size:
        more = source.recv(min(size - len(data), 1 << 20))
        if not more:
            raise EOFError("it has ended") if not data else ConnectionResetError("cut off")
        data += more
    return bytes(data)


def _receive_all(source: socket.socket) -> tuple[list[bytes], bytes]:
    messages: list[bytes] = []
    while True:
        try:
            kind, data = _receive(source)
        except EOFError:
            raise ConnectionResetError("it has ended") from None
        if kind == b"E":
            return messages, data
        messages.append(data)


def serve(fd: int, target: str) -> None:
    """Make the calls that arrive on a socket until it is closed."""
    client = socket.socket(fileno=fd)
    stubs = _rpc.Stubs(target)
    methods = {method.path: method for method in _rpc.METHODS}
    # A session lasts as long as its stream, so streams are kept.
    kept: list[object] = []
    while True:
        try:
            _, head = _receive(client)
        except (EOFError, OSError):
            return
        call = json.loads(head)
        method = methods[call["path"]]
        requests = [method.request.FromString(data) for data in _receive_all(client)[0]]
        metadata = tuple((key, value) for key, value in call["metadata"])
        status = (0, "")
        try:
            for response in _responses(stubs, method, requests, metadata, call["timeout"], kept):
                _send(client, b"M", response.SerializeToString())
        except stubs.failure as error:
            status = (error.code().value[0], error.details() or "")
        _send(client, b"E", json.dumps(status).encode())


def _responses(
    stubs: _rpc.Stubs,
    method: _rpc.Method[Any, Any],
    requests: list[Any],
    metadata: _rpc.Metadata,
    timeout: float | None,
    kept: list[object],
) -> Iterator[Any]:
    """Yield the responses of one call; of a session's stream the first."""
    if isinstance(method, _rpc.ServerStream):
        responses, stream = stubs.server_stream(method, requests[0], metadata, timeout)
        if method is _rpc.OPEN_SESSION:
            kept.append(stream)
            responses = itertools.islice(responses, 1)
        yield from responses
    elif isinstance(method, _rpc.ClientStream):
        yield stubs.client_stream(method, requests, metadata, timeout)
    elif isinstance(method, _rpc.Unary):
        yield stubs.unary(method, requests[0], metadata, timeout)
