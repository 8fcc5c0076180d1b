"""The text of an operator, from the file, notebook cell or prompt that defined it.

The text must be that of the code object: a file that was edited but not run again, or a
stale line cache, never stands for the function that Python would call.
"""

from __future__ import annotations

import ast
import copy
import dataclasses
import functools
import itertools
import linecache
import tokenize
import types
from collections.abc import Iterator, Sequence

from pyasc._cells import cell_name

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Definition = ast.FunctionDef | ast.AsyncFunctionDef


@dataclasses.dataclass(frozen=True)
class Source:
    """The text of one function.

    Attributes
    ----------
    filename : str
        As tracebacks print it.
    first_line : int
        Line of `filename` that is line 1 of `text`.
    text : str
        From the first decorator to the end of the body, indented as it stands.
    """

    filename: str
    first_line: int
    text: str

    @functools.cached_property
    def lines(self) -> list[str]:
        """The lines, with their ends."""
        return _split_lines(self.text)

    def line(self, number: int) -> str:
        """Return line `number`, counted from 1 within the text; "" if there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def column(self, number: int, byte_column: int) -> int:
        """Return the column in characters of a column in UTF-8 bytes."""
        return len(self.line(number).encode()[:byte_column].decode(errors="replace"))


def module_lines(code: types.CodeType, module_globals: dict[str, object]) -> list[str]:
    """Return the lines of the file or cell that defined `code`; empty if unknown."""
    linecache.checkcache(code.co_filename)
    return linecache.getlines(code.co_filename, module_globals)


def find_source(code: types.CodeType, lines: Sequence[str], given: str | None) -> Source:
    """Return the text of `code`.

    Parameters
    ----------
    code : code object
        Of the operator's function.
    lines : sequence of str
        Lines of its module, as `module_lines` found them when it was defined.
    given : str or None
        The text that the user gave; it goes before `lines`.

    Raises
    ------
    OSError
        If there is no text, or only one that does not belong to `code`.
    """
    if given is not None:
        return _from_given(code, given)
    seen = ""
    for text in _candidates(code.co_filename, lines):
        if text == seen:
            continue
        seen = text
        source = _extract(code, text) or _extract_patched(code, text)
        if source is not None:
            return source
    if not seen:
        raise OSError(
            f"no source for operator {code.co_name}() of {_shown(code)}: define it in a "
            "file or a notebook cell, or give its text: @pyasc.operator(..., source=text)"
        )
    raise OSError(
        f"the source of operator {code.co_name}() in {_shown(code)} has changed since it "
        f"was defined at line {code.co_firstlineno}: import or run it again"
    )


def _shown(code: types.CodeType) -> str:
    return cell_name(code.co_filename) or code.co_filename


def _candidates(filename: str, lines: Sequence[str]) -> Iterator[str]:
    yield "".join(lines)
    try:
        with tokenize.open(filename) as stream:
            yield stream.read()
    except (OSError, SyntaxError, UnicodeDecodeError):
        return


def _from_given(code: types.CodeType, text: str) -> Source:
    whole = _extract(code, text)
    if whole is not None:
        return whole
    # The text is the function alone, perhaps indented.
    return Source(code.co_filename, code.co_firstlineno, text)


def _extract(code: types.CodeType, text: str) -> Source | None:
    """Return the part of a module's text that compiles to `code`."""
    try:
        tree, compiled = _compile_module(text, code.co_filename)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    alone = _statement_at(tree, code.co_firstlineno)
    made = itertools.chain(_nested(compiled), _nested_alone(alone, code.co_filename))
    if not any(_same_code(other, code) for other in made):
        return None
    for node in _definitions(tree, code.co_name):
        if _first_line(node) == code.co_firstlineno:
            return _source_of(node, text, code.co_filename)
    return None


def _statement_at(tree: ast.Module, line: int) -> ast.stmt | None:
    """Return the statement of the module's own that a line belongs to."""
    begun = [node for node in tree.body if _first_line(node) <= line]
    return begun[-1] if begun else None


def _nested_alone(node: ast.stmt | None, filename: str) -> Iterator[types.CodeType]:
    """Yield what a statement compiles to as IPython compiles those of a cell: by itself.

    Python calls a module's function by other instructions where it sees the import.
    """
    if node is not None:
        module = ast.Module([node], [])
        yield from _nested(compile(module, filename, "exec", dont_inherit=True))


def _extract_patched(code: types.CodeType, text: str) -> Source | None:
    """Return the function of a module's text that IPython's autoreload compiled to `code`.

    Where it can, it compiles a changed function alone, without decorators and as
    `ast.unparse` writes it, so that lines count from there.
    """
    try:
        tree, _ = _compile_module(text, code.co_filename)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in _definitions(tree, code.co_name):
        bare = copy.copy(node)
        bare.decorator_list = []
        compiled = compile(ast.unparse(bare), code.co_filename, "exec", dont_inherit=True)
        if any(_same_code(other, code) for other in _nested(compiled)):
            return _source_of(node, text, code.co_filename)
    return None


def _definitions(tree: ast.Module, name: str) -> Iterator[_Definition]:
    for node in ast.walk(tree):
        if isinstance(node, _FUNCTIONS) and node.name == name:
            yield node


def _first_line(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(item.lineno for item in decorators)])


def _source_of(node: _Definition, text: str, filename: str) -> Source:
    first = _first_line(node)
    return Source(filename, first, "".join(_split_lines(text)[first - 1 : node.end_lineno]))


@functools.lru_cache(maxsize=16)
def _compile_module(text: str, filename: str) -> tuple[ast.Module, types.CodeType]:
    tree = ast.parse(text, filename)
    return tree, compile(text, filename, "exec", dont_inherit=True)


def _split_lines(text: str) -> list[str]:
    r"""Split as Python's tokenizer does: a form feed or \x1c ends no line."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [line + "\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _nested(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _nested(constant)


def _same_code(text: types.CodeType, running: types.CodeType) -> bool:
    """Return whether `running` was compiled from what compiles to `text`."""
    if text.co_name != running.co_name or text.co_firstlineno != running.co_firstlineno:
        return False
    if text.co_code == running.co_code and text.co_names == running.co_names:
        return _same_constants(text.co_consts, running.co_consts)
    # Tools such as pytest rewrite the body of what they import (assert, for one): then the
    # code uses all names that the text uses, and some of the tool's own.
    added = set(running.co_names) - set(text.co_names)
    return (
        set(text.co_names) <= set(running.co_names)
        and any(name.startswith("@") for name in added)
        and text.co_varnames[: text.co_argcount] == running.co_varnames[: running.co_argcount]
    )


def _same_constants(text: tuple[object, ...], running: tuple[object, ...]) -> bool:
    if len(text) != len(running):
        return False
    for one, other in zip(text, running, strict=True):
        if isinstance(one, types.CodeType) and isinstance(other, types.CodeType):
            if not _same_code(one, other):
                return False
        elif type(one) is not type(other) or repr(one) != repr(other):
            return False
    return True
