"""Lines of progress on a terminal; the only module that imports rich, when it first draws."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, Protocol


class Line(Protocol):
    """What has a line to show."""

    def line(self) -> str:
        """Return its text now."""


class Terminal:
    """Lines below what standard error's terminal shows. Called by one thread at a time.

    Attributes
    ----------
    midline : bool
        Whether part of a line was printed, behind which nothing is drawn.
    """

    def __init__(self) -> None:
        self._live: Any = None
        self.midline = False

    @property
    def is_drawn(self) -> bool:
        """Whether any line is there."""
        return self._live is not None

    def draw(self, waits: Sequence[Line]) -> None:
        """Draw how they stand, in place of what was drawn before."""
        if self.midline:
            return
        from rich.text import Text

        if self._live is None:
            self._live = self._start()
        self._live.update(Text("\n".join(wait.line() for wait in waits)), refresh=True)

    @staticmethod
    def _start() -> Any:
        from rich.console import Console
        from rich.live import Live

        console = Console(file=sys.stderr, force_jupyter=False)
        # Standard output may be a file: nothing of it may come here.
        live = Live(
            console=console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        live.start()
        return live

    def finish(self, wait: Line, last_word: str) -> None:
        """Wipe the lines away; others are drawn again soon."""
        self.clear()

    def clear(self) -> None:
        """Wipe the lines away until they are drawn again."""
        live, self._live = self._live, None
        if live is not None:
            live.stop()
