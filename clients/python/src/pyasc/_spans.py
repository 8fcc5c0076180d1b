"""Where the time of a launch goes: the client's stretches and the daemon's, on one clock."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Iterable, Iterator, Sequence
from time import monotonic_ns
from typing import Protocol

from pyasc._proto.v1 import launch_service_pb2, types_pb2

# Launches of so many kernels of an operator are remembered.
_MAX_KERNELS = 32
# What a launch does on its device, one launch after another.
DEVICE_SPANS = ("dispatch", "run", "collect")


@dataclasses.dataclass(frozen=True)
class Span:
    """A stretch of time of one launch.

    Attributes
    ----------
    name : str
        Such as ``"send"`` or ``"run"``; docs/observability.md explains each.
    place : str
        ``"client"``, ``"daemon"`` or a device such as ``"cpu:0"``.
    start_ns, duration_ns : int
        Nanoseconds; the start on the clock of `time.monotonic_ns`.
    """

    name: str
    place: str
    start_ns: int
    duration_ns: int

    @property
    def end_ns(self) -> int:
        """Where it ends, in nanoseconds on the same clock."""
        return self.start_ns + self.duration_ns


@dataclasses.dataclass(frozen=True, repr=False)
class Timing:
    """The spans of one launch.

    Attributes
    ----------
    operator, device, request : str
        What was launched, where it ran, and the id of the call, as in the daemon's log.
    spans : tuple of Span
        The client's, and between them, inside ``"wait"``, the daemon's; ``"compile"`` is a
        part of ``"resolve"``.
    """

    operator: str
    device: str
    request: str
    spans: tuple[Span, ...]

    @property
    def total(self) -> float:
        """Seconds from the call to its results."""
        own = [span for span in self.spans if span.place == "client"]
        return (own[-1].end_ns - own[0].start_ns) / 1e9

    def seconds(self, name: str) -> float:
        """Return how long the spans of a name took, in seconds; 0.0 if there are none."""
        return sum(span.duration_ns for span in self.spans if span.name == name) / 1e9

    def __repr__(self) -> str:
        head = f"<pyasc.Timing of {self.operator!r} on {self.device}: {in_words(self.total)}"
        lines = [
            f"  {span.place:8}{'' if span.place == 'client' else '  '}{_shown_name(span):12}"
            f"{in_words(span.duration_ns / 1e9):>10}"
            for span in self.spans
        ]
        return "\n".join([head, *lines]) + ">"


def _shown_name(span: Span) -> str:
    return f"  {span.name}" if span.name == "compile" else span.name


def in_words(seconds: float) -> str:
    """Return a duration with three digits and its unit."""
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


class CallTimes:
    """When a call reached each of its stages, in nanoseconds of `monotonic_ns`; 0: not yet."""

    __slots__ = ("answered_ns", "bound_ns", "finished_ns", "sent_ns", "started_ns")

    def __init__(self) -> None:
        self.started_ns: int = monotonic_ns()
        self.bound_ns: int = 0
        self.sent_ns: int = 0
        self.answered_ns: int = 0
        self.finished_ns: int = 0

    def spans(self) -> Iterator[tuple[str, int, int]]:
        """Yield name, start and end of the stages that were reached."""
        start = self.started_ns
        for name, end in (
            ("bind", self.bound_ns),
            ("send", self.sent_ns),
            ("wait", self.answered_ns),
            ("receive", self.finished_ns),
        ):
            if end:
                yield name, start, end
                start = end


def merged(
    times: CallTimes, theirs: Iterable[types_pb2.Span], device: str, is_remote: bool = False
) -> list[Span]:
    """Return a launch's spans in their order, the daemon's inside the client's wait."""
    found: list[Span] = []
    for name, start, end in times.spans():
        found.append(Span(name, "client", start, end - start))
        if name == "wait":
            found += aligned(theirs, start, end, device, is_remote)
    return found


def aligned(
    theirs: Iterable[types_pb2.Span], start_ns: int, end_ns: int, device: str, is_remote: bool
) -> list[Span]:
    """Return the daemon's spans on the clock of this process.

    On one host both have the same clock. That of another host, or of another time namespace,
    gives spans that do not lie within the wait for them: those are put into its middle, as if
    the way there and back took the same time.
    """
    spans = list(theirs)
    if not spans:
        return []
    first = spans[0].start_ns
    last = max(span.start_ns + span.duration_ns for span in spans)
    shift = 0
    if is_remote or first < start_ns or last > end_ns:
        shift = (start_ns + end_ns - first - last) // 2
    return [
        Span(
            span.name,
            device if device and span.name in DEVICE_SPANS else "daemon",
            span.start_ns + shift,
            span.duration_ns,
        )
        for span in spans
    ]


class Launch(Protocol):
    """What is needed of a launch that has ended."""

    times: CallTimes
    request_id: str


class Timings:
    """The latest launch of each kernel of an operator. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        # The answers, of which most are never looked at.
        self._launches: dict[
            bytes, tuple[CallTimes, str, launch_service_pb2.LaunchResponse, bool]
        ] = {}

    def renew_lock(self) -> None:
        """In a forked child: the thread that held it may not be there."""
        self._lock = threading.Lock()

    def keep(
        self, launch: Launch, response: launch_service_pb2.LaunchResponse, is_remote: bool
    ) -> None:
        """Remember a launch that has ended, if it had a kernel.

        `response` is this object's from now on, without what it carried to the caller.
        """
        key = response.kernel.key
        if not key:
            return
        response.ClearField("success")
        response.ClearField("prints")
        with self._lock:
            self._launches.pop(key, None)
            self._launches[key] = (launch.times, launch.request_id, response, is_remote)
            if len(self._launches) > _MAX_KERNELS:
                del self._launches[next(iter(self._launches))]

    def of(self, operator: str, key: bytes) -> Timing | None:
        """Return the latest launch of a kernel, of any without a key; None: there was none."""
        with self._lock:
            known: Sequence[bytes] = list(self._launches)
            if not key and known:
                key = known[-1]
            if key not in self._launches:
                return None
            times, request_id, response, is_remote = self._launches[key]
        spans = merged(times, response.spans, response.device, is_remote)
        return Timing(operator, response.device, request_id, tuple(spans))
