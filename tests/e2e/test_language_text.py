"""The forms an operator's text may have: each compiles, and errors keep their lines."""

import importlib.util
import traceback

import numpy as np
import pytest

BODY = """\
    for i in range(3):
        if x[i] > 1:
            out[i] = x[i] * 2
        else:
            out[i] = x[i]
    if n:
        out[0] = x[n]
"""
HEAD = "import pyasc\n\n\n@pyasc.operator\ndef op(x, out, n=0):\n"
ERROR_LINE = 12


def renamed(name: str) -> str:
    """The body with another name for i."""
    return BODY.replace("for i ", f"for {name} ").replace("[i]", f"[{name}]")


# Name: the text, its encoding, how many lines it is longer.
FORMS = {
    "plain": (HEAD + BODY, "utf-8", 0),
    "tabs": (HEAD + BODY.replace("    ", "\t"), "utf-8", 0),
    "tabs_after_spaces": (HEAD + BODY.replace("        ", "    \t"), "utf-8", 0),
    "crlf": ((HEAD + BODY).replace("\n", "\r\n"), "utf-8", 0),
    "byte_order_mark": (HEAD + BODY, "utf-8-sig", 0),
    "byte_order_mark_and_crlf": ((HEAD + BODY).replace("\n", "\r\n"), "utf-8-sig", 0),
    "gbk": ("# coding: gbk\n" + HEAD + "    # 乘以二\n" + BODY, "gbk", 2),
    "comments_at_column_0": (
        HEAD + "# 乘\n" + BODY.replace("        if", "# if\n        if"),
        "utf-8",
        2,
    ),
    "backslashes": (
        HEAD + BODY.replace(" in ", " in \\\n  ").replace("> 1", "\\\n> 1"),
        "utf-8",
        2,
    ),
    "docstring_at_column_0": (HEAD + '    """Doc\nstring\n""" \n' + BODY, "utf-8", 3),
    "string_over_lines": (
        HEAD + '    s = """a\nb"""\n    assert s == "a\\nb"\n' + BODY,
        "utf-8",
        3,
    ),
    "greek_names": (HEAD + renamed("ι"), "utf-8", 0),  # noqa: RUF001
    "names_equal_once_normalised": (
        HEAD + renamed("fi").replace("for fi ", "for ﬁ "),
        "utf-8",
        0,
    ),
    "no_last_newline": ((HEAD + BODY).rstrip("\n"), "utf-8", 0),
    "form_feeds": (HEAD + "\f" + BODY.replace("        if", "\f        if"), "utf-8", 0),
}


@pytest.fixture
def operator(request, tmp_path, daemon):
    """The operator of a file of that form."""
    text, encoding, _ = FORMS[request.param]
    path = tmp_path / f"form_{request.param}.py"
    path.write_bytes(text.encode(encoding))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.op


@pytest.mark.parametrize(("operator", "form"), [(f, f) for f in FORMS], indirect=["operator"])
def test_a_form_of_text_compiles_and_errors_keep_their_line(operator, form):
    out = np.zeros(3)
    operator(np.array([1.0, 2.0, 3.0]), out)
    assert out.tolist() == [1.0, 4.0, 6.0]
    with pytest.raises(IndexError, match="index 7 is out of bounds") as e:
        operator(np.ones(3), np.zeros(3), 7)
    assert traceback.extract_tb(e.value.__traceback__)[-1].lineno == ERROR_LINE + FORMS[form][2]
