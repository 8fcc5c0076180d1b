"""Arguments of a call to the parameters of an operator, as Python binds them."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping, Sequence
from typing import Any

from pyasc import _traceback
from pyasc._proto.v1 import types_pb2


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One parameter of a registered operator."""

    name: str
    written: bool
    may_omit: bool
    constant: bool  # each int or bool compiles
    keyword_only: bool
    positional_only: bool
    default: Any  # EMPTY without one


class _Empty:
    def __repr__(self) -> str:
        return "<omitted>"


EMPTY: Any = _Empty()
# An output that the caller left out.
OMITTED: Any = EMPTY


@dataclasses.dataclass(frozen=True)
class Signature:
    """The registered signature, with the defaults that the function object holds."""

    function_name: str
    parameters: tuple[Parameter, ...]


def make_signature(function: types.FunctionType, wire: types_pb2.Signature) -> Signature:
    """Join what the daemon inferred with the function's own defaults."""
    code = function.__code__
    positional = list(code.co_varnames[: code.co_argcount])
    tail = function.__defaults__ or ()
    defaults = dict(zip(positional[len(positional) - len(tail) :], tail, strict=True))
    defaults.update(function.__kwdefaults__ or {})
    keyword_only = code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]
    return Signature(
        function.__qualname__,
        tuple(
            Parameter(
                item.name,
                item.written,
                item.may_omit,
                item.constant,
                item.name in keyword_only,
                item.name in positional[: code.co_posonlyargcount],
                defaults.get(item.name, EMPTY),
            )
            for item in wire.parameters
        ),
    )


def bind(signature: Signature, args: Sequence[Any], kwargs: Mapping[str, Any]) -> list[Any]:
    """Return one value a parameter; `OMITTED` for an output that is left out.

    Raises
    ------
    TypeError
        In Python's own words.
    """
    values = _bind_keywords(signature, kwargs)
    places = _positional_places(signature, values, len(args))
    if len(args) > len(places):
        raise TypeError(_too_many(signature, len(args)))
    for parameter, value in zip(places, args, strict=False):
        if parameter.name in values:
            raise TypeError(
                f"{signature.function_name}() got multiple values for argument '{parameter.name}'"
            )
        values[parameter.name] = value
    bound = [_value_of(parameter, values) for parameter in signature.parameters]
    _check_missing(signature, bound)
    return bound


def _bind_keywords(signature: Signature, kwargs: Mapping[str, Any]) -> dict[str, Any]:
    known = {item.name for item in signature.parameters if not item.positional_only}
    for name in kwargs:
        if name in known:
            continue
        if any(item.name == name for item in signature.parameters):
            raise TypeError(
                f"{signature.function_name}() got some positional-only arguments passed as "
                f"keyword arguments: '{name}'"
            )
        raise TypeError(f"{signature.function_name}() got an unexpected keyword argument '{name}'")
    return dict(kwargs)


def _positional_places(
    signature: Signature, keywords: Mapping[str, Any], count: int
) -> list[Parameter]:
    """Return the parameters that positional arguments bind to, in order."""
    places = [item for item in signature.parameters if not item.keyword_only]
    required = [p for p in places if p.default is EMPTY and p.name not in keywords]
    if count >= len(required):
        return places
    # Fewer than a plain call needs: outputs were left out.
    return [item for item in places if not item.may_omit]


def _value_of(parameter: Parameter, values: Mapping[str, Any]) -> Any:
    value = values.get(parameter.name, parameter.default)
    if value is None and parameter.may_omit:
        return OMITTED
    return value


def _check_missing(signature: Signature, bound: list[Any]) -> None:
    missing = [
        item
        for item, value in zip(signature.parameters, bound, strict=True)
        if value is EMPTY and not item.may_omit
    ]
    for kind in ("positional", "keyword-only"):
        names = [item.name for item in missing if item.keyword_only == (kind == "keyword-only")]
        if names:
            plural = "s" if len(names) > 1 else ""
            error = TypeError(
                f"{signature.function_name}() missing {len(names)} required {kind} "
                f"argument{plural}: {_listed(names)}"
            )
            for item in missing:
                _traceback.add_note(error, _missing_note(item))
            raise error


def _missing_note(parameter: Parameter) -> str:
    name = parameter.name
    if parameter.written:
        advice = f"pass an array, or begin with {name}.resize(...) to have it created"
        return f"'{name}' is written: {advice}"
    return (
        f"nothing is stored into '{name}': store results into a parameter, as {name}[...] = value, "
        "and it may be left out"
    )


def _listed(names: list[str]) -> str:
    quoted = [f"'{name}'" for name in names]
    if len(quoted) < 3:
        return " and ".join(quoted)
    return ", ".join(quoted[:-1]) + ", and " + quoted[-1]


def _too_many(signature: Signature, given: int) -> str:
    places = [item for item in signature.parameters if not item.keyword_only]
    required = sum(item.default is EMPTY for item in places)
    takes = f"{len(places)}" if required == len(places) else f"from {required} to {len(places)}"
    plural = "" if len(places) == 1 and required == len(places) else "s"
    verb = "was" if given == 1 else "were"
    return (
        f"{signature.function_name}() takes {takes} positional argument{plural} "
        f"but {given} {verb} given"
    )
