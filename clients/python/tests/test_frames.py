"""What users see of errors: their own frames and the operator's, not this package's."""

import inspect
import pathlib
import pickle
import threading
import traceback
import types

import numpy as np
import pytest

import pyasc
from pyasc._frames import public, shows_own_frames

PACKAGE = str(pathlib.Path(pyasc.__file__).parent)


@pyasc.operator
def refused(x, output):
    import os  # noqa: F401

    output[:] = x


@pyasc.operator
def halves(x, output):
    output.resize((2,))
    output[:] = x[2]


def unreadable():
    yield np.ones(3)
    raise OSError("no more items")


def stream(items):
    for _ in pyasc.batch(items, halves, stream=True):
        pass


def choose(level):
    with pyasc.options(opt_level=level):
        pass


# What is called, and the functions of the traceback below the test's own frames.
MISTAKES = {
    "compile": (lambda: pyasc.compile(refused, args=[((3,), "float32")]), []),
    "compile by name": (lambda: pyasc.compile("nobody"), []),
    "compile for no device": (lambda: pyasc.compile(halves, backend="gpu"), []),
    "register": (lambda: pyasc.register(refused), []),
    "call": (lambda: refused(np.ones(2)), []),
    "operator": (lambda: pyasc.operator(3), []),
    "operator of no function": (lambda: pyasc.operator("F")(3), []),
    "batch": (lambda: pyasc.batch([np.ones(1)], halves), ["halves"]),
    "stream": (lambda: stream([np.ones(1)]), ["stream", "halves"]),
    "the items of a batch": (lambda: pyasc.batch(unreadable(), halves), ["unreadable"]),
    "stage": (lambda: pyasc.compile(halves, args=[((3,), "float32")]).show("c"), []),
    "tensor": (lambda: pyasc.tensor(np.ones(3, complex)), []),
    "shape": (lambda: pyasc.zeros((-1,)), []),
    "index": (lambda: pyasc.ones((3,))[5], []),
    "store": (lambda: pyasc.ones((3,)).__setitem__(5, 1), []),
    "scalar": (lambda: float(pyasc.ones((3,))), []),
    "length": (lambda: len(pyasc.ones(())), []),
    "resize": (lambda: pyasc.ones((3,)).resize(-3), []),
    "options": (lambda: choose(9), ["choose"]),
    "connect": (lambda: pyasc.connect("/nowhere/d.sock"), []),
}


def frames_of(error):
    return traceback.extract_tb(error.__traceback__)


@pytest.mark.parametrize("name", MISTAKES)
def test_no_frame_of_this_package_is_shown(daemon, name):
    mistake, below = MISTAKES[name]
    with pytest.raises(Exception) as caught:
        mistake()
    assert [frame.name for frame in frames_of(caught.value)][2:] == below


@pytest.mark.parametrize("name", MISTAKES)
def test_all_frames_are_shown_on_demand(daemon, name, monkeypatch):
    monkeypatch.setenv("PYASC_TRACEBACK", "full")
    with pytest.raises(Exception) as caught:
        MISTAKES[name][0]()
    assert any(frame.filename.startswith(PACKAGE) for frame in frames_of(caught.value))
    assert shows_own_frames()


def test_kept_exceptions_of_a_batch_show_no_own_frames(daemon):
    bad, worse = pyasc.batch([np.ones(1), (1, 2, 3, 4)], halves, return_exceptions=True)
    assert [frame.name for frame in frames_of(bad)] == ["halves"]
    assert frames_of(worse) == []


def test_every_public_function_hides_its_frames():
    plain = [name for name in pyasc.__all__ if isinstance(vars(pyasc)[name], types.FunctionType)]
    for cls in (pyasc.Tensor, pyasc.Kernel):
        plain += [
            f"{cls.__name__}.{name}"
            for name, value in vars(cls).items()
            if isinstance(value, types.FunctionType)
            and not (name.startswith("_") and not name.startswith("__"))
            and name != "__init__"
        ]
    assert plain == []


def test_public_functions_look_like_functions():
    assert str(inspect.signature(pyasc.zeros)).startswith("(shape: 'Shape', dtype: 'Any'")
    assert inspect.getdoc(pyasc.compile).startswith("Compile an operator ahead of a call")
    assert inspect.isroutine(pyasc.compile)
    assert pyasc.compile.__name__ == "compile"
    assert pickle.loads(pickle.dumps(pyasc.compile)) is pyasc.compile
    assert inspect.signature(pyasc.Tensor.item).parameters.keys() == {"self", "index"}


def test_an_interrupt_that_meets_a_lock_is_an_interrupt():
    @public
    def call():
        lock = threading.Lock()
        with lock:
            lock.release()  # as a wait for it does, when the interrupt strikes
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        call()


def test_an_error_of_the_users_while_an_interrupt_is_handled_stays():
    @public
    def call():
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt:
            raise RuntimeError("cannot save") from None

    with pytest.raises(RuntimeError, match="cannot save"):
        call()
