"""Traces: what a stretch of a program did, as a file for Perfetto and chrome://tracing."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import sys
import threading
from collections.abc import Iterator, Sequence
from time import monotonic_ns
from typing import TYPE_CHECKING, Any

from pyasc import _frames, _requests, _spans, _traceback
from pyasc._proto.v1 import kernel_service_pb2, launch_service_pb2

if TYPE_CHECKING:
    from pyasc._connection import Connection

# Rows of what overlaps are numbered from here; threads have the numbers of the system.
_FIRST_LANE = 1 << 24


class Event:
    """One launch, compile, registration or batch.

    Attributes
    ----------
    kind, name : str
        Such as ``"launch"``, and the operator's name.
    row : str
        Where it is shown: ``""`` for the row of its thread, else a group of rows, as many as
        events of the group overlap.
    own, theirs : sequence of Span
        What is shown below it, and what the daemon did for it.
    args : dict
        What is said of it.
    """

    def __init__(self, kind: str, name: str, request_id: str = "", row: str = "") -> None:
        self.kind = kind
        self.name = name
        self.row = row
        self.start_ns = self.end_ns = 0
        self.thread = threading.current_thread()
        self.own: Sequence[_spans.Span] = ()
        self.theirs: Sequence[_spans.Span] = ()
        self.daemon = (0, "")
        self.args: dict[str, Any] = {"operator": name}
        if request_id:
            self.args["request"] = request_id


class _Recorder:
    """The events of one ``with`` block. Thread-safe."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = pathlib.Path(path).absolute()  # the block may change the directory
        self._lock = threading.Lock()
        self._events: list[Event] = []
        self._start_ns = monotonic_ns()
        self._pid = os.getpid()
        # Now, not after an hour of work: a path that cannot be written is a mistake.
        self._path.write_text("", encoding="utf-8")

    def add(self, event: Event) -> None:
        with self._lock:
            self._events.append(event)

    def write(self) -> None:
        if os.getpid() != self._pid:
            return  # a forked child that left the block: the file is its parent's
        with self._lock:
            events = sorted(self._events, key=lambda event: event.start_ns)
        document = _Document(self._start_ns)
        for event in events:
            document.add(event)
        text = json.dumps(
            {
                "traceEvents": document.named_rows() + document.lines,
                "displayTimeUnit": "ns",
                "otherData": {
                    "clock": "CLOCK_MONOTONIC",
                    "start_ns": self._start_ns,
                    "trace_id": _requests.TRACE_ID,
                },
            },
            separators=(",", ":"),
        )
        self._path.write_text(text, encoding="utf-8")


_recorders: tuple[_Recorder, ...] = ()
_lock = threading.Lock()


def _forget() -> None:
    """Run in a forked child: traces are the parent's, and so are the threads that hold locks."""
    global _lock, _recorders
    _lock = threading.Lock()
    _recorders = ()


os.register_at_fork(after_in_child=_forget)


def is_recording() -> bool:
    """Return whether anybody wants to hear of events."""
    return bool(_recorders)


@_frames.public
def trace(path: str | os.PathLike[str]) -> contextlib._GeneratorContextManager[None]:
    """Write what the launches, compiles and batches of a ``with`` block did to a file.

    Those of all threads of this process count. Also a decorator: then each call of the
    function writes the file anew.

    Parameters
    ----------
    path : path-like
        A JSON file for https://ui.perfetto.dev or chrome://tracing, replaced if it is there.

    Raises
    ------
    OSError
        If it cannot be written; said when the block is entered.
    """
    return _traced(path)


@contextlib.contextmanager
def _traced(path: str | os.PathLike[str]) -> Iterator[None]:
    global _recorders
    recorder = _Recorder(path)
    with _lock:
        _recorders = (*_recorders, recorder)
    try:
        yield
    except BaseException as error:
        try:
            _leave(recorder)
        except OSError as failure:  # what the block raised is what the user must hear of
            _traceback.add_note(error, f"pyasc: the trace is not written: {failure}")
        raise
    _leave(recorder)


def _leave(recorder: _Recorder) -> None:
    """End a recording and write it."""
    global _recorders
    with _lock:
        _recorders = tuple(other for other in _recorders if other is not recorder)
    recorder.write()


def _publish(event: Event) -> None:
    for recorder in _recorders:
        recorder.add(event)


def ended(
    operator: str,
    timings: _spans.Timings,
    connection: Connection,
    launch: _spans.Launch,
    response: launch_service_pb2.LaunchResponse | None,
    in_batch: bool = False,
) -> None:
    """Keep what a launch took that has ended; without a response, it failed."""
    launch.times.finished_ns = monotonic_ns()
    if response is not None:
        timings.keep(launch, response, connection.is_remote)
    if is_recording():
        _add_launch(operator, connection, launch, response, in_batch)


def _add_launch(
    operator: str,
    connection: Connection,
    launch: _spans.Launch,
    response: launch_service_pb2.LaunchResponse | None,
    in_batch: bool,
) -> None:
    event = Event("launch", operator, launch.request_id, "batch items" if in_batch else "")
    times = launch.times
    event.start_ns, event.end_ns = times.started_ns, times.finished_ns
    device = "" if response is None else response.device
    theirs = () if response is None else response.spans
    spans = _spans.merged(times, theirs, device, connection.is_remote)
    event.own = [span for span in spans if span.place == "client"]
    event.theirs = [span for span in spans if span.place != "client"]
    event.daemon = _daemon_of(connection)
    event.args["device"] = device
    event.args["outcome"] = _outcome(response)
    if response is not None:
        event.args["kernel"] = response.kernel.key.hex()[:12]
        event.args["compiled"] = response.kernel.compiled
    _publish(event)


def _outcome(response: launch_service_pb2.LaunchResponse | None) -> str:
    return "failed" if response is None else response.WhichOneof("outcome") or "success"


def _daemon_of(connection: Connection) -> tuple[int, str]:
    return connection.info.pid, connection.target


class Traced:
    """A call under way.

    Attributes
    ----------
    response : CompileResponse or None
        To be set to the answer, if that has spans.
    """

    response: kernel_service_pb2.CompileResponse | None = None


@contextlib.contextmanager
def call(kind: str, operator: str, connection: Connection, request_id: str) -> Iterator[Traced]:
    """Record one call of this thread that is no launch."""
    traced = Traced()
    if not is_recording():
        yield traced
        return
    event = Event(kind, operator, request_id)
    event.start_ns = monotonic_ns()
    try:
        yield traced
    except BaseException as error:
        event.args["error"] = type(error).__name__
        raise
    finally:
        event.end_ns = monotonic_ns()
        if traced.response is not None:
            info = traced.response.kernel
            event.theirs = _spans.aligned(
                traced.response.spans, event.start_ns, event.end_ns, "", connection.is_remote
            )
            event.args.update(kernel=info.key.hex()[:12], compiled=info.compiled)
        event.daemon = _daemon_of(connection)
        _publish(event)


@contextlib.contextmanager
def batch(operator: str) -> Iterator[None]:
    """Record a batch; several may be under way in one thread."""
    if not is_recording():
        yield
        return
    event = Event("batch", operator, row="batches")
    event.start_ns = monotonic_ns()
    try:
        yield
    finally:
        event.end_ns = monotonic_ns()
        _publish(event)


class _Document:
    """Builds trace events; events come in the order of their starts."""

    def __init__(self, start_ns: int) -> None:
        self.lines: list[dict[str, Any]] = []
        self._start_ns = start_ns
        self._processes: dict[int, str] = {}
        self._rows: dict[tuple[int, int], str] = {}
        # Of each group of rows: where the latest event of each of its lanes ends.
        self._lanes: dict[tuple[int, str], list[tuple[int, int]]] = {}

    def add(self, event: Event) -> None:
        pid = os.getpid()
        self._processes[pid] = f"client {os.path.basename(sys.argv[0] or 'python')}"
        if event.row:
            row = self._lane(pid, event.row, event.start_ns, event.end_ns)
        else:
            row = event.thread.native_id or 0
            self._rows[pid, row] = event.thread.name
        title = f"{event.kind} {event.name}"
        self._line(title, pid, row, event.kind, event.start_ns, event.end_ns, event.args)
        for span in event.own:
            self._span(span, pid, row, event)
        if event.theirs:
            self._add_theirs(event, title)

    def _add_theirs(self, event: Event, title: str) -> None:
        pid, target = event.daemon
        if pid in (0, os.getpid()):  # a daemon of another host or pid namespace
            pid = _FIRST_LANE
        self._processes[pid] = f"pyascd at {target}"
        start = event.theirs[0].start_ns
        end = max(span.end_ns for span in event.theirs)
        row = self._lane(pid, "calls", start, end)
        self._line(title, pid, row, event.kind, start, end, event.args)
        for span in event.theirs:
            if span.place == "daemon":
                self._span(span, pid, row, event)
            else:  # one device does one launch at a time
                self._span(span, pid, self._device_row(pid, span.place), event)

    def _device_row(self, pid: int, device: str) -> int:
        return self._lane(pid, device, 0, 0)

    def _lane(self, pid: int, group: str, start_ns: int, end_ns: int) -> int:
        """Return the row of a group that is free from `start_ns`, and take it."""
        lanes = self._lanes.setdefault((pid, group), [])
        for index, (row, free_ns) in enumerate(lanes):
            if free_ns <= start_ns:
                lanes[index] = (row, end_ns)
                return row
        row = _FIRST_LANE + sum(map(len, self._lanes.values()))
        lanes.append((row, end_ns))
        self._rows[pid, row] = group if len(lanes) == 1 else f"{group} {len(lanes)}"
        return row

    def _span(self, span: _spans.Span, pid: int, row: int, event: Event) -> None:
        self._line(span.name, pid, row, event.kind, span.start_ns, span.end_ns, event.args)

    def _line(
        self, name: str, pid: int, row: int, kind: str, start_ns: int, end_ns: int, args: object
    ) -> None:
        self.lines.append(
            {
                "name": name,
                "cat": kind,
                "ph": "X",
                "ts": (start_ns - self._start_ns) / 1000,
                "dur": (end_ns - start_ns) / 1000,
                "pid": pid,
                "tid": row,
                "args": args,
            }
        )

    def named_rows(self) -> list[dict[str, Any]]:
        """Return the events that name processes and rows."""
        processes = [
            {"name": "process_name", "ph": "M", "pid": pid, "args": {"name": name}}
            for pid, name in self._processes.items()
        ]
        rows = [
            {"name": "thread_name", "ph": "M", "pid": pid, "tid": row, "args": {"name": name}}
            for (pid, row), name in self._rows.items()
        ]
        return processes + rows
