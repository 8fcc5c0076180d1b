"""Numbers of the operator language against Python's and NumPy's, printed with their types."""

import numpy as np
import pytest

from language import check, f16, f32, f64, i8, i16, i32, i64, u8, u64

NAN, INF = np.nan, np.inf

# Name: the expressions, and what they are about. They are printed as a tuple, which
# shows whether a value is an int, a float, a bool or a NumPy scalar, and every digit.
EXPRESSIONS = {
    # bugs of other systems
    "modulo_of_negative_divisors": (
        "x[0] % y[0], x[1] % y[0], a % b, -a % b, a % -b, c % -2, -c % 2, (a - 8) % 3",
        dict(x=i16(-3584, 7), y=i16(-512), a=7, b=3, c=7.5),
    ),
    "modulo_as_an_index": ("x[(n - 1) % 3], x[-n % 3]", dict(x=i32(5, 6, 7), n=0)),
    "signed_zero_is_kept": (
        "max(-z, z), max(z, -z), min(-z, z), x[0] * 1, x[0] + 0.0, -x[0], -x[1], x[0] + x[0],"
        "x[0] - 0, -z + z, -z - z, abs(-z), -z * n, np.maximum(x[0], x[0]), x[0] + 0",
        dict(x=f64(-0.0, 0.0), z=0.0, n=3),
    ),
    "numpy_division_by_zero_does_not_raise": (
        "1.0 / x[0], -1.0 / x[0], x[0] / x[0], 1 / x[0], x[0] // x[0], x[1] // x[0], x[1] % x[0],"
        "i[1] // i[0], i[1] % i[0], i[1] / i[0], i[0] / i[0], u[0] // u[0], u[0] % u[0]",
        dict(x=f32(0, 1), i=i32(0, 5), u=u8(0)),
    ),
    "smallest_int_by_minus_one": (
        "x[0] // x[1], x[0] % x[1], y[0] // y[1], y[0] % y[1], z[0] // z[1], abs(x[0]), -x[0]",
        dict(x=i32(-(2**31), -1), y=i64(-(2**63), -1), z=i8(-128, -1)),
    ),
    "python_ints_beyond_64_bits": (
        "n**63, n << 70, (n << 90) // 7, (n << 90) % 1000007, -(n << 100), n**100 - n**99,"
        "(n << 80) >> 75, 2**63, (2**63 - 1) * n, (n << 64) == (n << 64) + 1, float(n << 80)",
        dict(n=2),
    ),
    "uint64_with_ints_stays_uint64": (
        "x[0] + 1, x[0] + 1 + 1, x[0] >= x[0] + 5000, x[0] & 0xFF, x[1] & 0xFF, x[1] >> 3,"
        "x[1] // 3, x[0] | 1, x[1] ^ x[0], ~x[0], x[1] + 1, x[0] + i[0], x[0] < i[0], x[0] * i[0]",
        dict(x=u64(2**53, 2**64 - 1), i=i64(-1)),
    ),
    "cubes_keep_float32": (
        "x[0]**3, x[0]**2, x[0]**0.5, x[0]**-1, i[0]**2",
        dict(x=f32(1.1), i=i32(70000)),
    ),
    "negative_powers": (
        "2**-1, n**-1, float(n)**-2, (-2)**-3, f[0]**(1 / 3), 2.0**0.5, 0.0**0, n**0",
        dict(n=4, f=f64(-8)),
    ),
    # promotion
    "weak_scalars": (
        "0 + x[0], 1 + h[0], 1.5 * h[0], i[0] + 1, i[0] + 1.5, b[0] + 1, b[0] + 1.5, u[0] + 1,"
        "i[0] * 2.0, x[0] * 1e300, x[0] - True, h[0] / 3, i[0] / 3, i[0] // 3, i[0] / i[0]",
        dict(x=f32(0.1), h=f16(0.1), i=i32(7), b=np.array([True]), u=u8(250)),
    ),
    "strong_scalars": (
        "i[0] + x[0], l[0] + u[0], h[0] + x[0], h[0] + s[0], i[0] * h[0], b[0] + b[0], b[0] * b[0],"
        "b[0] + s[0], np.float64(0.5) * x[0], np.float32(0.1) + x[0], x[0] + d[0], s[0] + i[0]",
        dict(
            x=f32(0.1),
            h=f16(0.1),
            i=i32(7),
            l=i64(-3),
            u=u64(9),
            b=np.array([True]),
            s=i8(100),
            d=f64(0.1),
        ),
    ),
    "infinities_and_pi_are_weak": (
        "np.inf + x[0], math.pi * x[0], np.e * h[0], -np.inf < x[0], np.nan == np.nan, "
        "max(-np.inf, x[0])",
        dict(x=f32(1), h=f16(1)),
    ),
    "numpy_integers_wrap": (
        "x[0] + x[0], x[0] * x[0], x[0] + 1, u[0] - 1, u[0] - u[1], -u[1], y[0] * 3, x[0] - -1",
        dict(x=i8(127), u=u8(0, 1), y=i64(2**62)),
    ),
    "bools_of_python_and_numpy": (
        "t + t, ~t, -t, t * 3, t / 2, t << 3, t & False, t | 2, t ^ t, b[0] + b[0], b[0] & b[1],"
        "b[0] ^ b[1], ~b[0], b[0] == 1, t == 1, b[0] < b[1], not b[0], not t, abs(t), "
        "b[0] * 2, int(b[0])",
        dict(t=True, b=np.array([True, False])),
    ),
    "a_float16_operation_rounds_each_time": (
        "h[0] + h[1], h[0] * h[0], h[0] * 3 + h[1], h[2] + h[2], h[0] / h[1], h[2] * 2, -h[0]",
        dict(h=f16(2048, 1, 65504)),
    ),
    "float64_to_float16_rounds_once": (
        "np.float16(x[0]), np.float16(x[1]), np.float16(y[0]), np.float32(x[2]), np.float16(1e300)",
        dict(x=f64(1 + 2**-11 + 2**-30, 65519.99, 1 + 2**-24 + 2**-52), y=f32(1e-8)),
    ),
    # operators
    "floor_division": (
        "-7 // 2, a // -2, -a // 2, c // 2, -c // 2, x[0] // 2, x[0] // 0.3, -x[0] // 0.3, "
        "i[0] // 2,"
        "1e308 // 1e-308, x[0] % 0.3, -x[0] % 0.3, c % INF, -c % INF, h[0] // 2, h[0] % 2",
        dict(a=7, c=7.5, x=f32(7.5), i=i32(-7), h=f16(-7.5), INF=INF),
    ),
    "shifts": (
        "n << 3, -n >> 1, n >> 200, -n >> 200, x[0] << 3, x[0] << 40, x[1] >> 3, x[1] >> 40, "
        "u[0] << 9,"
        "u[0] >> 9, x[0] << x[0], 0 << 100",
        dict(n=5, x=i32(5, -5), u=u8(255)),
    ),
    "bit_operators": (
        "n & -2, n | -8, n ^ -1, ~n, x[0] & 255, x[0] | 256, x[0] ^ x[1], ~x[0], u[0] & 15, "
        "(1 << 100) | n",
        dict(n=1234567, x=i64(-5, 77), u=u8(0xA5)),
    ),
    "powers": (
        "n**5, n**0, 2**n, x[0]**2, x[0]**3, i[0]**2, i[0]**i[0], 0**0, 2.0**-1, 2.0**1000, "
        "(-2)**3, -2**2,"
        "f[0]**f[0], f[0]**2, 1.0**NAN, NAN**0, pow(3, 4), 2**0.5",
        dict(n=7, x=f32(1.5), i=i32(3), f=f64(2.5), NAN=NAN),
    ),
    "comparisons_are_exact": (
        "i[0] < 1000, u[0] == -1, u[0] > -1, l[0] == 9007199254740993.0, n == 9007199254740993.0,"
        "n < 9007199254740994.0, x[0] == 0.1, d[0] == 0.1, u[0] < 256, l[0] < 2**70, "
        "2**70 < x[0], b[0] == 2",
        dict(
            i=i8(1),
            u=u8(255),
            l=i64(2**53 + 1),
            n=2**53 + 1,
            x=f32(0.1),
            d=f64(0.1),
            b=np.array([True]),
        ),
    ),
    "chained_comparisons": (
        "0 <= n < 3, 0 <= n < 2, 3 > n > 1 > 0, n == n == 2, 1 < n != 2, x[0] < x[1] < x[2], "
        "0 < x[0] <= x[0]",
        dict(n=2, x=f32(1, 2, NAN)),
    ),
    "and_or_give_operands": (
        "n and 5, n or 5, z and 5, z or 5, x[0] or 2, x[1] or n, x[1] and n, x[0] and x[1], "
        "not n, not x[0],"
        "z or 0.0 or None, n and x[0] and True, (n and z) or 3.5",
        dict(n=2, z=0, x=f32(0, 1.5)),
    ),
    "conditional_expressions_keep_types": (
        "1 if n else 2.0, 1 if z else 2.0, x[0] if n > 1 else n, x[0] if n > 2 else n, "
        "None if z else 3",
        dict(n=2, z=0, x=f32(0.1)),
    ),
    "in_and_is": (
        "n in (1, 2, 3), n in (1, 3), n not in (1,), n in (), n is None, m is None, "
        "m is not None, s == 'relu',"
        "s != 'tanh', s in ('relu', 'tanh'), 2.0 in (n, 5), NAN in (1.0, 2.0)",
        dict(n=2, m=None, s="relu", NAN=NAN),
    ),
    "nan_in_comparisons_and_max": (
        "max(x[0], x[1]), max(x[1], x[0]), min(x[0], x[1]), min(x[1], x[0]), np.maximum(x[0], "
        "x[1]),"
        "np.minimum(x[1], x[0]), x[0] < x[1], x[0] != x[0], not x[0] == x[0], bool(x[0])",
        dict(x=f32(NAN, 1)),
    ),
    "max_gives_an_operand_of_its_own_type": (
        "max(x[0], 2), max(2, x[0]), max(x[1], 2), max(2, x[1]), min(1, 1.0), max(1.0, 1), "
        "max(l[0], -np.inf),"
        "max(-np.inf, l[0]), max(1, 2.5, x[0]), min(x[0], n, 0.5), max((n, 4, x[1]))",
        dict(x=f32(1, 2), l=i64(2**53 + 1), n=3),
    ),
    # functions
    "casts": (
        "int(-2.9), int(x[0]), float(n), float(x[0]), bool(n), bool(x[0]), np.float32(0.1), "
        "np.int8(x[0]),"
        "np.float64(x[0]), np.int32(2.9), np.uint8(200), np.float16(n), np.bool_(n), "
        "np.int64(True), int(True)",
        dict(n=7, x=f32(2.7)),
    ),
    "casts_between_numpy_integers_wrap": (
        "np.int8(x[0]), np.uint8(x[0]), np.uint64(x[1]), np.int32(f[0]), np.uint8(f[1]), "
        "np.float32(x[0])",
        dict(x=i32(300, -1), f=f64(-2.9, 44.5)),
    ),
    "round_is_half_to_even": (
        "round(0.5), round(1.5), round(-2.5), round(x[0]), round(x[1]), round(n), "
        "np.rint(x[0]), np.rint(2.5)",
        dict(x=f32(2.5, 3.5), n=5),
    ),
    "math_functions": (
        "math.sqrt(2), math.sqrt(x[0]), math.floor(-2.5), math.ceil(x[0]), math.trunc(-2.5), "
        "math.fabs(-n),"
        "math.isnan(x[0]), math.isinf(INF), math.isfinite(n), math.floor(n), math.pi, math.e, "
        "math.floor(1e20)",
        dict(x=f32(2.25), n=7, INF=INF),
    ),
    "numpy_functions": (
        "np.sqrt(x[0]), np.sqrt(n), np.sqrt(x[1]), np.abs(x[1]), np.floor(x[1]), "
        "np.ceil(x[1]), np.trunc(x[1]),"
        "np.sign(x[1]), np.square(x[1]), np.isnan(x[0]), np.isinf(INF), np.isfinite(x[0]), "
        "np.sqrt(i[0]),"
        "np.maximum(i[0], 2.5), np.minimum(x[0], 1), np.abs(i[1]), np.sign(i[1]), "
        "np.floor(i[1]), np.sqrt(h[0])",
        dict(x=f32(2.25, -2.5), n=7, i=i32(7, -3), INF=INF, h=f16(2)),
    ),
    "divmod_and_abs": (
        "divmod(n, -2), divmod(-7.5, 2), abs(-n), abs(x[0]), abs(i[0]), len((1, 2, 3)), "
        "divmod(i[0], 4)",
        dict(n=7, x=f32(-0.5), i=i32(-9)),
    ),
    "denormals_are_kept": (
        "x[0], x[0] / 2, x[0] * 0.5 * 2, d[0] / 2, h[0] / 2, x[1] * x[1]",
        dict(x=f32(1.4e-45, 1e-30), d=f64(5e-324), h=f16(6e-8)),
    ),
    "literals": (
        "0x_ff, 0b101, 1_000, 1e-3, .5, 5., 1e400, 123456789012345678901234567890, True, None, "
        "(1, 2.0, (3,)), ()",
        {},
    ),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_values_and_types(daemon, name):
    expressions, arguments = EXPRESSIONS[name]
    check(f"print(({expressions},))", **arguments)


# Name: the statements after which s is printed.
STATEMENTS = {
    "a_sum_from_an_int_takes_the_elements_dtype": (
        "s = 0\nfor i in range(x.shape[0]):\n    s += x[i]",
        dict(x=f32(0.1, 0.2, 0.3)),
    ),
    "an_empty_sum_stays_an_int": (
        "s = 0\nfor i in range(x.shape[0]):\n    s += x[i]",
        dict(x=f32()),
    ),
    "branches_of_different_types": (
        "if x[0] > 1:\n    s = 1\nelse:\n    s = 2.5\ns = (s, s * 2, s + x[0])",
        dict(x=f32(1.5)),
    ),
    "a_counter_under_a_condition": (
        "s = 0\nfor i in range(5):\n    if x[i] > 0:\n        s += 1",
        dict(x=i32(1, -1, 2, 0, 3)),
    ),
    "a_maximum_from_minus_infinity": (
        "s = -np.inf\nfor i in range(3):\n    s = max(s, x[i])",
        dict(x=i64(2**53 + 1, 3, 2**53 + 3)),
    ),
    "a_maximum_of_nothing": (
        "s = -np.inf\nfor i in range(x.shape[0]):\n    s = max(s, x[i])",
        dict(x=f32()),
    ),
    "a_factorial_is_exact": (
        "s = 1\nfor i in range(1, n + 1):\n    s *= i",
        dict(n=33),
    ),
    "a_random_number_generator_with_a_mask": (
        "s = 1\nfor i in range(100):\n"
        "    s = (s * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)",
        {},
    ),
    "a_modular_power": (
        "s = 1\nfor i in range(1000):\n    s = s * 1234567 % 1000000007",
        {},
    ),
    "python_float_sum_of_float32": (
        "s = 0.0\nfor i in range(3):\n    s += float(x[i])",
        dict(x=f32(0.1, 0.2, 0.3)),
    ),
    "strong_float64_sum_of_float32": (
        "s = np.float64(0)\nfor i in range(3):\n    s += x[i]",
        dict(x=f32(0.1, 0.2, 0.3)),
    ),
    "bool_sum_is_an_int": (
        "s = 0\nfor i in range(3):\n    s += b[i]",
        dict(b=np.array([True, True, False])),
    ),
    "a_type_that_flips_in_a_loop": (
        "s = 1\nfor i in range(7):\n    s = s / 2 if i % 2 else int(s * 3)",
        {},
    ),
    "a_tuple_that_changes": (
        "s = (0, 1)\nfor i in range(20):\n    s = (s[1], s[0] + s[1])",
        {},
    ),
    "names_rotate": (
        "a, b, c = 1, 2.5, x[0]\nfor i in range(4):\n    a, b, c = b, c, a\ns = (a, b, c)",
        dict(x=f32(0.1)),
    ),
    "augmented_operators": (
        "s = n\ns -= 2\ns *= 7\ns //= 3\ns %= 5\ns <<= 4\n"
        "s |= 3\ns &= 30\ns ^= 9\ns >>= 1\ns **= 3\ns /= 7",
        dict(n=9),
    ),
    "none_on_one_path": (
        "s = None\nif n > 3:\n    s = 5\ns = (s is None, 0 if s is None else s + 1)",
        dict(n=2),
    ),
    "a_float16_sum_of_ones_stops_at_2048": (
        "s = np.float16(0)\nfor i in range(4096):\n"
        "    s = s + np.float16(1) * np.float16(1)\n    s = s + 0",
        {},
    ),
    "an_annotated_name": ("s: float = 3\nt: int\nt = 4\ns = s + t", {}),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_variables(daemon, name):
    statements, arguments = STATEMENTS[name]
    check(f"{statements}\nprint((s,))", **arguments)


# Name: an element that is stored, or an exception.
STORES = {
    "int_into_uint8": ("out[0] = n", dict(n=200, out=u8(0))),
    "too_large_an_int_into_uint8": ("out[0] = n", dict(n=300, out=u8(0))),
    "too_large_a_float_into_uint8": ("out[0] = 300.7", dict(out=u8(0))),
    "float32_into_uint8_wraps": ("out[0] = x[0]", dict(x=f32(300.7), out=u8(0))),
    "nan_into_int32": ("out[0] = x[0]", dict(x=f32(NAN), out=i32(0))),
    "infinity_into_int64": ("out[0] = a", dict(a=INF, out=i64(0))),
    "float_into_bool": ("out[0] = 0.5", dict(out=np.array([False]))),
    "float64_into_float16": ("out[0] = x[0]", dict(x=f64(70000.0), out=f16(0))),
    "int32_into_int8_wraps": ("out[0] = x[0]", dict(x=i32(300), out=i8(0))),
    "a_huge_int_into_float32": ("out[0] = 2**100 + n", dict(n=1, out=f32(0))),
    "a_huge_int_into_int64": ("out[0] = n * 2**63", dict(n=1, out=i64(0))),
    "element_of_int32_plus_float": ("out[0] += 1.5", dict(out=i32(3))),
    "array_of_int32_plus_float": ("out += 1.5", dict(out=i32(3, 4))),
    "slice_of_int32_plus_float": ("out[:] += 1.5", dict(out=i32(3, 4))),
    "array_of_nan_into_int32": ("out[:] = x", dict(x=f32(NAN, 2.7), out=i32(0, 0))),
    "array_of_int32_into_uint8": ("out[:] = x", dict(x=i32(300, -1), out=u8(0, 0))),
    "none_into_float": ("out[0] = None", dict(out=f32(0))),
    "element_of_uint8_plus_int": ("out[0] += 200", dict(out=u8(100))),
    "element_of_int8_plus_200": ("out[0] = out[0] + 200", dict(out=i8(1))),
    "divide_in_place_of_ints": ("out /= 2", dict(out=i32(3))),
}


@pytest.mark.parametrize("name", STORES)
def test_stores(daemon, name):
    body, arguments = STORES[name]
    check(body, **arguments)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_every_level_has_the_same_bits(daemon, dtype):
    random = np.random.default_rng(3)
    x, y = random.standard_normal((2, 40)).astype(dtype)
    check(
        """
        s = 0
        for i in range(x.shape[0]):
            s += x[i] * y[i] + x[i] / y[i] - np.sqrt(abs(x[i]))
            out[i] = s
        """,
        levels=(0, 1, 2, 3),
        x=x,
        y=y,
        out=np.zeros_like(x),
    )


HALF_SUM = "s = 0\nfor i in range(x.shape[0]):\n    s += x[i] * y[i]\nout[0] = s"


@pytest.mark.parametrize("level", [0, 1, 2])
def test_a_float16_sum_rounds_each_operation_below_level_3(daemon, level):
    random = np.random.default_rng(5)
    x, y = random.random((2, 300)).astype(np.float16)
    check(HALF_SUM, levels=(level,), x=x, y=y, out=f16(0))


def test_a_float16_sum_at_level_3_rounds_once(daemon):
    from language import compiled

    random = np.random.default_rng(5)
    x, y, out = *random.random((2, 300)).astype(np.float16), f16(0)
    compiled(HALF_SUM, "x, y, out", level=3)(x, y, out)
    total = np.float32(0)
    for a, b in zip(x, y, strict=True):
        total += np.float32(a) * np.float32(b)
    assert out[0] == np.float16(total)
