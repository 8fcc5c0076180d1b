"""Progress of calls that last: silent for a second, then a line that a person sees.

In a notebook that line is one output, replaced by a last word when the call ends; on a
terminal rich draws it on standard error and wipes it away. Elsewhere there is none, nor in
notebooks that run unattended.

One thread of the process looks at the calls under way, asleep when there are none, so that a
short call costs an entry in a set.
"""

from __future__ import annotations

import contextlib
import contextvars
import html
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence, Sized
from typing import Any, Protocol

from pyasc import _cells
from pyasc._proto.v1 import kernel_service_pb2
from pyasc._terminal import Terminal

SILENT_S = 1.0
_REDRAW_S = 0.5


class Wait:
    """A call, compile or batch under way, as a context manager. For one thread, once.

    Parameters
    ----------
    what, name : str
        What the line says: ``batch of `` and the operator's name.
    done : sized, optional
        As long as many items are done.
    total : int
        Items in all; 0 if unknown.
    cause : callable, optional
        Says what the call may be waiting for, or ""; called by the thread that draws.
    """

    __slots__ = (
        "_cause", "_causes", "_compile_s", "_done", "_name", "_total", "_what",
        "context", "screen", "started",
    )  # fmt: skip

    def __init__(
        self,
        what: str,
        name: str,
        done: Sized | None = None,
        total: int = 0,
        cause: Callable[[], str] | None = None,
    ) -> None:
        self._what = what
        self._name = name
        self._done = done
        self._total = total
        self._causes = cause
        self._cause = ""
        self._compile_s = 0.0
        self.screen: _Screen | None = None

    def __enter__(self) -> Wait:
        # What a notebook's output belongs to is known here, not in the thread that draws.
        self.context = contextvars.copy_context()
        self.started = time.monotonic()
        try:
            _watcher.add(self)
        except BaseException:  # an interrupt
            _watcher.end(self, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        _watcher.end(self, kind)

    def note(self, info: kernel_service_pb2.KernelInfo) -> None:
        """Keep how long compiling took, for the last word."""
        if info.compiled:
            self._compile_s += info.compile_us / 1e6

    def line(self) -> str:
        """Return how it stands now."""
        parts = [f"{self._seconds():.0f} s"]
        if self._done is not None:
            of = f" of {self._total}" if self._total else ""
            parts.insert(0, f"{len(self._done)}{of}")
        cause = f" ({self._cause})" if self._cause else ""
        return f"pyasc: {self._what}{self._name!r}: {', '.join(parts)}{cause}"

    def look(self) -> None:
        """Find out what it may be waiting for."""
        if self._causes is None:
            return
        try:
            self._cause = self._causes()
        except Exception:  # no answer is no reason to end
            self._cause = ""

    def share(self) -> tuple[int, int]:
        """Return items done and in all; 0 and 0 if unknown."""
        return (0, 0) if self._done is None else (len(self._done), self._total)

    def _seconds(self) -> float:
        return time.monotonic() - self.started

    def last_word(self, kind: type[BaseException] | None) -> str:
        """Return how long it took until it ended, by an exception of `kind` unless None."""
        ended = "took"
        if kind is not None:
            ended = "interrupted after" if kind is KeyboardInterrupt else "failed after"
        text = f"pyasc: {self._what}{self._name!r} {ended} {self._seconds():.1f} s"
        return f"{text}, {self._compile_s:.1f} s of it to compile" if self._compile_s else text


class _Screen(Protocol):
    """Where lines appear. Called by one thread at a time."""

    def draw(self, waits: Sequence[Wait]) -> None:
        """Show how they stand now."""

    def finish(self, wait: Wait, last_word: str) -> None:
        """Replace what is shown of a call that has ended."""


class _Notebook:
    """An output of its own for each call."""

    def __init__(self) -> None:
        self._ids: dict[Wait, str] = {}

    def draw(self, waits: Sequence[Wait]) -> None:
        for wait in waits:
            done, total = wait.share()
            bar = f'<progress value="{done}" max="{total}"></progress> ' if total else ""
            self._show(wait, wait.line(), bar)

    def finish(self, wait: Wait, last_word: str) -> None:
        try:
            self._show(wait, last_word)
        finally:
            self._ids.pop(wait, None)

    def _show(self, wait: Wait, text: str, bar: str = "") -> None:
        known = wait in self._ids
        name = self._ids.setdefault(wait, os.urandom(8).hex())
        wait.context.run(
            _kernel_shell().display_pub.publish,
            {"text/plain": text, "text/html": f"<div>{bar}{html.escape(text)}</div>"},
            transient={"display_id": name},
            update=known,
        )


class _Watcher:
    """The calls under way, and the thread that looks at them."""

    def __init__(self) -> None:
        self._terminal = Terminal()
        self._notebook = _Notebook()
        self._waits: set[Wait] = set()
        self._drawing = threading.Lock()
        self._thread: threading.Thread | None = None
        self._woken = threading.Event()
        self._awake = False

    def add(self, wait: Wait) -> None:
        self._waits.add(wait)
        if not self._awake and _may_be_seen():
            self._wake()

    def end(self, wait: Wait, kind: type[BaseException] | None) -> None:
        """Forget a call, which ended by an exception of `kind` unless that is None."""
        # In this order: `_draw` gives a screen first and then looks whether the call is here.
        self._waits.discard(wait)
        self._terminal.midline = False
        if wait.screen is None:  # most calls; a terminal that is stuck must not hold them
            return
        with self._drawing, contextlib.suppress(Exception):
            if wait.screen is not None:
                wait.screen.finish(wait, wait.last_word(kind))

    def make_room(self, text: str) -> None:
        """Wipe the terminal's lines away, for `text` that is about to be printed."""
        self._terminal.midline = not text.endswith("\n")
        if self._terminal.is_drawn:
            with self._drawing, contextlib.suppress(Exception):
                self._terminal.clear()

    def _wake(self) -> None:
        self._awake = True
        with self._drawing:
            if self._thread is None:
                thread = threading.Thread(target=self._run, name="pyasc", daemon=True)
                try:
                    thread.start()
                except RuntimeError:  # no more threads, or the interpreter is ending
                    self._awake = False
                    return
                self._thread = thread
        self._woken.set()

    def _run(self) -> None:
        while True:
            self._woken.wait()
            self._woken.clear()
            time.sleep(SILENT_S)
            while self._look():
                time.sleep(_REDRAW_S)

    def _look(self) -> bool:
        """Draw what lasts; return whether to look again."""
        if not self._waits:
            self._awake = False
            # A call that was added before it could see that has not woken this thread.
            if not self._waits:
                return False
            self._awake = True
        for wait in self._lasting():
            if wait.screen is not None:  # outside the lock, which the end of a call takes
                wait.look()
        # A screen that fails is the end of neither the call nor this thread.
        with self._drawing, contextlib.suppress(Exception):
            self._draw()
        return True

    def _lasting(self) -> list[Wait]:
        since = time.monotonic() - SILENT_S
        started = sorted(self._waits, key=lambda wait: wait.started)
        return [wait for wait in started if wait.started <= since]

    def _draw(self) -> None:
        lasting = self._lasting()
        for wait in lasting:
            if wait.screen is None:
                wait.screen = self._screen_of(wait)
                if wait not in self._waits:  # ended meanwhile, and was never drawn
                    wait.screen = None
        for screen in (self._notebook, self._terminal):
            drawn = [wait for wait in lasting if wait.screen is screen]
            if drawn:
                screen.draw(drawn)

    def _screen_of(self, wait: Wait) -> _Screen | None:
        shell = _kernel_shell()
        if shell is not None:
            return self._notebook if wait.context.run(_is_watched, shell) else None
        return self._terminal if _is_terminal() else None


def make_room(text: str) -> None:
    """Wipe lines away from the terminal, for `text` that is about to be printed."""
    _watcher.make_room(text)


def _may_be_seen() -> bool:
    return _is_terminal() or _kernel_shell() is not None


def _is_terminal() -> bool:
    try:
        drawable = sys.stderr.isatty()
    except (AttributeError, ValueError):  # None or a stand-in without the method; closed
        return False
    return drawable and os.environ.get("TERM") != "dumb"


def _kernel_shell() -> Any:
    """Return the shell of a notebook's kernel; None elsewhere."""
    shell = _cells.shell()
    return shell if getattr(shell, "kernel", None) is not None else None


def _is_watched(shell: Any) -> bool:
    """Return whether somebody sees the cell that runs.

    Who executes notebooks unattended, as nbclient, nbconvert and papermill do, cannot answer
    questions and says so with every cell; so does nobody else.
    """
    content = shell.kernel.get_parent().get("content", {})
    return bool(content.get("allow_stdin"))


_watcher = _Watcher()


def _forget() -> None:
    """Run in a forked child: the thread and the locks are the parent's."""
    global _watcher
    _watcher = _Watcher()


os.register_at_fork(after_in_child=_forget)
