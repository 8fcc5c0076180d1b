"""Exit codes, and which of them an error is."""

from __future__ import annotations

OK, FAILURE, USAGE, UNREACHABLE = 0, 1, 2, 3
COMPILE_ERROR, LAUNCH_ERROR, DENIED, BUSY = 4, 5, 6, 7
TIMEOUT, VERSION_SKEW, PROBLEMS = 8, 9, 10
INTERRUPTED, READER_GONE, TERMINATED = 130, 141, 143


def code_of(error: BaseException) -> int | None:
    """Return the exit code of an error that is told in one line; None for a fault of ours."""
    from pyasc import errors

    codes: list[tuple[type[Exception], int]] = [
        (errors.ConnectionLost, UNREACHABLE),
        (errors.CompileError, COMPILE_ERROR),
        (errors.DeviceError, LAUNCH_ERROR),
        (errors.PermissionDenied, DENIED),
        (errors.QuotaExceeded, BUSY),
        (errors.DeadlineExceeded, TIMEOUT),
        (errors.VersionSkew, VERSION_SKEW),
        (errors.Error, FAILURE),
    ]
    return next((code for kind, code in codes if isinstance(error, kind)), None)
