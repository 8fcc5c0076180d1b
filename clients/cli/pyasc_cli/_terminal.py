"""Tables on a terminal; the only module that imports rich."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from pyasc_cli import _exit, _output

_GAP = 2
# What a column that wraps needs at least to be read.
_NARROW = 12


def _console() -> Console:
    return Console(file=sys.stdout, no_color=not _output.in_colour(), highlight=False, markup=False)


def print_table(result: _output.Result) -> None:
    """Print one table."""
    _console().print(renderable(result))


def renderable(result: _output.Result) -> RenderableType:
    """Return the table as rich draws it, and its body; or what has a format of its own."""
    if result.plain:
        return Text(_output.printable(result.plain, keep="\n"))
    table = _rows(result) if not result.single and _has_room(result) else _lines(result)
    if not result.body:
        return table
    body = _output.printable(result.body, keep="\n\t").rstrip("\n")
    return Group(table, Text(""), Text(body))


def _cell(column: _output.Column, item: _output.Item) -> Text:
    text = column.text(item)
    return Text(text, style=_style(column.styles.get(text, "")))


def _style(style: str) -> str:
    return style if _output.in_colour() else ""


def _rows(result: _output.Result) -> Table:
    table = Table(box=None, pad_edge=False, header_style=_style("bold"))
    for column in result.columns:
        table.add_column(
            column.title,
            justify="right" if column.right else "left",
            no_wrap=not column.wraps,
            overflow="fold",
        )
    for item in result.items:
        table.add_row(*(_cell(column, item) for column in result.columns))
    return table


def _has_room(result: _output.Result) -> bool:
    """Return whether columns that do not wrap fit the terminal, and some of the others."""
    room = _console().width
    for column in result.columns:
        texts = [column.title, *(column.text(item) for item in result.items)]
        width = max(map(cell_len, texts))
        room -= min(width, _NARROW) if column.wraps else width
    return room >= _GAP * (len(result.columns) - 1)


def _lines(result: _output.Result) -> Table:
    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style=_style("bold"), no_wrap=True)
    table.add_column(overflow="fold")
    for number, item in enumerate(result.items):
        if number:
            table.add_row("", "")
        for column in result.columns:
            table.add_row(Text(column.title), _cell(column, item))
    return table


def watch(ask: Callable[[], _output.Result], pause: threading.Event, every_s: float) -> None:
    """Show what `ask` finds again and again; ends by an interrupt, or once `pause` is set."""
    with (
        _ends_cleanly(),
        Live(console=_console(), auto_refresh=False, vertical_overflow="crop") as live,
    ):
        while True:
            live.update(renderable(ask()), refresh=True)
            if pause.wait(every_s):
                return


@contextmanager
def _ends_cleanly() -> Iterator[None]:
    """SIGTERM leaves the terminal as it was: the cursor shown."""

    def end(number: int, frame: object) -> None:
        raise SystemExit(_exit.TERMINATED)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
