"""Exceptions of pyasc, and the one table that maps gRPC's status codes to them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from pyasc._cells import cell_name

__all__ = [
    "Cancelled",
    "CompileError",
    "ConnectionLost",
    "DeadlineExceeded",
    "DeviceError",
    "Error",
    "PermissionDenied",
    "QuotaExceeded",
    "from_status",
]


class Error(Exception):
    """Root of all exceptions that pyasc itself raises."""


class CompileError(Error, SyntaxError):
    """An operator says what the operator language does not.

    Also a ``SyntaxError`` whose file, line and columns are those of the operator, so that
    Python and notebooks mark the place.

    Attributes
    ----------
    code : str
        Stable code of the first diagnostic, such as ``"PA0101"``.
    hint : str
        What to write instead; may be empty.
    """

    code: str = ""
    hint: str = ""

    def __init__(self, message: str, location: Sequence[Any] | None = None) -> None:
        if location is None:
            super().__init__(message)
        else:
            super().__init__(message, tuple(location))

    def __str__(self) -> str:
        """Return message and place, a cell's by the name that notebooks show."""
        if self.filename is None:
            return super().__str__()
        place = cell_name(self.filename) or os.path.basename(self.filename)
        return f"{str.__str__(self.msg)} ({place}, line {self.lineno})"


class DeviceError(Error):
    """No such device, or the worker that held the launch died."""


class DeadlineExceeded(Error, TimeoutError):
    """The deadline passed before the answer."""


class Cancelled(Error):
    """The call was cancelled."""


class QuotaExceeded(Error):
    """No memory, or over a quota.

    Attributes
    ----------
    retry_after : float or None
        Seconds after which a retry may succeed, where the daemon knows.
    """

    retry_after: float | None = None


class PermissionDenied(Error, PermissionError):
    """The daemon serves another user, or somebody else listens in its place."""


class ConnectionLost(Error, ConnectionError):
    """There is no daemon, or it went away during the call.

    Attributes
    ----------
    repeatable : bool
        Whether nothing of the call has been seen yet, so that it may be made again.
    """

    repeatable = True


class InvalidRequest(Error, ValueError):
    """The daemon refused a request as malformed or too large."""


class VersionSkew(Error):
    """Daemon and client are of versions that do not understand each other."""


class OutOfRange(Error, IndexError):
    """A stretch of tensor memory that does not exist."""


# By the number of the gRPC status; 0 (OK) is no error.
STATUS_EXCEPTIONS: dict[int, type[Error]] = {
    1: Cancelled,
    2: Error,  # UNKNOWN
    3: InvalidRequest,  # INVALID_ARGUMENT
    4: DeadlineExceeded,
    5: Error,  # NOT_FOUND
    6: Error,  # ALREADY_EXISTS
    7: PermissionDenied,
    8: QuotaExceeded,  # RESOURCE_EXHAUSTED
    9: DeviceError,  # FAILED_PRECONDITION
    10: Error,  # ABORTED
    11: OutOfRange,  # OUT_OF_RANGE
    12: VersionSkew,  # UNIMPLEMENTED: a method of a later version
    13: Error,  # INTERNAL
    14: ConnectionLost,  # UNAVAILABLE
    15: Error,  # DATA_LOSS
    16: PermissionDenied,  # UNAUTHENTICATED
}


def from_status(code: int, message: str) -> Error:
    """Return the exception for a gRPC status.

    Parameters
    ----------
    code : int
        Number of the status; not 0.
    message : str
        The status's message.
    """
    return STATUS_EXCEPTIONS.get(code, Error)(message or f"gRPC status {code}")


for _name in (
    "Cancelled",
    "CompileError",
    "ConnectionLost",
    "DeadlineExceeded",
    "DeviceError",
    "Error",
    "PermissionDenied",
    "QuotaExceeded",
):
    # Tracebacks name them as users do: pyasc.DeviceError.
    globals()[_name].__module__ = "pyasc"
