"""What an operator was called with, for compiling ahead for another backend or level."""

from __future__ import annotations

import threading

from pyasc import _calls
from pyasc._proto.v1 import kernel_service_pb2

ArgumentTypes = list[kernel_service_pb2.ArgumentType]
_MOST = 8


class ShapesSeen:
    """Argument types of an operator's latest calls that differ. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: dict[tuple[object, ...], ArgumentTypes] = {}

    def renew_lock(self) -> None:
        """In a forked child: the thread that held it may not be there."""
        self._lock = threading.Lock()

    def keep(self, prepared: _calls.Prepared, kernel: bytes) -> None:
        """Remember a call; `kernel` is the key of what ran, b"" if it could not be compiled."""
        key = (kernel, *(getattr(value, "shape", None) for value in prepared.bound))
        if not kernel or key in self._seen:
            return
        found = prepared.argument_types()
        with self._lock:
            while len(self._seen) >= _MOST:
                self._seen.pop(next(iter(self._seen)))
            self._seen[key] = found

    def all(self) -> list[ArgumentTypes]:
        """Return them, the oldest first."""
        with self._lock:
            return list(self._seen.values())
