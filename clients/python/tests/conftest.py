"""Fixtures of the client's tests."""

from __future__ import annotations

import os
import pathlib
import signal
import sys

import pytest

# The fake daemon's side of gRPC would report every client that goes away.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
# A shell that starts the tests in the background has SIGINT ignored; tests of Ctrl-C need it.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.path.insert(0, str(pathlib.Path(__file__).parent))

# In this order: pyasc tells gRPC, which the fake daemon imports, to leave forks alone.
from pyasc import _client

# isort: split
from fake_daemon import FakeDaemon


def _disconnect():
    connection = _client._process.connection
    if connection is not None:
        connection.close()
        _client._process.connection = None
    _client._process.target = None


@pytest.fixture
def daemon(tmp_path, monkeypatch):
    """A fake daemon that this process is connected to."""
    _disconnect()  # tests of other folders may have left a session with a daemon of theirs
    path = tmp_path / "d.sock"
    fake = FakeDaemon(path)
    monkeypatch.setenv("PYASC_TARGET", f"unix://{path}")
    yield fake
    _disconnect()
    fake.stop()
