"""``pyasc explain``: what diagnostics mean; needs no daemon and no compiler."""

from __future__ import annotations

import difflib
import json
from typing import Any

import click

from pyasc_cli import _package
from pyasc_cli._command import command
from pyasc_cli._output import Column, Item, Result

_EXAMPLES = """
pyasc explain PA0201
pyasc explain                 lists all codes
"""


def catalogue() -> dict[str, Any]:
    """Return the entries by code."""
    text = _package.path("_catalogue.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)["codes"]
    return found


@command("explain", _EXAMPLES)
@click.argument("code", required=False)
def explain(code: str | None) -> Result:
    """Say what a diagnostic code means, with a wrong and a right example."""
    entries = catalogue()
    if code is None:
        items: list[Item] = [{"code": c, "title": e["title"]} for c, e in entries.items()]
        return Result("code_list", items, [Column("code"), Column("title", wraps=True)])
    name = code.upper()
    if name not in entries:
        close = difflib.get_close_matches(name, entries, n=1)
        hint = f": did you mean {close[0]}?" if close else "; pyasc explain lists all"
        raise click.UsageError(f"no diagnostic has the code '{code}'{hint}")
    entry = entries[name]
    item = {"code": name, **{key: entry[key] for key in ("title", "meaning", "wrong", "right")}}
    return Result("code", [item], [Column("code"), Column("title")], single=True, body=_body(entry))


def _body(entry: dict[str, Any]) -> str:
    wrong, right = (_indented(entry[key]) for key in ("wrong", "right"))
    return f"{entry['meaning']}\n\nWrong:\n\n{wrong}\n\nRight:\n\n{right}"


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in text.splitlines())
