"""The wall clock jumps under a working daemon (libfaketime): nothing waits, ages or is lost."""

from __future__ import annotations

import datetime
import pathlib
import signal
import sysconfig

import numpy as np
import pytest

import my_op
import pyasc
import spinning
from running_daemon import RunningDaemon, cpu_seconds, disconnect, until

FAKETIME = pathlib.Path(
    "/usr/lib", sysconfig.get_config_var("MULTIARCH"), "faketime", "libfaketime.so.1"
)
JUMPS = ["+365d", "-365d", "-3600s", "+7200s"]


@pytest.fixture
def jumping(tmp_path, monkeypatch):
    """A daemon whose wall clock is what a file says; its steady clock stays the machine's."""
    clock = tmp_path / "clock"
    clock.write_text("+0s")
    prefix = [
        "env",
        f"LD_PRELOAD={FAKETIME}",
        f"FAKETIME_TIMESTAMP_FILE={clock}",
        "FAKETIME_NO_CACHE=1",
        "FAKETIME_DONT_FAKE_MONOTONIC=1",
    ]
    daemon = RunningDaemon(tmp_path, "--idle-exit", "1h", prefix=prefix)
    monkeypatch.setenv("PYASC_TARGET", daemon.target)
    daemon.start()
    yield daemon, clock
    disconnect()
    if daemon.process.poll() is None:
        # Killed, it would leave libfaketime's shared memory behind.
        assert daemon.stop() == 0
    assert list(pathlib.Path("/dev/shm").glob(f"*faketime_*_{daemon.pid}")) == []


def works(alpha):
    return my_op.my_operator(np.ones(2), np.ones(2), alpha=alpha).tolist() == [1 + alpha] * 2


def compiles():
    return pyasc.info().compiles


def test_a_clock_that_jumps_ages_no_session_and_loses_no_kernel(jumping):
    daemon, clock = jumping
    tensor = pyasc.from_numpy(np.arange(3.0))
    assert works(0.5)
    before = compiles()
    for jump in JUMPS:
        clock.write_text(jump)
        assert works(2.0)
        assert tensor.numpy().tolist() == [0, 1, 2]
    assert compiles() == before
    assert daemon.stop() == 0


def test_a_kernel_made_before_the_clock_went_back_is_found_after(jumping):
    daemon, clock = jumping
    clock.write_text("+365d")
    assert works(0.5)
    daemon.stop()
    clock.write_text("-365d")
    daemon.start()
    disconnect()
    assert works(0.5)
    assert compiles() == 0


@pytest.mark.parametrize("jump", ["+365d", "-365d"])
def test_a_jump_neither_ends_a_launch_nor_keeps_it_from_being_cancelled(jumping, jump):
    daemon, clock = jumping
    client = daemon.client(spinning.__file__, "100000000000")
    until(lambda: any(cpu_seconds(pid) > 0.1 for pid in daemon.children("pyascd-device")))
    clock.write_text(jump)
    assert client.poll() is None
    client.send_signal(signal.SIGINT)
    client.communicate(timeout=60)
    until(lambda: daemon.queue_depth() == 0)
    assert works(0.5)


@pytest.mark.parametrize("days", [365, -365])
def test_a_stop_with_a_clock_that_jumped_ends(jumping, days):
    daemon, clock = jumping
    assert works(0.5)
    clock.write_text(f"{days:+}d")
    assert daemon.stop() == 0
    last = datetime.datetime.fromisoformat(daemon.log().splitlines()[-1].split()[0])
    elsewhere = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days)
    assert abs(last - elsewhere) < datetime.timedelta(1)  # the daemon did see the jump
