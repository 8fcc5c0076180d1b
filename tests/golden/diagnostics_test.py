"""What a user reads of each mistake, and that the list of codes is whole.

PYASCD_BLESS=1 rewrites tests/golden/expected/diagnostics.txt; read the diff.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from diagnostic_cases import CASES, Case

ROOT = Path(__file__).resolve().parent.parent.parent
PYASCC = Path(os.environ["PYASCD_BIN"], "pyascc")
EXPECTED = Path(__file__).resolve().parent / "expected" / "diagnostics.txt"
ARGUMENTS = {"x": "f64[3]", "out": "f64[3]", "n": "2"}

# Mistakes of texts that pyascc is never given, with the test that makes them.
ELSEWHERE = {
    "kTooLarge": "compiler/syntax/lexer_test.cc",
    "kNotUtf8": "compiler/syntax/lexer_test.cc",
    "kNodes": "compiler/syntax/parser_test.cc",
    "kNotOneFunction": "compiler/syntax/parser_test.cc",
    "kCapturedObject": "compiler/analyse/analyse_test.cc",
    "kRecursion": "compiler/analyse/analyse_test.cc",
    "kUserFunction": "compiler/analyse/analyse_test.cc",
}


def source_of(case: Case) -> str:
    """Return the whole text of a case's operator."""
    if "def op" in case.text[:12]:
        return case.text + "\n"
    return "def op(x, out, n):\n" + "".join(f"    {line}\n" for line in case.text.split("\n"))


def refusal(case: Case, folder: Path) -> str:
    """Return what pyascc says of a case, the file's name left out."""
    source = folder / "op.py"
    source.write_text(source_of(case))
    own = case.arguments or {}
    given = own if "def op" in case.text[:12] else {**ARGUMENTS, **own}
    arguments = [part for name, value in given.items() for part in ("--arg", f"{name}={value}")]
    done = subprocess.run([PYASCC, source, *arguments], capture_output=True, text=True)
    said = done.stderr if done.returncode == 4 else f"exit {done.returncode}\n{done.stderr}"
    said = re.sub(r"9{50,}", "999...", said.replace(f"{source}:", "").replace("\0", "\\0"))
    return re.sub(r"(\(\(\(|\)\)\))[()]+", r"\1...", said)


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is said of every case."""
    folder = tmp_path_factory.mktemp("diagnostics")
    return {name: refusal(case, folder) for name, case in CASES.items()}


def recorded() -> dict[str, str]:
    """Return the expected texts by case."""
    parts = re.split(r"^=== (\w+)\n", EXPECTED.read_text(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_what_is_said_is_as_recorded(said: dict[str, str]) -> None:
    if os.environ.get("PYASCD_BLESS") == "1":
        EXPECTED.write_text("".join(f"=== {name}\n{text}" for name, text in said.items()))
    assert said == recorded()


@pytest.mark.parametrize("name", CASES)
def test_codes_are_those_of_the_mistakes(name: str, said: dict[str, str]) -> None:
    assert re.findall(r"\[(PA\d{4})\]$", said[name], re.MULTILINE) == CASES[name].codes.split()


@pytest.mark.parametrize("name", CASES)
def test_every_mistake_has_a_hint(name: str, said: dict[str, str]) -> None:
    assert said[name].count("\nhint: ") == len(CASES[name].codes.split())


def listed() -> list[tuple[str, str, str]]:
    """Return name, code and meaning of each line of the list."""
    text = (ROOT / "compiler/syntax/codes.h").read_text()
    return re.findall(r'char (k\w+)\[\] = "(PA\d{4})"; +// (\S.*)', text)


def test_codes_are_listed_once_each_with_a_meaning() -> None:
    text = (ROOT / "compiler/syntax/codes.h").read_text()
    assert len(listed()) == text.count("inline constexpr char")
    for column in range(3):
        values = [line[column] for line in listed()]
        assert sorted(set(values)) == sorted(values)


def test_codes_in_the_sources_are_those_listed() -> None:
    used: set[str] = set()
    for path in (ROOT / "compiler").rglob("*.cc"):
        if path.name.endswith(("_test.cc", "_for_test.cc")):
            continue
        text = path.read_text()
        assert not re.search(r'"PA\d{4}"', text), f"{path}: write the name in codes.h"
        used |= set(re.findall(r"\bcodes::(k\w+)", text))
    assert used == {name for name, _, _ in listed()}


def test_every_code_has_an_operator_that_gets_it() -> None:
    made = {code for case in CASES.values() for code in case.codes.split()}
    for name, code, _ in listed():
        if name in ELSEWHERE:
            assert f"codes::{name}" in (ROOT / ELSEWHERE[name]).read_text(), name
        else:
            assert code in made, f"{name} ({code}) needs a case in diagnostic_cases.py"
