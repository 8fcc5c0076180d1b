"""The variables that the client reads, and a word about those it does not know."""

from __future__ import annotations

import os
import sys

KNOWN = (
    "PYASC_BACKEND",
    "PYASC_DEBUG",
    "PYASC_OPT_LEVEL",
    "PYASC_TARGET",
    "PYASC_TRACEBACK",
)
# Of the daemon's variables, the ones that the client reads too.
SHARED = ("PYASCD_EXECUTABLE",)
# Another project's.
_FOREIGN = (
    "PYASC_CACHE_DIR",
    "PYASC_COMPILER",
    "PYASC_DUMP_PATH",
    "PYASC_HOME",
    "PYASC_LINKER",
)


def unknown_names() -> list[str]:
    """Return a line for each variable that looks like ours and means nothing."""
    lines = []
    for name in sorted(os.environ):
        if not name.startswith("PYASC_") or name in KNOWN or name in _FOREIGN:
            continue
        import difflib

        ends = {known.removeprefix("PYASC_"): known for known in KNOWN}
        close = difflib.get_close_matches(name.removeprefix("PYASC_"), ends, n=1)
        hint = f": did you mean {ends[close[0]]}?" if close else ""
        lines.append(f"pyasc: the variable {name} means nothing{hint}")
    return lines


def warn() -> None:
    """Print those lines to standard error."""
    for line in unknown_names():
        print(line, file=sys.stderr)
