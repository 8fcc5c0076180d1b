"""Mistakes of users and of hostile clients: clear errors, and a daemon that lives."""

import os
import socket
import traceback

import numpy as np
import pytest

import conv2d
import matmul
import my_op
import pyasc
from pyasc import _rpc
from pyasc._proto.v1 import kernel_service_pb2 as kernels
from pyasc._proto.v1 import launch_service_pb2 as launches
from pyasc._proto.v1 import tensor_service_pb2 as tensors

LIMIT_BYTES = 1 << 20


@pyasc.operator("Gather")
def gather(x, index, output):
    output.resize(index.shape)
    for n in range(index.shape[0]):
        for k in range(index.shape[1]):
            output[n, k] = x[index[n, k]]


@pyasc.operator("Unsupported")
def unsupported(x, output):
    output.resize(x.shape)
    with np.errstate(all="ignore"):
        output[0] = 1


def frames_of(error):
    return traceback.extract_tb(error.__traceback__)


def line_of(error):
    return frames_of(error)[-1].line


@pytest.fixture(autouse=True)
def works_afterwards(daemon):
    yield
    assert my_op.my_operator(np.ones(2), np.ones(2)).tolist() == [2, 2]


def test_wrong_dtype_names_the_parameter():
    with pytest.raises(TypeError, match=r"my_operator\(\) argument 'weight': dtype complex128"):
        my_op.my_operator(np.ones(2), np.ones(2, complex))


def test_wrong_rank_is_pythons_own_error_at_its_line():
    with pytest.raises(ValueError, match=r"not enough values to unpack \(expected 4, got 3\)") as e:
        conv2d.conv2d(np.ones((3, 8, 8)), np.ones((1, 3, 3, 3)))
    assert line_of(e.value) == "N, C, H, W = input.shape"
    with pytest.raises(ValueError, match=r"too many values to unpack \(expected 2") as e:
        matmul.matmul(np.ones((3, 8, 8)), np.ones((8, 3)))
    assert line_of(e.value) == "M, K = a.shape"


def test_the_operators_own_error_has_its_line_and_both_values():
    with pytest.raises(ValueError) as e:
        matmul.matmul(np.ones((3, 4)), np.ones((5, 2)))
    assert str(e.value) == "K of a (4) is not K of b (5)"
    assert frames_of(e.value)[-1].filename == matmul.__file__
    assert line_of(e.value).startswith("raise ValueError(")
    assert [frame.name for frame in frames_of(e.value)][1:] == ["matmul"]


@pytest.mark.parametrize("level", [0, 3])
def test_an_index_out_of_range_names_the_loops(level):
    index = np.zeros((3, 2), np.int64)
    index[2, 1] = 9
    out = np.full((3, 2), 7.0)
    with pytest.raises(IndexError) as e, pyasc.options(opt_level=level):
        gather(np.ones(4), index, out)
    assert str(e.value) == "index 9 is out of bounds for axis 0 with size 4"
    assert e.value.__notes__[:-1] == ["n=2, k=1"]
    assert line_of(e.value) == "output[n, k] = x[index[n, k]]"
    assert (out == 7).all()


def test_unsupported_syntax_is_marked_with_a_caret():
    with pytest.raises(pyasc.CompileError) as e:
        unsupported(np.ones(3))
    assert e.value.filename == __file__
    assert e.value.text.strip() == 'with np.errstate(all="ignore"):'
    shown = traceback.format_exception_only(e.value)
    assert "^" in shown[2]
    assert shown[0].startswith(f'  File "{__file__}", line ')


@pytest.mark.parametrize("value", [None, [1.0, 2.0], [[1.0]], (1, 2)])
def test_a_list_for_a_tensor_is_told_with_its_parameter(value):
    for call in (lambda: gather(value, np.ones((1, 1), int)), lambda: my_op.my_operator(value, 1)):
        with pytest.raises((pyasc.CompileError, TypeError)) as e:
            call()
        assert any(
            note.startswith("argument '") and ": for a tensor " in note
            for note in e.value.__notes__
        )


def test_a_source_over_the_limit_names_it():
    text = "def big(x, output):\n    output[:] = x\n" + "    # more\n" * 100_000
    big = pyasc.operator("Big", source=text)(gather.__wrapped__)
    with pytest.raises((ValueError, pyasc.CompileError), match=f"{LIMIT_BYTES}|1 MiB"):
        big(np.ones(2))


def test_a_source_that_is_not_utf8_is_refused(daemon):
    with daemon.connection() as raw:
        request = kernels.RegisterRequest(name="x", source=b"def f(x, y):\n    y[:] = '\xff'\n")
        try:
            response = raw.unary(_rpc.REGISTER, request)
        except ValueError as error:
            assert "UTF-8" in str(error)
        else:
            assert "UTF-8" in response.diagnostics[0].message


@pytest.mark.parametrize(
    "source",
    [
        b"",
        b"\0",
        b"def",
        b"def f(",
        b"x = 1",
        b"def f(x):\n" + b"(" * 5000,
        b"\xef\xbb\xbf",
    ],
)
def test_texts_that_are_no_operator_are_diagnosed(daemon, source):
    with daemon.connection() as raw:
        response = raw.unary(_rpc.REGISTER, kernels.RegisterRequest(name="x", source=source))
    assert response.diagnostics
    assert response.diagnostics[0].message


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"P",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\xff" * 64,
        b"GET / HTTP/1.1\r\n\r\n",
        os.urandom(4096),
        b"PRI ",
    ],
    ids=["nothing", "one byte", "bad frames", "http/1", "noise", "half a preface"],
)
def test_messages_that_are_cut_off_hurt_nobody(daemon, data):
    with socket.socket(socket.AF_UNIX) as raw:
        raw.connect(os.fspath(daemon.socket))
        raw.sendall(data)
    assert daemon.status().uptime_seconds > 0


def test_a_put_that_stops_early_is_refused(daemon):
    with daemon.connection() as raw:
        header = tensors.PutRequest(header=tensors.PutHeader(bytes=100, crc32c=0))
        short = [header, tensors.PutRequest(chunk=b"x" * 10)]
        with pytest.raises(Exception, match="10 of 100"):
            raw._stubs.client_stream(_rpc.PUT, short, raw._metadata)


def test_a_view_outside_its_memory_is_refused(daemon):
    with daemon.connection() as raw:
        registered = raw.unary(
            _rpc.REGISTER,
            kernels.RegisterRequest(name="f", source=b"def f(x, y):\n    y[:] = x\n"),
        )
        handle = raw.put(memoryview(bytes(64)))
        request = launches.LaunchRequest(operator_id=registered.operator_id)
        for _ in range(2):
            view = request.arguments.add().tensor.view
            view.handle, view.dtype = handle, 13
            view.shape.append(1 << 40)
            view.strides.append(8)
        with pytest.raises(ValueError, match="leaves"):
            raw.unary(_rpc.LAUNCH, request)


def test_handles_of_another_session_are_unknown(daemon):
    with daemon.connection() as one, daemon.connection() as other:
        handle = one.put(memoryview(bytes(64)))
        with pytest.raises(pyasc.Error):
            other.get(handle, 0, 64)
        assert one.get(handle, 0, 64).tobytes() == bytes(64)


def test_the_quota_is_an_error(daemon):
    with pytest.raises(pyasc.QuotaExceeded):
        pyasc.empty(1 << 50, "uint8")
