"""Files of the package pyasc, without importing it: NumPy alone would cost 100 ms."""

from __future__ import annotations

import importlib.util
import pathlib
import runpy


def path(name: str) -> pathlib.Path:
    """Return the path of a file that lies in the package pyasc."""
    spec = importlib.util.find_spec("pyasc")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("the package pyasc is not installed")
    return pathlib.Path(spec.origin).with_name(name)


def version() -> str:
    """Return the version of the client."""
    found = runpy.run_path(str(path("_version.py")))["__version__"]
    return str(found)
