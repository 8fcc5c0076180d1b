"""What a call did, interpreted or compiled, so that the two can be compared."""

from __future__ import annotations

import contextlib
import io
import traceback
import warnings
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import pyasc


@dataclass
class Outcome:
    """What a call left behind: the arrays it was given, by parameter, and what it said."""

    tensors: dict[str, np.ndarray] = field(default_factory=dict)
    printed: str = ""
    returned: Any = None
    error: BaseException | None = None

    def raised(self, file: str) -> tuple[str, str, int]:
        """The exception's class, message and last line in `file`; empty if there is none."""
        if self.error is None:
            return ("", "", 0)
        name = type(self.error).__name__
        # NumPy's casting errors are private subclasses of TypeError.
        private = name.startswith("_UFunc") or name == "UFuncTypeError"
        frames = traceback.extract_tb(self.error.__traceback__)
        lines = [frame.lineno or 0 for frame in frames if frame.filename == file]
        return ("TypeError" if private else name, str(self.error), lines[-1] if lines else 0)


def call(function: Any, given: dict[str, Any]) -> Outcome:
    """Call the function, which may change what it is given, and note what it did."""
    outcome = Outcome()
    said = io.StringIO()
    with (
        contextlib.redirect_stdout(said),
        np.errstate(all="ignore"),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore")
        try:
            outcome.returned = function(**given)
        except Exception as error:
            outcome.error = error
    outcome.printed = said.getvalue()
    for name, value in given.items():
        if isinstance(value, (np.ndarray, pyasc.Tensor)):
            outcome.tensors[name] = np.asarray(value)
    return outcome


def same_array(a: np.ndarray, b: np.ndarray) -> bool:
    """Equal dtype, shape and bits; any NaN equals any other."""
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.kind != "f":
        return bool(np.array_equal(a, b))
    nan = np.isnan(a) & np.isnan(b)
    bits = f"u{a.dtype.itemsize}"
    return bool(np.all(nan | (a.view(bits) == b.view(bits))))
