"""Statements of the operator language against Python: control flow, names, text, exceptions."""

import numpy as np
import pytest

from language import check, f16, f32, f64, i32, i64, u8

# Name: a body that prints, its arguments.
BODIES = {
    "ranges_of_every_kind": (
        """
        for i in range(-1, -8, -3):
            print(i, end=" ")
        for i in range(5, 0, -2):
            print(i, end=" ")
        for i in range(0, -3):
            print("never")
        for i in range(a, b, c):
            print(i, end=" ")
        for i in range(2**62, 2**62 + n, 2):
            print(i, end=" ")
        for i in range(-(2**63), -(2**63) + 3):
            print(i, end=" ")
        for i in range(2**63 - 3, 2**63 - 1):
            print(i, end=" ")
        """,
        dict(a=10, b=-10, c=-7, n=5),
    ),
    "ranges_whose_ends_are_far_apart": (
        """
        for i in range(-(2**63), n, 2**62):
            print(i, end=" ")
        for i in range(2**63 - 1, a, -(2**62)):
            print(i, end=" ")
        for i in range(a, n, 2**62 + 1):
            print(i, end=" ")
        for i in range(-(2**126), n, 2**125):
            print(i, end=" ")
        for i in range(a, n, c):
            print(i, end=" ")
        """,
        dict(a=-(2**63), n=2**63 - 1, c=2**62),
    ),
    "range_bounds_are_evaluated_once": (
        "for i in range(n):\n    n = n - 1\n    i = i * 10\n    print(i, n)\nprint(n, i)",
        dict(n=4),
    ),
    "range_with_numpy_ints": (
        "for i in range(x[0], x[1]):\n    print(i, (i,))",
        dict(x=i32(2, 4)),
    ),
    "the_loop_variable_after_the_loop": (
        "i = 7\nfor i in range(0):\n    pass\nprint(i)\nfor i in range(3):\n    pass\nprint(i)",
        {},
    ),
    "the_loop_variable_after_break": (
        "for i in range(9):\n    if x[i] < 0:\n        break\nprint(i)",
        dict(x=f32(1, 2, -1, 4)),
    ),
    "for_else": (
        """
        for k in range(2):
            for i in range(3):
                if i == n + k:
                    print("broke", i)
                    break
            else:
                print("else")
        """,
        dict(n=2),
    ),
    "while_else": (
        """
        for k in range(2):
            i = 0
            while i < 4:
                i += 1
                if k == 1 and i == n:
                    break
                if i == 2:
                    continue
                print(i, end=" ")
            else:
                print("else", i)
        print(k, i)
        """,
        dict(n=3),
    ),
    "break_of_the_inner_loop_only": (
        """
        for i in range(3):
            for j in range(3):
                if j > i:
                    break
                if j == i:
                    continue
                print(i, j)
        """,
        {},
    ),
    "an_else_after_a_break_in_an_else": (
        """
        for i in range(3):
            for j in range(0):
                pass
            else:
                if i == 1:
                    break
            print(i)
        else:
            print("not reached")
        """,
        {},
    ),
    "loop_over_a_tuple": (
        "for v in (1, 2.5, x[0], True, None):\n    print(v, (v,))",
        dict(x=f32(0.1)),
    ),
    "loop_over_a_tensor": (
        "for v in x:\n    print((v,))\nfor row in m:\n"
        "    print(row[1], len(row))\n    row[0] = 9\nprint(m[1, 0])",
        dict(x=f32(0.1, 0.2), m=np.arange(6.0).reshape(2, 3)),
    ),
    "if_elif_else": (
        """
        for i in range(-1, 3):
            if i < 0:
                print("negative")
            elif i == 0:
                print("zero")
            elif i < n:
                print("small")
            else:
                print("big")
        """,
        dict(n=2),
    ),
    "unpacking_and_swaps": (
        "a, b = 1, 2\na, b = b, a\n(c, d), e = (a, b), 3\nprint(a, b, c, d, e)\n"
        "f = g = a + 1\nprint(f, g)\nN, C = m.shape\nprint(N, C)",
        dict(m=np.zeros((2, 3))),
    ),
    "unpacking_evaluates_targets_in_order": (
        "i = 0\ni, out[i] = 1, 5.0\nprint(i, out[0], out[1])",
        dict(out=f64(0, 0)),
    ),
    "return_ends_it": (
        "for i in range(5):\n    if i == n:\n        print('leaving')\n"
        "        return\n    print(i)\nprint('end')",
        dict(n=2),
    ),
    "deleted_and_bound_again": ("a = 1\ndel a\na = 2.5\nprint(a)", {}),
    "attributes_of_tensors": (
        "print(m.shape, m.ndim, m.size, len(m), m.dtype, m.T.shape, m[0].shape, "
        "m.dtype == np.float64)",
        dict(m=np.zeros((2, 3))),
    ),
    # text
    "formats": (
        """
        print(f"{n:5d}|{n:<5}|{n:^5}|{n:05}|{n:x}|{n:,}|{n:+}|{x[0]:.3f}|{x[0]:10.2e}|{x[0]!r}")
        print(f"{x[0]!s}|{n!r:>6}")
        print(f"{a}", f"{a:.2%}", f"{a!r}", f"{{}}", f"{x[0]}", f"{t} {t!r} {t:d}", sep=",", end="")
        """,
        dict(n=1234567, a=0.1, x=f32(0.1), t=True),
    ),
    "numbers_look_as_pythons": (
        "print(x[0], h[0], d[0], i[0], b[0], n, 1e16, 1e-5, 1e22, -0.0, np.inf, -np.nan, 2.0, "
        "10**20, x[1], True, None)",
        dict(x=f32(0.1, 1e20), h=f16(0.1), d=f64(0.1), i=u8(7), b=np.array([True]), n=5),
    ),
    "tuples_show_numpy_types": (
        "print((x[0], h[0], i[0], b[0], n, 'text', None, (1,)), ())",
        dict(x=f32(0.1), h=f16(0.1), i=u8(7), b=np.array([True]), n=5),
    ),
    "texts_are_joined": ("a = 'it' + 'self'\nprint(a, a == 'itself', a + '!')", {}),
    "text_of_every_kind": (
        "print('it\\'s', \"quo\\\"te\", 'tab\\tend', 'größe ∑ 🙂', r'\\n', 'a' 'b', '''x\n"
        "y''', sep='|')\nprint()\nprint('', end='')",
        {},
    ),
    "a_value_of_two_types_is_printed": (
        "v = 1 if n > 1 else 2.5\nw = x[0] if n > 1 else n\nprint(v, w, f'{v:5} {w!r}', (v, w))",
        dict(n=1, x=f32(0.1)),
    ),
    "lines_before_an_exception_are_in_order": ("print(1)\nprint(2)", {}),
}


@pytest.mark.parametrize("name", BODIES)
def test_prints(daemon, name):
    body, arguments = BODIES[name]
    check(body, **arguments)


X4 = f32(1, 2, 3, 4)
# Name: a body that raises, its arguments; class, message and line are those of Python.
RAISING = {
    "an_item_of_a_tuple_augmented": ("t = (1, x[0])\nt[1] += n", dict(x=f32(1), n=2)),
    "an_item_that_a_tuple_lacks_augmented": ("t = (1, 2)\nt[5] += 1 // n", dict(n=0)),
    "an_item_of_a_tuple_augmented_by_what_raises": ("t = (1, 2)\nt[0] += 1 // n", dict(n=0)),
    "an_item_of_a_numpy_scalar": ("a = x[0][1]", dict(x=f32(1, 2))),
    "an_item_of_a_numpy_scalar_augmented": ("x[0][()] += 1", dict(x=f32(1, 2))),
    "a_tuple_and_a_number_added": ("a = (1, 2) + n", dict(n=1.5)),
    "an_array_of_rank_0_unpacked": ("a, b = x", dict(x=np.array(2.0))),
    "a_numpy_scalar_unpacked": ("a, b = x[0]", dict(x=f32(1))),
    "too_many_items_of_a_tuple": ("a, b = x.shape", dict(x=np.zeros((2, 3, 4)))),
    "too_few_items_of_a_tuple": ("a, b, c = x.shape", dict(x=np.zeros((2, 3)))),
    "too_few_rows_unpacked": ("a, b, c = x", dict(x=np.zeros((2, 3)))),
    "too_many_rows_unpacked": ("a, b = x", dict(x=np.zeros((3, 2)))),
    "python_float_division_by_zero": ("a = 1\nb = n / z\nc = 2", dict(n=1.0, z=0.0)),
    "python_int_division_by_zero": ("n / z", dict(n=1, z=0)),
    "python_floor_division_by_zero": ("print(1)\nn // z", dict(n=1, z=0)),
    "python_float_floor_division_by_zero": ("n // z", dict(n=1.0, z=0)),
    "python_modulo_by_zero": ("n % z", dict(n=1, z=0)),
    "python_float_modulo_by_zero": ("n % z", dict(n=1.5, z=0)),
    "divmod_by_zero": ("a = divmod(n, z)", dict(n=1, z=0)),
    "constant_division_by_zero": ("if n:\n    a = 1 / 0", dict(n=1)),
    "zero_to_a_negative_power": ("a = z**-1", dict(z=0)),
    "float_zero_to_a_negative_power": ("a = z**-1", dict(z=0.0)),
    "numpy_int_to_a_negative_power": ("a = i[0]**-1", dict(i=i64(2))),
    "numpy_int_to_a_negative_power_at_run_time": ("a = i[0] ** i[1]", dict(i=i64(2, -1))),
    "negative_shift": ("a = n << m", dict(n=1, m=-1)),
    "negative_shift_right": ("a = n >> m", dict(n=1, m=-1)),
    "an_int_out_of_bounds_for_int8": ("a = i[0] + 200", dict(i=np.array([1], np.int8))),
    "a_negative_int_out_of_bounds_for_uint8": ("a = i[0] - -1 + -1", dict(i=u8(1))),
    "int_of_nan": ("a = int(x[0])", dict(x=f32(np.nan))),
    "int_of_infinity": ("a = int(x)", dict(x=np.inf)),
    "round_of_nan": ("a = round(x)", dict(x=np.nan)),
    "math_floor_of_infinity": ("a = math.floor(x)", dict(x=-np.inf)),
    "math_sqrt_of_a_negative": ("a = math.sqrt(x)", dict(x=-1.0)),
    "math_exp_overflows": ("a = math.exp(x)", dict(x=1000.0)),
    "step_zero": ("for i in range(0, 3, n):\n    pass", dict(n=0)),
    "range_of_a_float": ("for i in range(x):\n    pass", dict(x=2.0)),
    "index_too_large": ("a = x[n]", dict(x=X4, n=4)),
    "index_too_small": ("a = x[n]", dict(x=X4, n=-5)),
    "a_huge_index": ("a = x[n]", dict(x=X4, n=2**40)),
    "an_index_beyond_64_bits": ("a = x[n << 70]", dict(x=X4, n=1)),
    "an_index_of_64_bits": ("a = x[n << 63]", dict(x=X4, n=1)),
    "an_index_below_64_bits": ("a = x[-n << 70]", dict(x=X4, n=1)),
    "store_out_of_range": ("x[1] = 5\nx[n] = 1", dict(x=X4, n=4)),
    "second_axis_out_of_range": ("a = m[1, n]", dict(m=np.zeros((2, 3)), n=3)),
    "column_of_one": ("m[:, 1] = 1", dict(m=np.zeros((5, 1)))),
    "index_of_an_empty_tensor": ("a = x[0]", dict(x=f32())),
    "index_by_bad_data": ("for i in range(3):\n    a = x[ids[i]]", dict(x=X4, ids=i64(0, 1, 7))),
    "too_many_indices": ("a = x[0, 1]", dict(x=X4)),
    "index_by_a_float": ("a = x[n]", dict(x=X4, n=1.0)),
    "tuple_index_out_of_range": ("a = (1, 2)[2]", {}),
    "unbound_local": ("if n:\n    a = 1\nb = a", dict(n=0)),
    "unbound_in_a_loop": ("for i in range(n):\n    a = i\nprint(i)", dict(n=0)),
    "unbound_after_del": ("a = 1\nif n:\n    del a\nprint(a)", dict(n=1)),
    "unbound_on_the_second_round": ("a = 1\nfor i in range(3):\n    print(a)\n    del a", {}),
    "del_of_an_unbound": ("if n:\n    a = 1\ndel a", dict(n=0)),
    "assert_without_a_message": ("assert n > 3", dict(n=3)),
    "assert_with_a_message": ("assert n > 3, f'{n} is too small'", dict(n=3)),
    "assert_with_a_value": ("assert n > 3, n", dict(n=3)),
    "raise_with_a_format": (
        "raise ValueError(f'{n:.3f} and {x[0]} and {x.shape}')",
        dict(n=2.0, x=X4),
    ),
    "raise_with_a_format_of_another_type": (
        "print(n)\nif n:\n    raise KeyError(f'{n:s}')",
        dict(n=1),
    ),
    "print_with_a_format_of_another_type": (
        "print(n)\nprint(f'{n:.2f} {x[0]:d}')",
        dict(n=1, x=f32(1)),
    ),
    "print_of_a_character_that_there_is_not": (
        "for i in range(n):\n    print(f'{i - 1:c}')",
        dict(n=3),
    ),
    "raise_of_a_class": ("if n:\n    raise RuntimeError", dict(n=1)),
    "raise_with_a_number": ("raise KeyError(n)", dict(n=1)),
    "raise_with_plain_text": ("raise NotImplementedError('not yet')", {}),
    "raise_in_a_nested_loop": (
        "for i in range(3):\n    for j in range(3):\n"
        "        if i * j == 2:\n            raise IndexError(f'{i} {j}')",
        {},
    ),
    "raise_behind_prints_and_stores": (
        "x[0] = 7\nprint('so far')\nraise TypeError('stop')",
        dict(x=X4),
    ),
    "unpacking_too_many": ("a, b = x.shape", dict(x=np.zeros((1, 2, 3)))),
    "unpacking_too_few": ("a, b = x.shape", dict(x=X4)),
    "unpacking_a_number": ("a, b = n", dict(n=1)),
    "truth_of_an_array": ("if x:\n    pass", dict(x=X4)),
    "adding_none": ("a = n + 1", dict(n=None)),
    "comparing_none": ("a = n < 1", dict(n=None)),
    "negating_none": ("a = -n", dict(n=None)),
    "bits_of_a_float": ("a = n & 1", dict(n=1.5)),
    "bits_of_a_numpy_float": ("a = x[0] << 1", dict(x=X4)),
    "len_of_a_number": ("a = len(n)", dict(n=1)),
    "loop_over_a_number": ("for i in n:\n    pass", dict(n=3)),
    "subscript_of_a_number": ("a = n[0]", dict(n=3)),
    "call_of_a_number": ("a = n(1)", dict(n=3)),
}


@pytest.mark.parametrize("name", RAISING)
def test_exceptions(daemon, name):
    body, arguments = RAISING[name]
    assert check(body, **arguments).error is not None


# Python goes on without end; here there is an end, and it is an error.
BEYOND_128_BITS = {
    "power": "a = n**200",
    "shift": "a = n << 127",
    "product": "a = 1\nfor i in range(200):\n    a *= n",
    "sum": "a = n << 125\na = a + a",
    "negative": "a = -(n << 126)\na = a - a * -1 - 1",
}


@pytest.mark.parametrize("name", BEYOND_128_BITS)
def test_an_int_beyond_128_bits_is_an_overflow_error(daemon, name):
    from language import LEVELS, compiled

    body = BEYOND_128_BITS[name]
    for level in LEVELS:
        with pytest.raises(OverflowError, match="128 bits"):
            compiled(body, "n", level)(2)


@pytest.mark.parametrize("level", [0, 3])
def test_loop_indices_are_named(daemon, level):
    from language import compiled

    body = (
        "for i in range(3):\n    k = 5\n    while k > 0:\n"
        "        k -= 1\n        for c in x:\n            a = 6 // (k - i)"
    )
    with pytest.raises(ZeroDivisionError) as e:
        compiled(body, "x", level)(f32(1, 2))
    assert "i=0" in e.value.__notes__[0]
