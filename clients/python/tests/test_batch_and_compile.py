"""Batches, and compiling ahead."""

import sys

import numpy as np
import pytest

import pyasc


@pyasc.operator("Sum2")
def add(x, y, output, alpha=1):
    output[:] = x + alpha * y


@pyasc.operator("Twice")
def twice(x, output):
    output[:] = x * 2


@pyasc.operator("Increase")
def increase(x, acc):
    for i in range(x.shape[0]):
        if x[i] < 0:
            raise ValueError("negative")
        acc[i] += x[i]


def test_tuples_hold_the_arguments_and_order_is_kept(daemon):
    pairs = [(np.full(2, i), np.ones(2)) for i in range(5)]
    found = pyasc.batch(pairs, func=add, alpha=10)
    assert [y.tolist() for y in found] == [[i + 10.0] * 2 for i in range(5)]


def test_anything_else_is_the_only_argument(daemon):
    assert [y.tolist() for y in pyasc.batch([np.ones(2), np.zeros(1)], twice)] == [[2, 2], [0]]
    tensors = pyasc.batch([pyasc.ones(2)], "Twice")
    assert isinstance(tensors[0], pyasc.Tensor)


def test_no_items_no_results(daemon):
    assert pyasc.batch([], twice) == []


def test_long_batches_go_in_windows(daemon):
    found = pyasc.batch((np.full(1, i) for i in range(150)), twice)
    assert [int(y[0]) for y in found] == [2 * i for i in range(150)]


def test_items_that_share_an_array_run_one_after_another(daemon):
    acc = np.zeros(2)
    pyasc.batch([(np.ones(2), acc) for _ in range(4)], increase)
    assert acc.tolist() == [4, 4]


def test_a_keyword_that_every_item_writes_is_written_in_order(daemon):
    acc = np.zeros(2)
    pyasc.batch([np.full(2, i) for i in range(1, 5)], increase, acc=acc)
    assert acc.tolist() == [10, 10]
    tensor = pyasc.zeros(2, dtype="float64")
    pyasc.batch([np.ones(2)] * 4, increase, acc=tensor)
    assert tensor.numpy().tolist() == [4, 4]


class Exposed:
    """As arrays of other libraries are: memory that NumPy sees."""

    def __init__(self, array):
        self.array = array

    def __array__(self, dtype=None, copy=None):
        return self.array


@pytest.mark.parametrize(
    "items",
    [
        lambda acc: [(np.ones(2), Exposed(acc))] * 3,
        lambda acc: [(np.ones(2), acc), (np.ones(2), Exposed(acc)), (np.ones(2), acc[::-1])],
        lambda acc: [(acc, np.ones(2)), (np.ones(2), acc), (Exposed(acc), acc), (acc, acc)],
    ],
    ids=["exposed", "both", "read and written"],
)
def test_items_meet_by_the_memory_that_they_expose(daemon, items):
    one, other = np.array([1.0, 2.0]), np.array([1.0, 2.0])
    pyasc.batch(items(one), increase)
    for args in items(other):
        increase(*args)
    assert one.tolist() == other.tolist()


def test_items_that_only_read_the_same_array_go_together(daemon):
    weight = np.ones(2)
    before = daemon.many
    found = pyasc.batch([np.full(2, i) for i in range(5)], add, y=weight)
    assert [y.tolist() for y in found] == [[i + 1.0] * 2 for i in range(5)]
    pyasc.batch([(np.full(2, i), weight) for i in range(5)], add)
    assert daemon.many == before + 2


def test_a_failing_item_is_named(daemon):
    items = [(np.array([float(sign)]), np.zeros(1)) for sign in (1, -1, 1, -1)]
    with pytest.raises(ValueError, match="negative") as caught:
        pyasc.batch(items, increase)
    if sys.version_info >= (3, 11):
        assert "in item 1 of the batch" in caught.value.__notes__
    with pytest.raises(TypeError):
        pyasc.batch([(np.ones(1), 4)], increase)


def test_exceptions_can_be_kept(daemon):
    items = [(np.array([float(sign)]), np.zeros(1)) for sign in (1, -1)]
    found = pyasc.batch(items, increase, return_exceptions=True)
    assert found[0] is None
    assert isinstance(found[1], ValueError)
    assert found[1].__traceback__.tb_frame.f_code.co_name == "increase"


def test_results_can_be_streamed(daemon):
    found = dict(pyasc.batch([np.full(1, i) for i in range(3)], twice, stream=True))
    assert {i: y.tolist() for i, y in found.items()} == {0: [0], 1: [2], 2: [4]}


def test_compile_for_given_shapes(daemon):
    kernel = pyasc.compile(add, args=[((2, 3), "float32"), ((2, 3), np.float32)], alpha=2)
    request = daemon.compiled[-1]
    kinds = [argument.WhichOneof("type") for argument in request.arguments]
    assert kinds == ["tensor", "tensor", "omitted", "attribute"]
    assert list(request.arguments[0].tensor.shape) == [2, 3]
    assert kernel.compiled
    assert kernel.compile_ms == 1.5
    assert kernel.key == (b"k" * 32).hex()
    assert kernel.show("llvm") == "; llvm"
    assert list(kernel.stages) == ["hir", "loops", "mlir", "llvm", "asm"]
    assert pyasc.info().compile_seconds > 0
    with pytest.raises(pyasc.Error, match="no stage 'c'"):
        kernel.show("c")


def test_compile_for_the_calls_so_far_and_from_then_on(daemon):
    twice(np.ones(3))
    twice(np.ones((2, 2), np.float32))
    kernel = pyasc.compile("Twice", opt_level=1, backend="cpu")
    assert len(daemon.compiled) >= 2
    assert kernel.opt_level == 1
    twice(np.ones(3))
    assert (daemon.launched[-1].opt_level, daemon.launched[-1].backend) == (1, "cpu")
    pyasc.compile("Twice", opt_level=3, backend="")


def test_compile_before_any_call_says_so(daemon, capsys):
    @pyasc.operator("Never")
    def never(x, output):
        output[:] = x

    kernel = pyasc.compile("Never", opt_level=3)
    assert kernel.key == ""
    assert "compiled at its first call" in capsys.readouterr().err
    with pytest.raises(pyasc.DeviceError, match="devices are cpu:0"):
        pyasc.compile(never, backend="npu")
    never(np.ones(1))
    with pytest.raises(pyasc.DeviceError, match="devices are cpu:0"):
        pyasc.compile(never, backend="npu")
    assert never(np.ones(1)).tolist() == [1]


def test_an_unknown_name_lists_the_known_ones(daemon):
    with pytest.raises(pyasc.Error, match=r"no operator is named 'Nope'; .*Twice"):
        pyasc.compile("Nope")


def test_register_answers_with_the_operator(daemon):
    assert pyasc.register(twice) is twice
    assert len(daemon.registered) == 1
    twice(np.ones(1))
    assert len(daemon.registered) == 1
