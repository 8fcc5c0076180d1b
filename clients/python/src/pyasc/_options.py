"""Options of calls: where they come from and which goes first."""

from __future__ import annotations

import contextlib
import contextvars
import dataclasses
import os
from collections.abc import Iterator

from pyasc import _frames

MAX_LEVEL = 3
# gRPC adds it to the time, in nanoseconds of 64 bits; locks cannot wait longer either.
_LONGEST_S = 1e9


@dataclasses.dataclass(frozen=True)
class Options:
    """What may be chosen for a call; None: not chosen here.

    Attributes
    ----------
    opt_level : int or None
        0 to 3.
    backend : str or None
        A device kind, or one device's name.
    deadline : float or None
        Seconds a call may take.
    """

    opt_level: int | None = None
    backend: str | None = None
    deadline: float | None = None

    def __post_init__(self) -> None:
        level = self.opt_level
        if level is not None and level not in range(MAX_LEVEL + 1):
            raise ValueError(f"opt_level {level!r} is not 0, 1, 2 or 3")
        if self.deadline is not None and not self.deadline > 0:
            raise ValueError(f"deadline {self.deadline!r} is not a positive number of seconds")
        if self.deadline is not None and self.deadline > _LONGEST_S:
            object.__setattr__(self, "deadline", _LONGEST_S)

    def over(self, other: Options) -> Options:
        """Return these options, with those of `other` where none is chosen here."""
        return Options(
            other.opt_level if self.opt_level is None else self.opt_level,
            other.backend if self.backend is None else self.backend,
            other.deadline if self.deadline is None else self.deadline,
        )


_NONE = Options()
_context: contextvars.ContextVar[Options] = contextvars.ContextVar("pyasc_options", default=_NONE)


@_frames.public
def options(
    *, opt_level: int | None = None, backend: str | None = None, deadline: float | None = None
) -> contextlib.AbstractContextManager[None]:
    """Choose options for the calls of a ``with`` block, in this thread or task.

    Parameters
    ----------
    opt_level : int, optional
        0 to 3; 3 is the default.
    backend : str, optional
        A device kind (``"cpu"``) or a device (``"cpu:0"``).
    deadline : float, optional
        Seconds after which a call raises `pyasc.DeadlineExceeded`.
    """
    return _chosen(Options(opt_level, backend, deadline))


@contextlib.contextmanager
def _chosen(options: Options) -> Iterator[None]:
    token = _context.set(options.over(_context.get()))
    try:
        yield
    finally:
        _context.reset(token)


def resolve(own: Options, argument: Options = _NONE) -> Options:
    """Return the options of a call: argument, ``with`` block, operator, environment."""
    return argument.over(_context.get()).over(own).over(_environment())


def _environment() -> Options:
    level = os.environ.get("PYASC_OPT_LEVEL")
    if level is not None and not level.isdecimal():
        raise ValueError(f"PYASC_OPT_LEVEL is {level!r}, not 0, 1, 2 or 3")
    return Options(MAX_LEVEL if level is None else int(level), os.environ.get("PYASC_BACKEND", ""))
