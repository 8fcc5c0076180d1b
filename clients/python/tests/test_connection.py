"""The connection: loss, forks, interrupts, threads, targets, errors."""

import os
import signal
import subprocess
import sys
import threading
import time

import grpc
import numpy as np
import pytest

import pyasc
from pyasc import _client, _daemon, _paths, errors


@pyasc.operator("Double")
def double(x, output):
    output[:] = x * 2


def test_every_grpc_status_has_an_exception():
    numbers = {status.value[0] for status in grpc.StatusCode} - {0}
    assert set(errors.STATUS_EXCEPTIONS) == numbers
    for number in numbers:
        assert isinstance(errors.from_status(number, "why"), pyasc.Error)


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (grpc.StatusCode.RESOURCE_EXHAUSTED, pyasc.QuotaExceeded),
        (grpc.StatusCode.FAILED_PRECONDITION, pyasc.DeviceError),
        (grpc.StatusCode.DEADLINE_EXCEEDED, TimeoutError),
        (grpc.StatusCode.PERMISSION_DENIED, PermissionError),
        (grpc.StatusCode.INVALID_ARGUMENT, ValueError),
        (grpc.StatusCode.UNAVAILABLE, pyasc.DeviceError),
        (grpc.StatusCode.INTERNAL, pyasc.Error),
    ],
)
def test_a_launchs_status_becomes_its_exception(daemon, status, expected):
    daemon.fail["Launch"] = (status, "the reason")
    with pytest.raises(expected, match="the reason") as caught:
        double(np.ones(2))
    assert isinstance(caught.value, pyasc.Error)
    daemon.fail.clear()
    assert double(np.ones(2)).tolist() == [2, 2]


def test_a_launch_that_a_stop_ended_is_not_repeated(daemon, monkeypatch):
    assert double(np.ones(2)).tolist() == [2, 2]
    attempts = []

    def stopped(request, context):
        attempts.append(request)
        daemon.sessions.clear()  # as the daemon goes
        context.abort(grpc.StatusCode.ABORTED, "the daemon was stopped and has ended the launch")

    with monkeypatch.context() as patch:
        patch.setattr(daemon, "launch", stopped)
        with pytest.raises(pyasc.Error, match=r"ended the launch: .* next call connects") as caught:
            double(np.ones(2))
    assert not isinstance(caught.value, pyasc.ConnectionLost)
    assert len(attempts) == 1
    assert double(np.ones(2)).tolist() == [2, 2]


def test_a_daemon_that_is_stopping_says_when_to_call_again(daemon, monkeypatch):
    def refused(request, context):
        context.abort(grpc.StatusCode.UNAVAILABLE, "the daemon is stopping")

    double(np.ones(2))
    monkeypatch.setattr(daemon, "launch", refused)
    with pytest.raises(pyasc.ConnectionLost, match="the call was not made; call again once"):
        double(np.ones(2))
    assert _client.current().is_alive()
    daemon.restart()
    monkeypatch.setattr(daemon, "open_session", refused)
    with pytest.raises(pyasc.ConnectionLost, match="call again once the launches under way have"):
        double(np.ones(2))
    with pytest.raises(pyasc.ConnectionLost, match="is stopping and takes neither sessions nor"):
        _client.existing()


def test_where_no_daemon_is_the_message_says_how_one_starts(tmp_path, monkeypatch):
    path = tmp_path / "none.sock"
    monkeypatch.setattr(_client._process, "target", None)
    with pytest.raises(pyasc.ConnectionLost, match=f"pyascd --socket {path} starts one there"):
        pyasc.connect(str(path))
    _client._process.target = None
    monkeypatch.delenv("PYASC_TARGET", raising=False)
    monkeypatch.setattr(_paths, "user_socket", lambda: path)
    monkeypatch.setattr(_paths, "SYSTEM_SOCKET", path)
    with pytest.raises(pyasc.ConnectionLost, match="calling an operator starts one"):
        _client.existing()


def test_a_restarted_daemon_is_used_without_a_word(daemon):
    assert double(np.ones(2)).tolist() == [2, 2]
    daemon.restart()
    assert double(np.ones(2)).tolist() == [2, 2]
    assert len(daemon.registered) == 2


def test_a_tensor_of_a_lost_session_is_lost(daemon):
    tensor = pyasc.from_numpy(np.ones(2))
    daemon.restart()
    with pytest.raises(pyasc.ConnectionLost, match=r"'x' .* make it again, as by pyasc\.from_num"):
        double(tensor)
    with pytest.raises(pyasc.ConnectionLost, match=r"make it again, as by pyasc\.from_numpy"):
        tensor.numpy()
    assert "lost" in repr(tensor)
    assert double(np.ones(2)).tolist() == [2, 2]


def test_a_batch_survives_a_restart(daemon):
    double(np.ones(2))
    daemon.restart()
    assert [y.tolist() for y in pyasc.batch([np.ones(1), np.zeros(1)], double)] == [[2], [0]]


def test_no_daemon_is_a_lost_connection(tmp_path, monkeypatch):
    monkeypatch.setenv("PYASC_TARGET", f"unix://{tmp_path}/none.sock")
    with pytest.raises(pyasc.ConnectionLost):
        pyasc.devices()


FORKS = """
import multiprocessing, os, sys
sys.path.insert(0, os.environ["TESTS"])
import numpy as np, pyasc
from test_connection import double

def work(number):
    batch = pyasc.batch([np.full(2, number), np.ones(1)], double)
    try:
        x.numpy()
    except pyasc.ConnectionLost:
        return [y.tolist() for y in batch]

x = pyasc.from_numpy(np.ones(2))
for _ in range(2):
    with multiprocessing.get_context("fork").Pool(2) as pool:
        found = pool.map_async(work, range(6), chunksize=1).get(50)
    assert found == [[[2 * i, 2 * i], [2]] for i in range(6)], found
    assert double(x).numpy().tolist() == [2, 2]
child = os.fork()
if child == 0:
    try:
        pyasc.connect("/nowhere/at/all.sock")
    except pyasc.ConnectionLost:
        sys.exit(7)
assert os.waitpid(child, 0)[1] == 7 << 8
"""


def test_forked_children_open_sessions_of_their_own_and_never_hang(daemon):
    environment = {**os.environ, "TESTS": os.path.dirname(__file__)}
    done = subprocess.run(
        [sys.executable, "-c", FORKS],
        env=environment,
        capture_output=True,
        timeout=110,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert len(daemon.sessions) >= 3


def waits_for_an_answer(thread):
    frame = sys._current_frames()[thread.ident]
    return "_consume_next_event" in {frame.f_code.co_name, frame.f_back.f_code.co_name}


def test_an_interrupt_cancels_the_call_and_leaves_the_connection(daemon):
    double(np.ones(2))
    started = threading.Event()
    ordinary = daemon._run

    def slow(request):
        started.set()
        daemon.cancelled.wait(20)
        return ordinary(request)

    daemon._run = slow
    daemon.cancelled.clear()
    before = _client.current()

    def interrupt():
        started.wait(20)
        while not waits_for_an_answer(threading.main_thread()):
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        double(np.ones(2))
    thread.join()
    assert daemon.cancelled.wait(10)
    daemon._run = ordinary
    assert double(np.ones(2)).tolist() == [2, 2]
    assert _client.current() is before


def test_many_threads_share_one_session_and_one_registration(daemon):
    found = [None] * 8

    def work(index):
        found[index] = double(np.full(2, index)).tolist()

    threads = [threading.Thread(target=work, args=(index,)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[2 * index] * 2 for index in range(8)]
    assert len(daemon.registered) == 1
    assert len(daemon.sessions) == 1


def test_connect_names_a_daemon(daemon, monkeypatch):
    monkeypatch.setenv("PYASC_TARGET", "unix:///nowhere.sock")
    assert pyasc.connect(str(daemon.path)).version == "9.9"
    assert pyasc.info().pid == daemon.pid
    assert [device.name for device in pyasc.devices()] == ["cpu:0"]


def test_a_stale_socket_does_not_answer(tmp_path):
    import socket

    path = tmp_path / "s.sock"
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen()
    assert _daemon.answers(path, {os.getuid()})
    listener.close()
    assert not _daemon.answers(path, {os.getuid()})


def test_a_listener_that_accepts_nothing_is_no_stale_socket(tmp_path, monkeypatch):
    import socket

    monkeypatch.setattr(_daemon, "_CONNECT_TIMEOUT_S", 0.05)
    path = tmp_path / "s.sock"
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as first:
        listener.bind(str(path))
        listener.listen(0)
        first.connect(str(path))
        with pytest.raises(pyasc.ConnectionLost, match="accepts no connection"):
            _daemon.answers(path, {os.getuid()})


@pytest.mark.parametrize("uid", [0, os.getuid()], ids=["root", "own"])
def test_a_named_daemon_may_be_ones_own_or_roots(daemon, monkeypatch, uid):
    monkeypatch.setattr(_daemon, "_peer_uid", lambda probe: uid)
    assert double(np.ones(2)).tolist() == [2, 2]


def test_a_named_daemon_of_another_user_gets_nothing(daemon, monkeypatch):
    monkeypatch.setattr(_daemon, "_peer_uid", lambda probe: 4321)
    for attempt in (lambda: double(np.ones(2)), _client.existing, lambda: pyasc.connect(None)):
        with pytest.raises(pyasc.PermissionDenied, match="uid 4321") as caught:
            attempt()
        assert str(daemon.path) in str(caught.value)
    assert daemon.sessions == set()


def test_the_users_own_socket_must_be_the_users_own(daemon, monkeypatch, tmp_path):
    monkeypatch.delenv("PYASC_TARGET")
    monkeypatch.setattr(_paths, "user_socket", lambda: daemon.path)
    tmp_path.chmod(0o700)
    assert pyasc.info().pid == daemon.pid
    pyasc.connect(None)
    monkeypatch.setattr(_daemon, "_peer_uid", lambda probe: os.getuid() + 1)
    with pytest.raises(pyasc.PermissionDenied, match=f"uid {os.getuid() + 1}"):
        pyasc.connect(None)
    with pytest.raises(pyasc.PermissionDenied):
        _client.existing()


def test_a_long_socket_path_is_refused(monkeypatch, tmp_path):
    deep = tmp_path / ("d" * 120)
    deep.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(deep))
    monkeypatch.delenv("PYASC_TARGET", raising=False)
    with pytest.raises(pyasc.Error, match="limit of 107"):
        pyasc.devices()
