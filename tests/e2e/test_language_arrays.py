"""Tensors of the operator language against NumPy: subscripts, views, layouts, whole arrays."""

import numpy as np
import pytest

from language import check, f16, f32, f64, i8, i32, i64, u8, u64


def grid(*shape, dtype=np.float64):
    """Different numbers of that shape."""
    return (np.arange(np.prod(shape)) * 1.25 - 7).astype(dtype).reshape(shape)


def strided(base, shape, strides):
    """A view of memory with strides of one's own."""
    return np.ndarray(shape, base.dtype, base, 0, strides)


TEN = np.arange(10.0)

# Name: a body, its arguments.
SUBSCRIPTS = {
    "slices_with_every_sign": (
        """
        out[0, :3] = x[1:4]
        out[1, :5] = x[::2]
        out[2, :] = x[::-1]
        out[3, :4] = x[7:3:-1]
        out[4, :3] = x[-3:]
        out[5, :7] = x[:-3]
        out[6, :4] = x[-2:-9:-2]
        out[7, :2] = x[8:100]
        out[8, :10] = x[-100:100]
        out[9, :0] = x[5:2]
        out[10, 1:8:3] = x[-1:-4:-1]
        out[11, ::-3] = x[2::2]
        """,
        dict(x=TEN, out=np.zeros((12, 10))),
    ),
    "slices_with_run_time_bounds": (
        "for i in range(-12, 13):\n    for j in range(-12, 13):\n"
        "        print(x[i:j].shape, x[i:j:-1].shape, len(x[i:j:3]), end=' ')",
        dict(x=TEN),
    ),
    "an_index_that_is_too_large_after_one_that_is_outside": (
        "out[0] = x[5, n + 1]",
        dict(x=grid(2, 3), out=f64(0), n=2**63 - 1),
    ),
    "an_index_of_65_bits_after_one_that_is_outside": (
        "for i in range(2):\n    out[0] = x[5, n + i]",
        dict(x=grid(2, 3), out=f64(0), n=2**63 - 1),
    ),
    "an_index_beyond_the_axes_after_one_of_66_bits": (
        "out[0] = x[n * 4, 9]",
        dict(x=f64(1, 2), out=f64(0), n=2**63 - 1),
    ),
    "no_integer_after_one_that_is_outside": (
        "out[0] = x[5, n]",
        dict(x=grid(2, 3), out=f64(0), n=0.5),
    ),
    "no_integer_in_a_slice_after_an_index_that_is_outside": (
        "out[0] = x[5, n:][0]",
        dict(x=grid(2, 3), out=f64(0), n=0.5),
    ),
    "no_integer_in_a_slice_before_an_index_that_raises": (
        "out[0] = x[n:, 1 // m]",
        dict(x=grid(2, 3), out=f64(0), n=0.5, m=0),
    ),
    "no_integer_in_a_slice_before_an_index_too_many": (
        "x[n:, 0, 0] = 1",
        dict(x=grid(2, 3), n=0.5),
    ),
    "no_integer_in_a_slice_on_a_line_of_its_own": (
        "out[0] = (x[0] +\n    x[1,\n        n:])[0]",
        dict(x=grid(2, 3), out=f64(0), n=0.5),
    ),
    "no_integer_in_a_slice_whose_step_is_zero": (
        "x[0, n::0] = 1",
        dict(x=grid(2, 3), n=0.5),
    ),
    "a_slice_of_a_tuple_whose_step_is_zero": ("t = (1, 2)[n::0]", dict(x=TEN, n=0.5)),
    "two_ellipses_before_no_integer": ("x[..., ..., n] = 1", dict(x=grid(2, 3), n=0.5)),
    "no_integer_before_two_ellipses": ("x[n, ..., ...] = 1", dict(x=grid(2, 3), n=0.5)),
    "integer_arrays_of_rank_0_in_slices": (
        "print(x[z:].shape, x[:z:2].shape)\nfor i in range(z, z * 3):\n    x[i:z + i] += i",
        dict(x=TEN, z=np.array(2)),
    ),
    "an_array_of_rank_1_in_a_slice": ("x[z:] = 1", dict(x=TEN, z=i64(2))),
    "a_float_array_of_rank_0_as_a_tuple_index": ("t = (1, 2)[z]", dict(x=TEN, z=np.array(1.0))),
    "a_bool_array_of_rank_0_as_a_range": (
        "for i in range(z):\n    x[i] = 0",
        dict(x=TEN, z=np.array(True)),
    ),
    "negative_indices": ("out[-1] = x[-10]\nout[-n] = x[-n]", dict(x=TEN, out=f64(0, 0, 0), n=2)),
    "numpy_indices": (
        "out[i[0]] = x[i[1]]\nout[u[0]] = x[u[1]]",
        dict(x=TEN, out=f64(0, 0, 0), i=i8(-1, -2), u=u64(0, 9)),
    ),
    "newaxis": (
        "out[:] = x[:, None] * y[None, :]\n"
        "print(x[None].shape, x[:, np.newaxis, None].shape, x[None, 2].shape)",
        dict(x=f64(1, 2, 3), y=f64(4, 5), out=np.zeros((3, 2))),
    ),
    "ellipsis": (
        "out[...] = m[..., 0]\nout[..., 1] = m[1, ...][0]\n"
        "print(m[...].shape, m[..., 1:2].shape, m[0, ..., 0].shape, m[1, 1, ...].shape)",
        dict(m=grid(2, 3, 2), out=np.zeros((2, 3))[:, :]),
    ),
    "a_view_of_a_view": (
        "v = m[1:, ::2]\nw = v[::-1, 1]\nw[0] = 50\nv[0] = -1\nout[0] = w[1] + v[1, 0]",
        dict(m=grid(4, 5), out=f64(0)),
    ),
    "a_row_and_a_column": (
        "m[0] = 1\nm[:, 1] = 2\nm[1, 1:] = m[2, 1:]\nm[2] = m[:, 0]",
        dict(m=grid(3, 3)),
    ),
    "a_transposed_view_is_written": (
        "t = m.T\nt[0] = 9\nt[1, 2] += 5\nm.T[2, 0] = 77",
        dict(m=grid(3, 4)),
    ),
    "the_argument_is_rebound_to_its_transpose": (
        "if n:\n    m = m.T\nfor i in range(m.shape[0]):\n    out[i] = m[i, 0]",
        dict(m=grid(3, 2), n=1, out=np.zeros(3)),
    ),
    "zero_dimensions": (
        "out[()] = x[()] + y[0]\nout[...] += 1\nprint(x.shape, x.ndim, x.size, out[()])",
        dict(x=np.array(2.5), y=f64(1), out=np.array(0.0)),
    ),
    "zero_dimensions_as_a_whole": (
        "out[...] = x * 2 + x",
        dict(x=np.array(2.5), out=np.array(0.0)),
    ),
    "empty_tensors": (
        "out[:] = x + 1\nfor v in x:\n    print('never')\n"
        "print(x.shape, x.size, len(x), m.shape)\nm[...] = m * 2\nm[:, 0] = 1",
        dict(
            x=f32(), out=f32(), m=np.zeros((5, 0, 5))[:, :, :0].reshape(5, 0)[:, :0].reshape(0, 5)
        ),
    ),
    "an_empty_middle_axis": (
        "out[...] = m + 1\nprint(m.shape)",
        dict(m=np.zeros((5, 0, 5)), out=np.zeros((5, 0, 5))),
    ),
    "fill_and_astype": (
        "out.fill(3)\nout[1:] = x.astype(np.int32)[1:] if n else x[1:]",
        dict(x=f64(1.9, -2.9, 3.9), out=f64(0, 0, 0), n=0),
    ),
}

# Overlaps and aliases.
OVERLAPS = {
    "shift_right": ("a[1:] = a[:-1]", dict(a=np.arange(6))),
    "shift_left": ("a[:-1] = a[1:]", dict(a=np.arange(6))),
    "reverse": ("a[:] = a[::-1]", dict(a=np.arange(7.0))),
    "reverse_in_place_with_a_sum": ("a[:] = a + a[::-1]", dict(a=np.arange(7.0))),
    "in_a_row": ("x[1, 3:6] = x[1, 2:5]", dict(x=np.array([[0] * 8, [4, 3, 4, 4, 6, 5, 0, 0]]))),
    "add_the_neighbour": ("a[1:] += a[:-1]", dict(a=np.arange(6))),
    "transpose_in_place": ("m[:] = m.T", dict(m=grid(4, 4))),
    "add_the_transpose": ("m += m.T", dict(m=grid(4, 4))),
    "broadcast_of_its_own_row": ("m[:] = m[1]\nm += m[0]", dict(m=grid(3, 3))),
    "broadcast_of_its_own_element": ("a[:] = a[2:3] + a", dict(a=np.arange(5.0))),
    "rows_swapped_through_views": ("m[0], m[1] = m[1], m[0]", dict(m=grid(3, 3))),
    "elements_swapped": ("a[0], a[2] = a[2], a[0]", dict(a=np.arange(3.0))),
    "rows_swapped_element_by_element": (
        "for j in range(m.shape[1]):\n    m[0, j], m[n, j] = m[n, j], m[0, j]",
        dict(m=grid(3, 3), n=2),
    ),
    "a_view_sees_later_writes": ("r = m[0]\nm[0, 1] = 99\nm[1] = r\nr += 1", dict(m=grid(3, 3))),
    "an_augmented_name_of_a_view": (
        "r = m[0]\nr += 1\nr *= m[1]\nr = r[1:]\nr -= 5",
        dict(m=grid(3, 3)),
    ),
    "scattered_repeats": (
        "for i in range(4):\n    out[ids[i]] += x[i]",
        dict(ids=i64(1, 0, 1, 1), x=f32(0.1, 0.2, 0.3, 0.4), out=f32(0, 0)),
    ),
    "running_sum_in_place": ("for i in range(1, 9):\n    a[i] += a[i - 1]", dict(a=np.arange(9.0))),
    "strided_onto_itself": ("a[::2] = a[1::2]\na[1:6:2] += a[0:5:2]", dict(a=np.arange(8))),
}

BASE = np.arange(12.0)
SAME = np.arange(6.0)
SQUARE = grid(4, 4)
ALIASED = {
    "the_same_array_twice": ("a[1:] = b[:-1]", dict(a=SAME, b=SAME)),
    "the_same_array_twice_element_by_element": (
        "for i in range(5):\n    a[i + 1] = b[i] + 1",
        dict(a=SAME, b=SAME),
    ),
    "overlapping_views": ("a[:] = b * 2", dict(a=BASE[2:8], b=BASE[:6])),
    "an_array_of_one_element_many_times": (
        "a[...] += 1\na[...] = a * 2 + a",
        dict(a=strided(np.arange(3.0), (4, 3), (0, 8))),
    ),
    "an_array_whose_rows_overlap": (
        "a[...] += b",
        dict(a=strided(np.arange(6.0), (3, 4), (8, 8)), b=np.ones((3, 4))),
    ),
    "an_array_that_overlaps_itself_with_gaps": (
        "for i in range(2):\n    for j in range(3):\n        a[i, j] += 1\na[::-1] -= 5",
        dict(a=strided(np.arange(90.0), (2, 3), (640, 0))),
    ),
    "overlapping_views_in_reverse": ("a[:] = b - 1\na += b", dict(a=BASE[::-1], b=BASE)),
    "overlapping_views_element_by_element": (
        "for i in range(a.shape[0]):\n    a[i] = b[i] + 1\nprint(b[5])",
        dict(a=BASE[1:7], b=BASE[:6]),
    ),
    "views_that_interleave": ("a[:] = b\nb += 1", dict(a=BASE[::2], b=BASE[1::2])),
    "an_array_and_its_transpose": ("a[:] = b + 1", dict(a=SQUARE, b=SQUARE.T)),
    "three_of_one": ("a[:] = b + c\nc[0] = 5", dict(a=BASE[:6], b=BASE[3:9], c=BASE[6:])),
}

LAYOUTS = {
    "strided": grid(8, 12)[::2, ::3],
    "reversed": grid(4, 4)[::-1, ::-1],
    "transposed": grid(4, 4).T,
    "fortran": np.asfortranarray(grid(4, 4)),
    "broadcast": np.broadcast_to(grid(1, 4), (4, 4)),
    "negative_and_strided": grid(4, 8)[::-1, ::-2],
    "unaligned_rows": grid(4, 5)[:, 1:],
}

SUM_OF_ROWS = """
out[...] = x * 2 - y
for i in range(4):
    s = 0
    for j in range(4):
        s += x[i, j] / 3
    y[0, i] = s
"""


@pytest.mark.parametrize("name", SUBSCRIPTS)
def test_subscripts(daemon, name):
    body, arguments = SUBSCRIPTS[name]
    check(body, **arguments)


@pytest.mark.parametrize("name", OVERLAPS)
def test_overlapping_assignment(daemon, name):
    body, arguments = OVERLAPS[name]
    check(body, **arguments)


@pytest.mark.parametrize("name", ALIASED)
def test_arguments_that_share_memory(daemon, name):
    body, arguments = ALIASED[name]
    check(body, **arguments)


def test_overlapping_assignments_have_the_known_values(daemon):
    from language import compiled

    a, x = np.arange(6), np.array([4, 3, 4, 4, 6, 5, 0, 0])
    compiled("a[1:] += a[:-1]\nx[3:6] = x[2:5]", "a, x")(a, x)
    assert a.tolist() == [0, 1, 3, 5, 7, 9]
    assert x.tolist() == [4, 3, 4, 4, 4, 6, 0, 0]


@pytest.mark.parametrize("written", [n for n in LAYOUTS if n != "broadcast"])
@pytest.mark.parametrize("read", LAYOUTS)
def test_every_layout(daemon, read, written):
    out = LAYOUTS[written].copy() if read == written else LAYOUTS[written]
    check(SUM_OF_ROWS, levels=(3,), x=LAYOUTS[read], y=grid(4, 4), out=out)


# Name: two shapes, an assignment and augmented assignment of which are tried.
SHAPES = [
    ((5,), (1, 5)),
    ((5,), (5, 1)),
    ((2, 3), (2, 1)),
    ((2, 3), (3,)),
    ((2, 3), (1,)),
    ((2, 3), ()),
    ((2, 3), (2,)),
    ((3,), (4,)),
    ((1,), (4,)),
    ((2, 3), (1, 1, 3)),
    ((2, 3), (2, 2, 3)),
    ((0, 3), (1, 3)),
    ((0,), (1,)),
    ((0,), (2,)),
    ((), (1,)),
    ((), (2,)),
    ((2, 1, 3), (4, 1)),
    ((2, 4, 3), (4, 1)),
]


@pytest.mark.parametrize(("left", "right"), SHAPES, ids=str)
@pytest.mark.parametrize("body", ["a[...] = b", "a += b", "c[...] = a + b", "a[...] = b * 2 - b"])
def test_broadcasting(daemon, body, left, right):
    check(body, levels=(3,), a=grid(*left), b=grid(*right), c=np.zeros((2, 4, 3)))


ARRAYS = {
    "arithmetic": (
        "out[:] = (x + y) * 2 - x / y + x // y + x % y",
        dict(x=f64(7.5, -7.5, 3), y=f64(2, 2, -2), out=f64(0, 0, 0)),
    ),
    "weak_scalars": ("out[:] = 1 + x * 0.1 - True", dict(x=f32(0.1, 0.2), out=f64(0, 0))),
    "strong_scalars": (
        "out[:] = x * y[0] + s",
        dict(x=f32(0.1, 0.2), y=f64(0.1), s=np.float64(0.7), out=f64(0, 0)),
    ),
    "a_strong_float32_attribute": (
        "out[:] = x * s",
        dict(x=f16(0.1, 0.2), s=np.float32(0.1), out=f64(0, 0)),
    ),
    "integers_wrap": ("out[:] = x + x\nout *= 3", dict(x=i8(100, -100), out=i8(0, 0))),
    "integer_division": (
        "out[:] = x // y\nz[:] = x % y\nw[:] = x / y",
        dict(
            x=i32(7, -7, 5, -(2**31)),
            y=i32(-2, 2, 0, -1),
            out=i32(0, 0, 0, 0),
            z=i32(0, 0, 0, 0),
            w=f64(0, 0, 0, 0),
        ),
    ),
    "uint64_and_int64": ("out[:] = x + y", dict(x=u64(2**63), y=i64(-1), out=f64(0))),
    "comparisons": (
        "out[:] = x > y\nz[:] = x == 2\nw[:] = 0 < x",
        dict(
            x=f32(1, 2, np.nan),
            y=f32(0, 5, 1),
            out=np.zeros(3, bool),
            z=np.zeros(3, bool),
            w=np.zeros(3, bool),
        ),
    ),
    "a_comparison_with_a_huge_int": (
        "out[:] = x < n",
        dict(x=u8(1, 255), n=1000, out=np.zeros(2, bool)),
    ),
    "a_huge_int_operand": ("out[:] = x + 300", dict(x=u8(1, 255), out=u8(0, 0))),
    "a_huge_int_operand_of_an_empty_array": ("out[:] = x + 300", dict(x=u8(), out=u8())),
    "bools": (
        "out[:] = x + x\nz[:] = x * 2",
        dict(x=np.array([True, False]), out=np.zeros(2, bool), z=i64(0, 0)),
    ),
    "float16_rounds_each_operation": (
        "out[:] = x * x + x",
        dict(x=f16(0.1, 3.3, 255), out=f16(0, 0, 0)),
    ),
    "negation_and_abs": ("out[:] = -x + abs(x) + np.abs(x)", dict(x=f32(-1.5, 0.0), out=f32(0, 0))),
    "functions": (
        "out[:] = np.sqrt(x) + np.maximum(x, y) - np.minimum(x, 1) + np.floor(y)",
        dict(x=f32(2, np.nan, -0.0), y=f32(1.5, 2, 3), out=f32(0, 0, 0)),
    ),
    "functions_of_ints": ("out[:] = np.sqrt(x) + np.sign(x)", dict(x=i32(4, -4), out=f64(0, 0))),
    "casts": (
        "out[:] = x.astype(np.int8)\nz[:] = y.astype(np.uint8)",
        dict(x=f64(1.9, -1.9), y=i32(300, -1), out=i32(0, 0), z=i32(0, 0)),
    ),
    "powers": ("out[:] = x**2 + x**0.5 + x**3", dict(x=f32(0.1, 2.5), out=f32(0, 0))),
    "integer_powers": ("out[:] = x**2", dict(x=i32(70000, -3), out=i32(0, 0))),
    "floor_division_of_floats": ("out[:] = x // 0.3", dict(x=f32(0.9, -0.9), out=f32(0, 0))),
    "true_division_of_ints": ("out[:] = x / 2", dict(x=i8(3, -3), out=f64(0, 0))),
    "augmented_int_by_float_elements": (
        "for i in range(2):\n    out[i] *= x[i]",
        dict(x=f32(1.5, 2.5), out=i32(3, 5)),
    ),
    "bit_operators": (
        "out[:] = x & 3 | x ^ 5\nout <<= 1\nout[:] = ~out",
        dict(x=i32(6, 9), out=i32(0, 0)),
    ),
    "an_unsigned_minus": ("out[:] = x - 1\nz[:] = -x", dict(x=u8(0, 7), out=u8(0, 0), z=u8(0, 0))),
    "chained": ("out[:] = z[:] = x", dict(x=f64(1.5, 2.5), out=f32(0, 0), z=i32(0, 0))),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_whole_arrays(daemon, name):
    body, arguments = ARRAYS[name]
    check(body, **arguments)
