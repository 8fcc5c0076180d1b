"""Outputs that are left out: their shapes and dtypes, and what resize does to given ones."""

import numpy as np
import pytest

import pyasc
from language import LEVELS, check_created, compiled, f16, f32, f64, i8, i32, i64, u8, u64

X = f32(0.1, 2.5, -3)
TWO = np.arange(6, dtype=np.float64).reshape(2, 3)
LOOP = "out.resize(x.shape)\nfor i in range(x.shape[0]):\n    out[i] = "

# Name: body, arguments, what is returned for out.
DTYPES = {
    "a_covering_assignment": ("out[:] = x + y", dict(x=X, y=f64(1, 2, 3)), X + f64(1, 2, 3)),
    "a_covering_weak_scalar": (
        "out.resize(3)\nout[:] = 0\nout[1] = x[0]",
        dict(x=X),
        f32(0, 0.1, 0),
    ),
    "a_covering_sum_with_a_weak_scalar": ("out[...] = x * 2.5 + 1", dict(x=f16(1, 2)), f16(3.5, 6)),
    "a_comparison": ("out[:] = x > 1", dict(x=X), X > 1),
    "a_cast": ("out[:] = x.astype(np.int8)", dict(x=X), X.astype(np.int8)),
    "true_division_of_ints": ("out[:] = x / 2", dict(x=i32(3)), f64(1.5)),
    "the_join_of_what_is_stored": (
        "out.resize(2)\nout[0] = x[0]\nout[1] = y[0]",
        dict(x=i32(7), y=f32(0.1)),
        np.array([7, np.float32(0.1)], np.float64),
    ),
    "the_join_of_int64_and_uint64": (
        "out.resize(2)\nout[0] = x[0]\nout[1] = y[0]",
        dict(x=i64(-1), y=u64(1)),
        f64(-1, 1),
    ),
    "one_strong_value": (LOOP + "x[i] * 2", dict(x=i8(1, 2)), i8(2, 4)),
    "a_weak_value_beside_a_strong_one": (LOOP + "x[i] if i else 0", dict(x=X), f32(0, 2.5, -3)),
    "weak_values_only": (LOOP + "1", dict(x=X), f32(1, 1, 1)),
    "weak_values_and_two_inputs": (
        "out.resize(2)\nout[0] = 1\nout[1] = 2",
        dict(x=X, y=f64(1)),
        f64(1, 2),
    ),
    "an_accumulator": (
        "out.resize(1)\ns = 0\nfor i in range(x.shape[0]):\n    s += x[i]\nout[0] = s",
        dict(x=i32(1, 2, 3)),
        i32(6),
    ),
    "an_explicit_dtype": (LOOP + "np.float16(x[i])", dict(x=X), X.astype(np.float16)),
    "bools": (LOOP + "x[i] > 1", dict(x=X), X > 1),
    "augmented_elements": (
        "out.resize(2)\nout[:] = 0\nfor i in range(3):\n    out[i % 2] += x[i]",
        dict(x=f64(1, 2, 3)),
        f64(4, 2),
    ),
}


@pytest.mark.parametrize("name", DTYPES)
def test_dtypes(daemon, name):
    body, arguments, expected = DTYPES[name]
    check_created(body, expected, ", ".join([*arguments, "out"]), **arguments)


SHAPES = {
    "of_the_assignment": ("out[...] = x * 2", dict(x=TWO), TWO * 2),
    "of_a_broadcast": (
        "out[:] = x[:, None] * y",
        dict(x=f64(1, 2), y=f64(3, 4, 5)),
        np.outer([1, 2], [3, 4, 5]) * 1.0,
    ),
    "of_a_transpose": ("out[:] = x.T", dict(x=TWO), TWO.T),
    "of_a_slice": ("out[:] = x[::-1, 1:]", dict(x=TWO), TWO[::-1, 1:]),
    "of_resize_by_a_tuple": (
        "out.resize((2, 2))\nout[:] = 0\nout[1, 0] = x[0]",
        dict(x=X),
        np.array([[0, 0], [0.1, 0]], np.float32),
    ),
    "of_resize_by_numbers": (
        "out.resize(n, 2)\nout[:] = x[0]",
        dict(x=X, n=3),
        np.full((3, 2), np.float32(0.1)),
    ),
    "of_resize_by_a_computed_number": (
        "n = 0\nfor i in range(x.shape[0]):\n    if x[i] > 0:\n        n += 1\nout.resize(n)\n"
        "k = 0\nfor i in range(x.shape[0]):\n    if x[i] > 0:\n"
        "        out[k] = x[i]\n        k += 1",
        dict(x=f32(-1, 2, 3, -4)),
        f32(2, 3),
    ),
    "of_no_elements": ("out[:] = x * 2", dict(x=f32()), f32()),
    "of_an_empty_middle": ("out[...] = x", dict(x=np.zeros((5, 0, 5))), np.zeros((5, 0, 5))),
    "of_zero_dimensions": ("out.resize(())\nout[...] = x[0]", dict(x=X), np.array(np.float32(0.1))),
    "of_a_second_resize": (
        "out.resize(2)\nout[:] = x[1]\nout.resize(4)\nout[3] = 1",
        dict(x=X),
        f32(2.5, 2.5, 0, 1),
    ),
    "resize_fills_with_zeros": ("out.resize(3)\nout[1] = x[0]", dict(x=X), f32(0, 0.1, 0)),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shapes(daemon, name):
    body, arguments, expected = SHAPES[name]
    check_created(body, expected, ", ".join([*arguments, "out"]), **arguments)


def test_several_outputs_are_a_tuple(daemon):
    body = "a[:] = x + 1\nb.resize(2, 1)\nb[0] = x[1]\nb[1, 0] = x[0]\nc[...] = x > 1"
    expected = (X + 1, f32([2.5], [0.1]), X > 1)
    check_created(body, expected, "x, a, b, c", x=X)


def test_one_output_given_and_one_left_out(daemon):
    operator, given = compiled("a[:] = x + 1\nb[:] = x + 2", "x, a, b"), np.zeros(3)
    made = operator(X, a=given)
    assert given.tolist() == (X + 1).tolist()
    assert np.array_equal(made, X + 2)
    assert made.dtype == np.float32


def test_an_output_between_the_inputs(daemon):
    operator = compiled("out[:] = x - y", "x, out, y")
    assert operator(x=X, y=X).tolist() == [0, 0, 0]


def test_an_int_stored_beyond_the_created_dtype(daemon):
    operator = compiled("out.resize(1)\nout[0] = x[0]\nout[0] = n", "x, out, n")
    with pytest.raises(OverflowError, match="300 out of bounds for uint8"):
        operator(u8(1), n=300)


RESIZE = "out.resize(n, 2)\nout[0, 1] = 5"


def test_resize_of_a_host_array_keeps_its_elements(daemon):
    out = np.arange(6.0)
    for level in LEVELS:
        with pytest.raises(ValueError, match=r"cannot resize an array of shape \(6,\)"):
            compiled(RESIZE, "out, n", level)(out, 2)
    right = np.arange(6.0).reshape(3, 2)
    compiled(RESIZE, "out, n")(right, 3)
    assert right.tolist() == [[0, 5], [2, 3], [4, 5]]


def test_resize_of_a_strided_view_of_the_right_shape(daemon):
    base = np.zeros((6, 4))
    compiled(RESIZE, "out, n")(base[::2, ::2], 3)
    assert base[0].tolist() == [0, 0, 5, 0]


def test_resize_of_a_tensor_keeps_the_prefix_and_zeroes_the_rest(daemon):
    out = pyasc.tensor(np.arange(1.0, 4.0))
    compiled("out.resize(2, 2)\nout[0, 0] += 10", "out")(out)
    assert out.numpy().tolist() == [[11, 2], [3, 0]]
    compiled("out.resize(3)", "out")(out)
    assert out.numpy().tolist() == [11, 2, 3]


def test_a_tensor_argument_makes_a_tensor(daemon):
    made = compiled("out[:] = x + 1", "x, out")(pyasc.from_numpy(X))
    assert isinstance(made, pyasc.Tensor)
    assert np.array_equal(made.numpy(), X + 1)


def test_a_tensor_is_what_it_was_after_an_exception(daemon):
    out = pyasc.tensor(np.arange(3.0))
    with pytest.raises(IndexError):
        compiled("out[0] = 9\nout[n] = 1", "out, n")(out, 3)
    assert out.numpy().tolist() == [0, 1, 2]


def test_a_negative_size_is_a_value_error(daemon):
    with pytest.raises(ValueError, match="negative"):
        compiled("out.resize(n)\nout[0] = x[0]", "x, out, n")(X, n=-1)


@pytest.mark.parametrize("size", ["-1", "0 * n - 2", "(3, -1)", "2**64", "(1, 2**70)"])
def test_a_size_that_can_never_be_is_a_value_error_after_which_nothing_runs(daemon, size):
    body = f"out.resize({size})\nout[0] = len(out) - 1\nfor i in range(len(out)):\n    out[i] = 1"
    with pytest.raises(ValueError, match=r"negative|too big"):
        compiled(body, "x, out, n")(X, n=0)
