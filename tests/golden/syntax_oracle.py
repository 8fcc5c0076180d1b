"""What CPython says about an operator's text, in the form of ``syntax_dump``'s answers."""

from __future__ import annotations

import ast
import subprocess
import warnings
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Answer:
    """What the parser made of one text."""

    diagnostics: list[str]
    tree: str
    normalised: str
    again: str
    spans: list[tuple[int, int, int, int]]


def ask(executable: str, texts: Iterable[str | bytes]) -> list[Answer]:
    """Parse all texts in one process."""
    encoded = [text if isinstance(text, bytes) else text.encode() for text in texts]
    request = b"".join(b"%d\n%s" % (len(text), text) for text in encoded)
    run = subprocess.run([executable], input=request, capture_output=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr.decode(errors="replace")
    frames = _frames(run.stdout)
    assert len(frames) == 5 * len(encoded)
    return [_answer(*frames[i : i + 5]) for i in range(0, len(frames), 5)]


def _frames(output: bytes) -> list[str]:
    frames, at = [], 0
    while at < len(output):
        end = output.index(b"\n", at)
        size = int(output[at:end])
        frames.append(output[end + 1 : end + 1 + size].decode())
        at = end + size + 2
    return frames


def _answer(diagnostics: str, tree: str, normalised: str, again: str, spans: str) -> Answer:
    rows = [tuple(map(int, line.split())) for line in spans.splitlines()]
    return Answer(diagnostics.splitlines(), tree, normalised, again, rows)  # type: ignore[arg-type]


def parse(text: str) -> ast.FunctionDef:
    """CPython's tree of the one function in ``text``; SyntaxError if there is none."""
    try:
        return _only_function(_tree(text).body)
    except IndentationError:
        if text[:1] not in " \t\f\n#":
            raise
    outer = _tree("if True:\n" + text).body
    if len(outer) != 1 or not isinstance(outer[0], ast.If) or outer[0].orelse:
        raise SyntaxError("not one function")
    function = _only_function(outer[0].body)
    ast.increment_lineno(function, -1)
    return function


def _tree(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        tree = ast.parse(text)
        compile(text, "<operator>", "exec", dont_inherit=True)
    return tree


def _only_function(body: list[ast.stmt]) -> ast.FunctionDef:
    if len(body) != 1 or not isinstance(body[0], ast.FunctionDef):
        raise SyntaxError("not one function")
    return body[0]


def strip(function: ast.FunctionDef) -> ast.FunctionDef:
    """Without decorators, annotations and documentation, as operators are compared."""
    function.decorator_list = []
    function.returns = None
    while (
        function.body
        and isinstance(function.body[0], ast.Expr)
        and isinstance(function.body[0].value, ast.Constant)
        and isinstance(function.body[0].value.value, str)
    ):
        function.body.pop(0)
    if not function.body:
        function.body.append(ast.Pass())
    for node in ast.walk(function):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.AnnAssign):
            del node.annotation
        elif isinstance(node, ast.Constant):
            node.kind = None
    return function


def nodes(function: ast.FunctionDef) -> list[ast.AST]:
    """Statements and expressions in the order of their ordinals."""
    found: list[ast.AST] = [function]
    for statement in function.body:
        _walk(statement, found)
    return found


def _walk(node: ast.AST, found: list[ast.AST]) -> None:
    if isinstance(node, (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)):
        return
    if not isinstance(node, ast.keyword):
        found.append(node)
    children = list(ast.iter_child_nodes(node))
    if isinstance(node, ast.AugAssign):
        children = [node.target, node.value]
    for child in children:
        _walk(child, found)
