"""Timing of launches, and traces."""

import json
import os
import re
import sys
import threading
import types

import numpy as np
import pytest

import pyasc
from pyasc import _spans, _trace
from pyasc._proto.v1 import launch_service_pb2


@pyasc.operator("Axpy")
def axpy(x, output, alpha=1.0):
    output.resize(x.shape)
    output[:] = alpha * x


@pyasc.operator
def failing(x, output):
    output.resize(x.shape)
    raise ValueError("no")


X = np.ones(3)


def kernel():
    return pyasc.compile(axpy, args=[((3,), "float64")])


def traced(path):
    """Return the events of a trace that are no names, and the names of rows."""
    events = json.loads(path.read_text())["traceEvents"]
    rows = {
        (event["pid"], event["tid"]): event["args"]["name"]
        for event in events
        if event["name"] == "thread_name"
    }
    return [event for event in events if event["ph"] == "X"], rows


def test_a_kernel_that_was_never_launched_has_no_timing(daemon):
    assert kernel().timing is None


def test_timing_is_of_the_latest_launch_and_has_both_sides_in_order(daemon):
    compiled = kernel()
    axpy(X)
    first = compiled.timing
    axpy(X)
    timing = compiled.timing
    assert timing.spans[0].start_ns >= first.spans[-1].end_ns
    assert [(span.name, span.place) for span in timing.spans] == [
        ("bind", "client"),
        ("send", "client"),
        ("wait", "client"),
        ("decode", "daemon"),
        ("run", "cpu:0"),
        ("receive", "client"),
    ]
    wait, run = timing.spans[2], timing.spans[4]
    assert wait.start_ns <= run.start_ns <= run.end_ns <= wait.end_ns
    own = [span for span in timing.spans if span.place == "client"]
    assert timing.total == pytest.approx(sum(span.duration_ns for span in own) / 1e9)
    assert timing.seconds("run") == run.duration_ns / 1e9
    assert timing.seconds("nothing") == 0.0
    assert f"-{timing.request}-" in dict(daemon.traceparents)["Launch"]


def test_a_launch_that_raised_has_a_timing_too(daemon):
    with pytest.raises(ValueError, match="no"):
        failing(X)
    assert pyasc.compile(failing).timing.total > 0


def test_a_launch_of_a_batch_has_a_timing(daemon):
    pyasc.batch([X, X], axpy)
    assert kernel().timing.seconds("wait") > 0


def test_spans_of_another_clock_are_put_into_the_middle_of_the_wait(daemon):
    daemon.clock_ahead_ns = -(10**15)
    axpy(X)
    spans = kernel().timing.spans
    wait, first, last = spans[2], spans[3], spans[4]
    before, after = first.start_ns - wait.start_ns, wait.end_ns - last.end_ns
    assert before >= 0
    assert abs(after - before) <= 1


def test_a_daemon_that_tells_no_spans_leaves_the_clients():
    times = _spans.CallTimes()
    times.bound_ns = times.sent_ns = times.answered_ns = times.finished_ns = times.started_ns + 5
    spans = _spans.merged(times, [], "cpu:0")
    assert [span.name for span in spans] == ["bind", "send", "wait", "receive"]


def test_a_timing_shows_one_span_a_line(daemon):
    axpy(X)
    shown = repr(kernel().timing).splitlines()
    assert re.fullmatch(r"<pyasc\.Timing of 'Axpy' on cpu:0: [\d.]+ [mµ]?s", shown[0])
    assert re.fullmatch(r"  client  wait +[\d.]+ [mµn]?s", shown[3])
    assert re.fullmatch(r"  cpu:0     run +[\d.]+ [mµn]?s", shown[5])
    assert shown[-1].endswith(">")


def test_durations_have_three_digits_and_a_unit():
    shown = [_spans.in_words(seconds) for seconds in (2.5, 0.0123, 4.56e-5, 7e-8, 0)]
    assert shown == ["2.5 s", "12.3 ms", "45.6 µs", "70 ns", "0 ns"]


def test_timings_of_a_bounded_number_of_kernels_are_kept():
    timings = _spans.Timings()
    launch = types.SimpleNamespace(times=_spans.CallTimes(), request_id="0" * 16)
    for index in range(100):
        response = launch_service_pb2.LaunchResponse()
        response.kernel.key = bytes([index])
        timings.keep(launch, response, False)
    assert len(timings._launches) == _spans._MAX_KERNELS
    assert bytes([99]) in timings._launches


def test_a_trace_has_the_launches_compiles_and_batches_of_its_block(daemon, tmp_path):
    axpy(X)
    with pyasc.trace(tmp_path / "t.json"):
        axpy(X)
        kernel()
        pyasc.batch([X, X], axpy)
    axpy(X)
    events, rows = traced(tmp_path / "t.json")
    mine = [event for event in events if event["pid"] != daemon.pid]
    names = [event["name"] for event in mine if " " in event["name"]]
    assert sorted(names) == ["batch Axpy", "compile Axpy", *["launch Axpy"] * 3]
    launch = next(event for event in mine if event["name"] == "launch Axpy")
    assert launch["args"]["device"] == "cpu:0"
    assert launch["args"]["operator"] == "Axpy"
    assert launch["args"]["outcome"] == "success"
    sent = [traceparent.split("-")[2] for _, traceparent in daemon.traceparents]
    assert launch["args"]["request"] in sent
    assert rows[launch["pid"], launch["tid"]] == "MainThread"
    runs = [event for event in events if event["name"] == "run"]
    assert len(runs) == 3
    assert {rows[run["pid"], run["tid"]] for run in runs} == {"cpu:0"}
    assert {run["pid"] for run in runs} == {daemon.pid}


def test_events_of_one_row_never_overlap_by_halves(daemon, tmp_path):
    with pyasc.trace(tmp_path / "t.json"):
        pyasc.batch([X] * 20, axpy)
        axpy(X)
    events, _ = traced(tmp_path / "t.json")
    rows = {}
    for event in events:
        # To the nanosecond: times are microseconds with three digits.
        start = round(event["ts"] * 1000)
        rows.setdefault((event["pid"], event["tid"]), []).append(
            (start, start + round(event["dur"] * 1000))
        )
    for found in rows.values():
        for start, end in found:
            for other, other_end in found:
                assert not start < other < end < other_end


def test_a_failed_launch_is_in_the_trace(daemon, tmp_path):
    axpy(X)
    import grpc

    daemon.fail["Launch"] = (grpc.StatusCode.RESOURCE_EXHAUSTED, "no memory")
    with pyasc.trace(tmp_path / "t.json"), pytest.raises(pyasc.QuotaExceeded):
        axpy(X)
    events, _ = traced(tmp_path / "t.json")
    assert [event["args"]["outcome"] for event in events if event["name"] == "launch Axpy"] == [
        "failed"
    ]


def test_what_an_operator_raises_is_in_the_trace_and_the_trace_is_written(daemon, tmp_path):
    with pytest.raises(ValueError, match="no"), pyasc.trace(tmp_path / "t.json"):
        failing(X)
    events, _ = traced(tmp_path / "t.json")
    outcomes = {e["args"]["outcome"] for e in events if e["name"] == "launch failing"}
    assert outcomes == {"exception"}


def test_threads_have_rows_of_their_own(daemon, tmp_path):
    axpy(X)
    with pyasc.trace(tmp_path / "t.json"):
        threads = [threading.Thread(target=axpy, args=(X,), name=f"worker {i}") for i in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    _, rows = traced(tmp_path / "t.json")
    assert {"worker 1", "worker 2"} <= set(rows.values())


def test_a_decorated_function_is_traced_at_each_call(daemon, tmp_path):
    @pyasc.trace(tmp_path / "t.json")
    def work(count):
        for _ in range(count):
            axpy(X)

    for count in (2, 1):
        work(count)
        events, _ = traced(tmp_path / "t.json")
        here = [e for e in events if e["name"] == "launch Axpy" and e["pid"] != daemon.pid]
        assert len(here) == count


def test_nested_traces_both_hear_of_a_launch(daemon, tmp_path):
    with pyasc.trace(tmp_path / "outer.json"):
        with pyasc.trace(tmp_path / "inner.json"):
            axpy(X)
        axpy(X)
    for name, count in (("outer.json", 2), ("inner.json", 1)):
        events, _ = traced(tmp_path / name)
        assert len([event for event in events if event["name"] == "run"]) == count


def test_a_path_that_cannot_be_written_is_said_at_the_beginning(tmp_path):
    with pytest.raises(FileNotFoundError), pyasc.trace(tmp_path / "none" / "t.json"):
        raise AssertionError("the block was entered")


def test_a_trace_that_cannot_be_written_hides_nothing_that_its_block_raised(tmp_path):
    directory = tmp_path / "gone"
    directory.mkdir()

    def run(error):
        with pyasc.trace(directory / "t.json"):
            for path in directory.iterdir():
                path.unlink()
            directory.rmdir()
            if error is not None:
                raise error

    own = ValueError("the block's own")
    with pytest.raises(ValueError, match="the block's own") as caught:
        run(own)
    assert caught.value is own
    if sys.version_info >= (3, 11):
        (note,) = own.__notes__
        assert note.startswith("pyasc: the trace is not written: ")
    assert not _trace.is_recording()
    directory.mkdir()
    with pytest.raises(FileNotFoundError):
        run(None)
    assert not _trace.is_recording()


def test_a_trace_lies_where_its_path_led_when_the_block_began(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    with pyasc.trace("trace.json"):
        os.chdir("elsewhere")
    assert traced(tmp_path / "trace.json") == ([], {})
    assert os.listdir() == []


def test_a_forked_child_records_nothing_and_waits_for_no_lock_of_its_parent(tmp_path):
    def is_free(lock):
        return lock.acquire(blocking=False)

    with pyasc.trace(tmp_path / "trace.json"), axpy.timings._lock, _trace._lock:
        child = os.fork()
        if child == 0:
            free = is_free(axpy.timings._lock) and is_free(_trace._lock)
            os._exit(0 if free and not _trace.is_recording() else 1)
        assert os.waitpid(child, 0)[1] == 0
