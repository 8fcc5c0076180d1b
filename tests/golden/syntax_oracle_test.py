"""The parser against CPython's: what it accepts CPython accepts, with the same tree."""

from __future__ import annotations

import ast
import os
import random
import shutil
from pathlib import Path

import pytest

import syntax_grower
import syntax_mutations
import syntax_oracle

OPERATORS = sorted((Path(__file__).parent / "operators").glob("*.py"))
SEED = int(os.environ.get("PYASCD_SEED", "20240229"))
MUTANTS = int(os.environ.get("PYASCD_MUTANTS", "3000"))
GROWN = MUTANTS // 3
# Names of the diagnostics for text that CPython accepts: limits and left-out Python.
REFUSALS = ("PA02", "PA0101", "PA0117", "PA0118", "PA0120", "PA0122")


@pytest.fixture(scope="session")
def executable() -> str:
    """The test tool, in the folder of executables that PYASCD_BIN names, or on the path."""
    found = shutil.which("syntax_dump", path=os.environ.get("PYASCD_BIN"))
    assert found, "set PYASCD_BIN to the folder of the built syntax_dump"
    return found


def operator_text(path: Path) -> str:
    """The function with its decorators, as a client sends it."""
    text = path.read_text()
    begin = min(at for at in (text.find("@"), text.find("def ")) if at >= 0)
    begin = text.rfind("\n", 0, begin) + 1
    return text[begin:]


def difference(text: str, answer: syntax_oracle.Answer) -> str:
    """What is wrong with ``answer``; empty if nothing is."""
    try:
        function = syntax_oracle.strip(syntax_oracle.parse(text))
    except (SyntaxError, ValueError) as error:
        return "" if answer.diagnostics else f"accepted, but CPython says {error}"
    except (MemoryError, RecursionError):
        return ""
    if answer.diagnostics:
        expected = all(line.startswith(REFUSALS) for line in answer.diagnostics)
        return "" if expected else f"CPython accepts it: {answer.diagnostics}"
    if ast.dump(function, indent=1) != answer.tree:
        return "another tree"
    return form_difference(function, answer)


def form_difference(function: ast.FunctionDef, answer: syntax_oracle.Answer) -> str:
    """What is wrong with the normalised form and the ordinals."""
    again = answer.again.split("\n", 2)
    if again[0] != again[-2] or again[-1] != answer.normalised:
        return f"not a fixed point: {answer.normalised!r} then {answer.again!r}"
    normal = syntax_oracle.strip(syntax_oracle.parse(answer.normalised))
    normal.name, normal.args = function.name, function.args
    if ast.dump(normal) != ast.dump(function):
        return f"normalising changed the tree: {answer.normalised!r}"
    nodes = syntax_oracle.nodes(function)
    if len(nodes) != len(answer.spans):
        return f"{len(nodes)} nodes, {len(answer.spans)} ordinals"
    strings = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    unplaced = {id(node) for string in strings for node in ast.walk(string)}
    for ordinal, (node, span) in enumerate(zip(nodes, answer.spans, strict=True)):
        if id(node) not in unplaced and span[0] != getattr(node, "lineno", span[0]):
            return f"ordinal {ordinal} is {type(node).__name__} at line {node.lineno}, not {span}"
    return ""


def check(texts: list[str], executable: str) -> int:
    """Assert that no text differs; return how many were accepted."""
    answers = syntax_oracle.ask(executable, texts)
    accepted = 0
    for text, answer in zip(texts, answers, strict=True):
        wrong = difference(text, answer)
        assert not wrong, f"{wrong}\n{text!r}"
        accepted += not answer.diagnostics
    return accepted


@pytest.mark.parametrize("path", OPERATORS, ids=lambda path: path.stem)
def test_an_operator_has_cpythons_tree(path: Path, executable: str) -> None:
    assert check([operator_text(path)], executable) == 1


@pytest.mark.parametrize("ending", ["\r\n", "\r", ""])
def test_line_endings_do_not_matter(ending: str, executable: str) -> None:
    texts = [operator_text(path) for path in OPERATORS]
    plain = syntax_oracle.ask(executable, texts)
    changed = [t.replace("\n", ending) if ending else t.rstrip("\n") for t in texts]
    for one, other in zip(plain, syntax_oracle.ask(executable, changed), strict=True):
        assert one.normalised == other.normalised
        assert one.spans[1:] == other.spans[1:]


def test_grown_operators_have_cpythons_tree(executable: str) -> None:
    print(f"seed {SEED}")
    rng = random.Random(SEED)
    grower = syntax_grower.Grower(rng)
    texts = [grower.operator() for _ in range(GROWN)]
    assert check(texts, executable) > GROWN // 3


def test_mutants_are_accepted_only_if_cpython_does(executable: str) -> None:
    print(f"seed {SEED}")
    rng = random.Random(SEED)
    sources = [operator_text(path) for path in OPERATORS]
    texts = [syntax_mutations.mutate(rng.choice(sources), rng) for _ in range(MUTANTS)]
    assert check([text for text in texts if "\ufeff" not in text[:1]], executable) > MUTANTS // 20
