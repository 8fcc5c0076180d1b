"""What hostile and unlucky clients can do to the daemon's socket and its calls."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading

import grpc
import numpy as np
import pytest

import my_op
import pyasc
import spinning
from pyasc import _rpc
from pyasc._proto.v1 import kernel_service_pb2 as kernels
from pyasc._proto.v1 import launch_service_pb2 as launches
from pyasc._proto.v1 import tensor_service_pb2 as tensors
from pyasc._proto.v1 import types_pb2 as types
from running_daemon import disconnect, until

LONG = 100_000_000_000
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS = b"\0\0\0\4\0\0\0\0\0"
SOURCE = b"def f(x, output):\n    output[:] = x + 1\n"


def works():
    return my_op.my_operator(np.ones(2), np.ones(2), alpha=0.5).tolist() == [1.5, 1.5]


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def raw(daemon):
    found = socket.socket(socket.AF_UNIX)
    found.connect(str(daemon.socket))
    return found


def register(connection, name="F", source=SOURCE):
    response = connection.unary(_rpc.REGISTER, kernels.RegisterRequest(name=name, source=source))
    assert not response.diagnostics
    return response.operator_id


def view(handle, shape, strides=None, offset=0, dtype=types.DATA_TYPE_FLOAT64):
    if strides is None:
        strides = [8] * len(shape)
    return types.TensorView(handle=handle, offset=offset, dtype=dtype, shape=shape, strides=strides)


def launch_of(operator, x):
    request = launches.LaunchRequest(operator_id=operator, opt_level=3)
    request.arguments.add().tensor.view.CopyFrom(x)
    request.arguments.add().omitted.SetInParent()
    return request


def spin_request(connection, steps):
    source = (
        b"def spin(x, output, steps=1):\n"
        b"    output.resize((1,))\n"
        b"    s = x[0]\n"
        b"    for i in range(steps):\n"
        b"        s = s * 0.9999 + x[1]\n"
        b"    output[0] = s\n"
    )
    operator = register(connection, "Spin", source)
    handle = connection.put(memoryview(np.ones(2)).cast("B"))
    request = launch_of(operator, view(handle, [2]))
    request.arguments.add().attribute.integer = steps.to_bytes(8, "little")
    return request


def test_connections_leave_nothing_behind(own_daemon):
    with own_daemon.connection():
        pass
    before = descriptors(own_daemon.pid)
    for _ in range(1100):
        with own_daemon.connection():
            pass
    until(lambda: descriptors(own_daemon.pid) <= before + 2)
    until(lambda: own_daemon.status().sessions == 1)
    assert works()


def test_garbage_and_half_open_connections_hold_nobody_up(daemon):
    assert works()
    before = descriptors(daemon.pid)
    held = []
    for words in (
        b"",
        b"P",
        b"PRI",
        b"GET / HTTP/1.1\r\n\r\n",
        bytes(4096),
        PREFACE[:10],
        PREFACE + b"\xff" * 4096,
        PREFACE + SETTINGS,
        PREFACE + SETTINGS + b"\xff\xff\xff\x01\x05\0\0\0\1" + bytes(64),
        PREFACE + b"\0\0\x05\4",
    ):
        one = raw(daemon)
        one.sendall(words)
        held.append(one)
    assert works()
    for one in held:
        one.close()
    until(lambda: descriptors(daemon.pid) <= before + 4)


def test_four_hundred_connections_at_once(daemon):
    assert works()
    before = descriptors(daemon.pid)
    held = []
    for _ in range(400):
        held.append(raw(daemon))
        held[-1].sendall(PREFACE + SETTINGS)
    assert works()
    for one in held:
        one.close()
    until(lambda: descriptors(daemon.pid) <= before + 8)


def test_messages_that_are_none_are_refused(daemon):
    with grpc.insecure_channel(daemon.target) as channel:
        for method in _rpc.METHODS:
            kind = "stream_unary" if method is _rpc.PUT else "unary_stream"
            call = getattr(channel, kind)(method.path)
            for junk in (b"\xff" * 100, b"\x0a\xff\xff\xff\x7f"):
                with pytest.raises(grpc.RpcError):
                    if kind == "stream_unary":
                        call(iter([junk]))
                    else:
                        list(call(junk))
        call = channel.unary_unary("/pyascd.v1.KernelService/NoSuchThing")
        with pytest.raises(grpc.RpcError) as caught:
            call(b"")
        assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED
    assert works()


def test_large_messages_pass_up_to_the_limit(daemon):
    with daemon.connection() as connection:
        with pytest.raises(pyasc.Error, match="1048576"):
            connection.unary(
                _rpc.REGISTER,
                kernels.RegisterRequest(name="F", source=b"#" * (5 << 20)),
            )
        with pytest.raises(pyasc.Error, match="larger than max"):
            connection.unary(
                _rpc.REGISTER,
                kernels.RegisterRequest(name="F", source=b"#" * (17 << 20)),
            )
    assert works()


HOSTILE_VIEWS = {
    "offset": ([2], [8], 1 << 63),
    "offset that wraps": ([2], [8], (1 << 64) - 8),
    "odd offset": ([1], [8], 1),
    "stride": ([2], [1 << 62], 0),
    "negative stride": ([2], [-8], 0),
    "most negative stride": ([3], [-(1 << 63)], 0),
    "odd stride": ([2], [3], 0),
    "sizes": ([1 << 62], [0], 0),
    "sizes that multiply": ([1 << 31, 1 << 31, 1 << 31], [0, 0, 0], 0),
    "negative size": ([-1], [8], 0),
    "most negative size": ([-(1 << 63)], [8], 0),
    "strides missing": ([2], [], 0),
    "strides beyond": ([2], [8, 8], 0),
    "rank": ([1] * 33, [8] * 33, 0),
    "rank of thousands": ([1] * 5000, [8] * 5000, 0),
    "no dtype": ([2], [8], 0, 0),
    "unknown dtype": ([2], [8], 0, 99),
}


@pytest.mark.parametrize("name", HOSTILE_VIEWS)
def test_views_that_leave_their_memory_are_refused(daemon, name):
    shape, strides, offset, *dtype = HOSTILE_VIEWS[name]
    with daemon.connection() as connection:
        operator = register(connection)
        handle = connection.put(memoryview(np.ones(2)).cast("B"))
        hostile = view(handle, shape, strides, offset, *dtype)
        with pytest.raises(pyasc.Error):
            connection.unary(_rpc.LAUNCH, launch_of(operator, hostile))
        good = launch_of(operator, view(handle, [2]))
        assert connection.unary(_rpc.LAUNCH, good).HasField("success")


def test_handles_and_operators_of_other_sessions_are_unknown(daemon):
    with daemon.connection() as ours, daemon.connection() as theirs:
        operator = register(ours)
        handle = ours.put(memoryview(np.ones(2)).cast("B"))
        x = view(handle, [2])
        with pytest.raises(pyasc.Error, match="operator"):
            theirs.unary(_rpc.LAUNCH, launch_of(operator, x))
        own_operator = register(theirs)
        with pytest.raises(pyasc.Error, match="memory of that handle"):
            theirs.unary(_rpc.LAUNCH, launch_of(own_operator, x))
        with pytest.raises(pyasc.Error, match="memory of that handle"):
            theirs.get(handle, 0, 16)
        theirs.unary(_rpc.FREE, tensors.FreeRequest(handles=[handle, b"", bytes(16)]))
        assert ours.get(handle, 0, 16).tobytes() == np.ones(2).tobytes()


@pytest.mark.parametrize("size", [1 << 50, 1 << 62, (1 << 64) - 1])
def test_memory_that_there_is_not_is_refused(daemon, size):
    with daemon.connection() as connection, pytest.raises(pyasc.QuotaExceeded):
        connection.unary(_rpc.ALLOCATE, tensors.AllocateRequest(bytes=size))
    assert works()


RAISING = b'def f(x, output):\n    output.resize((1,))\n    raise ValueError("no")\n'


@pytest.mark.parametrize(("source", "count"), [(RAISING, 10_000), (SOURCE, 1000)])
def test_thousands_of_launches_in_one_call(daemon, source, count):
    disconnect()
    until(lambda: daemon.status().tensors == 0)  # those of earlier tests have gone
    with daemon.connection() as connection:
        operator = register(connection, source=source)
        handle = connection.put(memoryview(np.ones(1)).cast("B"))
        before = daemon.status().tensors
        one = launch_of(operator, view(handle, [1]))
        many = launches.LaunchManyRequest(launches=[one] * count)
        answers = list(connection.stream(_rpc.LAUNCH_MANY, many))
        assert sorted(answer.index for answer in answers) == list(range(count))
        assert {answer.status_code for answer in answers} == {0}
        kept = sum(len(answer.response.success.written) for answer in answers)
        assert kept == (count if source is SOURCE else 0)
        assert daemon.status().tensors == before + kept
    until(lambda: daemon.status().tensors < before)
    assert works()


def test_ten_thousand_launches_that_nobody_waits_for_end_at_once(daemon):
    with daemon.connection() as connection:
        request = spin_request(connection, LONG)
        before = daemon.status()
        many = launches.LaunchManyRequest(launches=[request] * 10_000)
        answers = connection.stream(_rpc.LAUNCH_MANY, many, timeout=None)
        thread = threading.Thread(target=lambda: _swallow(answers))
        thread.start()
        until(lambda: daemon.queue_depth() > 100)
    thread.join()
    until(lambda: daemon.queue_depth() == 0, 10)
    until(lambda: daemon.status().tensors < before.tensors, 10)
    assert works()


def _swallow(answers):
    try:
        list(answers)
    except pyasc.Error:
        return


def test_counters_are_right_with_the_answer(daemon):
    @pyasc.operator("Raises")
    def raises(x, output):
        output.resize(x.shape)
        raise ValueError("no")

    x = pyasc.from_numpy(np.ones(2))
    assert works()
    before = daemon.status()
    kinds = {
        "a success": lambda: spinning.spin(x, steps=2),
        "an exception": lambda: raises(x),
        "a deadline": lambda: _with_deadline(x),
    }
    for number, (kind, run) in enumerate(kinds.items(), 1):
        with contextlib.suppress(ValueError, pyasc.DeadlineExceeded):
            run()
        if kind == "a deadline":  # which the client keeps by itself
            until(lambda: daemon.queue_depth() == 0)
        assert daemon.queue_depth() == 0, kind
        assert daemon.status().launches == before.launches + number, kind


def _with_deadline(x):
    with pyasc.options(deadline=0.2):
        spinning.spin(x, steps=LONG)


def test_a_sessions_end_stops_its_launch(daemon):
    with daemon.connection() as connection:
        request = spin_request(connection, LONG)
        failed = []

        def run():
            try:
                connection.unary(_rpc.LAUNCH, request)
            except pyasc.Error as error:
                failed.append(error)

        thread = threading.Thread(target=run)
        thread.start()
        until(lambda: daemon.queue_depth() == 1)
        _rpc.end(connection._session)
        thread.join(30)
        assert failed
        until(lambda: daemon.queue_depth() == 0)
    assert works()


def test_reflection_and_health_answer(daemon):
    health = "/grpc.health.v1.Health/Check"
    with grpc.insecure_channel(daemon.target) as channel:
        assert channel.unary_unary(health)(b"") == b"\x08\x01"  # SERVING
        reflect = channel.stream_stream(
            "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
        )
        (listed,) = reflect(iter([b"\x3a\x00"]))  # list_services: ""
    for service in (b"AdminService", b"KernelService", b"TensorService"):
        assert b"pyascd.v1." + service in listed


AS_NOBODY = """
import os, sys
import grpc
import grpc._channel  # what grpc imports late lies where nobody may not read
from pyasc._proto.v1 import admin_service_pb2
os.chdir(sys.argv[1])
os.setuid(65534)
channel = grpc.insecure_channel("unix:d.sock")
for method in sys.argv[2:]:
    try:
        list(channel.unary_stream(method)(b""))
    except grpc.RpcError as error:
        print(error.code().name)
"""


def test_another_uid_is_refused(daemon):
    if os.getuid() != 0:  # only root can become somebody else
        assert daemon.socket.stat().st_mode & 0o777 == 0o600
        return
    daemon.directory.chmod(0o711)
    daemon.socket.chmod(0o666)
    methods = [method.path for method in _rpc.METHODS if method is not _rpc.PUT]
    try:
        said = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, daemon.directory, *methods],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        daemon.socket.chmod(0o600)
        daemon.directory.chmod(0o700)
    assert said.stdout.split() == ["PERMISSION_DENIED"] * len(methods), said.stderr
    assert works()
