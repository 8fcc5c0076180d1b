"""Faults of processes, programs and the machine: the daemon lives, every other launch is right."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import signal

import numpy as np
import pytest

import matmul
import my_op
import pyasc
import spinning
from language import compiled
from running_daemon import (
    RunningDaemon,
    cpu_seconds,
    disconnect,
    executable,
    has_ended,
    limit,
    until,
)

LONG = 100_000_000_000
MIB = 1 << 20


@pyasc.operator("Sums")
def sums(x):
    # The right side is copied before the left is written.
    x[1:] = x[:-1] + x[1:]


def works():
    return my_op.my_operator(np.ones(2), np.ones(2), alpha=0.5).tolist() == [1.5, 1.5]


def error_of(call):
    """Return what a call that must fail says."""
    with pytest.raises((pyasc.Error, MemoryError)) as caught:
        call()
    return str(caught.value)


# Workers


@pytest.mark.parametrize("how", [signal.SIGSEGV, signal.SIGBUS, signal.SIGABRT, signal.SIGKILL])
def test_a_crash_of_the_worker_fails_its_launch_alone(start, how):
    # In a namespace of its own a worker is the first process, which only SIGKILL reaches.
    daemon = start("--sandbox", "1")
    assert works()
    spinner = daemon.client(spinning.__file__, str(LONG))
    other = daemon.client(spinning.__file__, "same")
    assert other.stdout.readline() == "ready\n"
    until(lambda: any(cpu_seconds(pid) > 0.1 for pid in daemon.children("pyascd-device")))
    (worker,) = daemon.children("pyascd-device")
    other.stdin.write("go\n")
    other.stdin.flush()
    until(lambda: daemon.queue_depth() == 2)
    os.kill(worker, how)
    out, err = spinner.communicate(timeout=60)
    assert out.startswith("DeviceError"), (out, err)
    assert how.name in out
    assert "Spin" in out
    assert other.wait(60) == 0
    assert works()


def test_memory_beyond_the_workers_limit_is_a_memory_error(start):
    daemon = start("--worker-memory", "64MiB")
    small = np.ones(3)
    sums(small)
    (worker,) = daemon.children("pyascd-device")
    large = np.ones(16 * MIB)
    with pytest.raises(MemoryError):
        sums(large)
    # Nothing of it was done, and the worker is none the worse.
    assert (large == 1).all()
    sums(small)
    assert small.tolist() == [1, 3, 4]
    assert daemon.children("pyascd-device") == [worker]


def test_a_worker_without_memory_for_itself_is_replaced(start):
    daemon = start()
    # What the worker must know of it takes half a megabyte.
    raises = (f"if x[0] == {i}: raise ValueError('{'m' * 1000}')" for i in range(1, 500))
    large = compiled("\n".join([*raises, "x[0] = 1"]), "x")
    assert works()
    (worker,) = daemon.children("pyascd-device")
    limit(worker, "data", 1)
    assert "died (SIG" in error_of(lambda: large(np.zeros(2)))
    assert works()
    assert daemon.children("pyascd-device") != [worker]


# Programs


def nonsense(path):
    path.write_text("no program")
    path.chmod(0o755)


def not_executable(path):
    path.write_text("#!/bin/sh\n")
    path.chmod(0o644)


def ends_at_once(path):
    path.write_text("#!/bin/sh\nexit 7\n")
    path.chmod(0o755)


def missing(path):
    assert not path.exists()


@pytest.mark.parametrize("program", ["compile", "device"])
@pytest.mark.parametrize("make", [missing, not_executable, nonsense, ends_at_once])
def test_a_program_that_cannot_run_is_named_at_the_start(tmp_path, program, make):
    path = tmp_path / f"pyascd-{program}"
    make(path)
    said = RunningDaemon(tmp_path, f"--{program}-executable", path).refusal()
    assert str(path) in said
    assert len(said.splitlines()) == 1, said


def test_a_worker_program_that_vanishes_at_work_is_named_and_taken_when_back(start, tmp_path):
    path = tmp_path / "pyascd-device"
    shutil.copy(executable("pyascd-device"), path)
    daemon = start("--device-executable", path)
    assert works()
    path.rename(tmp_path / "away")
    (worker,) = daemon.children("pyascd-device")
    os.kill(worker, signal.SIGKILL)
    until(lambda: has_ended(worker))
    # A launch may still be given to the worker whose end the daemon has not noticed.
    until(lambda: str(path) in error_of(works))
    (tmp_path / "away").rename(path)
    assert works()


def test_a_compiler_that_vanishes_at_work_is_named_and_taken_when_back(start, tmp_path):
    path = tmp_path / "pyascd-compile"
    shutil.copy(executable("pyascd-compile"), path)
    daemon = start("--compile-executable", path)
    assert works()
    path.rename(tmp_path / "away")
    compilers = daemon.children("pyascd-compile")
    for pid in compilers:
        os.kill(pid, signal.SIGKILL)
    until(lambda: all(map(has_ended, compilers)))
    assert str(path) in error_of(lambda: matmul.matmul(np.ones((2, 2)), np.ones((2, 2))))
    assert works()  # needs no compiler
    (tmp_path / "away").rename(path)
    assert matmul.matmul(np.ones((2, 2)), np.ones((2, 2))).tolist() == [[2, 2], [2, 2]]


# Compile processes


def ready_clients(daemon, count):
    """Return processes that have begun to call the same operator."""
    clients = [daemon.client(spinning.__file__, "same") for _ in range(count)]
    for client in clients:
        assert client.stdout.readline() == "ready\n"
    for client in clients:
        client.stdin.write("go\n")
        client.stdin.flush()
    return clients


def answers(clients):
    """Return what each says on its standard error stream."""
    return [client.communicate(timeout=60)[1] for client in clients]


@pytest.fixture
def large_operator(tmp_path):
    """Return a function that makes an operator of so many lines."""

    def make(lines):
        name = f"large{lines}"
        path = tmp_path / f"{name}.py"
        body = "".join(f"        s = s * {i}.5 + x[i]\n" for i in range(lines))
        path.write_text(
            f"import pyasc\n\n\n@pyasc.operator({name!r})\ndef operator(x, output):\n"
            "    output.resize((1,))\n    s = x[0]\n    for i in range(x.shape[0]):\n"
            f"{body}    output[0] = s\n"
        )
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.operator

    return make


def test_a_compile_that_stands_still_is_killed_and_all_who_wait_are_told(start):
    daemon = start("--compile-timeout", "2s")
    os.kill(daemon.spare_compiler(), signal.SIGSTOP)
    said = answers(ready_clients(daemon, 3))
    # Who came after it was killed was served by the next.
    assert any("took longer than 2000 ms and was killed" in text for text in said), said
    assert works()
    assert answers(ready_clients(daemon, 1)) == [""]


def test_a_compile_without_memory_fails_alone(start, large_operator):
    daemon = start()
    limit(daemon.spare_compiler(), "data", 1)
    said = error_of(lambda: large_operator(6000)(np.zeros(2)))
    assert "compile process ran out of memory" in said
    assert works()


def test_a_compile_that_runs_away_ends_by_its_processor_time(start, large_operator):
    daemon = start()
    spare = daemon.spare_compiler()
    (zygote,) = set(daemon.children("pyascd-compile")) - {spare}
    # Those forked from now on have a second: the spare analyses, the next compiles.
    limit(zygote, "cpu", 2)
    said = error_of(lambda: large_operator(18_000)(np.zeros(2)))
    assert "compile process used up its processor time" in said
    assert works()


@pytest.mark.parametrize("how", [signal.SIGSEGV, signal.SIGABRT, signal.SIGKILL])
def test_a_crash_of_a_compile_tells_all_who_wait_and_spoils_nothing(start, how):
    daemon = start()
    spare = daemon.spare_compiler()
    os.kill(spare, signal.SIGSTOP)
    clients = ready_clients(daemon, 2)
    # The next spare is made when this one gets its job.
    until(lambda: len(daemon.compile_children()) == 2)
    os.kill(spare, how)
    with contextlib.suppress(ProcessLookupError):  # SIGKILL needs no waking
        os.kill(spare, signal.SIGCONT)
    said = answers(clients)
    assert any(f"compile process was killed by {how.name}" in text for text in said), said
    assert answers(ready_clients(daemon, 1)) == [""]


# The machine


def limited_files(count):
    """Return what keeps files from growing beyond so many bytes, as a full disk does."""
    return ["prlimit", f"--fsize={count}:{count}"]


def every_launch_is_right():
    assert works()
    assert matmul.matmul(np.ones((2, 3)), np.ones((3, 2))).tolist() == [[3, 3], [3, 3]]
    assert spinning.same(np.ones(3)).tolist() == [3.25] * 3


def test_a_disk_that_is_full_at_the_start_costs_the_cache_alone(start, tmp_path):
    daemon = start(prefix=limited_files(4096))
    every_launch_is_right()
    assert "event=cache_in_memory" in daemon.log()
    disconnect()
    assert daemon.stop() == 0
    # With room again there is a cache again.
    daemon.prefix = ()
    daemon.start()
    every_launch_is_right()
    until(lambda: daemon.status().kernels >= 3)
    assert (tmp_path / "cache" / "kernels.db").exists()


def test_a_disk_that_fills_at_work_costs_the_cache_alone(start, large_operator):
    daemon = start(prefix=limited_files(40_000))
    for _ in range(3):
        every_launch_is_right()
    until(lambda: "event=cache_write_failed" in daemon.log())
    for count in range(3, 9):
        assert large_operator(count)(np.zeros(2)).tolist() == [0]
    disconnect()
    assert daemon.stop() == 0
    daemon.prefix = ()
    daemon.start()
    every_launch_is_right()


def test_a_log_that_cannot_grow_costs_the_log_alone(start):
    daemon = start(prefix=limited_files(4096))
    for _ in range(60):  # a line each for its beginning and its end
        with daemon.connection():
            pass
    every_launch_is_right()
    assert len(daemon.log()) <= 4096
