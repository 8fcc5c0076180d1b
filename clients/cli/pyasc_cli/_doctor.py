"""``pyasc doctor``: what a user can get wrong, each with its fix. It changes nothing."""

from __future__ import annotations

import contextlib
import os
import pathlib
import subprocess
import sys
from collections.abc import Callable, Iterator

from pyasc_cli import _config, _exit, _probe
from pyasc_cli._command import command
from pyasc_cli._output import Column, Item, Result
from pyasc_cli._units import show_bytes

_EXAMPLES = """
pyasc doctor
pyasc doctor -o json          for a bug report
"""
_LEAST_FREE_BYTES = 1 << 30
_COLUMNS = [
    Column("check"),
    Column("state", styles={"ok": "green", "problem": "bold red", "note": "yellow"}),
    Column("found", wraps=True),
    Column("fix", wraps=True),
]
Places = dict[str, str]


def _item(check: str, state: str, found: str, fix: str = "") -> Item:
    return {"check": check, "state": state, "found": found, "fix": fix}


def _ok(check: str, found: str) -> Item:
    return _item(check, "ok", found)


def _problem(check: str, found: str, fix: str) -> Item:
    return _item(check, "problem", found, fix)


@command("doctor", _EXAMPLES)
def doctor() -> Result:
    """Check this host and account; exits with 10 if something is wrong.

    States: ok; note: works, but less than it could; problem: with what to do. No daemon is
    started, no package index is asked, nothing is written.
    """
    items = list(examine())
    bad = sum(item["state"] == "problem" for item in items)
    words = [f"{bad} of {len(items)} checks found problems"] if bad else ["no problems found"]
    code = _exit.PROBLEMS if bad else _exit.OK
    return Result("doctor", items, _COLUMNS, words=words, exit_code=code)


def examine() -> Iterator[Item]:
    """Yield the outcome of each check; one that fails by itself is a problem of its own."""
    places: Places = {}
    checks: list[tuple[str, Callable[[], Iterator[Item]]]] = [
        ("configuration", lambda: _configuration(places)),
        ("executables", lambda: _executables(places)),
        ("runtime directory", _runtime_directory),
        ("socket", lambda: _socket(places)),
        ("directories", lambda: _directories(places)),
        ("daemon", _daemon),
        ("sandbox", _sandbox),
    ]
    for name, check in checks:
        try:
            yield from check()
        except Exception as error:  # a check that breaks must not hide the others
            yield _problem(name, str(error) or type(error).__name__, "see the message")


def _configuration(places: Places) -> Iterator[Item]:
    from pyasc import _paths
    from pyasc.errors import Error

    if _paths.find_daemon() is None:
        return  # _executables tells
    found = _config.problems()
    for one in found:
        yield _problem("configuration", one["problem"], one["fix"])
    if not found:
        yield _ok("configuration", "file and environment are valid")
    with contextlib.suppress(Error):  # of which the problems above tell
        places.update((item["key"], item["value"]) for item in _config.daemon_options())


def _executables(places: Places) -> Iterator[Item]:
    from pyasc import _paths
    from pyasc._version import __version__

    daemon = _paths.find_daemon()
    if daemon is None:
        fix = "install it, put it on PATH, or set PYASCD_EXECUTABLE"
        yield _problem("pyascd", "found neither beside this Python nor on PATH", fix)
        return
    programs = {"pyascd": str(daemon)}
    if places:  # else nobody knows which
        programs["pyascd-compile"] = str(places.get("compile_executable"))
        programs["pyascd-device"] = str(places.get("device_executable"))
    for name, path in programs.items():
        if not os.access(path, os.X_OK):
            fix = "install it, or put it on PATH beside pyascd"
            yield _problem(name, f"no executable at '{path}'", fix)
            continue
        version = _version_of(path, name)
        if version in (__version__, ""):
            yield _ok(name, f"{path} {version}".rstrip())
        else:
            fix = "install client and daemon of one version"
            yield _problem(name, f"{path} is {version}, the client {__version__}", fix)


def _version_of(path: str, name: str) -> str:
    """Return what a program says of its version; "" if it says nothing of the kind."""
    try:
        done = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=20, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"not runnable ({error})"
    if done.returncode != 0:
        return "not runnable: " + (done.stderr.strip() or f"exit code {done.returncode}")
    words = done.stdout.split()
    return words[1] if len(words) >= 2 and words[0] == name else ""


def _runtime_directory() -> Iterator[Item]:
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    name = "runtime directory"
    if not runtime:
        yield _item(name, "note", "XDG_RUNTIME_DIR is not set: the temporary directory is used")
        return
    path = pathlib.Path(runtime)
    fix = f"log in through PAM, or: mkdir -m 700 -p {path}"
    if not path.is_dir():
        yield _problem(name, f"XDG_RUNTIME_DIR is {path}, which is no directory", fix)
    elif found := _probe.privacy_problem(path):
        yield _problem(name, *found)
    else:
        yield _ok(name, str(path))


def _socket(places: Places) -> Iterator[Item]:
    from pyasc import _paths

    path = pathlib.Path(places.get("socket") or _paths.user_socket())
    try:
        _paths.checked(path)
    except Exception as error:
        yield _problem("socket", str(error), "export XDG_RUNTIME_DIR=/run/user/$(id -u)")
        return
    if found := _probe.privacy_problem(path.parent):
        yield _problem("socket", *found)
        return
    yield _ok("socket", str(path))


def _directories(places: Places) -> Iterator[Item]:
    for key, name in (("state_dir", "state directory"), ("cache_dir", "cache directory")):
        if not places.get(key):
            continue
        path = pathlib.Path(places[key])
        kind, free = _probe.file_system_of(path), _probe.free_bytes(path)
        if found := _probe.privacy_problem(path):
            yield _problem(name, *found)
        elif kind in _probe.NETWORK_FILE_SYSTEMS:
            fix = f"set {key} to a directory of a local disk (PYASCD_{key.upper()})"
            yield _problem(name, f"{path} lies on {kind}, a network file system", fix)
        elif free < _LEAST_FREE_BYTES:
            fix = "free some: pyasc cache rm --all, or lower cache_max_bytes"
            yield _problem(name, f"{show_bytes(free)} are free at {path}", fix)
        else:
            yield _ok(name, f"{path} on {kind}, {show_bytes(free)} free")


def _daemon() -> Iterator[Item]:
    from pyasc import _client, errors
    from pyasc._version import __version__

    try:
        connection = _client.existing()
    except errors.ConnectionLost as error:
        if os.environ.get("PYASC_TARGET"):
            yield _problem("daemon", str(error), "unset PYASC_TARGET, or start a daemon there")
        else:
            yield _item("daemon", "note", "none is running: the first call starts one")
        return
    except errors.Error as error:
        yield _problem("daemon", str(error), "stop the one that listens there, or use another path")
        return
    try:
        version = connection.info.version
        where = f"{version} at {connection.target}, pid {connection.info.pid}"
        if version == __version__:
            yield _ok("daemon", where)
        else:
            fix = "pyasc stop; the next call starts the daemon that is installed"
            yield _problem("daemon", f"{where}; the client is {__version__}", fix)
        yield from _confinement(connection)
        yield from _devices(connection)
    finally:
        connection.close()


def _confinement(connection: object) -> Iterator[Item]:
    """Yield how the running daemon confines compiles and kernels."""
    from pyasc import _connection, _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    assert isinstance(connection, _connection.Connection)
    status = connection.unary(_rpc.GET_STATUS, admin.GetStatusRequest(), 30.0)
    words = f"level {status.sandbox_level} of 3"
    if status.sandbox_missing:
        words += f"; missing: {status.sandbox_missing}"
    yield _item("daemon's sandbox", "note" if status.sandbox_missing else "ok", words)


def _devices(connection: object) -> Iterator[Item]:
    from pyasc import _connection, _rpc
    from pyasc._proto.v1 import admin_service_pb2 as admin

    assert isinstance(connection, _connection.Connection)
    request = admin.ListDevicesRequest()
    devices = connection.unary(_rpc.LIST_DEVICES, request, 30.0).devices
    if not any(device.computes for device in devices):
        fix = 'set devices = "cpu" in pyascd.toml (PYASCD_DEVICES)'
        yield _problem("devices", "no device computes values", fix)
    for device in devices:
        words = f"{device.kind}, {device.cores} cores, {device.worker_restarts} restarts"
        state = "note" if device.worker_restarts else "ok"
        yield _item(f"device {device.name}", state, words)


def _sandbox() -> Iterator[Item]:
    """Yield what this kernel offers for confining compiles and kernels."""
    if sys.platform != "linux":
        yield _item("sandbox", "note", f"{sys.platform} runs no daemon: connect to one elsewhere")
        return
    abi = _probe.landlock_abi()
    levels = {
        "no_new_privs": _probe.no_new_privs(),
        "seccomp": _probe.seccomp(),
        "landlock": f"available: ABI {abi}" if abi else "missing",
        "namespaces": _probe.namespaces(),
    }
    for name, found in levels.items():
        state = "ok" if found.startswith("available") else "note"
        yield _item(f"sandbox: {name}", state, found)
