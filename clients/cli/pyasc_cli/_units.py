"""Sizes and times as people write and read them."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING, Any

import click

_SIZES = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "TB": 10**12}
_SIZES |= {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}
_TIMES = {"": 1, "s": 1, "min": 60, "h": 3600, "d": 86400}
_MOST = 2**63 - 1


def _number(text: str, units: dict[str, int], kind: str) -> int:
    found = re.fullmatch(r"([0-9]+)\s*([A-Za-z]*)", text.strip())
    if found is None or found[2] not in units:
        raise ValueError(f"'{text}' is not a {kind}")
    value = int(found[1]) * units[found[2]]
    if value > _MOST:
        raise ValueError(f"'{text}' is too large")
    return value


def parse_bytes(text: str) -> int:
    """Return the bytes of such as "10GiB" or "500MB"."""
    return _number(text, _SIZES, "size such as 10GiB or 500MB")


def parse_seconds(text: str) -> int:
    """Return the seconds of such as "30s", "5min", "2h" or "7d"."""
    return _number(text, _TIMES, "time such as 30s, 5min, 2h or 7d")


if TYPE_CHECKING:
    _Base = click.ParamType[int]
else:  # older ones of click 8 cannot be subscripted
    _Base = click.ParamType


class Parsed(_Base):
    """An option's value that one of the functions above reads."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._parse = {"size": parse_bytes, "time": parse_seconds}[name]

    def convert(self, value: Any, param: Any, ctx: Any) -> int:
        """Return the number, or fail as a usage error."""
        if isinstance(value, int):
            return value
        try:
            return self._parse(value)
        except ValueError as error:
            return self.fail(str(error), param, ctx)


def show_bytes(count: Any) -> str:
    """Return such as "1.5 MiB"."""
    value = float(count)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1024:
            return f"{value:.0f} B" if unit == "B" else f"{value:.1f} {unit}"
        value /= 1024
    return f"{value:.1f} TiB"


def show_seconds(seconds: Any) -> str:
    """Return such as "1.5 s", "3 min" or "2 d"."""
    value = float(seconds)
    if value < 0.001:
        return f"{value * 1e6:.0f} µs"
    if value < 1:
        return f"{value * 1e3:.1f} ms"
    if value < 60:
        return f"{value:.1f} s"
    for size, unit in ((86400, "d"), (3600, "h")):
        if value >= size:
            return f"{value / size:.0f} {unit}"
    return f"{value / 60:.0f} min"


def show_ago(unix_s: Any) -> str:
    """Return such as "3 min ago"; "-" for never."""
    if not unix_s:
        return "-"
    age = time.time() - float(unix_s)
    return "now" if age < 1 else f"{show_seconds(age)} ago"
