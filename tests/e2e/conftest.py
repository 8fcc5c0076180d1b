"""Fixtures of the end-to-end tests: a real daemon, and this process as its client."""

from __future__ import annotations

import os
import pathlib
import signal
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
sys.path.insert(0, str(ROOT / "clients" / "python" / "examples"))
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
# A shell that starts the tests in the background has SIGINT ignored; tests of Ctrl-C need it.
signal.signal(signal.SIGINT, signal.default_int_handler)

from pyasc import _client
from running_daemon import RunningDaemon, disconnect


@pytest.fixture(scope="session")
def shared_daemon(tmp_path_factory):
    """One daemon for all tests that leave it as it is."""
    running = RunningDaemon(tmp_path_factory.mktemp("shared")).start()
    yield running
    disconnect()
    assert running.stop() == 0, running.words()


@pytest.fixture
def daemon(shared_daemon, monkeypatch):
    """The shared daemon, with this process as its client; alive at the end."""
    monkeypatch.setenv("PYASC_TARGET", shared_daemon.target)
    current = _client._process.connection
    if current is not None and current.target != shared_daemon.target:
        disconnect()
    pid = shared_daemon.pid
    yield shared_daemon
    assert shared_daemon.process.poll() is None, shared_daemon.words()
    assert shared_daemon.pid == pid


@pytest.fixture
def own_daemon(tmp_path, monkeypatch):
    """A daemon that the test may stop, kill and start again."""
    running = RunningDaemon(tmp_path).start()
    monkeypatch.setenv("PYASC_TARGET", running.target)
    disconnect()
    yield running
    disconnect()
    if running.process.poll() is None:
        running.kill()


@pytest.fixture
def start(tmp_path, monkeypatch):
    """Return a function that starts a daemon with flags, as this process's daemon; it must live."""
    started = []

    def start(*options, prefix=()):
        daemon = RunningDaemon(tmp_path, *options, prefix=prefix)
        started.append(daemon.start())
        monkeypatch.setenv("PYASC_TARGET", daemon.target)
        disconnect()
        return daemon

    yield start
    disconnect()
    for daemon in started:
        assert daemon.process.poll() is None, daemon.words()
        daemon.kill()
