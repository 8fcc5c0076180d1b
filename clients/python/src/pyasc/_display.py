"""What objects show of themselves: text, and HTML where a notebook can show it."""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any


class Table:
    """Rows under headings, as HTML in a notebook and as text elsewhere."""

    def __init__(self, headings: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        self._lines = [list(headings), *([str(cell) for cell in row] for row in rows)]

    def __repr__(self) -> str:
        widths = [max(map(len, column)) for column in zip(*self._lines, strict=True)]
        return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in self._lines)

    def _repr_html_(self) -> str:
        head, *rows = ([html.escape(cell) for cell in line] for line in self._lines)
        lines = ["<tr><th>" + "</th><th>".join(head) + "</th></tr>"]
        lines += ["<tr><td>" + "</td><td>".join(row) + "</td></tr>" for row in rows]
        return "<table>" + "".join(lines) + "</table>"


class Card:
    """A heading, and below it tables and paragraphs of fixed width.

    Parameters
    ----------
    heading : str
        One line.
    parts : sequence of Table or str
        Shown in this order, text as it stands.
    plain : str, optional
        What `text` returns instead of all these.
    """

    def __init__(self, heading: str, parts: Sequence[Table | str], plain: str = "") -> None:
        self._heading = heading
        self._parts = parts
        self._plain = plain

    def text(self) -> str:
        """Return it for a terminal."""
        return self._plain or "\n\n".join([self._heading, *map(str, self._parts)])

    def html(self) -> str:
        """Return it for a notebook, with nothing of the user's left unescaped."""
        parts = [
            part._repr_html_() if isinstance(part, Table) else f"<pre>{html.escape(part)}</pre>"
            for part in self._parts
        ]
        return "".join([f"<div><code>{html.escape(self._heading)}</code></div>", *parts])


class Shown:
    """Base of what notebooks show as a card."""

    __slots__ = ()

    def _card(self) -> Card:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return self._card().html()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        card = self._card()
        return {"text/plain": card.text(), "text/html": card.html()}
