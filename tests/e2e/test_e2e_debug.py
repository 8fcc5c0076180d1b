"""`pyasc.debug()`: the function itself runs here, and all that can be seen is as if compiled."""

from __future__ import annotations

import sys
import traceback

import numpy as np
import pytest

import pyasc
from language import assert_same_array, compiled, f32, f64, i32, run

pytestmark = pytest.mark.usefixtures("daemon")

FILL = "out[:] = x * 2"
LOOP = "out.resize((x.shape[0],))\nfor i in range(x.shape[0]):\n    out[i] = x[i] + k"
OVERLAP = "x[1:] = x[:-1]\nfor i in range(x.shape[0]):\n    y[i] = x[i] + 1"


def both(body, parameters, level=3, **arguments):
    """What compiled and what debugged runs leave, each on fresh arguments."""
    operator = compiled(body, parameters, level)
    kernel = run(operator, arguments)
    with pyasc.debug():
        function = run(operator, arguments)
    return kernel, function


@pytest.mark.parametrize(
    ("body", "parameters", "arguments"),
    [
        (FILL, "x, out", {"x": f32(1, 2, 3), "out": f32(0, 0, 0)}),
        (FILL, "x, out", {"x": f32(1, 2, 3)}),
        (LOOP, "x, out, k=1", {"x": i32(1, 2, 3)}),
        (LOOP, "x, out, k=1", {"x": i32(1, 2, 3), "k": 2.5}),
        (LOOP, "x, out, k=1", {"x": f32(1, 2, 3), "k": np.float64(0.1)}),
        (LOOP, "x, out, k=1", {"x": f64(1, 2), "out": f64(7, 7)}),
        ("out[...] = x", "x, out", {"x": np.array(3.0)}),
        ("a[:] = x\nb.resize((2,))\nb[0] = x[0]", "x, a, b", {"x": f32(1, 2)}),
        ("print(x[0], f'{x[1]:.3f}')\nx[0] = 9", "x", {"x": f32(0.1, 2)}),
        ("x[0] = n[1]", "x, n", {"x": f32(0.1, 2), "n": [1, 2]}),
        ("x.resize((3, 2))", "x", {"x": f32(1, 2, 3, 4, 5, 6)}),
        ("x.resize((3, 0))", "x", {"x": np.zeros((0, 3))}),
    ],
)
def test_it_leaves_what_a_kernel_leaves(body, parameters, arguments):
    kernel, function = both(body, parameters, **arguments)
    assert kernel.error is function.error is None
    assert kernel.printed == function.printed
    for name, array in kernel.tensors.items():
        assert_same_array(function.tensors[name], array, name)
    got, expected = (
        outcome.returned if isinstance(outcome.returned, tuple) else (outcome.returned,)
        for outcome in (function, kernel)
    )
    for one, other in zip(got, expected, strict=True):
        if other is not None:
            assert_same_array(one, other, "created")


def test_arrays_that_overlap_do_so_in_the_function():
    memory = np.arange(8.0)
    kernel, function = both(OVERLAP, "x, y", x=memory[:6], y=memory[2:8])
    for name, array in kernel.tensors.items():
        assert_same_array(function.tensors[name], array, name)


@pytest.mark.parametrize("wrap", [np.array, pyasc.from_numpy])
def test_after_an_exception_arguments_are_as_they_were(wrap):
    operator = compiled("x[0] = 5\nx[9] = 1", "x")
    x = wrap(f32(1, 2))
    with pyasc.debug(), pytest.raises(IndexError, match="index 9 is out of bounds") as caught:
        operator(x)
    assert np.asarray(x).tolist() == [1, 2]
    assert traceback.extract_tb(caught.value.__traceback__)[-1].name == "op"


def test_tensors_are_filled_resized_and_created():
    x = pyasc.from_numpy(f32(1, 2, 3))
    out = pyasc.empty((1,))
    with pyasc.debug():
        assert compiled(LOOP, "x, out, k=1")(x, out) is None
        created = compiled(FILL, "x, out")(x)
    assert out.numpy().tolist() == [2, 3, 4]
    assert isinstance(created, pyasc.Tensor)
    assert created.numpy().tolist() == [2, 4, 6]


def test_an_array_that_is_read_only_may_be_one_that_is_not_written_this_time():
    operator = compiled("if k > 0:\n    out[0] = x[0]", "x, out, k=0")
    out = f32(7, 7)
    out.flags.writeable = False
    with pyasc.debug():
        operator(f32(1, 2), out)
        with pytest.raises(ValueError, match="read-only"):
            operator(f32(1, 2), out, k=1)
    assert out.tolist() == [7, 7]


def test_a_host_array_keeps_its_size():
    with pyasc.debug(), pytest.raises(ValueError, match="keeps its size"):
        compiled("out.resize((3,))", "out")(f32(1, 2))


def test_a_breakpoint_stops_in_the_function(monkeypatch):
    operator = compiled("out[:] = x\nbreakpoint()\nout[0] = 7", "x, out")
    stopped = []
    monkeypatch.setattr(
        sys, "breakpointhook", lambda: stopped.append(sys._getframe(1).f_locals["x"].tolist())
    )
    with pyasc.debug():
        assert operator(f32(1, 2)).tolist() == [7, 2]
    assert stopped == [[1, 2]]
    with pytest.raises(pyasc.CompileError) as caught:
        operator(f32(1, 2))
    assert caught.value.hint == "call the operator in a block: with pyasc.debug():"


@pytest.mark.parametrize(
    ("body", "x", "expected"),
    [
        ("out[:] = x\nlocals()", f32(1, 2), f32(1, 2)),
        ("out.resize(2)\nout[0] = np.sqrt(x[0])\nlocals()", i32(4, 2), f64(2, 0)),
        ("out.resize(2)\nout[0] = 1\nout[1] = x[0]\nlocals()", f32(4, 2), f32(1, 4)),
        ("out.resize(2)\nout[0] = len(locals())", f32(4, 2), f32(2, 0)),
        ("out[:] = x\nout += out * 2\nlocals()", f32(4, 2), f32(12, 6)),
        ("out[:] = x\nout[:] = x / out\nlocals()", f32(4, 2), f32(1, 1)),
    ],
)
def test_an_operator_that_cannot_be_compiled_runs_too(body, x, expected):
    operator = compiled(body, "x, out")
    with pytest.raises(pyasc.CompileError):
        operator(x)
    with pyasc.debug():
        assert_same_array(operator(x), expected, "created")


@pytest.mark.parametrize("rest", ["", "\nlocals()"], ids=["compiles", "does not compile"])
@pytest.mark.parametrize("wrap", [np.asarray, pyasc.tensor], ids=["array", "tensor"])
def test_a_debugger_prints_arguments_as_what_was_passed(monkeypatch, wrap, rest):
    x, given, n = f32(1, 2, 3), f64(0, 0), (1, 2.5)
    operator = compiled(
        "out.resize(2)\ngiven += 1\ny, s = x[1:] * 2, x.sum()\nout[:] = y\nbreakpoint()" + rest,
        "x, given, n, out",
    )
    printed = {}

    def stop():
        for name, value in sys._getframe(1).f_locals.items():
            printed[name] = [repr(value), str(value), f"{value}"]

    monkeypatch.setattr(sys, "breakpointhook", stop)
    with pyasc.debug():
        operator(wrap(x), wrap(given), n)
    plain = {"x": x, "given": f64(1, 1), "n": n, "out": x[1:] * 2, "y": x[1:] * 2, "s": x.sum()}
    assert printed == {name: [repr(v), str(v), f"{v}"] for name, v in plain.items()}


def test_an_output_is_itself_after_what_is_computed_in_place():
    operator = compiled("out.resize(2)\nout += 1\nout.resize(3)\nout[:] = x\nlocals()", "x, out")
    with pyasc.debug():
        assert_same_array(operator(f32(1, 2, 3)), f32(1, 2, 3), "created")


def test_a_call_that_cannot_fill_its_arguments_fills_none_and_keeps_no_memory(daemon):
    operator = compiled("t += 1\nx.resize((3, 2))\nlocals()", "t, x")
    t, x = pyasc.zeros(3 << 20, "float64"), f32(1, 2, 3, 4, 5, 6)
    x.flags.writeable = False
    held = daemon.status().tensor_bytes
    with pyasc.debug(), pytest.raises(ValueError, match="read-only"):
        operator(t, x)
    pyasc.info()  # carries what is to be freed
    assert daemon.status().tensor_bytes <= held
    assert (t.numpy()[0], x.shape) == (0, (6,))


def test_the_variable_debugs_a_process_and_a_block_ends_it(monkeypatch):
    operator = compiled("out[:] = x\nlocals()", "x, out")
    monkeypatch.setenv("PYASC_DEBUG", "1")
    assert operator(f32(1)).tolist() == [1]
    with pyasc.debug(False), pytest.raises(pyasc.CompileError):
        operator(f32(1))
    monkeypatch.setenv("PYASC_DEBUG", "0")
    with pytest.raises(pyasc.CompileError):
        operator(f32(1))


def test_a_batch_is_debugged_item_by_item():
    operator = compiled("out[:] = x\nprint(x[1])", "x, out")
    items = [f32(1, 2), f32(3), f32(5, 6)]
    with pyasc.debug():
        results = pyasc.batch(items, operator, return_exceptions=True)
        with pytest.raises(IndexError) as caught:
            pyasc.batch(items, operator)
    assert [results[0].tolist(), results[2].tolist()] == [[1, 2], [5, 6]]
    assert isinstance(results[1], IndexError)
    assert caught.value.__notes__ == ["in item 1 of the batch"]


def test_arguments_bind_as_in_any_call():
    operator = compiled(FILL, "x, out")
    with pyasc.debug(), pytest.raises(TypeError, match="unexpected keyword argument 'y'"):
        operator(f32(1), y=2)
    with pyasc.debug(), pytest.raises(TypeError, match="not one that operators support"):
        operator(np.array(["a"]))
