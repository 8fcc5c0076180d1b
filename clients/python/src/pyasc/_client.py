"""The process's connection to a daemon: one channel, one session, found or started."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import pathlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

from pyasc import _daemon, _environment, _paths, _rpc, _skew
from pyasc._connection import ANSWER_TIMEOUT_S, Connection
from pyasc._proto.v1 import admin_service_pb2 as admin
from pyasc._proto.v1 import kernel_service_pb2
from pyasc.errors import ConnectionLost

Q = TypeVar("Q")
R = TypeVar("R")
T = TypeVar("T")
# A daemon may end just when it was found: idle for long enough, or replaced by others.
_ATTEMPTS = 4
# A display waits no longer for a daemon that hangs.
SHOW_TIMEOUT_S = 1.0


class _Process:
    """What this process is connected to."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.target: str | None = None
        self.connection: Connection | None = None
        # Of the parent process, whose threads are not in this one: gRPC would wait for them
        # for ever. A helper process speaks it instead.
        self.inherited: list[Connection] = []
        self.relayed = False
        self.compile_us = 0

    def forget(self) -> None:
        """Run in a forked child: the parent's connection is not its own."""
        self.lock = threading.RLock()
        # Another thread may just have been opening the first connection.
        self.relayed = self.relayed or "grpc" in sys.modules
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


def _opened(target: str, on_info: Callable[[Connection], None] = _skew.refuse) -> Connection:
    return Connection(target, relayed=_process.relayed, on_info=on_info)


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


def opened() -> Connection | None:
    """Return the connection there is, perhaps a lost one, without opening any."""
    return _process.connection


def absence() -> str:
    """Return a sentence if the daemon of the session there is does not answer; else ""."""
    connection = _process.connection
    if connection is None or connection.is_alive(SHOW_TIMEOUT_S):
        return ""
    return "the daemon of this session does not answer, or has ended"


def existing(on_info: Callable[[Connection], None] = _skew.refuse) -> Connection:
    """Return a connection without starting a daemon; raise ConnectionLost if there is none."""
    connection = _process.connection
    if connection is not None and not connection.lost:
        return connection
    target = _process.target or os.environ.get("PYASC_TARGET")
    if target:
        return _opened(_checked_target(target), on_info)
    user = _paths.user_socket()
    if _daemon.answers_privately(user):
        return _opened(f"unix:{user}", on_info)
    if _daemon.answers_publicly(_paths.SYSTEM_SOCKET):
        return _opened(f"unix:{_paths.SYSTEM_SOCKET}", on_info)
    raise ConnectionLost(
        f"no daemon at {user} or {_paths.SYSTEM_SOCKET}: calling an operator starts one"
    )


@contextlib.contextmanager
def borrowed() -> Iterator[Connection]:
    """Give the process's connection, or one to a daemon that runs for as long as the block.

    Raises
    ------
    ConnectionLost
        If there is no daemon: none is started.
    """
    held = _process.connection
    if held is not None and not held.is_alive():
        held.lost = True  # another daemon may be there by now
    connection = existing()
    try:
        yield connection
    finally:
        if connection is not _process.connection:
            connection.close()


def stop(told: Callable[[int], None]) -> int:
    """Stop the daemon and wait until its process has ended; return its pid.

    `told` hears how many launches it waits for.
    """
    connection = existing(_skew.accept)
    pid = connection.info.pid
    with _daemon.watched(connection.target, pid) as process:
        try:
            told(connection.unary(_rpc.STOP, admin.StopRequest(), ANSWER_TIMEOUT_S).launches)
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
    except ConnectionLost as error:
        if not connection.lost or not error.repeatable:
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
        return _opened(_checked_target(target))
    user = _paths.user_socket()
    # The host's daemon may be for others: then this user has one of their own.
    system = _paths.SYSTEM_SOCKET
    shared = os.access(system, os.W_OK)
    if not _daemon.answers_privately(user) and shared and _daemon.answers_publicly(system):
        return _opened(f"unix:{system}")
    return _open_own(user)


def _open_own(path: pathlib.Path) -> Connection:
    """Open the user's own daemon, started or replaced when needed, and say so."""
    started, replaced = False, ""
    lost = ConnectionLost(f"the daemon at {path} ends each time: pyasc doctor looks for the reason")
    for _ in range(_ATTEMPTS):
        started = _daemon.ensure(path) or started
        try:
            connection = _opened(f"unix:{path}", _skew.replace)
        except _skew.Replaced as ended:
            started, replaced = True, ended.version
        except ConnectionLost as error:
            lost = error
        else:
            if started:
                _announce(connection, replaced)
            return connection
    raise lost


def _announce(connection: Connection, replaced: str) -> None:
    info = connection.info
    instead = f" in place of {replaced}, which was idle" if replaced else ""
    where = f"pid {info.pid}, log {info.log_path}"
    print(
        _skew.printable(f"pyasc: started pyascd {info.version}{instead} ({where})"),
        file=sys.stderr,
    )


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
        raise ConnectionLost(
            f"no daemon at {found}: pyascd --socket {found} starts one there; where no target is "
            "given, a call starts one"
        )
    return f"unix:{found}"
