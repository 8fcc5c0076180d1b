"""Notebook cells by the names that users know them by."""

from __future__ import annotations

import sys


def cell_name(filename: str) -> str:
    """Return such as "Cell In[4]" if a file's name stands for a cell of IPython's; else ""."""
    # Without the function while another thread imports it.
    get = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = None if get is None else get()
    find = getattr(getattr(shell, "compile", None), "format_code_name", None)
    found = None if find is None else find(filename)
    return " ".join(found) if found else ""
