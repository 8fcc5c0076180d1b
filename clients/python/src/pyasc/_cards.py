"""What a notebook shows of an operator."""

from __future__ import annotations

import reprlib
from collections.abc import Sequence

from pyasc import _binding, _calls, _client, _display


def operator_card(heading: str, registrations: Sequence[_calls.Registered]) -> _display.Card:
    """Return the parameters of the last registration, and the kernels of them all."""
    parts: list[_display.Table | str] = [_parameter_table(registrations[-1].signature)]
    kernels = {key: facts for one in registrations for key, facts in list(one.kernels.items())}
    if kernels:
        parts.append(_kernel_table(list(kernels.values())))
    absence = _client.absence()
    return _display.Card(heading, [*parts, absence] if absence else parts)


def _parameter_table(signature: _binding.Signature) -> _display.Table:
    rows = [
        (
            parameter.name,
            _role(parameter),
            "" if parameter.default is _binding.EMPTY else reprlib.repr(parameter.default),
        )
        for parameter in signature.parameters
    ]
    return _display.Table(("parameter", "role", "default"), rows)


def _role(parameter: _binding.Parameter) -> str:
    if not parameter.written:
        known = parameter.constant and type(parameter.default) in (bool, int)
        return f"read; each {type(parameter.default).__name__} compiles" if known else "read"
    return "written; created if left out" if parameter.may_omit else "written"


def _kernel_table(kernels: Sequence[_calls.KernelFacts]) -> _display.Table:
    rows = [
        (
            facts.key[:12],
            facts.device_kind,
            facts.opt_level,
            facts.image_bytes,
            "from the cache" if facts.compile_ms is None else f"{facts.compile_ms:.1f}",
        )
        for facts in kernels
    ]
    return _display.Table(("kernel", "device", "level", "bytes", "compile ms"), rows)
