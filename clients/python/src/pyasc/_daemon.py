"""Starting a daemon on demand: one, however many processes ask at once."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pathlib
import select
import signal
import socket
import time
from collections.abc import Iterator

from pyasc import _paths
from pyasc.errors import ConnectionLost

_START_TIMEOUT_S = 60.0
_LOCK_POLL_S = 0.02
_IDLE_EXIT = "30min"


def answers(path: pathlib.Path) -> bool:
    """Return whether something accepts connections at a socket; False for a stale one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(5.0)
        try:
            probe.connect(os.fspath(path))
        except OSError:
            return False
    return True


def ensure(path: pathlib.Path) -> bool:
    """Start a daemon at `path` unless one answers there; return whether it was started.

    Raises
    ------
    ConnectionLost
        If there is no executable, or the daemon did not become ready.
    """
    if answers(path):
        return False
    _paths.make_private_directory(path.parent)
    with _locked(path.parent / "start.lock"):
        if answers(path):
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
                        "it starts a daemon"
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
    command += ["--ready-fd", str(told), "--idle-exit", _IDLE_EXIT]
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
        raise ConnectionLost(f"cannot start {executable}: {error.strerror}") from None
    finally:
        os.close(words)


def _inheritable() -> list[int]:
    found = []
    for name in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):  # the listing's own is closed by now
            if os.get_inheritable(int(name)):
                found.append(int(name))
    return found


def _await_ready(ready: int, executable: pathlib.Path, log: pathlib.Path) -> None:
    readable, _, _ = select.select([ready], [], [], _START_TIMEOUT_S)
    if readable and os.read(ready, 64):
        return
    words = log.read_text(errors="replace").strip().splitlines()[-5:]
    why = "ended at once" if readable else f"was not ready after {_START_TIMEOUT_S:.0f} s"
    raise ConnectionLost("\n".join([f"{executable} {why}; log: {log}", *words]))
