"""Exceptions that look as if Python itself had run the operator.

An operator's exception ends in a frame with the operator's own file, name, line and
columns.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from pyasc import _wire
from pyasc._cells import cell_name, shows_notes
from pyasc._proto.v1 import types_pb2
from pyasc._source import Source
from pyasc.errors import CompileError, Error


class OperatorRaised(Exception):
    """Carries what an operator raised to where it is raised in the caller.

    Attributes
    ----------
    exception : Exception
        The operator's own.
    raiser : callable
        Raises it from a frame of the operator's file and line.
    """

    def __init__(self, exception: Exception, raiser: Callable[[], NoReturn]) -> None:
        super().__init__(str(exception))
        self.exception = exception
        self.raiser = raiser

    def materialise(self) -> Exception:
        """Return the exception with a traceback of the operator's frame alone."""
        try:
            self.raiser()
        except Exception as error:
            tail = error.__traceback__.tb_next if error.__traceback__ else None
            return error.with_traceback(tail)


def operator_raised(
    wire: types_pb2.OperatorException, source: Source, function: Any
) -> OperatorRaised:
    """Return the exception of a launch, ready to be raised at the operator's line."""
    exception = _make_exception(wire)
    if wire.loops:
        indices = ", ".join(f"{i.name}={_wire.decode_scalar(i.value)!r}" for i in wire.loops)
        add_note(exception, indices)
    return raised_at(exception, wire.span, source, function)


def raised_at(
    exception: Exception, span: types_pb2.SourceSpan, source: Source, function: Any
) -> OperatorRaised:
    """Return an exception of the operator's, ready to be raised at its own place."""
    return OperatorRaised(exception, _raiser(exception, span, source, function))


def _make_exception(wire: types_pb2.OperatorException) -> Exception:
    kind = getattr(builtins, wire.type, None)
    try:
        text = _wire.format_parts(wire.parts)
    except _wire.FORMAT_ERRORS as error:  # as Python, which never comes to raise the other
        return error
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        return Error(f"{wire.type}: {text}")
    try:
        return kind(*_arguments(wire.parts))
    except TypeError:  # a class that takes more than a message, such as UnicodeDecodeError
        return Error(f"{wire.type}: {text}")


def _arguments(parts: Sequence[types_pb2.MessagePart]) -> list[object]:
    """Return what the exception is made of: its text, or a lone value itself."""
    if len(parts) == 1 and parts[0].HasField("value") and not parts[0].format:
        return [_wire.decode_scalar(parts[0].value)]
    return [_wire.format_parts(parts)] if parts else []


def _raiser(
    exception: Exception, span: types_pb2.SourceSpan, source: Source, function: Any
) -> Callable[[], NoReturn]:
    """Return a function whose code object claims the operator's place."""
    module = ast.parse("def raiser():\n raise exception")
    line = source.first_line + max(span.line, 1) - 1
    place = {
        "lineno": line,
        "end_lineno": line + max(span.end_line - span.line, 0),
        "col_offset": span.column,
        "end_col_offset": span.end_column,
    }
    for node in ast.walk(module):
        for name, value in place.items():
            if hasattr(node, name):
                setattr(node, name, value)
    # Debuggers and notebooks look for the excerpt from where the code object begins.
    module.body[0].lineno, module.body[0].col_offset = source.first_line, 0
    scope = {"exception": exception, "__name__": function.__module__}
    exec(compile(module, source.filename, "exec", dont_inherit=True), scope)
    raiser: Any = scope["raiser"]
    code = raiser.__code__.replace(co_name=function.__name__)
    if hasattr(code, "co_qualname"):
        code = code.replace(co_qualname=function.__qualname__)
    raiser.__code__ = code
    found: Callable[[], NoReturn] = raiser
    return found


class _Message(str):
    """A message that says its notes itself where they would not be shown."""

    notes: list[str]

    def __str__(self) -> str:
        text = super().__str__()
        shown = shows_notes(at_exit=sys._getframe().f_back is None)
        return text if shown else "\n".join([text, *self.notes])


def compile_error(diagnostics: Sequence[types_pb2.Diagnostic], source: Source) -> CompileError:
    """Return one exception for all mistakes; the first is where Python puts its marks."""
    first, *others = diagnostics
    location = _location(first.span, source)
    message = _Message(first.message)
    error = CompileError(message, location)
    error.__notes__ = message.notes = []
    error.code, error.hint = first.code, first.hint
    if first.hint:
        add_note(error, f"hint: {first.hint}")
    for other in others:
        hint = f" (hint: {other.hint})" if other.hint else ""
        place = _place(_location(other.span, source))
        add_note(error, f"{place}{other.message} [{other.code}]{hint}")
    if first.code:
        add_note(error, f"more: pyasc explain {first.code}")
    return error


def _place(location: tuple[Any, ...]) -> str:
    """Return where a further mistake is: a cell's as notebooks show the first one's."""
    filename, line, column, text, _, end = location
    cell = cell_name(filename)
    if not cell:
        return f"{filename}:{line}:{column}: "
    stripped = text.strip()
    start = column - 1 - (len(text) - len(text.lstrip()))
    marks = " " * max(start, 0) + "^" * max(end - column, 1)
    return f"{cell}, line {line}\n    {stripped}\n    {marks}\n"


def _location(span: types_pb2.SourceSpan, source: Source) -> tuple[Any, ...]:
    """Return filename, line, column, text, end line, end column as SyntaxError has them."""
    text = source.line(span.line)
    line = source.first_line + max(span.line, 1) - 1
    column = source.column(span.line, span.column) + 1
    if span.end_line > span.line:
        end = len(text.rstrip("\n")) + 1
    else:
        end = source.column(span.line, span.end_column) + 1
    return source.filename, line, column, text, line, max(end, column)


def add_note(error: BaseException, note: str) -> None:
    """Attach a note that Python 3.11 and later print below the exception."""
    if hasattr(error, "add_note"):
        error.add_note(note)
    elif hasattr(error, "__notes__"):  # a CompileError, whose message says them
        error.__notes__.append(note)


def note_deadline(error: BaseException, operator: str, seconds: float | None) -> None:
    """Say below an error how long the caller had; None: the limit was the daemon's."""
    if seconds is not None:
        add_note(error, f"'{operator}' had {seconds:g} s")
