"""docs/observability.md: timing, traces, and requests in the log."""

import itertools
import json
import os
import signal

import numpy as np
import pytest

import pyasc
import spinning
from running_daemon import cpu_seconds, until

STAGES = ["accept", "decode", "resolve", "queue", "dispatch", "run", "collect", "respond"]
X = np.ones((4, 8))


def operator(name, factor):
    """Return an operator whose kernel no other test has compiled."""
    text = f"def {name}(x, output):\n    output.resize(x.shape)\n    output[:] = x - {factor} * x\n"
    scope = {}
    exec(text, scope)
    return pyasc.operator(name, source=text)(scope[name])


def test_timing_follows_a_launch_through_all_processes_on_one_clock(daemon):
    timed = operator("timed", 1234.5)
    timed(X)
    timing = pyasc.compile(timed).timing
    assert "compile" in [span.name for span in timing.spans]
    timed(X)
    timing = pyasc.compile(timed).timing
    wait = next(span for span in timing.spans if span.name == "wait")
    theirs = [span for span in timing.spans if span.place != "client"]
    assert [span.name for span in theirs] == STAGES
    assert {span.place for span in theirs} == {"daemon", "cpu:0"}
    # Nothing was moved: the clocks are one, and the worker's begin was believed.
    assert wait.start_ns < theirs[0].start_ns
    assert theirs[-1].end_ns < wait.end_ns
    for before, after in itertools.pairwise(theirs):
        assert before.end_ns == after.start_ns
    assert timing.seconds("dispatch") > 0
    assert timing.seconds("run") > 0
    assert timing.seconds("collect") > 0


def test_a_kernel_that_takes_its_time_is_seen_to_run(daemon):
    @pyasc.operator
    def long_one(x, output):
        output.resize((1,))
        total = 0.0
        for i in range(20_000_000):
            total += x[i % 8] * 0.5
        output[0] = total

    long_one(np.ones(8))
    long_one(np.ones(8))
    # Each addition waits for the one before: no processor takes less than this for them.
    assert pyasc.compile(long_one).timing.seconds("run") > 20e6 * 0.25e-9


def test_a_trace_shows_compiles_in_the_daemon_and_runs_on_the_device(daemon, tmp_path):
    traced = operator("traced", 2345.5)
    with pyasc.trace(tmp_path / "t.json"):
        pyasc.compile(traced, args=[X])
        pyasc.batch([X] * 5, traced)
    document = json.loads((tmp_path / "t.json").read_text())
    events = [event for event in document["traceEvents"] if event["ph"] == "X"]
    names = [event["name"] for event in events if event["pid"] == daemon.pid]
    assert names.count("compile") == 1
    assert names.count("run") == 5
    rows = {
        event["tid"]: event["args"]["name"]
        for event in document["traceEvents"]
        if event["name"] == "thread_name" and event["pid"] == daemon.pid
    }
    assert {rows[event["tid"]] for event in events if event["name"] == "run"} == {"cpu:0"}


def test_timing_of_a_launch_that_raised_shows_that_it_ran(daemon):
    @pyasc.operator
    def raising(x, output):
        output.resize(x.shape)
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        raising(X)
    assert pyasc.compile(raising).timing.seconds("run") > 0


def request_of(error):
    """Return the id in an exception's last note."""
    return error.__notes__[-1].removeprefix("pyasc: request ")


def events(daemon, **wanted):
    """Return the events of a daemon that logs JSON which have these values."""
    found = [json.loads(line) for line in daemon.log().splitlines()]
    return [event for event in found if wanted.items() <= event.items()]


def killed_worker(daemon):
    """Launch what does not end, kill its worker, and return the launch's exception."""
    caught = []
    thread = spinning.start_lost_launch(caught)
    until(lambda: any(cpu_seconds(pid) > 0.1 for pid in daemon.children("pyascd-device")))
    os.kill(daemon.children("pyascd-device")[-1], signal.SIGKILL)
    thread.join()
    return caught[0]


@pyasc.operator
def raising_key(x, output):
    output.resize(x.shape)
    raise KeyError("no")


def test_what_an_operator_raised_is_found_in_the_log(start):
    daemon = start("--log-format", "json")
    with pytest.raises(KeyError) as caught:
        raising_key(X)
    (event,) = events(daemon, event="launch", request=request_of(caught.value))
    assert event["operator"] == "raising_key"
    assert event["outcome"] == "KeyError"


def test_a_mistake_is_found_in_the_log(start):
    daemon = start("--log-format", "json")

    @pyasc.operator
    def mistaken(x, output):
        output[:] = x.real

    with pytest.raises(pyasc.CompileError) as caught:
        mistaken(X)
    request = request_of(caught.value)
    assert events(daemon, event="launch", request=request, outcome="compile_errors")


def test_a_worker_that_died_is_logged_with_the_request_that_it_had(start):
    daemon = start("--log-format", "json")
    error = killed_worker(daemon)
    request = request_of(error)
    (lost,) = events(daemon, event="worker_lost", request=request)
    assert lost["device"] == "cpu:0"
    assert "SIGKILL" in lost["message"]
    assert events(daemon, event="launch", request=request, status="UNAVAILABLE")


def test_a_batch_has_one_request_and_each_item_its_launch(start):
    daemon = start("--log-format", "json")
    errors = pyasc.batch([X] * 3, raising_key, return_exceptions=True)
    (request,) = {request_of(error) for error in errors}
    launches = events(daemon, event="launch", request=request)
    assert len({event["launch"] for event in launches}) == 3


def test_the_log_has_one_line_for_each_call_when_it_is_asked_for(start):
    daemon = start("--log-format", "json", "--log-level", "debug")
    pyasc.devices()
    (event,) = events(daemon, event="rpc", method="ListDevices")
    assert len(event["request"]) == 16
    assert event["status"] == "OK"
    assert event["duration_us"] >= 0
