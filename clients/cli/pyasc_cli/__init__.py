"""The command ``pyasc``: looks at a daemon and stops it."""

from pyasc_cli._main import main

__all__ = ["main"]
