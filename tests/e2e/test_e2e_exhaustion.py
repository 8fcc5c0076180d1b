"""Clients that give up at once, and daemons with few descriptors or processes that stand still."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import threading

import numpy as np
import pytest

import matmul
import my_op
import pyasc
import spinning
from pyasc import _connection
from running_daemon import disconnect, until

LONG = 100_000_000_000


def works():
    return my_op.my_operator(np.ones(2), np.ones(2), alpha=0.5).tolist() == [1.5, 1.5]


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


# Deadlines


def test_deadlines_of_milliseconds_from_fifty_threads_leave_nothing_behind(own_daemon):
    spinning.spin(spinning.X, steps=2)
    workers = own_daemon.children("pyascd-device")
    others = []

    def work(index):
        for number in range(8):
            try:
                with pyasc.options(deadline=0.001 * (1 + (index + number) % 4)):
                    spinning.spin(spinning.X, steps=LONG)
            except pyasc.DeadlineExceeded:
                continue
            except BaseException as error:
                others.append(error)

    def round_of_all():
        threads = [threading.Thread(target=work, args=(index,)) for index in range(50)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        assert not any(thread.is_alive() for thread in threads)
        until(lambda: own_daemon.queue_depth() == 0)
        assert works()

    round_of_all()
    held = descriptors(own_daemon.pid), own_daemon.status().tensors
    round_of_all()
    assert others == []
    until(lambda: own_daemon.status().tensors <= held[1])
    until(lambda: descriptors(own_daemon.pid) <= held[0] + 2)
    assert own_daemon.process.poll() is None
    assert own_daemon.children("pyascd-device") == workers


def test_a_deadline_while_it_compiles_ends_the_call_and_not_the_compile(own_daemon):
    spare = own_daemon.spare_compiler()
    os.kill(spare, signal.SIGSTOP)
    caught = []

    def call():
        with pytest.raises(pyasc.DeadlineExceeded) as error, pyasc.options(deadline=0.2):
            works()
        caught.append(error.value)

    # One waits for the daemon, the others for the one.
    threads = [threading.Thread(target=call) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(caught) == 3
    os.kill(spare, signal.SIGCONT)
    assert works()
    assert own_daemon.status().sessions == 2  # with that of the monitor


# Descriptors


@pytest.fixture
def small(start):
    """A daemon with 64 descriptors."""
    return start(prefix=["prlimit", "--nofile=64:64"])


def error_or_success(call):
    try:
        return call()
    except (pyasc.Error, MemoryError):
        return False


def test_a_hundred_silent_connections_give_way_to_those_that_speak(small):
    assert works()
    disconnect()
    before = descriptors(small.pid)
    with contextlib.ExitStack() as held:
        for _ in range(100):
            one = held.enter_context(socket.socket(socket.AF_UNIX))
            one.setblocking(False)
            with contextlib.suppress(BlockingIOError):  # the backlog is full
                one.connect(os.fspath(small.socket))
        until(lambda: "event=accept_failed" in small.log())
        # They are dropped while they still wait: a new client is served at last.
        until(lambda: error_or_success(works))
    assert matmul.matmul(np.ones((2, 3)), np.ones((3, 2))).tolist() == [[3, 3], [3, 3]]
    disconnect()
    until(lambda: descriptors(small.pid) <= before + 2)


def test_two_hundred_idle_sessions_are_an_error_while_they_are_there(small):
    assert works()
    sessions = []
    with pytest.raises(pyasc.ConnectionLost, match="takes no further connection"):
        for _ in range(200):
            sessions.append(_connection.Connection(small.target))
    assert sessions
    for session in sessions:
        session.close()
    until(lambda: error_or_success(works))
    until(lambda: small.status().sessions == 2)


def test_more_kernels_than_descriptors_are_compiled_and_run(small):
    for number in range(80):
        source = f"def op(x, output):\n    output[:] = x + {number}.5\n"
        operator = pyasc.operator(f"Op{number}", source=source)(works_like(source))
        assert operator(np.zeros(1)).tolist() == [number + 0.5]
    assert descriptors(small.pid) < 64
    assert works()


def works_like(source):
    space = {}
    exec(compile(source, "<operator>", "exec"), space)
    return space["op"]


# Processes that stand still


def test_a_compile_that_stands_still_holds_up_no_other_clients_operator(own_daemon):
    spare = own_daemon.spare_compiler()
    os.kill(spare, signal.SIGSTOP)
    stuck = own_daemon.client(spinning.__file__, "same")
    try:
        assert stuck.stdout.readline() == "ready\n"
        stuck.stdin.write("go\n")
        stuck.stdin.flush()
        # The next spare is made when this one gets its job.
        until(lambda: len(own_daemon.compile_children()) == 2)
        assert works()
        assert stuck.poll() is None
        os.kill(spare, signal.SIGKILL)
        assert "compile process was killed by SIGKILL" in stuck.communicate(timeout=60)[1]
        assert spinning.same(np.ones(3)).tolist() == [3.25] * 3
    finally:
        stuck.kill()
