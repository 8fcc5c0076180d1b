"""Words about arguments that are no tensors and may have been meant as such."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyasc import _traceback, _wire
from pyasc._binding import EMPTY, Parameter
from pyasc._proto.v1 import types_pb2
from pyasc.errors import CompileError

# Values that nobody passes as numbers.
_DOUBTFUL = (type(None), list, tuple)


def encode_attribute(function_name: str, name: str, value: object, into: types_pb2.Scalar) -> None:
    """Write an attribute's message.

    Raises
    ------
    TypeError, OverflowError
        If `value` is no attribute; the parameter is named.
    """
    try:
        _wire.encode_scalar(value, into)
    except TypeError as error:
        raise TypeError(
            f"{function_name}() argument '{name}': {error}: pass an array, a number, a string "
            "or a tuple of these"
        ) from None
    except OverflowError as error:
        raise OverflowError(f"{function_name}() argument '{name}': {error}") from None


def note_doubtful(
    error: BaseException, parameters: Sequence[Parameter], bound: Sequence[Any]
) -> None:
    """Tell below an error of a call which of its arguments are no tensors.

    Only those that the error may be about: it names their type, or the operator could not be
    compiled with None or a sequence where its author gave no default.
    """
    for parameter, value in zip(parameters, bound, strict=True):
        if value is parameter.default or not _wire.is_attribute(value):
            continue
        seen = "tuple" if isinstance(value, list) else type(value).__name__
        doubtful = isinstance(value, _DOUBTFUL) and parameter.default is EMPTY
        if f"'{seen}'" in str(error) or (isinstance(error, CompileError) and doubtful):
            _traceback.add_note(error, _advice(parameter.name, value))


def _advice(name: str, value: object) -> str:
    if value is None:
        return f"argument '{name}' is None: for a tensor pass an array"
    if isinstance(value, str):
        return f"argument '{name}' is a string: for a tensor pass an array"
    what = type(value).__name__
    if isinstance(value, list):
        what = "list, which operators take as a tuple"
    return f"argument '{name}' is a {what}: for a tensor write numpy.asarray({name})"
