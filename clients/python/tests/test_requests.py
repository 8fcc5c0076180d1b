"""Ids of calls: in their metadata and in the notes of exceptions."""

import os
import re
import subprocess
import sys

import grpc
import numpy as np
import pytest

import pyasc
from pyasc import _requests

TRACEPARENT = re.compile(r"00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})")
X = np.ones(3)


@pyasc.operator
def same(x, output):
    output.resize(x.shape)
    output[:] = x


@pyasc.operator
def failing(x, output):
    output.resize(x.shape)
    raise ValueError("no")


@pyasc.operator
def importing(x, output):
    import os  # noqa: F401

    output[:] = x


def sent(daemon, method):
    """Return the ids of the calls of a method."""
    return [text.split("-")[2] for name, text in daemon.traceparents if name == method]


def test_every_call_has_an_id_of_its_own_in_one_trace(daemon):
    same(X)
    same(pyasc.from_numpy(X)).numpy()
    pyasc.batch([X, X], same)
    pyasc.devices()
    found = [TRACEPARENT.fullmatch(text) for _, text in daemon.traceparents]
    assert all(found)
    assert len({match[2] for match in found}) == len(found)
    assert len({match[1] for match in found}) == 1


@pytest.mark.parametrize("method", ["Launch", "Register", "LaunchMany", "Put", "ListDevices"])
def test_an_error_names_its_call_last_and_once(daemon, method):
    pyasc.devices()
    daemon.fail[method] = (grpc.StatusCode.RESOURCE_EXHAUSTED, "no memory")
    actions = {
        "Launch": lambda: same(X),
        "Register": lambda: pyasc.register(pyasc.operator(same._function)),
        "LaunchMany": lambda: pyasc.batch([X], same),
        "Put": lambda: pyasc.from_numpy(X),
        "ListDevices": pyasc.devices,
    }
    with pytest.raises(pyasc.QuotaExceeded) as caught:
        actions[method]()
    notes = caught.value.__notes__
    assert notes[-1] == f"pyasc: request {sent(daemon, method)[-1]}"
    assert len([note for note in notes if "request" in note]) == 1


def test_what_an_operator_raises_names_its_call_below_the_loop_indices(daemon):
    with pytest.raises(ValueError, match="no") as caught:
        failing(X)
    assert caught.value.__notes__[-1] == f"pyasc: request {sent(daemon, 'Launch')[-1]}"
    assert caught.value.__notes__[0].startswith("n=")


def test_own_frames_change_nothing_about_the_note(daemon, monkeypatch):
    monkeypatch.setenv("PYASC_TRACEBACK", "full")
    with pytest.raises(ValueError, match="no") as caught:
        failing(X)
    assert [note for note in caught.value.__notes__ if "request" in note] == [
        f"pyasc: request {sent(daemon, 'Launch')[-1]}"
    ]


def test_a_mistake_names_the_call_that_found_it(daemon):
    with pytest.raises(pyasc.CompileError) as caught:
        pyasc.register(importing)
    assert caught.value.__notes__[-1] == f"pyasc: request {sent(daemon, 'Register')[-1]}"


@pytest.mark.parametrize("keep", [True, False])
def test_an_items_exception_names_the_call_of_its_batch(daemon, keep):
    if keep:
        (error,) = pyasc.batch([X], failing, return_exceptions=True)
    else:
        with pytest.raises(ValueError, match="no") as caught:
            pyasc.batch([X], failing)
        error = caught.value
        assert "in item 0 of the batch" in error.__notes__
    assert error.__notes__[-1] == f"pyasc: request {sent(daemon, 'LaunchMany')[-1]}"


def test_a_forked_child_has_ids_of_its_own():
    _requests.new_id()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, _requests.new_id().encode())
        os._exit(0)
    os.waitpid(child, 0)
    os.close(writing)
    with os.fdopen(reading) as told:
        assert told.read() != _requests.new_id()


def test_an_exception_that_is_no_calls_has_no_request(daemon):
    with pytest.raises(TypeError) as caught:
        same()
    notes = getattr(caught.value, "__notes__", [])
    assert not any(note.startswith("pyasc: request") for note in notes)


@pytest.mark.parametrize(
    ("told", "is_taken"),
    [
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", True),
        ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", False),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", False),
        ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", False),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\n", False),
        ("nonsense", False),
    ],
)
def test_traceparent_of_the_environment_is_continued_if_it_is_one(told, is_taken):
    script = "from pyasc import _requests; print(_requests.traceparent(_requests.new_id()))"
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "TRACEPARENT": told},
        capture_output=True,
        text=True,
        check=True,
    )
    found = TRACEPARENT.fullmatch(done.stdout.strip())
    assert (found[1] == told[3:35]) == is_taken
    assert found[3] == ("01" if is_taken else "00")
    assert found[2] != "00f067aa0ba902b7"
