"""A real daemon with a socket, state and cache of its own, and what tests do to it."""

from __future__ import annotations

import contextlib
import os
import pathlib
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence

from pyasc import _client, _connection, _rpc
from pyasc._proto.v1 import admin_service_pb2 as admin

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = os.environ.get("PYASCD_BIN", "")
_READY_S = 60.0


def executable(name: str) -> pathlib.Path:
    """Return a built program; PYASCD_BIN names their directory."""
    if not BIN:
        raise RuntimeError("set PYASCD_BIN to the build's bin directory")
    return pathlib.Path(BIN, name).resolve()


def until(condition: Callable[[], object], seconds: float = 60.0) -> None:
    """Wait for a condition of another process; fail after `seconds`."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"did not happen in {seconds} s"
        time.sleep(0.01)


def disconnect() -> None:
    """End this process's own session; its next call opens another."""
    if _client._process.connection is not None:
        _client._process.connection.close()
        _client._process.connection = None


class RunningDaemon:
    """pyascd, started and stopped; `options` are further flags, `prefix` goes before it."""

    def __init__(
        self, directory: pathlib.Path, *options: str | pathlib.Path, prefix: Sequence[str] = ()
    ) -> None:
        self.directory = directory
        self.options = options
        self.prefix = prefix
        self.socket = directory / "d.sock"
        self.target = f"unix:{self.socket}"
        self.process: subprocess.Popen[bytes] | None = None
        self._monitor: _connection.Connection | None = None

    def start(self) -> RunningDaemon:
        """Start it and wait until it answers."""
        ready, told = os.pipe()
        with open(self.directory / "words", "ab") as words:
            self.process = subprocess.Popen(
                [*self.prefix, *self.command(), "--ready-fd", str(told)],
                pass_fds=(told,),
                env=environment(),
                stdout=words,
                stderr=words,
            )
        os.close(told)
        readable, _, _ = select.select([ready], [], [], _READY_S)
        line = os.read(ready, 4096) if readable else b""
        os.close(ready)
        assert line.strip() == os.fsencode(self.socket), self.words()
        return self

    def command(self) -> list[str | pathlib.Path]:
        """Return the daemon's command line."""
        return [
            executable("pyascd"),
            "--socket",
            self.socket,
            "--state-dir",
            self.directory / "state",
            "--cache-dir",
            self.directory / "cache",
            *([] if "--devices" in self.options else ["--devices", "cpu,null"]),
            *self.options,
        ]

    def refusal(self) -> str:
        """Start it where it cannot; return what it says."""
        refused = subprocess.run(
            [*self.prefix, *self.command()],
            env=environment(),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert refused.returncode == 1, (refused.returncode, refused.stdout, refused.stderr)
        return refused.stderr

    def log(self) -> str:
        """Return its log, or what it said where it has none."""
        path = self.directory / "state" / "pyascd.log"
        return path.read_text(errors="replace") if path.exists() else self.words()

    def words(self) -> str:
        """Return what it said on its standard streams."""
        return (self.directory / "words").read_text(errors="replace")

    def stop(self) -> int:
        """Stop it with SIGTERM and return its exit code."""
        assert self.process is not None
        self._forget_monitor()
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def kill(self) -> None:
        """Kill it with SIGKILL."""
        assert self.process is not None
        self._forget_monitor()
        self.process.kill()
        self.process.wait(60)

    @property
    def pid(self) -> int:
        """The daemon's process id."""
        assert self.process is not None
        return self.process.pid

    def children(self, program: str) -> list[int]:
        """Return living descendants of the daemon that run `program`."""
        return [pid for pid in descendants(self.pid) if program_of(pid) == program]

    def compile_children(self) -> list[int]:
        """Return the compile processes: the one that waits for a job, and those that have one."""
        zygotes = self.children("pyascd-compile")
        return [pid for pid in zygotes if int(status_of(pid).get("PPid", 0)) in zygotes]

    def spare_compiler(self) -> int:
        """Return the compile process that waits for a job, once no other has one."""

        def waits() -> bool:
            # One that has just been forked still sets its own limits.
            children = self.compile_children()
            return len(children) == 1 and status_of(children[0]).get("Seccomp") == "2"

        until(waits)
        return self.compile_children()[0]

    @contextlib.contextmanager
    def connection(self) -> Iterator[_connection.Connection]:
        """A session beside that of this process."""
        found = _connection.Connection(self.target)
        try:
            yield found
        finally:
            found.close()

    def monitor(self) -> _connection.Connection:
        """Return the session through which the daemon is watched."""
        if self._monitor is None:
            self._monitor = _connection.Connection(self.target)
        return self._monitor

    def _forget_monitor(self) -> None:
        if self._monitor is not None:
            self._monitor.close()
            self._monitor = None

    def status(self) -> admin.GetStatusResponse:
        """Return the daemon's counters."""
        return self.monitor().unary(_rpc.GET_STATUS, admin.GetStatusRequest())

    def queue_depth(self) -> int:
        """Return the number of launches that wait or run."""
        response = self.monitor().unary(_rpc.LIST_DEVICES, admin.ListDevicesRequest())
        return sum(device.queue_depth for device in response.devices)

    def client(self, script: str, *arguments: str) -> subprocess.Popen[str]:
        """Start a Python script that connects to the daemon."""
        return subprocess.Popen(
            [sys.executable, script, *arguments],
            env={**os.environ, "PYASC_TARGET": self.target},
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )


def environment() -> dict[str, str]:
    """Return this process's environment without what is not the daemon's."""
    return {key: value for key, value in os.environ.items() if key != "PYASCD_BIN"}


def limit(pid: int, what: str, count: int) -> None:
    """Lower a limit of a process, by prlimit's option, soft and hard both."""
    # Only its own account may, where root is without CAP_SYS_RESOURCE.
    status = status_of(pid)
    ids = [f"--reuid={status['Uid'].split()[0]}", f"--regid={status['Gid'].split()[0]}"]
    become = ["setpriv", *ids, "--clear-groups"] if os.geteuid() == 0 else []
    subprocess.run([*become, "prlimit", f"--pid={pid}", f"--{what}={count}:{count}"], check=True)


def descendants(pid: int) -> list[int]:
    """Return the living processes below `pid`."""
    parents: dict[int, list[int]] = {}
    for entry in os.listdir("/proc"):
        if entry.isdecimal():
            with contextlib.suppress(OSError):
                fields = pathlib.Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()
                if fields[0] != "Z":
                    parents.setdefault(int(fields[1]), []).append(int(entry))
    found, pending = [], [pid]
    while pending:
        below = parents.get(pending.pop(), [])
        found += below
        pending += below
    return found


def program_of(pid: int) -> str:
    """Return the name of a process's executable; "" if it has gone."""
    # Not its "exe": of a confined process only root may read that.
    with contextlib.suppress(OSError):
        return pathlib.Path("/proc", str(pid), "comm").read_text().strip()
    return ""


def status_of(pid: int) -> dict[str, str]:
    """Return the fields of a process's /proc/PID/status; none if it is gone."""
    try:
        text = pathlib.Path("/proc", str(pid), "status").read_text()
    except OSError:
        return {}
    return {name: value.strip() for name, _, value in (x.partition(":") for x in text.splitlines())}


def has_ended(pid: int) -> bool:
    """Return whether a process holds nothing any more, reaped or not."""
    return status_of(pid).get("State", "X")[0] in "ZX"


def cpu_seconds(pid: int) -> float:
    """Return the processor time of a process."""
    fields = pathlib.Path("/proc", str(pid), "stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
