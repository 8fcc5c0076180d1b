"""Operators with one mistake each: what a user reads is in expected/diagnostics.txt.

The parameters are x and out (float64 arrays of 3), n (an int), unless the text begins with def.
"""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    """The body of an operator, the codes it is refused with, and arguments of its own."""

    codes: str
    text: str
    arguments: dict[str, str] | None = None


NO_OUTPUT = {"out": "omit"}
SQUARE = {"x": "f64[3,3]"}
INTS = {"x": "i64[3]"}
TENSORS = [f"t{k}" for k in range(65)]

SYNTAX = {
    "not_python": Case("PA0100", "a = x x"),
    "print_statement": Case("PA0100", "print n"),
    "one_equals_sign": Case("PA0100", "if n = 1:\n    pass"),
    "null_byte": Case("PA0103", "a = 1\0"),
    "tabs_and_spaces": Case("PA0104", "if n:\n\tn = 1\n    n = 2"),
    "unexpected_indent": Case("PA0105", "a = 1\n  b = 2"),
    "unmatched_dedent": Case("PA0105", "if n:\n        a = 1\n    b = 2"),
    "unfinished_string": Case("PA0106", "a = 'abc"),
    "leading_zero": Case("PA0107", "a = 012"),
    "odd_character": Case("PA0108", "a = n ? 1"),
    "unclosed_bracket": Case("PA0109", "a = (1,\nb = 2"),
    "text_after_backslash": Case("PA0110", "a = 1 \\ + 2"),
    "empty_replacement": Case("PA0111", "print(f'{}')"),
    "short_escape": Case("PA0112", "print('\\x1')"),
    "assignment_to_a_number": Case("PA0113", "1 = n"),
    "assignment_to_a_call": Case("PA0113", "len(x) = n"),
    "break_outside": Case("PA0114", "break"),
    "continue_outside": Case("PA0114", "continue"),
    "parameter_twice": Case("PA0115", "def op(x, x):\n    pass"),
    "default_first": Case("PA0115", "def op(x, n=1, out):\n    pass"),
    "keyword_twice": Case("PA0116", "print(n, end='', end='')"),
    "positional_after_keyword": Case("PA0116", "print(end='', n)"),
    "too_deep": Case("PA0117", "a = " + "(" * 190 + "n" + ")" * 190),
    "block_missing": Case("PA0119", "for i in range(n):\nout[0] = 1"),
    "module_of_another_name": Case("PA0121", "out[0] = nump.sqrt(x[0])"),
    "module_that_cannot_be_used": Case("PA0121", "out[0] = random.random()"),
    "undefined_name": Case("PA0121", "out[0] = m"),
    "misspelt_name": Case("PA0121", "weight = n\nout[0] = wieght"),
    "misspelt_builtin": Case("PA0121", "for i in rnage(n):\n    pass"),
    "misspelt_exception": Case("PA0121", "raise ValeuError('no')"),
    "keyword_in_disguise": Case("PA0122", "ｉf = 1"),  # noqa: RUF001
}

REFUSED = {
    "lambda": Case("PA0201", "f = lambda v: v + 1"),
    "list_comprehension": Case("PA0202", "a = [i for i in range(n)]"),
    "generator": Case("PA0202", "a = max(i for i in range(n))"),
    "dict": Case("PA0203", "a = {1: 2}"),
    "set": Case("PA0204", "a = {1, 2}"),
    "starred": Case("PA0205", "a = max(*x.shape)"),
    "walrus": Case("PA0206", "if (b := n) > 1:\n    pass"),
    "yield": Case("PA0207", "yield n"),
    "await": Case("PA0208", "await n"),
    "bytes": Case("PA0209", "a = b'x'"),
    "complex": Case("PA0210", "a = 1j"),
    "with": Case("PA0211", "with np.errstate(all='ignore'):\n    pass"),
    "try": Case("PA0212", "try:\n    out[0] = 1\nexcept ValueError:\n    pass"),
    "import": Case("PA0213", "import math"),
    "global": Case("PA0214", "global g"),
    "nested_function": Case("PA0215", "def f(v):\n    return v"),
    "class": Case("PA0216", "class A:\n    pass"),
    "match": Case("PA0217", "match n:\n    case 1:\n        pass"),
    "async": Case("PA0218", "async for i in range(n):\n    pass"),
    "raise_from": Case("PA0219", "raise ValueError('no') from None"),
    "star_parameter": Case("PA0220", "def op(x, *more):\n    pass"),
    "keyword_only": Case("PA0221", "def op(x, *, n):\n    pass"),
    "named_escape": Case("PA0222", "print('\\N{BULLET}')"),
    "surrogate": Case("PA0223", "print('\\ud800')"),
    "huge_integer": Case("PA0224", "a = " + "9" * 4301),
    "attribute_store": Case("PA0225", "x.shape = (3, 1)"),
    "annotated_element": Case("PA0226", "out[0]: float = 1"),
}

NUMBERS = {
    "repeated_tuple": Case("PA0302", "for i in range(n):\n    a = (1, 2) * i"),
    "round_to_digits": Case("PA0303", "out[0] = round(x[0], 2)"),
    "two_arrays_of_one": Case("PA0303", "out[:] = np.sqrt(x, x)"),
    "no_such_builtin": Case("PA0303", "for i, v in enumerate(x):\n    pass"),
    "zip": Case("PA0303", "for a, b in zip(x, out):\n    pass"),
    "sum": Case("PA0303", "out[0] = sum(x)"),
    "numpy_zeros": Case("PA0303", "a = np.zeros(3)"),
    "numpy_where": Case("PA0303", "out[:] = np.where(x > 0, x, 0)"),
    "numpy_of_a_sum": Case("PA0303", "out[:] = np.multiply(x + 1, -x)"),
    "numpy_linalg": Case("PA0303", "a = np.linalg.norm(x)"),
    "math_hypot": Case("PA0303", "out[0] = math.hypot(x[0], x[1])"),
    "misspelt_numpy_function": Case("PA0466", "out[:] = np.sqart(x)"),
    "misspelt_creation": Case("PA0466", "a = np.zeroes(x.shape)"),
    "misspelt_dtype": Case("PA0466", "out[:] = x.astype(np.flot32)"),
    "misspelt_math_function": Case("PA0466", "out[0] = math.sqtr(n)"),
    "power_of_unknown_sign": Case("PA0304", "for i in range(-n, n):\n    out[0] = n ** i"),
    "complex_power": Case("PA0304", "out[0] = (-8.0) ** (1 / 3)"),
    "bfloat16": Case("PA0305", "out[0] = x[0]", {"x": "bf16[3]"}),
}

TYPES = {
    "growing_tuple": Case("PA0401", "t = ()\nfor i in range(n):\n    t = t + (1,)"),
    "too_many_tensors": Case(
        "PA0403", f"def op({', '.join(TENSORS)}):\n    t0[0] = 1", dict.fromkeys(TENSORS, "f64[3]")
    ),
    "deleted_element": Case("PA0404", "del x[0]"),
    "unpacked_by_path": Case("PA0405", "t = (1, 2)\nif x[0] > 0:\n    t = (1, 2, 3)\na, b = t"),
    "return_of_a_value": Case("PA0407", "return x"),
    "loop_by_path": Case("PA0408", "r = (1,)\nif x[0] > 0:\n    r = 2\nfor i in r:\n    pass"),
    "loop_over_text": Case("PA0409", "for c in 'abc':\n    pass"),
    "kept_array": Case("PA0410", "y = x + 1\nout[:] = y"),
    "chosen_array": Case("PA0410", "out[:] = x + 1 if x[0] > 0 else x + 2"),
    "huge_literal": Case("PA0411", "a = " + "9" * 60),
    "stray_f_string": Case("PA0412", "a = f'{n}'"),
    "stray_ellipsis": Case("PA0413", "a = ..."),
    "matmul": Case("PA0414", "out[:] = x @ out"),
    "text_and_a_number": Case("PA0415", "a = 'a' + n"),
    "sign_of_bools": Case("PA0416", "out[:] = -(x > 0)"),
    "is_a_number": Case("PA0417", "a = n is 1"),
    "in_an_array": Case("PA0418", "a = n in x"),
    "float_of_a_string": Case("PA0444", "out[0] = float('-inf')"),
    "format_method": Case("PA0420", "print('{}'.format(n))"),
    "percent_formatting": Case("PA0415", "print('%d' % n)"),
    "attribute_of_a_function": Case("PA0419", "a = max.real"),
    "misspelt_attribute": Case("PA0420", "a = x.shap[0]"),
    "misspelt_method_that_is_not_supported": Case("PA0420", "out[0] = x.summ()"),
    "misspelt_attribute_of_a_sum": Case("PA0420", "a = (x + 1).shap"),
    "sum_in_a_loop_with_the_names_of_its_hint": Case(
        "PA0420", "s = 0\nfor i in range(n):\n    out[i] = x[i:].sum()"
    ),
    "array_sum": Case("PA0420", "out[0] = x.sum()"),
    "shape_of_a_number": Case("PA0420", "a = n.shape"),
    "shape_of_an_expression": Case("PA0420", "a = (x + 1).T"),
    "format_of_text": Case("PA0421", "s = 'a'\nprint(f'{s:>5}')"),
    "array_in_a_message": Case("PA0422", "print(x)"),
    "nested_format": Case("PA0423", "print(f'{n:{n}}')"),
    "raise_of_a_number": Case("PA0424", "raise n"),
    "two_messages": Case("PA0425", "raise ValueError('a', n)"),
    "misspelt_print_keyword": Case("PA0426", "print(n, ned='')"),
    "tuple_step": Case("PA0430", "a = (1, 2, 3)[::2]"),
    "run_time_tuple_index": Case(
        "PA0431", "for i in range(x.ndim):\n    out[0] = x.shape[i]", SQUARE
    ),
    "element_of_an_expression": Case("PA0432", "out[0] = (x + 1)[0]"),
    "output_without_shape": Case("PA0433", "out[0] = n", NO_OUTPUT),
    "mask": Case("PA0434", "out[x > 0] = 1"),
    "index_array": Case("PA0434", "out[:] = x[x]", INTS),
    "range_length": Case("PA0467", "out[0] = len(range(n))"),
    "range_item": Case("PA0467", "r = range(n)\nout[0] = r[0]"),
    "range_truth": Case("PA0467", "if range(n):\n    out[0] = 1"),
    "range_unpacked": Case("PA0467", "a, b = range(2)"),
    "two_ranges": Case("PA0467", "out[0] = range(n) == range(2)"),
    "ordered_tuples": Case("PA0302", "out[0] = (1, n) < (2, n)"),
    "ordered_strings": Case("PA0415", "out[0] = 'a' < 'b'"),
    "item_of_a_string": Case("PA0415", "a = 'ab'[0]"),
    "string_unpacked": Case("PA0415", "a, b = 'ab'"),
    "array_and_none": Case("PA0302", "if x == None:\n    out[0] = 1"),
    "array_and_tuple": Case("PA0302", "out[:] = x != (1, 2, 3)"),
    "tuple_and_numpy_scalar": Case("PA0302", "a = (1, 2) - x[0]"),
    "tuple_and_array": Case("PA0302", "out[:] = x + (1, 2, 3)"),
    "tuple_compared_with_a_numpy_scalar": Case("PA0302", "if x[0] == (1, 2):\n    pass"),
    "order_of_an_array_and_none": Case("PA0302", "out[:] = None < x"),
    "computed_array_unpacked": Case("PA0432", "a, b, c = x + 1"),
    "omitted_output_unpacked": Case("PA0433", "a, b = out", NO_OUTPUT),
    "number_made_an_array": Case("PA0432", "out[0] = x[0][None]"),
    "index_list": Case("PA0465", "out[:] = x[[0, 1, 2]]"),
    "run_time_step": Case("PA0435", "for i in range(1, 3):\n    out[0] = x[::i][0]"),
    "callee_by_path": Case("PA0440", "f = min\nif x[0] > 0:\n    f = max\nout[0] = f(1, 2)"),
    "keyword_where": Case("PA0441", "out[0] = np.sqrt(x[0], where=True)"),
    "keyword_out": Case("PA0441", "np.sqrt(x, out=out)"),
    "keyword_dtype": Case("PA0441", "out[:] = x.astype(dtype=np.float32)"),
    "misspelt_keyword": Case("PA0441", "out[:] = x.astype(dtpye=np.float32)"),
    "shape_by_path": Case("PA0442", "k = 1\nif x[0] > 0:\n    k = 2.0\nout.resize(k)", NO_OUTPUT),
    "two_casts": Case("PA0443", "out[0] = np.float32(1, 2)"),
    "round_of_rank_0": Case("PA0444", "out[0] = round(x)", {"x": "f64[]"}),
    "math_of_an_array": Case("PA0444", "out[:] = math.exp(x)"),
    "number_of_a_tuple": Case("PA0444", "out[0] = np.sqrt((1, 2))"),
    "max_of_an_array": Case("PA0445", "out[0] = max(x)"),
    "max_of_texts": Case("PA0445", "a = max('a', x)"),
    "misspelt_dtype_text": Case("PA0446", "out[:] = x.astype('flot32')"),
    "python_dtype": Case("PA0446", "out[:] = x.astype(float)"),
    "fill_with_an_array": Case("PA0446", "out.fill(x)"),
    "resize_of_a_row": Case("PA0450", "y = out[1:]\ny.resize(2)"),
    "resize_under_a_view": Case("PA0451", "y = out[1:]\nout.resize(2)\nout[0] = y[0]"),
    "int_array_power": Case("PA0460", "out[:] = x ** x", INTS),
    "difference_of_bools": Case("PA0461", "out[:] = (x > 0) - (x > 1)"),
    "stored_tuple": Case("PA0462", "out[:] = (1, 2, 3)"),
    "invert_of_floats": Case("PA0463", "out[:] = ~x"),
    "truth_of_an_array": Case("PA0464", "y = x[n:]\nif y:\n    out[0] = 1"),
    "list": Case("PA0465", "t = [1, n]"),
}

SEVERAL = {
    "no_consequences": Case(
        "PA0420 PA0466",
        "k = x.shap[0]\nfor i in range(k):\n    out[i] = k + x[i]\n    t = np.sqtr(x[i])\n"
        "    if t > k:\n        out[i] = t",
    ),
    "both_sides": Case("PA0466 PA0420", "out[0] = np.sqtr(n) + x.siz"),
    "both_conditions": Case("PA0420 PA0417", "if x.siz > 1 and n is 2:\n    pass"),
    "both_arms": Case("PA0420 PA0417 PA0465", "if x.siz:\n    a = n is 1\nelse:\n    a = [1]"),
    "the_body_of_a_loop": Case("PA0303 PA0417", "for i, v in enumerate(x):\n    a = n is 1"),
    "after_a_raise": Case("PA0424 PA0417", "if x[0] > 0:\n    raise n\na = n is 1"),
    "in_the_order_of_the_source": Case(
        "PA0413 PA0417 PA0465", "for i in range(n):\n    a = ...\n    b = n is i\nc = [1]"
    ),
    "an_output_without_shape_is_no_second": Case(
        "PA0466", "out[:] = np.sqtr(x)\nout[0] = out[1]", NO_OUTPUT
    ),
    "an_output_without_shape_is_told_once": Case(
        "PA0433", "out[0] = n\nfor i in range(len(out)):\n    out[i] = x[i]", NO_OUTPUT
    ),
    "once_though_walked_again": Case(
        "PA0417", "s = 0\nfor i in range(n):\n    s = s + x[i]\n    a = n is i"
    ),
    "more_than_twenty": Case("PA0417 " * 20 + "PA0002", "\n".join(["a = n is 1"] * 23)),
    "more_than_twenty_of_syntax": Case("PA0203 " * 20 + "PA0002", "\n".join(["a = {}"] * 21)),
}

CASES = {**SYNTAX, **REFUSED, **NUMBERS, **TYPES, **SEVERAL}
