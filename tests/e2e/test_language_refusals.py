"""What an operator may not say: a CompileError at the place, with a caret, and what to write."""

import traceback

import numpy as np
import pytest

import pyasc
from language import FILE, compiled, function

X = np.ones(3)
# Name: body ($ marks where the caret begins), what the message contains.
# The parameters are x (an array), out (an array) and n (a number).
REFUSED = {
    "with": ("n = 1\n$with np.errstate():\n    pass", "with"),
    "try": ("$try:\n    out[0] = 1\nexcept ValueError:\n    pass", "try"),
    "lambda": ("f = $lambda a: a\nout[0] = 1", "lambda"),
    "list_comprehension": ("a = $[i for i in range(3)]", "comprehension"),
    "generator": ("a = sum($i for i in range(3))", "comprehension|generator"),
    "dict": ("a = ${1: 2}", "dict"),
    "set": ("a = ${1, 2}", "set"),
    "walrus": ("if ($b := n) > 1:\n    pass", ":=|walrus|assignment expression"),
    "yield": ("$yield n", "yield"),
    "import": ("$import math", "import"),
    "global": ("$global g\ng = 1", "global"),
    "nested_function": ("$def f(a):\n    return a\nout[0] = f(1)", "function"),
    "class": ("$class A:\n    pass", "class"),
    "complex_number": ("a = $1j", "imaginary|complex"),
    "bytes": ("a = $b'x'", "bytes"),
    "starred_call": ("a = max($*x.shape)", r"\*"),
    "attribute_store": ("$x.flag = 1", "attribute"),
    "return_of_a_value": ("return $x", "return"),
    "undefined_name": ("a = n + $undefined", "undefined"),
    "unknown_attribute": ("a = $n.imag", "imag"),
    "unknown_method": ("a = $x.cumsum()", "cumsum"),
    "unknown_numpy_function": ("a = $np.linalg.norm(x)", "linalg|norm"),
    "matmul": ("out[:] = $x @ x", "@"),
    "a_text_variable_in_arithmetic": ("a = 'a'\nb = $a * 2", "string|str"),
    "a_computed_array_in_a_name": ("$a = x + 1\nout[:] = a", "array"),
    "a_mask": ("out[$x > 0] = 1", "index"),
    "an_index_array": ("out[:] = x[$x]", "index"),
    "a_run_time_step": ("for i in range(1, 3):\n    out[0] = x[::$i][0]", "step"),
    "raise_of_a_non_exception": ("raise $Oops('x')", "exception|not defined"),
    "del_of_an_element": ("del $x[0]", "delete"),
    "is_between_numbers": ("a = $n is 1", "is"),
    "reversed": ("for i in $reversed(range(3)):\n    pass", "reversed"),
    "enumerate": ("for i, v in $enumerate(x):\n    pass", "enumerate"),
    "keyword_of_a_function": ("a = np.sqrt(x[0], where=$True)", "keyword"),
    "round_to_digits": ("a = $round(x[0], 2)", "round"),
    "a_huge_literal": ("a = $" + "9" * 60, "128"),
    "bad_syntax": ("a = $)", "unmatched"),
    "a_missing_colon": ("if n$\n    pass", "expected"),
    "print_statement": ("$print n", "print"),
    "break_outside": ("$break", "outside loop"),
    "subtraction_of_bools": ("out[:] = $(x > 0) - (x > 0)", "bool"),
    "an_attribute_that_a_number_lacks": ("a = $n.shape", "shape"),
    "text_and_a_number": ("a = $'a' + n", "strings"),
    "unfinished_string": ("a = $'abc", "unterminated"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(daemon, name):
    body, message = REFUSED[name]
    before = body[: body.index("$")]
    line, column = before.count("\n") + 2, len(before.rpartition("\n")[2]) + 5
    body = body.replace("$", "", 1)
    source = "def op(x, out, n):\n" + "".join(f"    {one}\n" for one in body.split("\n"))
    stand_in, _ = function("np.pi", "x, out, n")  # Python may not accept the text itself
    with pytest.raises(pyasc.CompileError, match=message) as e:
        pyasc.operator("op", source=source)(stand_in)(X, np.zeros(3), 2)
    error = e.value
    assert error.filename == FILE
    assert error.text.rstrip("\n") == source.split("\n")[line - 1]
    assert (error.lineno, error.offset) == (line, column)
    assert error.code.startswith("PA0")
    shown = traceback.format_exception_only(error)
    assert shown[0].startswith(f'  File "{FILE}", line {line}')
    assert shown[2].strip(" \n").startswith("^")


def test_all_mistakes_are_told_at_once_in_the_order_of_the_source(daemon):
    operator = compiled("k = x.shap[0]\nfor i in range(k):\n    out[i] = np.sqtr(x[i])", "x, out")
    with pytest.raises(pyasc.CompileError, match="no attribute 'shap'") as e:
        operator(X, np.zeros(3))
    assert (e.value.code, e.value.hint) == ("PA0420", "did you mean x.shape?")
    assert e.value.__notes__[:-1] == [
        "hint: did you mean x.shape?",
        f"{FILE}:4:18: module 'numpy' has no attribute 'sqtr' [PA0466]"
        " (hint: did you mean np.sqrt?)",
        "more: pyasc explain PA0420",
    ]


def test_a_refused_branch_that_is_never_taken_is_not_refused(daemon):
    operator = compiled("if n is None:\n    out[0] = 1\nelse:\n    out[0] = n.real", "out, n=None")
    out = np.zeros(1)
    operator(out)
    assert out[0] == 1


@pytest.mark.parametrize(
    "line", ["out[[0, 1]] = 5", "out[:] = x[[1, 2]]", "t = [1, 2]\n    out[:] = 0"]
)
def test_a_list_is_refused_and_not_taken_for_a_tuple(daemon, line):
    source = f"def op(x, out):\n    {line}\n"
    space = {}
    exec(compile(source, "<lists>", "exec"), space)
    operator = pyasc.operator("op", source=source)(space["op"])
    with pytest.raises(pyasc.CompileError, match="a list can only be looped over"):
        operator(np.ones((3, 3)), np.zeros((3, 3)))


def test_a_list_is_looped_over_and_searched(daemon):
    source = (
        "def op(out, n=2):\n    for k in [3, 0.5]:\n        out[0] += k\n"
        "    if n in [1, 2]:\n        out[1] = 1\n"
    )
    space = {}
    exec(compile(source, "<lists>", "exec"), space)
    out = np.zeros(2)
    pyasc.operator("op", source=source)(space["op"])(out)
    assert out.tolist() == [3.5, 1.0]


@pytest.mark.parametrize(
    ("callee", "code"), [("op", "PA0231"), ("other", "PA0232"), ("helper", "PA0232")]
)
def test_recursion_and_calls_of_own_functions_are_refused_by_name(daemon, callee, code):
    source = f"def op(x, out):\n    {callee}(x, out)\n"
    back = "def other(x, out):\n    op(x, out)\n"
    space = {"helper": test_refused}
    exec(compile(source + back, FILE, "exec"), space)
    space["op"] = pyasc.operator("op", source=source)(space["op"])
    space["other"] = pyasc.operator("other", source=back)(space["other"])
    with pytest.raises(pyasc.CompileError, match=f"'{callee}'") as e:
        space["op"](X, np.zeros(3))
    assert (e.value.code, e.value.lineno) == (code, 2)
    assert e.value.hint.startswith("write ")
