"""Starting a daemon on demand: one, however many processes ask at once."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import pwd
import select
import signal
import socket
import struct
import sys
import time
from collections.abc import Callable, Collection, Iterator

from pyasc import _paths
from pyasc.errors import ConnectionLost, PermissionDenied

_START_TIMEOUT_S = 60.0
_LOCK_POLL_S = 0.02
_CONNECT_TIMEOUT_S = 5.0


def answers(path: pathlib.Path, owners: Collection[int]) -> bool:
    """Return whether a daemon of one of the users `owners` listens; False for a stale socket.

    Raises
    ------
    PermissionDenied
        If somebody else listens: they must receive neither source nor tensors; or if the
        socket is not open to this user.
    ConnectionLost
        If the listener accepts nothing.
    """
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        # Not settimeout(): with it, a full backlog looks like a stale socket.
        wait = struct.pack("@ll", int(_CONNECT_TIMEOUT_S), int(_CONNECT_TIMEOUT_S % 1 * 1e6))
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, wait)
        try:
            probe.connect(os.fspath(path))
        except BlockingIOError:
            raise ConnectionLost(
                f"the listener at {path} accepts no connection: end its process, and the next call "
                "starts another"
            ) from None
        except PermissionError:
            raise PermissionDenied(_closed_message(path)) from None
        except OSError:
            return False
        uid = _peer_uid(probe)
    if uid not in owners:
        allowed = " or ".join(str(owner) for owner in sorted(owners))
        raise PermissionDenied(f"uid {uid} listens at {path}: only uid {allowed} may")
    return True


def answers_privately(path: pathlib.Path) -> bool:
    """Return whether the user's own daemon listens at the socket that is only the user's.

    Raises
    ------
    PermissionDenied
        If others can put a socket there, or did.
    """
    return _paths.is_private_directory(path.parent) and answers(path, {os.getuid()})


def answers_publicly(path: pathlib.Path) -> bool:
    """Return whether the user's own daemon or root's listens at a socket anywhere.

    Raises
    ------
    PermissionDenied
        If somebody else listens.
    """
    return answers(path, {0, os.getuid()})


def _closed_message(path: pathlib.Path) -> str:
    found = path
    while True:
        try:
            owner = os.lstat(found).st_uid
            break
        except PermissionError:  # of a directory that is closed too
            found = found.parent
    advice = "start your own with any call"
    if os.environ.get("PYASC_TARGET"):
        advice = "unset PYASC_TARGET to use a daemon of your own"
    return (
        f"the daemon's socket {path} belongs to {_name_of_user(owner)} and is not open to "
        f"{_name_of_user(os.getuid())}: {advice}, or ask them for access"
    )


def _name_of_user(uid: int) -> str:
    try:
        return f"uid {uid} ({pwd.getpwuid(uid).pw_name})"
    except KeyError:
        return f"uid {uid}"


def _peer_uid(probe: socket.socket) -> int:
    """Return the user who listens at the other end."""
    return _credentials(probe)[1]


def _credentials(probe: socket.socket) -> tuple[int, ...]:
    """Return pid, uid and gid of the other end."""
    credentials = struct.Struct("3i")
    data = probe.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, credentials.size)
    return credentials.unpack(data)


class Watched:
    """A process whose end can be waited for, also once its number is another's."""

    def __init__(self, pidfd: int) -> None:
        self._pidfd = pidfd

    def wait(self, seconds: float | None = None) -> bool:
        """Return True once it has ended: its files are closed, its locks released."""
        return bool(select.select([self._pidfd], [], [], seconds)[0])


@contextlib.contextmanager
def watched(target: str, pid: int) -> Iterator[Watched | None]:
    """Watch the daemon `pid` that listens at `target`; None if it is not of this host.

    In a container of its own, the daemon gives itself another number than it has here.
    """
    path = target.removeprefix("unix:")
    found = -1
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as probe:
        if path != target:
            probe.connect(path)
            if _credentials(probe)[0] == pid:
                found = os.pidfd_open(pid)
    try:
        yield Watched(found) if found >= 0 else None
    finally:
        if found >= 0:
            os.close(found)


def ensure(path: pathlib.Path) -> bool:
    """Start a daemon at `path` unless one answers there; return whether it was started.

    Raises
    ------
    ConnectionLost
        If there is no executable, or the daemon did not become ready.
    PermissionDenied
        If the directory is not the user's alone, or somebody else listens.
    """
    _paths.make_private_directory(path.parent)
    if answers_privately(path):
        return False
    with _locked(path.parent / "start.lock"):
        if answers_privately(path):
            return False
        _start(path)
        return True


def replace(path: pathlib.Path, end: Callable[[], bool]) -> bool:
    """Start a daemon at `path` in place of the one that `end` ends; nobody else does meanwhile.

    Return whether it did: `end` answers False if that one goes on. Raises as `ensure` does.
    """
    with _locked(path.parent / "start.lock"):
        if not end():
            return False
        _start(path)
        return True


@contextlib.contextmanager
def _locked(path: pathlib.Path) -> Iterator[None]:
    """Hold the lock; its holder's death frees it, and a stopped holder is waited for no longer."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        deadline = time.monotonic() + _START_TIMEOUT_S
        while True:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise ConnectionLost(
                        f"another process has held {path} for {_START_TIMEOUT_S:.0f} s while "
                        "it starts a daemon: call again, or end that process"
                    ) from None
                time.sleep(_LOCK_POLL_S)
        yield
    finally:
        os.close(lock)


def _start(path: pathlib.Path) -> None:
    executable = _paths.find_daemon()
    if executable is None:
        raise ConnectionLost(
            f"no daemon at {path}, and no pyascd to start: put it on PATH or set PYASCD_EXECUTABLE"
        )
    ready, told = os.pipe()
    log = path.with_name("start.log")
    try:
        _spawn(executable, path, told, log)
    finally:
        os.close(told)
    try:
        _await_ready(ready, executable, log)
    finally:
        os.close(ready)
    # Such as a variable that means nothing to it.
    for line in _words(log):
        print(line, file=sys.stderr)


def _spawn(executable: pathlib.Path, path: pathlib.Path, told: int, log: pathlib.Path) -> None:
    """Start it in a session of its own, with default signals and no descriptor of ours."""
    words = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    os.set_inheritable(told, True)
    actions: list[tuple[int, ...] | tuple[int, int, str, int, int]] = [
        (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, words, 1),
        (os.POSIX_SPAWN_DUP2, words, 2),
    ]
    actions += [(os.POSIX_SPAWN_CLOSE, fd) for fd in _inheritable() if fd > 2 and fd != told]
    settable = signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}
    command = [os.fspath(executable), "--socket", os.fspath(path)]
    command += ["--ready-fd", str(told), "--on-demand"]
    try:
        os.posix_spawn(
            command[0],
            command,
            os.environ,
            file_actions=actions,
            setsid=True,
            setsigmask=[],
            setsigdef=settable,
        )
    except OSError as error:
        raise ConnectionLost(
            f"cannot start {executable}: {error.strerror}; PYASCD_EXECUTABLE names what to start"
        ) from None
    finally:
        os.close(words)


def _inheritable() -> list[int]:
    found = []
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):  # the listing's own is closed by now
            if os.get_inheritable(int(name)):
                found.append(int(name))
    return found


def _words(log: pathlib.Path) -> list[str]:
    """Return what a daemon said before its own log began."""
    try:
        return log.read_text(errors="replace").strip().splitlines()
    except OSError:
        return []


def _await_ready(ready: int, executable: pathlib.Path, log: pathlib.Path) -> None:
    readable, _, _ = select.select([ready], [], [], _START_TIMEOUT_S)
    if readable and os.read(ready, 64):
        return
    words = _words(log)[-5:]
    why = "ended at once" if readable else f"was not ready after {_START_TIMEOUT_S:.0f} s"
    raise ConnectionLost("\n".join([f"{executable} {why}; log: {log}", *words]))
