"""Talking to a daemon that runs already; none is ever started."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

# A daemon that is there answers such questions in milliseconds.
ANSWER_TIMEOUT_S = 30.0


@contextmanager
def connected() -> Iterator[Any]:
    """Yield a session of its own; raise ConnectionLost if no daemon answers."""
    from pyasc import _client

    connection = _client.existing()
    try:
        yield connection
    finally:
        connection.close()


def fields(message: Any) -> dict[str, Any]:
    """Return a message's plain fields; times are rounded to milliseconds."""
    found = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        found[field.name] = round(value, 3) if isinstance(value, float) else value
    return found
