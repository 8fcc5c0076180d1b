"""What the client offers, over a real daemon."""

import os
import pickle
import signal
import subprocess
import sys

import numpy as np
import pytest

import matmul
import my_op
import pyasc
import spinning
from account import CALL
from pyasc import _client
from running_daemon import executable, until

OFFSET = 1.0
FACTOR = 2
FLIP = True


@pyasc.operator("Shifted")
def shifted(x, output):
    output.resize(x.shape)
    for i in range(x.shape[0]):
        output[i] = x[i] + OFFSET


@pyasc.operator("CopyDown")
def copy_down(a, b):
    for i in range(1, a.shape[0]):
        a[i] = b[i - 1]


@pyasc.operator("Accumulate")
def accumulate(x, acc):
    for i in range(x.shape[0]):
        acc[i] += x[i]


@pyasc.operator("Talks")
def talks(x, output):
    output.resize(x.shape)
    for i in range(x.shape[0]):
        print(f"row {i}: {x[i]:.2f}")
        output[i] = x[i]


@pyasc.operator("Scaled")
def scaled(x, output):
    output[:] = x * FACTOR if FLIP else x


def test_a_captured_number_that_decides_nothing_compiles_once(daemon, monkeypatch):
    x = np.arange(4.0)
    assert scaled(x).tolist() == [0, 2, 4, 6]
    before = pyasc.info().compiles
    for factor in (3, -(2**62), 0):
        monkeypatch.setattr(sys.modules[__name__], "FACTOR", factor)
        assert np.array_equal(scaled(x), x * factor)
    assert pyasc.info().compiles == before
    monkeypatch.setattr(sys.modules[__name__], "FLIP", False)
    assert np.array_equal(scaled(x), x)
    assert pyasc.info().compiles == before + 1


def test_both_forms_of_tensor_and_assignment(daemon):
    t = pyasc.tensor(shape=(1, 2, 3, 4), dtype="float32")
    t[0, :, :, :] = np.arange(24).reshape(2, 3, 4)
    assert float(t[0, 1, 2, 3]) == 23
    assert pyasc.tensor(pyasc.empty((2, 2))).shape == (2, 2)
    assert np.array_equal(pickle.loads(pickle.dumps(t)).numpy(), t.numpy())


@pytest.mark.parametrize("shape", [(0,), (5, 0, 5), (), (1, 1), (3,)], ids=str)
def test_tensors_of_any_size_come_back(daemon, shape):
    array = np.full(shape, 3.0, np.float32)
    assert np.array_equal(pyasc.from_numpy(array).numpy(), array)
    assert pyasc.empty(shape).shape == shape


def test_large_tensors_come_back(daemon):
    array = np.random.default_rng(1).standard_normal((3, 1024, 513))
    assert np.array_equal(pyasc.from_numpy(array).numpy(), array)


def test_a_batch_in_both_forms(daemon):
    rng = np.random.default_rng(3)
    pairs = [(rng.standard_normal((3, 4)), rng.standard_normal((3, 4))) for _ in range(6)]
    found = pyasc.batch(pairs, func=my_op.my_operator, alpha=0.5)
    for (a, b), y in zip(pairs, found, strict=True):
        np.testing.assert_allclose(y, a + 0.5 * b, rtol=1e-15)
    arrays = [np.arange(float(n)) for n in range(2, 8)]
    assert [y.tolist() for y in pyasc.batch(arrays, shifted)] == [(a + 1).tolist() for a in arrays]
    assert pyasc.batch([], shifted) == []


def test_a_batch_names_the_item_that_failed(daemon):
    good, bad = (np.ones((2, 3)), np.ones((3, 2))), (np.ones((2, 3)), np.ones((4, 2)))
    with pytest.raises(ValueError, match=r"K of a \(3\) is not K of b \(4\)") as caught:
        pyasc.batch([good, bad, good], matmul.matmul)
    assert "in item 1 of the batch" in caught.value.__notes__
    kept = pyasc.batch([good, bad], matmul.matmul, return_exceptions=True)
    assert isinstance(kept[1], ValueError)
    assert kept[0].tolist() == [[3, 3], [3, 3]]


def test_a_captured_value_is_part_of_the_meaning(daemon, monkeypatch):
    assert shifted(np.zeros(2)).tolist() == [1, 1]
    monkeypatch.setitem(globals(), "OFFSET", 2.5)
    assert shifted(np.zeros(2)).tolist() == [2.5, 2.5]


def test_operators_of_one_name_keep_their_own_values(daemon):
    def make(factor):
        @pyasc.operator("Scale")
        def scale(x, output):
            output.resize(x.shape)
            for i in range(x.shape[0]):
                output[i] = factor * x[i]

        return scale

    two, three = make(2.0), make(3.0)
    for _ in range(3):
        assert two(np.ones(2)).tolist() == [2, 2]
        assert three(np.ones(2)).tolist() == [3, 3]


def test_overlapping_arrays_give_numpys_answer(daemon):
    base = np.arange(6.0)
    copy_down(base, base)
    assert base.tolist() == [0] * 6
    base = np.arange(6.0)
    copy_down(base[1:], base[:-1])
    assert base.tolist() == [0, 1, 0, 1, 0, 1]


def test_in_out_arrays_and_tensors(daemon):
    acc, x = np.ones(3), np.arange(3.0)
    accumulate(x, acc)
    assert acc.tolist() == [1, 2, 3]
    t = pyasc.from_numpy(np.ones(3))
    accumulate(x, t)
    accumulate(x, t)
    assert t.numpy().tolist() == [1, 3, 5]


def test_lines_appear_while_the_launch_runs_and_stay_after_an_interrupt(daemon):
    command = [sys.executable, "-u", spinning.__file__, "counts"]
    environment = {**os.environ, "PYASC_TARGET": daemon.target}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as client:
        assert [client.stdout.readline() for _ in range(3)] == ["line 0\n", "line 1\n", "line 2\n"]
        client.send_signal(signal.SIGINT)
        assert client.stdout.read() == "interrupted (1,)\n"
    assert client.returncode == 0


def test_a_hundred_thousand_lines_are_printed(daemon, capsys):
    spinning.counts(spinning.X, lines=100_000)
    assert capsys.readouterr().out == "".join(f"line {i}\n" for i in range(100_000))


def test_lines_of_batched_calls_do_not_mix(daemon, capsys):
    pyasc.batch([(spinning.X,)] * 4, spinning.counts, lines=1000)
    assert capsys.readouterr().out == "".join(f"line {i}\n" for i in range(1000)) * 4


def test_printed_lines_appear_here_in_order(daemon, capsys):
    talks(np.array([1.0, 2.5]))
    assert capsys.readouterr().out == "row 0: 1.00\nrow 1: 2.50\n"


def test_lines_are_dropped_where_there_is_no_standard_output(daemon, monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    assert talks(np.array([1.0, 2.5])).tolist() == [1, 2.5]
    assert len(pyasc.batch([(spinning.X,)] * 2, spinning.counts, lines=3)) == 2


def test_compile_by_name_and_by_function(daemon):
    matmul.matmul(np.ones((2, 2)), np.ones((2, 2)))
    kernel = pyasc.compile("Matmul", opt_level=3)
    assert len(kernel.key) == 64
    other = pyasc.compile(
        matmul.matmul, args=[((8, 9), "float32"), ((8, 9), "float32")], transpose_b=True
    )
    assert other.key != kernel.key
    assert other.source.startswith("def matmul(a, b, ")
    assert "func" in other.show("llvm") or "define" in other.show("llvm")
    before = daemon.status().compiles
    matmul.matmul(np.ones((8, 9), np.float32), np.ones((7, 9), np.float32), transpose_b=True)
    assert daemon.status().compiles == before


def test_devices_and_info(daemon):
    assert [device.name for device in pyasc.devices()][:1] == ["cpu:0"]
    info = pyasc.info()
    assert info.pid == daemon.pid
    assert info.default_backend == "cpu"
    assert info.log_path


def test_memory_ends_with_its_session(daemon):
    with daemon.connection() as other:
        other.put(memoryview(bytes(1 << 20)))
        held = daemon.status().tensor_bytes
        assert held >= 1 << 20
    until(lambda: daemon.status().tensor_bytes <= held - (1 << 20))


def test_the_command(daemon):
    program = [sys.executable, "-m", "pyasc_cli"]
    done = subprocess.run(
        [*program, "status", "-o", "json"], capture_output=True, text=True, check=True
    )
    assert f'"pid": {daemon.pid}' in done.stdout
    done = subprocess.run([*program, "device", "ls"], capture_output=True, text=True, check=True)
    assert "cpu:0" in done.stdout


def test_ten_processes_at_once_start_one_daemon(tmp_path, monkeypatch):
    monkeypatch.delenv("PYASC_TARGET", raising=False)
    for name in ("XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        (tmp_path / name).mkdir()
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("PYASCD_EXECUTABLE", str(executable("pyascd")))
    children = [
        subprocess.Popen(
            [sys.executable, "-c", f"{CALL}print(pyasc.info().pid)"],
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for _ in range(10)
    ]
    answers = [child.communicate(timeout=180) for child in children]
    assert [child.returncode for child in children] == [0] * 10, answers
    assert len({out for out, _ in answers}) == 1
    said = [error for _, error in answers if error]
    assert len(said) == 1
    assert said[0].startswith("pyasc: started pyascd ")
    stop = subprocess.run(
        [sys.executable, "-m", "pyasc_cli", "stop"], capture_output=True, check=False
    )
    assert stop.returncode == 0
    until(lambda: not os.path.exists(f"/proc/{answers[0][0].strip()}"))
    assert _client._process.connection is None or _client._process.connection.target
