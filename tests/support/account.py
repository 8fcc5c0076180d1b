"""A user's account without a daemon: places of its own, and clients that start one on demand."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence

from pyasc import _paths, _rpc
from pyasc._proto.v1 import admin_service_pb2 as admin
from pyasc._version import __version__
from running_daemon import executable, has_ended, until

_PLACES = ("XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "TMPDIR")
# Calls an operator.
CALL = """
import numpy as np, pyasc
@pyasc.operator("Twice", source='''
def twice(x, output):
    output[:] = x * 2
''')
def twice(x, output):
    output[:] = x * 2
assert twice(np.ones(3)).tolist() == [2, 2, 2]
"""
# Prints which daemon it found, and stays until its input ends.
CLIENT = f"""{CALL}
import json, sys
found = pyasc.info()
names = ("pid", "version", "target", "state_directory", "log_path", "compiles")
print(json.dumps({{name: getattr(found, name) for name in names}}), flush=True)
sys.stdin.read()
"""


class Client:
    """A Python process that uses the account's daemon; `prefix` goes before its command."""

    def __init__(
        self,
        environment: dict[str, str],
        prefix: Sequence[str],
        name: str,
        arguments: Sequence[str] = (),
    ) -> None:
        self.process = subprocess.Popen(
            [*prefix, sys.executable, name, *arguments],
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def daemon(self) -> dict[str, str | int]:
        """Return what it says of its daemon, once it has one; fail with its words."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, (self.end(), self.process.returncode)
        found: dict[str, str | int] = json.loads(line)
        return found

    def end(self) -> str:
        """Let it end, and return what it has said."""
        return self.process.communicate(timeout=120)[1]


class Account:
    """The environment of a user who has no daemon yet. Ends the daemons that were started."""

    def __init__(self, directory: pathlib.Path) -> None:
        self.directory = directory
        self.pids: set[int] = set()
        names = ("PYASC_TARGET", "PYASCD_BIN")
        self.environment = {key: text for key, text in os.environ.items() if key not in names}
        for name in _PLACES:
            (directory / name).mkdir(mode=0o700)
            self.environment[name] = str(directory / name)
        self.environment["PYASCD_EXECUTABLE"] = str(executable("pyascd"))

    def client(self, *prefix: str, name: str = "client.py") -> Client:
        """Start a client whose script has a name."""
        script = self.directory / name
        if not script.exists():  # others may be reading it
            script.write_text(CLIENT)
        return Client(self.environment, prefix, str(script))

    def once(self, *prefix: str) -> tuple[dict[str, str | int], str]:
        """Return the daemon of a client that ends again, and the client's words."""
        client = self.client(*prefix)
        found = client.daemon()
        self.note(found)
        return found, client.end()

    def note(self, daemon: dict[str, str | int]) -> None:
        """Remember a daemon that is to be ended."""
        self.pids.add(int(daemon["pid"]))

    @property
    def target(self) -> str:
        """Where the account's daemon listens."""
        return f"unix:{self.environment['XDG_RUNTIME_DIR']}/pyascd/pyascd.sock"

    def await_idle(self) -> None:
        """Wait until the daemon has no session."""
        stubs = _rpc.Stubs(self.target)
        try:
            request = admin.GetStatusRequest()
            until(lambda: stubs.unary(_rpc.GET_STATUS, request, ()).sessions == 0)
        finally:
            stubs.close()

    def other_version(self) -> str:
        """Make the executable one of another version; return that version."""
        own = __version__.encode()
        other = own[:-1] + (b"8" if own.endswith(b"9") else b"9")
        directory = self.directory / "other"
        directory.mkdir()
        for name in ("pyascd-compile", "pyascd-device"):
            (directory / name).symlink_to(executable(name))
        path = directory / "pyascd"
        shutil.copy(executable("pyascd"), path)
        code = path.read_bytes()
        assert own in code
        path.write_bytes(code.replace(own, other))
        self.environment["PYASCD_EXECUTABLE"] = str(path)
        return other.decode()

    def end(self) -> None:
        """Kill the daemons, and wait until they are gone."""
        for pid in self.pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            until(lambda pid=pid: has_ended(pid))


@contextlib.contextmanager
def account(directory: pathlib.Path) -> Iterator[Account]:
    """Give an account in a new directory; its socket's path must be short."""
    directory.mkdir()
    made = Account(directory)
    _paths.checked(pathlib.Path(made.target.removeprefix("unix:")))
    try:
        yield made
    finally:
        made.end()
