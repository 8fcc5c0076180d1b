"""The id of each call: in the daemon's log, in notes of exceptions, and in W3C traces."""

from __future__ import annotations

import os
import re

from pyasc._traceback import add_note

_TRACEPARENT = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})")
_ATTRIBUTE = "_pyasc_request"


def _from_environment() -> tuple[str, str]:
    """Return trace id and flags: whoever started this process may have told its trace."""
    told = _TRACEPARENT.fullmatch(os.environ.get("TRACEPARENT", ""))
    if told is not None:
        return told[1], told[2]
    return os.urandom(16).hex(), "00"


TRACE_ID, _FLAGS = _from_environment()


_BEGIN, _END = f"00-{TRACE_ID}-", f"-{_FLAGS}"
# Ids to come: randomness costs a system call. A forked child makes its own.
_ids: list[str] = []
os.register_at_fork(after_in_child=_ids.clear)


def new_id() -> str:
    """Return a request's id: 16 hexadecimal digits, the span id of its trace context."""
    try:
        return _ids.pop()
    except IndexError:
        digits = os.urandom(8 * 64).hex()
        _ids.extend(digits[start : start + 16] for start in range(16, len(digits), 16))
        return digits[:16]


def traceparent(request_id: str) -> str:
    """Return the trace context that a call carries."""
    return _BEGIN + request_id + _END


def mark(error: BaseException, request_id: str) -> None:
    """Let an exception know the call that it is about."""
    setattr(error, _ATTRIBUTE, request_id)


def note(error: BaseException) -> None:
    """Say below an exception which call it is about; once, and last of its notes."""
    request_id = vars(error).pop(_ATTRIBUTE, None)
    if request_id is not None:
        add_note(error, f"pyasc: request {request_id}")
