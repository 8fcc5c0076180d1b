"""Interrupts inside gRPC, where they do the most harm: as a lock is taken or given back."""

import sys
import threading

import numpy as np
import pytest

import pyasc
from pyasc import _calls, _client

LARGE = np.ones(200_000)  # more than one chunk


@pytest.fixture
def interrupt_at():
    """Return a function that raises KeyboardInterrupt at the n-th such place from now on."""
    enter, leave = threading.Condition.__enter__.__code__, threading.Condition.__exit__.__code__

    def arrange(number):
        left = number

        def profile(frame, event, argument):
            nonlocal left
            code, caller = frame.f_code, frame.f_back
            taken = event == "c_return" and code is enter
            if not taken and not (event == "call" and code is leave):
                return
            in_grpc = caller.f_globals["__name__"].startswith("grpc")
            if not in_grpc or caller.f_code.co_name == "__del__":
                return
            left -= 1
            if left < 0:
                sys.setprofile(None)
                raise KeyboardInterrupt

        sys.setprofile(profile)

    yield arrange
    sys.setprofile(None)


def double(x, output):
    output.resize(x.shape)
    for i in range(x.shape[0]):
        output[i] = x[i] * 2


def loud(x, output):
    print("it is", x[0])
    output.resize(x.shape)
    output[:] = x * 2


@pytest.mark.parametrize("function", [double, loud])
@pytest.mark.parametrize("x", [np.ones(3), LARGE], ids=["small", "large"])
def test_an_interrupt_at_any_of_grpcs_locks_leaves_the_connection(
    daemon, interrupt_at, function, x
):
    operator = pyasc.operator("It")(function)
    assert operator(x)[-1] == 2
    before = _client.current()
    interrupts = 0
    while True:
        try:
            interrupt_at(interrupts)
            operator(x)
            break
        except KeyboardInterrupt:
            interrupts += 1
        finally:
            sys.setprofile(None)
        assert operator(x)[-1] == 2
    assert interrupts > 0
    assert _client.current() is before


def test_an_upload_whose_answer_meets_an_interrupt_is_freed(daemon, monkeypatch):
    connection = _client.current()
    upload = connection._stubs.client_stream

    def interrupted(*call):
        upload(*call)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(connection._stubs, "client_stream", interrupted)
        connection.put(memoryview(bytes(16 << 20)))
    assert len(daemon.memory) == 1
    pyasc.devices()  # a later call takes along what is to be freed
    assert daemon.memory == {}


def test_a_result_whose_answer_meets_an_interrupt_is_freed(daemon, monkeypatch):
    @pyasc.operator
    def negative(x, output):
        output.resize(x.shape)
        output[:] = -x

    launch = _calls.launch

    def interrupted(*call):
        launch(*call)
        raise KeyboardInterrupt

    x = np.ones(2 << 20)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(_calls, "launch", interrupted)
        negative(x)
    assert len(daemon.memory) == 2
    pyasc.devices()
    assert daemon.memory == {}


@pytest.mark.parametrize("seconds", [1e10, 1e300, float("inf")])
def test_a_deadline_may_be_as_far_as_one_likes(daemon, seconds):
    with pyasc.options(deadline=seconds):
        assert pyasc.operator("It")(double)(np.ones(3)).tolist() == [2, 2, 2]
        assert len(pyasc.batch([(LARGE,)], double)) == 1
