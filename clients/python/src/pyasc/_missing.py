"""What a call of a public function lacks, in the words of its documentation."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

_LACKS = re.compile(r"missing \d+ required [\w-]+ arguments?: (.*)")


def describe(error: TypeError, function: Any) -> None:
    """Add to Python's message about arguments that are missing what each may be."""
    found = _LACKS.search(str(error))
    if found is None or not function.__doc__:
        return
    entries = list(_entries(inspect.cleandoc(function.__doc__)))
    lines = [str(error)]
    for name in re.findall(r"'(\w+)'", found[1]):
        lines += [entry for names, entry in entries if name in names]
    error.args = ("\n".join(lines),)


def _entries(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield names and text of the parameters that a NumPy docstring describes."""
    _, _, section = text.partition("Parameters\n----------\n")
    section = re.split(r"\n\n\w+\n---", section)[0]
    for entry in re.split(r"\n(?=\S)", section):
        names = entry.partition(" : ")[0].replace("*", "")
        yield names.split(", "), entry.strip().replace("``", "")
