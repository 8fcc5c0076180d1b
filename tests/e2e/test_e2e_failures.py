"""Restarts, races, and every process of the daemon killed at work."""

import os
import signal
import subprocess
import threading

import numpy as np
import pytest

import matmul
import my_op
import pyasc
import spinning
from running_daemon import cpu_seconds, executable, until

SPINNING = spinning.__file__
LONG = 100_000_000_000


def works():
    return my_op.my_operator(np.ones(2), np.ones(2), alpha=0.5).tolist() == [1.5, 1.5]


def test_a_restart_compiles_nothing_again(own_daemon):
    a, b = np.ones((3, 4)), np.ones((4, 2))
    matmul.matmul(a, b)
    works()
    first = pyasc.compile("Matmul")
    assert own_daemon.status().compiles >= 2
    assert own_daemon.stop() == 0
    own_daemon.start()
    assert matmul.matmul(a, b).tolist() == [[4, 4]] * 3
    assert works()
    second = pyasc.compile("Matmul")
    assert second.key == first.key
    assert not second.compiled
    assert own_daemon.status().compiles == 0


def test_a_kill_of_the_daemon_loses_no_kernel(own_daemon):
    assert works()
    # The storage thread writes within milliseconds of the answer.
    until(lambda: own_daemon.status().kernels >= 1)
    own_daemon.kill()
    own_daemon.start()
    assert works()
    assert own_daemon.status().compiles == 0


def test_two_clients_at_once_compile_once(own_daemon):
    children = [own_daemon.client(SPINNING, "same") for _ in range(4)]
    for child in children:
        assert child.stdout.readline() == "ready\n"
    for child in children:
        child.stdin.write("go\n")
        child.stdin.flush()
    assert [child.wait(120) for child in children] == [0] * len(children)
    assert own_daemon.status().compiles == 1


def busy_worker(daemon):
    """Return the process that runs a launch."""
    found = []

    def looks_busy():
        found[:] = [pid for pid in daemon.children("pyascd-device") if cpu_seconds(pid) > 0.2]
        return found

    until(looks_busy)
    return found[0]


def test_a_killed_client_frees_the_device(own_daemon):
    assert works()
    child = own_daemon.client(SPINNING, str(LONG))
    busy_worker(own_daemon)
    child.kill()
    child.wait()
    until(lambda: own_daemon.queue_depth() == 0)
    assert works()


def test_a_killed_worker_fails_its_launch_and_is_replaced(own_daemon):
    assert works()
    child = own_daemon.client(SPINNING, str(LONG))
    pid = busy_worker(own_daemon)
    os.kill(pid, signal.SIGKILL)
    out, err = child.communicate(timeout=60)
    assert out.startswith("DeviceError"), (out, err)
    assert works()
    assert pid not in own_daemon.children("pyascd-device")


def test_killed_compile_processes_are_replaced(own_daemon):
    assert works()
    for pid in own_daemon.children("pyascd-compile"):
        os.kill(pid, signal.SIGKILL)
    until(lambda: attempts(lambda: matmul.matmul(np.ones((2, 2)), np.ones((2, 2)))))
    assert matmul.matmul(np.ones((2, 3)), np.ones((3, 2))).tolist() == [[3, 3], [3, 3]]


def attempts(call):
    """Return whether a call succeeds; only a clear error may be the reason if not."""
    try:
        call()
    except pyasc.Error:
        return False
    return True


def test_compile_processes_killed_at_work_give_clear_errors(own_daemon):
    assert works()
    stop = threading.Event()

    def hunt():
        while not stop.is_set():
            for pid in own_daemon.children("pyascd-compile"):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    continue

    hunter = threading.Thread(target=hunt)
    hunter.start()
    try:
        for size in range(2, 5):
            attempts(lambda size=size: matmul.matmul(np.ones((size, 1)), np.ones((1, size))))
    finally:
        stop.set()
        hunter.join()
    until(lambda: attempts(lambda: matmul.matmul(np.ones((2, 1)), np.ones((1, 2)))))
    assert works()


def test_a_daemon_killed_at_work_is_a_lost_connection(own_daemon):
    assert works()
    tensor = pyasc.from_numpy(spinning.X)
    caught = []

    def run():
        try:
            spinning.spin(tensor, steps=LONG)
        except pyasc.Error as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    busy_worker(own_daemon)
    workers = own_daemon.children("pyascd-device") + own_daemon.children("pyascd-compile")
    own_daemon.kill()
    thread.join(60)
    assert isinstance(caught[0], pyasc.ConnectionLost)
    # None of its processes outlives it.
    until(lambda: not any(os.path.exists(f"/proc/{pid}/exe") for pid in workers))
    own_daemon.start()
    assert works()
    with pytest.raises(pyasc.ConnectionLost):
        tensor.numpy()


def test_an_interrupt_stops_the_launch_and_keeps_the_session(own_daemon):
    tensor = pyasc.from_numpy(spinning.X)
    spinning.spin(tensor, steps=2)

    def interrupt():
        busy_worker(own_daemon)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        spinning.spin(tensor, steps=LONG)
    thread.join()
    until(lambda: own_daemon.queue_depth() == 0)
    assert tensor.numpy().tolist() == spinning.X.tolist()
    assert works()


def test_a_deadline_ends_the_launch(own_daemon):
    spinning.spin(spinning.X, steps=2)
    with pytest.raises(pyasc.DeadlineExceeded), pyasc.options(deadline=0.5):
        spinning.spin(spinning.X, steps=LONG)
    until(lambda: own_daemon.queue_depth() == 0)
    assert works()


def test_a_second_daemon_on_the_same_state_is_refused(own_daemon):
    second = subprocess.run(
        [
            executable("pyascd"),
            "--socket",
            own_daemon.directory / "other.sock",
            "--state-dir",
            own_daemon.directory / "state",
            "--cache-dir",
            own_daemon.directory / "cache",
        ],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert second.returncode == 1
    assert str(own_daemon.directory / "state") in second.stderr
    assert str(own_daemon.pid) in second.stderr
    assert works()


def test_a_stale_socket_is_taken_over(own_daemon):
    own_daemon.kill()
    assert own_daemon.socket.exists()
    own_daemon.start()
    assert works()
    assert own_daemon.stop() == 0
    assert not own_daemon.socket.exists()
