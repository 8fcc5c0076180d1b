"""Calls, from Python values to the daemon and back."""

import sys
import traceback

import grpc
import numpy as np
import pytest

import pyasc
from pyasc import _client, _connection

SCALE = 2.0


@pyasc.operator("Axpy")
def axpy(x, y, output, alpha=1.0):
    output[:] = y + alpha * x


@pyasc.operator
def scaled(x, output):
    output.resize(x.shape)
    for i in range(x.shape[0]):
        output[i] = SCALE * x[i]


@pyasc.operator
def add_into(x, acc):
    for i in range(x.shape[0]):
        acc[i] += x[i]


@pyasc.operator
def shift(a, b):
    for i in range(1, a.shape[0]):
        a[i] = b[i - 1]


@pyasc.operator
def fails(x, output, limit=2):
    output.resize((4,))
    for i in range(x.shape[0]):
        if i == limit:
            raise ValueError(f"limit {limit} reached")
        output[i] = x[i]


def test_an_output_is_filled_in_place_and_nothing_is_returned(daemon):
    out = np.zeros(3)
    assert axpy(np.arange(3.0), np.ones(3), out, alpha=0.5) is None
    assert out.tolist() == [1.0, 1.5, 2.0]


def test_an_output_left_out_is_returned(daemon):
    found = axpy(np.arange(3.0), np.ones(3), alpha=2)
    assert isinstance(found, np.ndarray)
    assert found.tolist() == [1.0, 3.0, 5.0]


def test_an_output_given_as_none_is_left_out(daemon):
    assert axpy(np.arange(3.0), np.ones(3), None).tolist() == [1.0, 2.0, 3.0]


def test_tensors_go_in_and_come_out(daemon):
    found = axpy(pyasc.from_numpy(np.arange(3.0)), np.ones(3))
    assert isinstance(found, pyasc.Tensor)
    assert found.numpy().tolist() == [1.0, 2.0, 3.0]
    assert found.device == "cpu:0"


def test_a_written_tensor_takes_its_new_memory_and_shape(daemon):
    out = pyasc.tensor(shape=(0,), dtype="float64")
    scaled(np.arange(3.0), out)
    assert out.shape == (3,)
    assert out.numpy().tolist() == [0.0, 2.0, 4.0]


@pytest.mark.parametrize(
    "x",
    [
        np.arange(12.0).reshape(3, 4).T,
        np.asfortranarray(np.arange(12.0).reshape(3, 4)),
        np.arange(24.0).reshape(4, 6)[::-1, ::2],
        np.broadcast_to(np.arange(4.0), (3, 4)),
        np.array(3.5),
        np.empty((0, 3)),
        np.arange(6, dtype=">f8").reshape(2, 3),
        np.arange(6, dtype=np.int16),
        np.array([True, False]),
        np.arange(5, dtype=np.float16),
    ],
    ids=[
        "transposed",
        "fortran",
        "negative",
        "broadcast",
        "0-d",
        "empty",
        "big-endian",
        "int16",
        "bool",
        "float16",
    ],
)
def test_inputs_of_any_layout_arrive_as_they_are(daemon, x):
    found = copy_of(x)
    assert found.shape == x.shape
    assert found.dtype == x.dtype.newbyteorder("=")
    assert np.array_equal(found, x)


@pyasc.operator
def copy_of(x, output):
    output[...] = x


def test_a_strided_output_is_filled_through_its_strides(daemon):
    base = np.zeros(8)
    axpy(np.arange(4.0), np.zeros(4), base[::-2])
    assert base.tolist() == [0, 3, 0, 2, 0, 1, 0, 0]


def test_an_array_passed_twice_stays_one_array(daemon):
    a = np.arange(4.0)
    shift(a, a)
    assert a.tolist() == [0, 0, 0, 0]


def test_overlapping_arrays_stay_overlapping(daemon):
    base = np.arange(6.0)
    shift(base[1:], base[:-1])
    assert base.tolist() == [0, 1, 0, 1, 0, 1]


def test_overlapping_inputs_are_sent_apart(daemon):
    base = np.arange(4.0)
    axpy(base[1:], base[:-1], np.zeros(3))
    tensors = [argument.tensor for argument in daemon.launched[-1].arguments[:3]]
    assert len({(tensor.view.handle, tensor.inline_index) for tensor in tensors}) == 3


def test_an_in_out_array_is_updated(daemon):
    acc = np.ones(3)
    add_into(np.arange(3.0), acc)
    assert acc.tolist() == [1, 2, 3]


def test_an_exception_leaves_host_arrays_and_tensors_as_they_were(daemon):
    host, tensor = np.zeros(4), pyasc.tensor(np.full(4, 7.0))
    for out in (host, tensor):
        with pytest.raises(ValueError, match="limit 2 reached"):
            fails(np.arange(4.0), out)
    assert host.tolist() == [0] * 4
    assert tensor.numpy().tolist() == [7] * 4


def test_an_exception_ends_at_the_operators_own_line(daemon):
    with pytest.raises(ValueError) as caught:
        fails(np.arange(4.0), np.zeros(4))
    frames = traceback.extract_tb(caught.value.__traceback__)
    assert [frame.name for frame in frames][1:] == ["fails"]
    assert frames[-1].filename == __file__
    assert frames[-1].line == 'raise ValueError(f"limit {limit} reached")'
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__[:-1] == ["n=3"]


@pyasc.operator
def reads_beyond(x, output):
    output[:] = 1 + x[9]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="tracebacks without columns")
def test_the_failing_columns_are_marked(daemon):
    with pytest.raises(IndexError) as caught:
        reads_beyond(np.ones(2))
    lines = traceback.format_tb(caught.value.__traceback__)[-1].splitlines()
    assert lines[1:] == ["    output[:] = 1 + x[9]", "                    ~^^^"]


def test_own_frames_are_shown_on_demand(daemon, monkeypatch):
    monkeypatch.setenv("PYASC_TRACEBACK", "full")
    with pytest.raises(ValueError) as caught:
        fails(np.arange(4.0), np.zeros(4))
    assert len(traceback.extract_tb(caught.value.__traceback__)) > 2


def test_a_wrong_argument_is_raised_in_the_callers_frame(daemon):
    with pytest.raises(TypeError) as caught:
        axpy(np.arange(3.0), np.ones(3), 4.0)
    assert [f.name for f in traceback.extract_tb(caught.value.__traceback__)] == [
        "test_a_wrong_argument_is_raised_in_the_callers_frame"
    ]
    assert "axpy() argument 'output' is written" in str(caught.value)


def test_a_read_only_array_cannot_be_written(daemon):
    out = np.zeros(3)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="assignment destination is read-only"):
        axpy(np.arange(3.0), np.ones(3), out)


@pytest.mark.parametrize("dtype", [complex, object, "U3", "datetime64[s]", np.longdouble])
def test_dtypes_that_operators_do_not_support_name_the_parameter(daemon, dtype):
    with pytest.raises(TypeError, match="argument 'x': dtype"):
        axpy(np.zeros(3, dtype), np.ones(3))


def test_a_list_is_an_attribute_tuple(daemon):
    axpy(np.arange(2.0), np.ones(2), alpha=3)
    with pytest.raises(TypeError, match="argument 'alpha'"):
        axpy(np.arange(2.0), np.ones(2), alpha=[object()])


def test_captured_values_are_read_at_every_call(daemon, monkeypatch):
    assert scaled(np.ones(1)).tolist() == [2.0]
    monkeypatch.setitem(globals(), "SCALE", 5.0)
    assert scaled(np.ones(1)).tolist() == [5.0]
    assert len(daemon.registered) == 1
    monkeypatch.setitem(globals(), "SCALE", 5)
    assert scaled(np.ones(1)).tolist() == [5.0]
    assert len(daemon.registered) == 2


def test_defaults_are_the_functions_own_now(daemon):
    assert axpy(np.ones(1), np.zeros(1)).tolist() == [1.0]
    axpy.__wrapped__.__defaults__ = (4.0,)
    try:
        assert axpy(np.ones(1), np.zeros(1)).tolist() == [4.0]
    finally:
        axpy.__wrapped__.__defaults__ = (1.0,)


def test_a_call_that_is_given_its_output_returns_none(daemon):
    for wrap in (np.zeros, lambda size: pyasc.zeros(size, "float64")):
        assert axpy(np.ones(2), np.ones(2), wrap(2)) is None


def test_memory_is_freed_after_calls(daemon):
    for _ in range(200):
        axpy(np.arange(3.0), np.ones(3))
        pyasc.from_numpy(np.ones(3))
    assert len(daemon.memory) < 100


@pytest.mark.parametrize("failure", ["status", "interrupt"])
def test_memory_whose_freeing_failed_is_freed_later(daemon, monkeypatch, failure):
    connection = _client.current()
    tensor = pyasc.from_numpy(np.zeros(_connection._GARBAGE_BYTES, np.uint8))
    handle = tensor._handle

    def interrupted(*_):
        raise KeyboardInterrupt

    del tensor
    if failure == "status":
        daemon.fail["Free"] = (grpc.StatusCode.RESOURCE_EXHAUSTED, "no memory")
        assert pyasc.devices()
        daemon.fail.clear()
    else:
        with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
            patch.setattr(connection._stubs, "unary", interrupted)
            pyasc.devices()
    assert handle in daemon.memory
    assert pyasc.devices()
    assert handle not in daemon.memory
    assert not connection._garbage


def test_large_memory_is_freed_by_the_next_call(daemon):
    pyasc.from_numpy(np.zeros(4 << 20))
    axpy(np.arange(3.0), np.ones(3))
    assert sum(len(memory) for memory in daemon.memory.values()) < 1 << 20


def test_options_of_a_block_go_before_the_operators(daemon):
    axpy(np.ones(1), np.ones(1))
    with pyasc.options(opt_level=1, backend="cpu"):
        axpy(np.ones(1), np.ones(1))
    sent = [(launch.opt_level, launch.backend) for launch in daemon.launched]
    assert sent == [(3, ""), (1, "cpu")]


def test_printed_lines_appear_in_the_caller(daemon, capsys):
    talks(np.arange(2.0), np.zeros(2))
    assert capsys.readouterr().out == "row 0.0\nrow 1.0\n"


def test_a_call_that_has_printed_is_not_made_again(daemon, capsys):
    talks(np.arange(2.0), np.zeros(2))
    said = capsys.readouterr().out
    daemon.forgets_before_answer = True
    out = np.zeros(2)
    with pytest.raises(
        pyasc.ConnectionLost, match=r"arguments are as they were.*next call"
    ) as lost:
        talks(np.arange(2.0), out)
    assert out.tolist() == [0, 0]
    if sys.version_info >= (3, 11):
        assert "it has printed, and so was not called a second time" in lost.value.__notes__
    assert capsys.readouterr().out == said
    assert daemon.many == 2


@pyasc.operator
def talks(x, output):
    for i in range(2):
        print("row", x[i])
        output[i] = x[i]


def test_small_arrays_travel_inside_the_launch(daemon):
    out = np.zeros(3)
    axpy(np.arange(3.0), np.ones(3), out)
    assert out.tolist() == [1, 2, 3]
    created = scaled(np.arange(3.0))
    created += 1  # it is the caller's own
    assert created.tolist() == [1, 3, 5]
    assert daemon.puts == 0
    assert not daemon.memory


def test_larger_arrays_are_put(daemon):
    size = 10_000
    x, y, out = np.arange(float(size)), np.ones(size), np.zeros(2)
    axpy(x[:6000], y[:6000], np.zeros(6000))  # the first fits
    assert daemon.puts == 2
    assert np.array_equal(scaled(x), 2 * x)
    assert daemon.puts == 3
    axpy(x[:2], y[:2], out)
    assert out.tolist() == [1, 2]


def test_a_tensor_among_the_arguments_makes_created_ones_tensors(daemon):
    out = pyasc.tensor(shape=(3,), dtype="float64")
    axpy(np.arange(3.0), np.ones(3), out)
    assert out.numpy().tolist() == [1, 2, 3]
    assert daemon.puts == 0
    assert isinstance(scaled(out), pyasc.Tensor)


@pytest.mark.parametrize("size", [0, 3, 1 << 20, (2 << 20) + 1])
@pytest.mark.parametrize("capabilities", [[], ["inline"]], ids=["old", "new"])
def test_arrays_of_any_size_reach_daemons_of_any_age(daemon, capabilities, size):
    daemon.capabilities = capabilities
    pyasc.connect(str(daemon.path))
    x = np.arange(size, dtype=np.uint8)
    assert np.array_equal(copy_of(x), x)
    assert np.array_equal(pyasc.from_numpy(x).numpy(), x)


def test_only_what_has_memory_with_the_daemon_gets_a_handle_before_the_answer(daemon):
    scaled(np.arange(3.0), np.zeros(3))
    scaled(np.arange(3.0), pyasc.zeros(3, "float64"))
    scaled(np.arange(3.0))
    assert [len(launch.new_handles) for launch in daemon.launched] == [0, 1, 1]


def test_inline_memory_from_another_host_is_checked(daemon, monkeypatch):
    monkeypatch.setattr(_client.current(), "is_remote", True)
    assert scaled(np.arange(3.0)).tolist() == [0, 2, 4]
    ordinary = daemon._keep

    def damage(data, response, *rest):
        place = ordinary(data, response, *rest)
        response.success.inline_memory[place[1]].crc32c ^= 1
        return place

    daemon._keep = damage
    with pytest.raises(pyasc.Error, match="damaged on their way"):
        scaled(np.arange(3.0))
