"""Free names and what they are bound to."""

import math
import os

import numpy as np

from pyasc import _capture

LIMIT = 3
TABLE = (1, 2.5, "x", None)
WEIGHTS = [1, 2]
HALF = np.float32(0.5)


def test_free_names_are_those_the_text_reads():
    inner = 2.0

    def f(x, y):
        def g(z):
            return z * HALF

        y[:] = max(LIMIT, inner) + math.pi * x.TABLE
        return [TABLE for _ in range(3)], g

    values = _capture.bound_values(f)
    assert sorted(values) == ["HALF", "LIMIT", "TABLE", "inner", "math"]


def test_an_unbound_closure_variable_is_left_out():
    def f(x):
        return later

    assert _capture.bound_values(f) == {}
    later = 1
    assert _capture.bound_values(f) == {"later": 1}


def test_captures_have_one_of_three_kinds():
    values = {
        "a": np,
        "b": os,
        "c": 3,
        "d": TABLE,
        "e": WEIGHTS,
        "f": len,
        "g": HALF,
        "h": True,
        "i": 1 << 200,
        "j": np.zeros(3),
    }
    found = {c.name: c for c in _capture.encode(values)}
    assert found["a"].module == "numpy"
    assert found["b"].other_type == "module"
    assert found["c"].scalar.integer == b"\x03"
    assert [i.WhichOneof("value") for i in found["d"].scalar.tuple.items] == [
        "integer",
        "real",
        "text",
        "none",
    ]
    assert found["e"].other_type == "list"
    assert found["f"].other_type == "builtin_function_or_method"
    assert found["g"].scalar.numpy.bits == b"\x00\x00\x00?"
    assert found["h"].scalar.boolean is True
    assert found["i"].other_type == "int"
    assert found["j"].other_type == "ndarray"


def test_kinds_see_types_and_not_values():
    assert _capture.kinds({"a": 1}) == _capture.kinds({"a": 2})
    assert _capture.kinds({"a": 1}) != _capture.kinds({"a": 1.0})
    assert _capture.kinds({"a": (1, 2)}) != _capture.kinds({"a": (1,)})
    assert _capture.kinds({"a": np}) != _capture.kinds({"a": math})
    assert _capture.kinds({"a": np.float32(1)}) != _capture.kinds({"a": np.float64(1)})


def test_names_in_code_that_cpython_drops_are_captured():
    text = "def op(x, out):\n    if 0:\n        out[:] = np.exp(x)\n"
    space = {"np": np}
    exec(compile(text, "<text>", "exec"), space)
    assert _capture.bound_values(space["op"]) == {}
    assert _capture.bound_values(space["op"], text) == {"np": np}
