"""The levels of the sandbox: what runs, what it is confined to, what is refused."""

from __future__ import annotations

import os

import numpy as np
import pytest

import matmul
import my_op
from running_daemon import RunningDaemon, status_of

LEVELS = [1, 2, 3]


@pytest.fixture(scope="module")
def highest(shared_daemon):
    """The level that this machine has."""
    return shared_daemon.status().sandbox_level


def confined(daemon):
    """Return the processes that run or read operators: workers and compile children."""
    return [*daemon.children("pyascd-device"), daemon.spare_compiler()]


@pytest.mark.parametrize("level", LEVELS)
def test_operators_compile_and_run_at_every_level_or_it_says_what_is_missing(
    start, highest, level, tmp_path
):
    if level > highest:
        said = RunningDaemon(tmp_path, "--sandbox", str(level)).refusal()
        assert f"{level} is demanded; missing: " in said
        return
    daemon = start("--sandbox", str(level))
    assert my_op.my_operator(np.ones(2), np.ones(2), alpha=0.5).tolist() == [1.5, 1.5]
    assert matmul.matmul(np.ones((2, 3)), np.ones((3, 2))).tolist() == [[3, 3], [3, 3]]
    assert daemon.status().sandbox_level == level
    assert f"event=sandbox level={level}" in daemon.log()
    for pid in confined(daemon):
        status = status_of(pid)
        assert status["Seccomp"] == "2"
        assert status["NoNewPrivs"] == "1"
        assert status["CapEff"].strip("0") == ""
        if os.geteuid() == 0:
            assert "0" not in status["Uid"].split() + status["Gid"].split()
            assert status["Groups"] == ""


@pytest.mark.parametrize("level", LEVELS)
def test_only_the_third_level_has_namespaces_of_its_own(start, highest, level):
    daemon = start("--sandbox", str(min(level, highest)))
    (worker,) = daemon.children("pyascd-device")
    # NSpid shows one number in each namespace of processes; anybody may read it.
    numbers = len(status_of(worker)["NSpid"].split())
    assert numbers == len(status_of(daemon.pid)["NSpid"].split()) + (min(level, highest) == 3)


def test_the_highest_level_is_the_default(start, highest):
    daemon = start()
    status = daemon.status()
    assert status.sandbox_level == highest
    assert bool(status.sandbox_missing) == (highest < LEVELS[-1])
    assert status.sandbox_user == daemon_account(daemon)


def daemon_account(daemon):
    """Return what the status is to say of the worker's account."""
    if os.geteuid() != 0:
        return ""
    (worker,) = daemon.children("pyascd-device")
    status = status_of(worker)
    return f"{status['Uid'].split()[0]}:{status['Gid'].split()[0]}"


def test_a_user_that_is_not_there_is_refused(tmp_path):
    said = RunningDaemon(tmp_path, "--sandbox-user", "no-such-user").refusal()
    assert "no-such-user" in said
