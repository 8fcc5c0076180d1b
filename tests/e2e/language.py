"""Runs an operator twice, interpreted and compiled, and compares all that can be seen.

The interpreted run is the reference: the same text, run by this Python over NumPy.
"""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np

import pyasc
from fresh import fresh
from outcome import Outcome, call, same_array

FILE = "<an operator>"
LEVELS = (0, 3)


def f16(*values: object) -> np.ndarray:
    """A float16 array."""
    return np.array(values, np.float16)


def f32(*values: object) -> np.ndarray:
    """A float32 array."""
    return np.array(values, np.float32)


def f64(*values: object) -> np.ndarray:
    """A float64 array."""
    return np.array(values, np.float64)


def i8(*values: int) -> np.ndarray:
    """An int8 array."""
    return np.array(values, np.int8)


def i16(*values: int) -> np.ndarray:
    """An int16 array."""
    return np.array(values, np.int16)


def i32(*values: int) -> np.ndarray:
    """An int32 array."""
    return np.array(values, np.int32)


def i64(*values: int) -> np.ndarray:
    """An int64 array."""
    return np.array(values, np.int64)


def u8(*values: int) -> np.ndarray:
    """A uint8 array."""
    return np.array(values, np.uint8)


def u64(*values: int) -> np.ndarray:
    """A uint64 array."""
    return np.array(values, np.uint64)


def function(body: str, parameters: str) -> tuple[Any, str]:
    """The Python function with that body, and its text."""
    body = textwrap.indent(textwrap.dedent(body).strip("\n"), "    ")
    source = f"def op({parameters}):\n{body}\n"
    space: dict[str, Any] = {"np": np, "math": __import__("math")}
    exec(compile(source, FILE, "exec"), space)
    return space["op"], source


def compiled(body: str, parameters: str, level: int = 3) -> Any:
    """The operator with that body."""
    plain, source = function(body, parameters)
    return pyasc.operator("op", source=source, opt_level=level)(plain)


def run(operator: Any, arguments: dict[str, Any]) -> Outcome:
    """Call the operator with arguments over new memory and note what it did."""
    return call(operator, fresh(arguments))


def assert_same_array(got: np.ndarray, expected: np.ndarray, what: str) -> None:
    """Equal dtype, shape and bits; any NaN equals any other."""
    assert isinstance(got, np.ndarray), what
    assert same_array(got, expected), (what, got, expected)


def check(body: str, levels: tuple[int, ...] = LEVELS, **arguments: Any) -> Outcome:
    """Assert that the operator does at each level what Python does; return what that is."""
    plain, source = function(body, ", ".join(arguments))
    expected = run(plain, arguments)
    for level in levels:
        operator = pyasc.operator("op", source=source, opt_level=level)(plain)
        got = run(operator, arguments)
        told = f"level {level}: {got.error!r}\n{source}"
        assert got.raised(FILE) == expected.raised(FILE), told
        if expected.error is None:
            assert got.printed == expected.printed, told
            assert got.returned is None, told
        untouched = fresh(arguments) if expected.error else expected.tensors
        for name, array in got.tensors.items():
            assert_same_array(array, untouched[name], f"{name} at {told}")
    return expected


def check_created(body: str, expected: Any, parameters: str, **arguments: Any) -> None:
    """Assert what an operator returns whose outputs are left out, at each level."""
    wanted = expected if isinstance(expected, tuple) else (expected,)
    for level in LEVELS:
        got = run(compiled(body, parameters, level), arguments)
        assert got.error is None, f"level {level}: {got.error!r}\n{body}"
        made = got.returned if isinstance(got.returned, tuple) else (got.returned,)
        assert len(made) == len(wanted)
        for one, other in zip(made, wanted, strict=True):
            assert_same_array(one, np.asarray(other), f"level {level}: {body}")
