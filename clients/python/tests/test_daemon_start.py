"""Starting a daemon on demand, with a stand-in for the executable."""

import os
import pathlib
import signal
import socket
import stat
import subprocess
import sys

import pytest

import pyasc
from pyasc import _client, _daemon, _paths

# Listens as pyascd does, and notes each start in a file beside the socket.
STAND_IN = """#!{python}
import os, signal, socket, sys
arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
path = arguments["--socket"]
if os.path.exists(path):
    os.unlink(path)
listener = socket.socket(socket.AF_UNIX)
listener.bind(path)
listener.listen(64)
open_fds = sorted(int(n) for n in os.listdir("/proc/self/fd"))
with open(path + ".starts", "a") as notes:
    print(os.getpid(), os.getsid(0) == os.getpid(),
          signal.getsignal(signal.SIGUSR1) == signal.SIG_DFL, len(open_fds), file=notes)
os.write(int(arguments["--ready-fd"]), b"ready")
os.close(int(arguments["--ready-fd"]))
while True:
    listener.accept()
"""


ENSURE = "import pathlib, sys\nfrom pyasc import _daemon\n_daemon.ensure(pathlib.Path(sys.argv[1]))"


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    executable = tmp_path / "pyascd"
    executable.write_text(STAND_IN.format(python=sys.executable))
    executable.chmod(0o755)
    runtime = tmp_path / "run"
    runtime.mkdir()
    monkeypatch.setenv("PYASCD_EXECUTABLE", str(executable))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    monkeypatch.delenv("PYASC_TARGET", raising=False)
    path = _paths.user_socket()
    yield path
    for line in starts(path):
        os.kill(int(line[0]), signal.SIGKILL)


def starts(path):
    notes = pathlib.Path(f"{path}.starts")
    return [line.split() for line in notes.read_text().splitlines()] if notes.exists() else []


def test_a_daemon_is_started_once_and_detached(stand_in):
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    leak = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(leak, True)
    try:
        assert _daemon.ensure(stand_in) is True
        assert _daemon.ensure(stand_in) is False
    finally:
        os.close(leak)
        signal.signal(signal.SIGUSR1, signal.SIG_DFL)
    (found,) = starts(stand_in)
    # Three standard descriptors, the listener, the pipe and the listing's own.
    assert found[1:] == ["True", "True", "6"]
    assert stat.S_IMODE(os.stat(stand_in.parent).st_mode) == 0o700


def test_ten_processes_at_once_start_one(stand_in):
    command = [sys.executable, "-c", ENSURE, str(stand_in)]
    children = [subprocess.Popen(command) for _ in range(10)]
    assert [child.wait(120) for child in children] == [0] * 10
    assert len(starts(stand_in)) == 1


def test_a_stale_socket_is_no_daemon(stand_in):
    _daemon.ensure(stand_in)
    os.kill(int(starts(stand_in)[0][0]), signal.SIGKILL)
    os.waitpid(int(starts(stand_in)[0][0]), 0)
    assert stand_in.exists()
    assert _daemon.ensure(stand_in) is True
    pathlib.Path(f"{stand_in}.starts").write_text(" ".join(starts(stand_in)[-1]) + "\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("#!/bin/sh\necho the reason >&2\nexit 1\n", "ended at once"),
        ("no program", "cannot start"),
    ],
)
def test_a_daemon_that_does_not_start_says_why(stand_in, text, message):
    pathlib.Path(os.environ["PYASCD_EXECUTABLE"]).write_text(text)
    with pytest.raises(pyasc.ConnectionLost, match=message) as caught:
        pyasc.devices()
    assert message != "ended at once" or "the reason" in str(caught.value)


def test_without_an_executable_the_error_says_what_to_do(stand_in, monkeypatch):
    monkeypatch.delenv("PYASCD_EXECUTABLE")
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(pyasc.ConnectionLost, match="PYASCD_EXECUTABLE"):
        pyasc.devices()


def no_directory(path):
    path.write_text("")


def linked_directory(path):
    path.with_name("elsewhere").mkdir(mode=0o700)
    path.symlink_to("elsewhere")


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: (path.mkdir(), path.chmod(0o777)), "mode 777"),
        (lambda path: (path.mkdir(), path.chmod(0o755)), "mode 755"),
        (no_directory, "no directory"),
        (linked_directory, "is a link"),
    ],
    ids=["others may write", "others may look", "a file", "a link"],
)
def test_a_directory_that_is_not_the_users_alone_is_refused(stand_in, make, message):
    make(stand_in.parent)
    for attempt in (pyasc.devices, _client.existing):
        with pytest.raises(pyasc.PermissionDenied, match=message) as caught:
            attempt()
        assert str(stand_in.parent) in str(caught.value)
    assert starts(stand_in) == []


def test_a_directory_of_another_user_is_refused_whoever_listens_in_it(stand_in, monkeypatch):
    stand_in.parent.mkdir(mode=0o700)
    uid = os.getuid()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(stand_in))
        listener.listen()
        listener.setblocking(False)
        monkeypatch.setattr(os, "getuid", lambda: uid + 1)
        with pytest.raises(pyasc.PermissionDenied, match=f"belongs to uid {uid}, not {uid + 1}"):
            pyasc.devices()
        with pytest.raises(BlockingIOError):
            listener.accept()


def test_the_executable_is_found_in_order(stand_in, monkeypatch, tmp_path):
    assert _paths.find_daemon() == tmp_path / "pyascd"
    monkeypatch.delenv("PYASCD_EXECUTABLE")
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    assert _paths.find_daemon() == tmp_path / "pyascd"
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert _paths.find_daemon() == tmp_path / "pyascd"


HOLDER = """
import fcntl, os, sys
lock = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o600)
fcntl.flock(lock, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def holder(stand_in):
    """A process that holds the lock which those who start a daemon take."""
    _paths.make_private_directory(stand_in.parent)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(stand_in.parent / "start.lock")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdout.readline() == b"held\n"
        yield process
        process.kill()


def test_a_starter_that_stands_still_is_waited_for_no_longer_than_a_start_takes(
    stand_in, holder, monkeypatch
):
    os.kill(holder.pid, signal.SIGSTOP)
    monkeypatch.setattr(_daemon, "_START_TIMEOUT_S", 0.3)
    with pytest.raises(pyasc.ConnectionLost, match=r"another process has held \S+start\.lock"):
        _daemon.ensure(stand_in)
    assert starts(stand_in) == []


def test_a_starter_that_is_killed_leaves_the_start_to_another(stand_in, holder):
    waiting = subprocess.Popen(
        [sys.executable, "-c", ENSURE, str(stand_in)], stdout=subprocess.DEVNULL
    )
    os.kill(holder.pid, signal.SIGSTOP)
    os.kill(holder.pid, signal.SIGKILL)
    assert waiting.wait(60) == 0
    assert len(starts(stand_in)) == 1
