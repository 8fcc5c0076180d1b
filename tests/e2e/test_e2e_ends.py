"""Daemons that end, or that their machine lets down."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest

import matmul
import my_op
import pyasc
import spinning
from running_daemon import RunningDaemon, cpu_seconds, disconnect, until

LONG = 100_000_000_000


def works():
    return my_op.my_operator(np.ones(2), np.ones(2), alpha=0.5).tolist() == [1.5, 1.5]


def busy(daemon):
    """Return once a worker runs a launch."""
    until(lambda: any(cpu_seconds(pid) > 0.2 for pid in daemon.children("pyascd-device")))


def launch_long(daemon, caught):
    """Start a launch of hours in a thread."""
    tensor = pyasc.from_numpy(spinning.X)
    spinning.spin(tensor, steps=2)

    def run():
        try:
            spinning.spin(tensor, steps=LONG)
        except pyasc.Error as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    busy(daemon)
    return thread


def test_a_second_signal_ends_a_daemon_that_waits(own_daemon):
    assert works()
    caught = []
    thread = launch_long(own_daemon, caught)
    children = own_daemon.children("pyascd-device") + own_daemon.children("pyascd-compile")
    own_daemon.process.send_signal(signal.SIGTERM)
    # It says so once a second signal would end it.
    until(lambda: "event=stopping" in log_of(own_daemon))
    assert own_daemon.process.poll() is None

    def ended_by_another():
        own_daemon.process.send_signal(signal.SIGTERM)
        return own_daemon.process.poll() is not None

    until(ended_by_another)
    thread.join(60)
    assert caught
    until(lambda: not any(os.path.exists(f"/proc/{pid}/exe") for pid in children))
    own_daemon.start()
    assert works()


def log_of(daemon):
    path = daemon.directory / "state" / "pyascd.log"
    return path.read_text(errors="replace") if path.exists() else daemon.words()


def test_a_signal_waits_for_launches_that_end(own_daemon):
    spinning.spin(spinning.X, steps=2)
    results = []
    thread = threading.Thread(
        target=lambda: results.append(spinning.spin(spinning.X, steps=1_000_000_000))
    )
    thread.start()
    busy(own_daemon)
    own_daemon.process.send_signal(signal.SIGTERM)
    thread.join(60)
    assert own_daemon.process.wait(60) == 0
    assert len(results) == 1
    assert not own_daemon.socket.exists()


def started(daemon, *command):
    """Start Python as a client of the daemon."""
    return subprocess.Popen(
        [sys.executable, *map(str, command)],
        env={**os.environ, "PYASC_TARGET": daemon.target},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_a_launch_in_a_daemon_that_stops_says_when_to_call_again(own_daemon):
    caught = []
    thread = launch_long(own_daemon, caught)
    own_daemon.process.send_signal(signal.SIGTERM)
    until(lambda: "event=stopping" in log_of(own_daemon))
    with pytest.raises(pyasc.ConnectionLost, match="the call was not made; call again once the"):
        works()
    own_daemon.kill()
    thread.join(60)
    own_daemon.start()
    assert works()


def test_stop_returns_when_the_daemon_is_gone(own_daemon):
    spins = started(own_daemon, spinning.__file__, LONG)
    busy(own_daemon)
    stop = started(own_daemon, "-m", "pyasc_cli", "stop")
    assert stop.stderr.readline() == "pyasc: waiting for 1 launch under way\n"
    assert own_daemon.process.poll() is None
    spins.kill()  # whose launch ends with its session
    out, _ = stop.communicate(timeout=60)
    assert stop.returncode == 0
    assert out.split() == ["stopped", "pid", str(own_daemon.pid)]
    assert own_daemon.process.poll() == 0
    assert not own_daemon.socket.exists()
    spins.communicate()
    own_daemon.start()
    assert works()


def test_a_launch_that_a_stop_ends_is_not_repeated(tmp_path, monkeypatch):
    monkeypatch.setenv("PYASCD_DRAIN_TIMEOUT", "1s")
    daemon = RunningDaemon(tmp_path).start()
    try:
        spins = started(daemon, spinning.__file__, LONG)
        busy(daemon)
        stop = started(daemon, "-m", "pyasc_cli", "stop")
        assert stop.wait(60) == 0, stop.communicate()
        daemon.start()
        out, words = spins.communicate(timeout=60)
        assert out.startswith("Error the daemon was stopped and has ended the launch: "), words
        stop.communicate()
    finally:
        daemon.kill()


def test_a_stopped_worker_is_replaced_once_its_launch_is_cancelled(own_daemon):
    spinning.spin(spinning.X, steps=2)
    (worker,) = own_daemon.children("pyascd-device")
    os.kill(worker, signal.SIGSTOP)
    try:
        with pyasc.options(deadline=0.5):
            spinning.spin(spinning.X, steps=2)
        raise AssertionError("a stopped worker answered")
    except pyasc.DeadlineExceeded:
        pass
    assert works()
    assert own_daemon.children("pyascd-device") != [worker]


def test_a_stopped_worker_that_goes_on_loses_nothing(own_daemon):
    spinning.spin(spinning.X, steps=2)
    (worker,) = own_daemon.children("pyascd-device")
    os.kill(worker, signal.SIGSTOP)
    results = []
    thread = threading.Thread(target=lambda: results.append(spinning.spin(spinning.X, steps=2)))
    thread.start()
    until(lambda: own_daemon.queue_depth() == 1)
    os.kill(worker, signal.SIGCONT)
    thread.join(60)
    assert len(results) == 1
    assert own_daemon.children("pyascd-device") == [worker]


def test_a_state_directory_that_vanishes_costs_the_cache_alone(own_daemon):
    assert works()
    # A file that the storage thread makes just then would keep its directory.
    until(lambda: own_daemon.status().kernels >= 1 and own_daemon.status().analyses >= 1)
    shutil.rmtree(own_daemon.directory / "state")
    shutil.rmtree(own_daemon.directory / "cache")
    assert works()
    assert matmul.matmul(np.ones((2, 3)), np.ones((3, 2))).tolist() == [[3, 3], [3, 3]]
    assert own_daemon.stop() == 0
    own_daemon.start()
    assert works()


def test_a_daemon_with_few_descriptors_serves_and_stays(tmp_path, monkeypatch):
    daemon = small_daemon(tmp_path, monkeypatch, 64)
    try:
        assert works()
        held = []
        with pytest.raises(pyasc.QuotaExceeded):
            for _ in range(200):
                held.append(pyasc.from_numpy(np.ones(2)))
        assert daemon.process.poll() is None
        disconnect()
        until(works_again)
    finally:
        daemon.kill()


def works_again():
    try:
        return works()
    except (pyasc.Error, MemoryError):
        return False


def small_daemon(tmp_path, monkeypatch, limit):
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    daemon = RunningDaemon(tmp_path)
    popen = subprocess.Popen

    # Not by preexec_fn: a child of a process with gRPC's threads may die before it executes.
    def limited(command, **options):
        return popen(["prlimit", f"--nofile={limit}:{limit}", *command], **options)

    monkeypatch.setattr(subprocess, "Popen", limited)
    daemon.start()
    monkeypatch.setattr(subprocess, "Popen", popen)
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == before
    monkeypatch.setenv("PYASC_TARGET", daemon.target)
    disconnect()
    return daemon
