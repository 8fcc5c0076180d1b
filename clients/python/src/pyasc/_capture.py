"""What an operator's free names are bound to, read anew at every call."""

from __future__ import annotations

import ast
import builtins
import dis
import functools
import textwrap
import types
from typing import Any

import numpy as np

from pyasc import _wire
from pyasc._proto.v1 import kernel_service_pb2

_GLOBAL_LOADS = ("LOAD_GLOBAL", "LOAD_NAME", "LOAD_FROM_DICT_OR_GLOBALS")
_MODULES = ("numpy", "math", "pyasc")


@functools.lru_cache(maxsize=1024)
def free_names(code: types.CodeType) -> tuple[str, ...]:
    """Return the names that `code` reads and does not bind, sorted."""
    names = set(code.co_freevars)
    pending = [code]
    while pending:
        current = pending.pop()
        names.update(
            instruction.argval
            for instruction in dis.get_instructions(current)
            if instruction.opname in _GLOBAL_LOADS
        )
        pending.extend(item for item in current.co_consts if isinstance(item, types.CodeType))
    return tuple(sorted(names))


@functools.lru_cache(maxsize=1024)
def names_in_text(text: str) -> frozenset[str]:
    """Return the names that the operator's body mentions; none if it does not parse.

    CPython drops code that cannot run, and with it names that the daemon still sees.
    """
    try:
        module = ast.parse(textwrap.dedent(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    body = [item for node in module.body if isinstance(node, ast.FunctionDef) for item in node.body]
    return frozenset(
        node.id for item in body for node in ast.walk(item) if isinstance(node, ast.Name)
    )


def bound_values(function: types.FunctionType, text: str = "") -> dict[str, Any]:
    """Return what the free names of `function` are bound to now, sorted by name.

    Names that are unbound, or that only Python's built-ins bind, are left out. `text` is
    the operator's source, if it is known.
    """
    code = function.__code__
    local = {*code.co_varnames, *code.co_cellvars}
    names = {*free_names(code), *(names_in_text(text) - local)}
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    values: dict[str, Any] = {}
    for name in sorted(names):
        if name in cells:
            try:
                values[name] = cells[name].cell_contents
            except ValueError:  # a closure's variable that has no value yet
                continue
        elif name in function.__globals__:
            value = function.__globals__[name]
            if value is not getattr(builtins, name, types):
                values[name] = value
    return values


def encode(values: dict[str, Any]) -> list[kernel_service_pb2.Capture]:
    """Return the messages of captured values, in their order."""
    return [_encode_one(name, value) for name, value in values.items()]


def _encode_one(name: str, value: Any) -> kernel_service_pb2.Capture:
    capture = kernel_service_pb2.Capture(name=name)
    if isinstance(value, types.ModuleType):
        if value.__name__ in _MODULES:
            capture.module = value.__name__
        else:
            capture.other_type = "module"
    elif _wire.is_attribute(value) and not isinstance(value, list):
        try:
            _wire.encode_scalar(value, capture.scalar)
        except OverflowError:
            capture.other_type = type(value).__name__
    else:
        capture.other_type = type(value).__name__
    return capture


def kinds(values: dict[str, Any]) -> tuple[object, ...]:
    """Return what registration depends on: names and types, modules by identity."""
    return tuple((name, _kind(value)) for name, value in values.items())


def _kind(value: Any) -> object:
    if isinstance(value, types.ModuleType):
        return value.__name__
    if isinstance(value, tuple):
        return tuple(_kind(item) for item in value)
    if isinstance(value, np.generic):
        return value.dtype.name
    return type(value)
