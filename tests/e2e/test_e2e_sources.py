"""Where an operator's text comes from and what its mistakes say, against a real daemon."""

from __future__ import annotations

import importlib
import linecache
import traceback

import numpy as np
import pytest

import my_op
import pyasc


class Unusual(Exception):
    """A class that is not built in."""


class UnusualValue(ValueError):
    """A class that is not built in, below one that is."""


def works():
    return my_op.my_operator(np.ones(2), np.ones(2), alpha=0.5).tolist() == [1.5, 1.5]


def operator_of(source, **space):
    """Return the operator `op` of a text that stands alone."""
    space = {**space}
    exec(compile(source, "<sources>", "exec"), space)
    return pyasc.operator("Op", source=source)(space["op"])


# What Python would run


def test_a_cell_that_is_run_twenty_times_under_one_name_is_the_last(daemon):
    for number in range(20):
        name = f"<ipython-input-{number}-sources>"
        text = (
            "import pyasc\n" + "\n" * number + "@pyasc.operator\ndef cell(x, output, n=0):\n"
            f"    output[:] = x + {number}\n    if n:\n        raise ValueError(f'{{n}} here')\n"
        )
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
        space = {"__name__": "__main__"}
        exec(compile(text, name, "exec"), space)
        assert space["cell"](np.zeros(1)).tolist() == [number]
        with pytest.raises(ValueError, match=r"^7 here") as caught:
            space["cell"](np.zeros(1), n=7)
        frame = traceback.extract_tb(caught.tb)[-1]
        assert (frame.filename, frame.lineno) == (name, number + 6)


def test_a_module_that_is_edited_and_reloaded_has_its_new_text_and_lines(
    daemon, tmp_path, monkeypatch
):
    path = tmp_path / "edited_operator.py"
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    text = "import pyasc\n@pyasc.operator\ndef op(x, output, n=0):\n    output[0] = x[n] + {}\n"
    out = np.zeros(1)
    path.write_text(text.format(1))
    module = importlib.import_module("edited_operator")
    module.op(np.zeros(2), out)
    assert out.tolist() == [1]
    # Edited and not run again: Python runs the old code, so no text of the new one is used.
    path.write_text("# a line\n# another\n" + text.format(2))
    linecache.checkcache()
    module.op(np.zeros(2), out)
    assert out.tolist() == [1]
    importlib.invalidate_caches()
    importlib.reload(module)
    module.op(np.zeros(2), out)
    assert out.tolist() == [2]
    with pytest.raises(IndexError) as caught:
        module.op(np.zeros(2), out, n=5)
    assert traceback.extract_tb(caught.tb)[-1].lineno == 6


# The native stack


DEEP = {
    "parentheses": "    output[0] = " + "(" * 20_000 + "1" + ")" * 20_000,
    "minus signs": "    output[0] = " + "-" * 20_000 + "x[0]",
    "nots": "    output[0] = " + "not " * 20_000 + "x[0]",
    "a sum": "    output[0] = " + " + ".join(["x[0]"] * 20_000),
    "powers": "    output[0] = " + "**".join(["x[0]"] * 20_000),
    "subscripts": "    output[0] = " + "x[" * 20_000 + "0" + "]" * 20_000,
    "conditions": "    output[0] = " + "1 if x[0] else " * 20_000 + "2",
    "comparisons": "    output[0] = " + " < ".join(["x[0]"] * 20_000),
    "ands": "    output[0] = " + " and ".join(["x[0]"] * 20_000),
    "elses": "    if x[0]:\n        output[0] = 1\n"
    + "    elif x[0]:\n        output[0] = 2\n" * 20_000,
    "loops": "    for i in range(2):\n        output[0] = 2\n" * 20_000,
    "tuples": "    for i in " + "(" * 20_000 + "1" + ",)" * 20_000 + ":\n        output[0] = 1",
    "statements": "".join(f"{' ' * depth}if x[0]:\n" for depth in range(4, 1000))
    + " " * 1000
    + "output[0] = 1",
}


@pytest.mark.parametrize("name", DEEP)
def test_text_that_is_nested_without_end_is_an_error_and_no_crash(daemon, name):
    source = f"def op(x, output):\n{DEEP[name]}\n"
    compilers = daemon.children("pyascd-compile")

    # Python itself could not compile it: only its name and parameters matter here.
    def op(x, output): ...

    with pytest.raises(pyasc.CompileError) as caught:
        pyasc.operator("Op", source=source)(op)(np.ones(1), np.zeros(1))
    assert "killed" not in str(caught.value)
    assert "crash" not in str(caught.value)
    assert compilers
    assert works()


RECURSIVE = {
    "itself": ("def op(x, output):\n    op(x, output)\n", {}),
    "a function inside": (
        "def op(x, output):\n    def f(n):\n        return f(n)\n    output[0] = f(1)\n",
        {},
    ),
    "a helper": ("def op(x, output):\n    output[0] = helper(x[0])\n", {"helper": works}),
}


@pytest.mark.parametrize("name", RECURSIVE)
def test_recursion_is_refused_at_its_line(daemon, name):
    source, space = RECURSIVE[name]
    with pytest.raises(pyasc.CompileError) as caught:
        operator_of(source, **space)(np.ones(1), np.zeros(1))
    assert caught.value.lineno >= 2
    assert "not supported" in str(caught.value) or "itself" in str(caught.value)
    assert works()


def test_two_operators_that_call_each_other_are_refused(daemon):
    first = operator_of("def op(x, output):\n    second(x, output)\n", second=my_op.my_operator)
    with pytest.raises(pyasc.CompileError, match="cannot call 'second' of type Operator"):
        first(np.ones(1), np.zeros(1))


# Exceptions


@pytest.mark.parametrize("kind", [Unusual, UnusualValue])
def test_an_exception_class_of_ones_own_is_refused_at_its_line(daemon, kind):
    source = "def op(x, output):\n    output[:] = x\n    if x[0]:\n        raise Kind('words')\n"
    with pytest.raises(pyasc.CompileError, match="cannot use 'Kind' of type type") as caught:
        operator_of(source, Kind=kind)(np.ones(1))
    assert caught.value.lineno == 4
    assert caught.value.text.strip() == "raise Kind('words')"


def test_the_eighth_item_of_a_batch_that_fails_is_told_with_its_line_and_values(daemon):
    source = (
        "def op(x, output, n=2.0):\n    output[:] = x\n    for i in range(2):\n"
        "        if x[i] == 7:\n            raise ValueError(f'{n:.3f} and {x[i]} at {i}')\n"
    )
    operator = operator_of(source)
    items = [np.full(2, float(number)) for number in range(10)]
    with pytest.raises(ValueError, match=r"^2\.000 and 7\.0 at 0\b") as caught:
        pyasc.batch(items, operator)
    assert type(caught.value) is ValueError
    assert "in item 7 of the batch" in caught.value.__notes__
    assert "i=0" in caught.value.__notes__
    assert traceback.extract_tb(caught.tb)[-1].lineno == 5
