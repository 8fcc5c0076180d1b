"""The IPython that this process may run in, and its cells by the names that users know."""

from __future__ import annotations

import sys
from typing import Any


def shell() -> Any:
    """Return the shell of IPython, None elsewhere."""
    # Without the function while another thread imports it.
    get = getattr(sys.modules.get("IPython"), "get_ipython", None)
    return None if get is None else get()


def shows_notes(at_exit: bool) -> bool:
    """Return whether the notes of a syntax error are printed below it.

    `at_exit`: by the interpreter itself, which so ends a program, not by Python code.
    """
    if at_exit:  # until python/cpython issue 109179 was mended
        return sys.version_info >= (3, 11, 6) and sys.version_info[:3] != (3, 12, 0)
    if shell() is None:
        return sys.version_info >= (3, 11)
    found: tuple[Any, ...] = sys.modules["IPython"].version_info
    return found >= (8, 14)


def cell_name(filename: str) -> str:
    """Return such as "Cell In[4]" if a file's name stands for a cell of IPython's; else ""."""
    find = getattr(getattr(shell(), "compile", None), "format_code_name", None)
    found = None if find is None else find(filename)
    return " ".join(found) if found else ""
