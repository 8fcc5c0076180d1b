"""What a command answers with, and the four ways of printing it.

Scripts read ``json``, ``jsonl`` and ``csv``: raw values, bytes and seconds, and keys that
are only ever added within one `FORMAT_VERSION`. Tables are for people.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, Literal

FORMAT_VERSION = 1
FORMATS = ("table", "json", "jsonl", "csv")
Format = Literal["table", "json", "jsonl", "csv"]
Item = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Column:
    """How a table shows one value.

    Attributes
    ----------
    show : callable
        Makes text of the value.
    right : bool
        Whether it stands at the right.
    wraps : bool
        Whether its texts are long: on a narrow terminal they take several lines.
    styles : dict
        The colour of a text, for those that have one.
    """

    key: str
    heading: str = ""
    show: Callable[[Any], str] = str
    right: bool = False
    wraps: bool = False
    styles: dict[str, str] = dataclasses.field(default_factory=dict)

    @property
    def title(self) -> str:
        """What stands above it, or before it."""
        return self.heading or self.key.replace("_", " ")

    def text(self, item: Item) -> str:
        """Return a cell."""
        value = item[self.key]
        joined = ", ".join(map(str, value)) if isinstance(value, list) else self.show(value)
        return printable(joined)


@dataclasses.dataclass
class Result:
    """The items that a command found.

    Attributes
    ----------
    kind : str
        Such as ``"device_list"``: what the items are.
    single : bool
        Whether it is one item, shown as lines instead of a row.
    body : str
        Text that a table is followed by.
    plain : str
        Text that is printed instead, whatever the format.
    words : list of str
        Lines for the standard error stream, with the table only.
    """

    kind: str
    items: list[Item]
    columns: Sequence[Column]
    single: bool = False
    body: str = ""
    plain: str = ""
    words: list[str] = dataclasses.field(default_factory=list)
    exit_code: int = 0


def printable(text: str, keep: str = "") -> str:
    """Escape what would move the cursor or change a terminal; `keep` stays."""
    return "".join(
        char if char.isprintable() or char in keep else ascii(char)[1:-1] for char in text
    )


def in_colour() -> bool:
    """Return whether standard output is a terminal that may be given colours."""
    return is_terminal() and not os.environ.get("NO_COLOR")


def is_terminal() -> bool:
    """Return whether standard output is a terminal that knows more than lines."""
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def render(result: Result, output: str) -> str:
    """Return what is printed, with its line end; a table without colours."""
    if result.plain:
        return printable(result.plain, keep="\n")
    if output == "json":
        return _json(result)
    if output == "jsonl":
        lines = [json.dumps({"version": FORMAT_VERSION, **item}) for item in result.items]
        return "".join(line + "\n" for line in lines)
    if output == "csv":
        return _csv(result)
    table = _lines(result) if result.single else _rows(result)
    return table + _body(result)


def write(result: Result, output: str) -> None:
    """Print it to standard output, its words to standard error."""
    if output == "table" and is_terminal() and not result.plain:
        from pyasc_cli import _terminal

        _terminal.print_table(result)
    else:
        sys.stdout.write(render(result, output))
    sys.stdout.flush()
    if output == "table":
        for line in result.words:
            print(printable(line), file=sys.stderr)


def _json(result: Result) -> str:
    head: Item = {"version": FORMAT_VERSION, "kind": result.kind}
    found: Item = {"item": result.items[0]} if result.single else {"items": result.items}
    return json.dumps({**head, **found}, indent=2) + "\n"


def _csv(result: Result) -> str:
    text = io.StringIO()
    names = list(result.items[0]) if result.items else [column.key for column in result.columns]
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(names)
    for item in result.items:
        values = [item[name] for name in names]
        writer.writerow([";".join(map(str, v)) if isinstance(v, list) else v for v in values])
    return text.getvalue()


def _lines(result: Result) -> str:
    width = max(len(column.title) for column in result.columns)
    return "".join(
        f"{column.title:<{width}}  {column.text(item)}".rstrip() + "\n"
        for item in result.items
        for column in result.columns
    )


def _rows(result: Result) -> str:
    cells = [[column.title for column in result.columns]]
    cells += [[column.text(item) for column in result.columns] for item in result.items]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        padded = [
            cell.rjust(width) if column.right else cell.ljust(width)
            for cell, width, column in zip(row, widths, result.columns, strict=True)
        ]
        lines.append("  ".join(padded).rstrip() + "\n")
    return "".join(lines)


def _body(result: Result) -> str:
    if not result.body:
        return ""
    return "\n" + printable(result.body, keep="\n\t").rstrip("\n") + "\n"
