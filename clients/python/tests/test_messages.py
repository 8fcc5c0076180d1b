"""Mistakes of a first day: what was given, for which parameter, and what to write instead."""

import inspect
import socket
import subprocess
import sys

import numpy as np
import pytest

import pyasc
from pyasc import _client, _daemon, _missing, _paths


@pyasc.operator
def scaled(x, output, alpha=1.0):
    output.resize(x.shape)
    output[:] = alpha * x


def notes_of(mistake):
    with pytest.raises(Exception) as caught:
        mistake()
    return [note for note in getattr(caught.value, "__notes__", []) if "argument" in note]


@pytest.mark.parametrize(
    "make",
    [
        lambda: pyasc.operator(lambda x, output: x),
        lambda: (pyasc.operator("A")(lambda x: x), pyasc.operator("B")(lambda x: x)),
        lambda: pyasc.register(lambda x, output: x),
        lambda: pyasc.batch([1], lambda x, output: x),
    ],
    ids=["inline", "several on a line", "register", "batch"],
)
def test_a_lambda_is_told_to_be_a_def(make):
    with pytest.raises(TypeError, match=r"of a lambda.*write def name\(x, output\): output\[:\]"):
        make()


@pytest.mark.parametrize("stage", ["nope", "LLVM", "", 3, None])
def test_an_unknown_stage_lists_those_there_are(daemon, stage):
    kernel = pyasc.compile(scaled, args=[((3,), "float32")])
    with pytest.raises(pyasc.Error, match="stages are hir, loops, mlir, llvm, asm") as caught:
        kernel.show(stage)
    assert repr(stage) in str(caught.value)
    assert all(stage not in request.stages for request in daemon.compiled if stage)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            lambda kernel: kernel.show(),
            [r"show\(\) missing .*: 'stage'", "stage : str", '"llvm" or'],
        ),
        (lambda kernel: pyasc.trace(), ["path : path-like\n    A JSON file for https://ui.perf"]),
        (
            lambda kernel: pyasc.compile(),
            ["function : Operator, function or str\n    The operator"],
        ),
        (lambda kernel: pyasc.batch(), ["'items' and 'func'", "items : iter", "func : Operator"]),
        (lambda kernel: pyasc.register(), ["function : Operator or function"]),
        (lambda kernel: pyasc.zeros(), ["shape : int or sequence of int"]),
        (lambda kernel: pyasc.full((2,)), [": 'value'", "value : "]),
        (lambda kernel: pyasc.from_numpy(), ["array : array_like"]),
    ],
)
def test_a_call_that_lacks_an_argument_says_what_it_may_be(daemon, call, says):
    kernel = pyasc.compile(scaled, args=[((3,), "float32")])
    with pytest.raises(TypeError, match=says[0]) as caught:
        call(kernel)
    for words in says[1:]:
        assert words in str(caught.value)
    assert "``" not in str(caught.value)
    assert not any("/pyasc/" in str(entry.path) for entry in caught.traceback)


VARIABLE = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def test_every_argument_that_must_be_given_is_described():
    public = [getattr(pyasc, name) for name in pyasc.__all__]
    public += [pyasc.Kernel.show]
    lacking = []
    for function in filter(callable, public):
        if isinstance(function, type):
            continue
        described = [
            name for names, _ in _missing._entries(inspect.getdoc(function)) for name in names
        ]
        for name, parameter in inspect.signature(function).parameters.items():
            must = parameter.default is parameter.empty and parameter.kind not in VARIABLE
            if must and name not in ("self", *described):
                lacking.append((function, name))
    assert lacking == []


def test_a_method_is_told_to_be_a_function():
    with pytest.raises(TypeError, match=r"Model\.f is a method, .* outside the class"):

        class Model:
            @pyasc.operator
            def f(self, x, output):
                output[:] = x


def test_a_type_error_of_the_users_own_code_is_left_alone(daemon):
    def items():
        raise TypeError("f() missing 1 required positional argument: 'func'")
        yield

    with pytest.raises(TypeError) as caught:
        pyasc.batch(items(), scaled)
    assert str(caught.value) == "f() missing 1 required positional argument: 'func'"


def test_a_kernel_not_compiled_yet_has_no_stages(daemon):
    kernel = pyasc.compile(pyasc.operator("Later")(scaled.__wrapped__))
    with pytest.raises(pyasc.Error, match=r"'Later' was not compiled yet .*args=\[\.\.\.\]"):
        kernel.show("llvm")


@pytest.mark.skipif(sys.version_info < (3, 11), reason="exceptions without notes")
@pytest.mark.parametrize(
    ("value", "note"),
    [
        (None, "argument 'x' is None: for a tensor pass an array"),
        (
            [1.0, 2.0],
            "argument 'x' is a list, which operators take as a tuple: for a tensor write "
            "numpy.asarray(x)",
        ),
        ((1.0, 2.0), "argument 'x' is a tuple: for a tensor write numpy.asarray(x)"),
        (3.0, "argument 'x' is a float: for a tensor write numpy.asarray(x)"),
        ("a", "argument 'x' is a string: for a tensor pass an array"),
    ],
)
def test_what_is_no_tensor_is_told_with_its_parameter(daemon, value, note):
    assert notes_of(lambda: scaled(value, np.zeros(2))) == [note]


def test_an_argument_that_an_error_is_not_about_is_not_named(daemon):
    assert notes_of(lambda: scaled(np.ones(2), np.ones((2, 2, 2)), alpha=(1, 2, 3))) == []


@pytest.mark.parametrize("value", [{1}, object(), range(3), b"x", [np.ones(2)]])
def test_what_can_be_no_argument_says_what_can(daemon, value):
    message = r"scaled\(\) argument 'x': .* pass an array, a number, a string or a tuple"
    with pytest.raises(TypeError, match=message):
        scaled(value)
    with pytest.raises(TypeError, match=message):
        pyasc.compile(scaled, args=[value])


def test_a_typo_in_a_tensors_attribute_is_suggested():
    script = "import pyasc; object.__new__(pyasc.Tensor).shap"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert "Did you mean: 'shape'?" in done.stderr


class ClosedSocket(socket.socket):
    def connect(self, address):
        raise PermissionError(13, "Permission denied")


@pytest.fixture
def closed(tmp_path, monkeypatch):
    """A socket that may not be connected to."""
    path = tmp_path / "theirs.sock"
    path.touch()
    monkeypatch.setattr(_daemon.socket, "socket", ClosedSocket)
    monkeypatch.delenv("PYASC_TARGET", raising=False)
    return path


def test_another_users_socket_is_told_to_be_theirs(closed, monkeypatch):
    monkeypatch.setattr(_daemon, "_name_of_user", lambda uid: f"uid {uid} (alice)")
    monkeypatch.setenv("PYASC_TARGET", str(closed))
    for attempt in (_client.current, _client.existing):
        with pytest.raises(pyasc.PermissionDenied) as caught:
            attempt()
        words = str(caught.value)
        assert words.startswith(f"the daemon's socket {closed} belongs to uid ")
        assert "(alice)" in words
        assert "unset PYASC_TARGET to use a daemon of your own" in words


def test_the_hosts_socket_that_is_closed_to_the_user_is_passed_over(closed, monkeypatch):
    monkeypatch.setattr(_paths, "SYSTEM_SOCKET", closed)
    monkeypatch.setattr(_paths, "user_socket", lambda: closed.parent / "none" / "own.sock")
    monkeypatch.setattr(_client.os, "access", lambda path, mode: path != closed)
    started = []
    monkeypatch.setattr(_daemon, "ensure", lambda path: started.append(path))
    monkeypatch.setattr(_client, "Connection", lambda target, **options: target)
    assert _client._open_default() == f"unix:{closed.parent}/none/own.sock"
    assert started
    with pytest.raises(pyasc.PermissionDenied, match="belongs to"):
        _client.existing()
