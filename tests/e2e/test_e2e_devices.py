"""Several devices of a kind: their names, their cores, and who gets a launch."""

from __future__ import annotations

import os

import numpy as np
import pytest

import my_op
import pyasc
import spinning
from pyasc import _admin
from running_daemon import status_of, until

LONG = 100_000_000_000


def spin(steps, backend=None):
    with pyasc.options(backend=backend):
        return spinning.spin(spinning.X, steps=steps)


def test_devices_are_as_many_as_asked_for(start):
    start("--devices", "cpu=2,null=3")
    names = [device.name for device in pyasc.devices()]
    assert names == ["cpu:0", "cpu:1", "null:0", "null:1", "null:2"]
    cores = [device.cores for device in pyasc.devices()][:2]
    allowed = len(os.sched_getaffinity(0))
    assert sum(cores) == max(allowed, 2)
    for backend in ("cpu:0", "cpu:1", None):
        with pyasc.options(backend=backend):
            assert my_op.my_operator(np.ones(2), np.ones(2), alpha=0.5).tolist() == [1.5, 1.5]
    with pytest.raises(pyasc.DeviceError, match="cpu:0, cpu:1, null:0, null:1, null:2"):
        spin(1, backend="cpu:2")


def test_workers_keep_to_their_share_of_the_cores(start):
    daemon = start("--devices", "cpu=2")
    workers = daemon.children("pyascd-device")
    assert len(workers) == 2
    shares = {status_of(worker)["Cpus_allowed_list"] for worker in workers}
    assert len(shares) == min(len(os.sched_getaffinity(0)), 2)


def test_a_launch_does_not_wait_for_a_device_that_is_busy(start):
    daemon = start("--devices", "cpu=2")
    spin(1)  # compiles it
    with daemon.client(spinning.__file__, str(LONG)) as busy:
        until(lambda: sum(device.queue_depth for device in pyasc.devices()) == 1)
        (idle,) = [device.name for device in pyasc.devices() if device.queue_depth == 0]
        (running,) = [device.running for device in pyasc.devices() if device.running]
        assert (running.operator, running.pid) == ("Spin", busy.pid)
        assert running.seconds > 0
        for _ in range(3):
            spin(1)
        launches = {device.name: device.launches for device in pyasc.devices()}
        assert launches[idle] >= 3
        busy.kill()


def test_a_call_that_waits_learns_for_whom(start):
    daemon = start()
    spin(1)
    assert _admin.others() == ""
    with daemon.client(spinning.__file__, str(LONG)) as busy:
        until(lambda: pyasc.devices()[0].running)
        assert _admin.others().startswith(f"cpu:0 runs Spin of pid {busy.pid}, ")
        busy.kill()
    until(lambda: pyasc.devices()[0].running is None)
    assert _admin.others() == ""


def test_a_batch_uses_all_devices_of_the_kind(start):
    start("--devices", "cpu=2")
    items = [(np.array([float(i), 0.5]),) for i in range(32)]
    results = pyasc.batch(items, spinning.spin, steps=100_000)
    alone = [spin_of(item) for item in items]
    assert np.array_equal(results, alone)
    assert all(device.launches > 8 for device in pyasc.devices())


def spin_of(item):
    with pyasc.options(backend="cpu:0"):
        return spinning.spin(*item, steps=100_000)
