"""docs/observability.md: metrics of a real daemon."""

import os
import re
import signal
import subprocess

import numpy as np
import pytest

import pyasc
import spinning
from pyasc import _rpc
from pyasc._proto.v1 import admin_service_pb2 as admin
from running_daemon import ROOT, cpu_seconds, until

X = np.ones((4, 8))


def text_of(daemon):
    """Return the metrics as text."""
    return daemon.monitor().unary(_rpc.GET_METRICS, admin.GetMetricsRequest()).text


def value(daemon, name, **labels):
    """Return one sample."""
    inside = ",".join(f'{key}="{labels[key]}"' for key in sorted(labels))
    series = f"{name}{{{inside}}}" if labels else name
    (found,) = re.findall(rf"^{re.escape(series)} (\S+)$", text_of(daemon), re.MULTILINE)
    return float(found)


def operator(name, factor):
    """Return an operator with a kernel of its own."""
    text = f"def {name}(x, output):\n    output.resize(x.shape)\n    output[:] = x - {factor} * x\n"
    scope = {}
    exec(text, scope)
    return pyasc.operator(name, source=text)(scope[name])


@pyasc.operator
def raising(x, output):
    output.resize(x.shape)
    raise ValueError("no")


def test_promtool_finds_nothing_to_say(daemon):
    operator("linted", 3.125)(X)
    with pytest.raises(ValueError, match="no"):
        raising(X)
    environment = {**os.environ, "PATH": f"{ROOT}/.venv/bin:{os.environ['PATH']}"}
    done = subprocess.run(
        ["promtool", "check", "metrics"],
        input=text_of(daemon),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_launches_compiles_and_cache_hits_are_counted(own_daemon):
    daemon = own_daemon
    counted = operator("counted", 5.125)
    for _ in range(3):
        counted(X)
    level = {"backend": "cpu", "opt_level": "3"}
    assert value(daemon, "pyascd_compiles_total", **level, outcome="success") == 1
    assert value(daemon, "pyascd_compile_duration_seconds_sum", **level) > 0
    assert value(daemon, "pyascd_analyses_total") == 1
    assert value(daemon, "pyascd_launches_total", device="cpu:0", outcome="success") == 3
    assert value(daemon, "pyascd_rpc_requests_total", method="Launch", code="OK") == 3
    assert value(daemon, "pyascd_queue_wait_seconds_count", device="cpu:0") == 3
    assert value(daemon, "pyascd_device_busy_seconds_total", device="cpu:0") > 0
    assert value(daemon, "pyascd_cache_requests_total", tier="memory", result="hit") == 2
    assert value(daemon, "pyascd_cache_requests_total", tier="disk", result="miss") == 1
    assert value(daemon, "pyascd_cache_bytes", tier="memory") > 0
    assert value(daemon, "pyascd_cache_saved_seconds_total") == 0
    assert value(daemon, "pyascd_sessions") == 2
    assert daemon.stop() == 0
    daemon.start()
    counted(X)
    assert value(daemon, "pyascd_compiles_total", **level, outcome="success") == 0
    assert value(daemon, "pyascd_cache_requests_total", tier="disk", result="hit") == 1
    assert value(daemon, "pyascd_cache_saved_seconds_total") > 0
    assert value(daemon, "pyascd_cache_kernels", tier="disk") == 1
    assert value(daemon, "pyascd_cache_bytes", tier="disk") > 0


def test_failures_are_counted_by_what_failed(own_daemon):
    with pytest.raises(ValueError, match="no"):
        raising(X)
    pyasc.register(operator("refused", 1.5))

    @pyasc.operator
    def mistaken(x, output, n=None):
        output[:] = x.real

    with pytest.raises(pyasc.CompileError):
        mistaken(X)
    with pytest.raises(pyasc.DeviceError), pyasc.options(backend="npu"):
        raising(X)
    assert value(own_daemon, "pyascd_launches_total", device="cpu:0", outcome="exception") == 1
    mistakes = {"backend": "cpu", "opt_level": "3", "outcome": "mistakes"}
    assert value(own_daemon, "pyascd_compiles_total", **mistakes) == 1
    refused = {"method": "Launch", "code": "FAILED_PRECONDITION"}
    assert value(own_daemon, "pyascd_rpc_requests_total", **refused) == 1


def test_memory_of_tensors_is_shown_while_it_is_held(own_daemon):
    before = value(own_daemon, "pyascd_tensor_bytes")
    kept = pyasc.zeros((1024, 1024), "float32")
    assert value(own_daemon, "pyascd_tensor_bytes") - before == kept.nbytes


def test_a_worker_that_was_replaced_and_a_queue_are_seen(own_daemon):
    caught = []
    threads = [spinning.start_lost_launch(caught) for _ in range(2)]
    until(lambda: value(own_daemon, "pyascd_queue_depth", device="cpu:0") == 2)
    for count in (1, 2):
        until(lambda: any(cpu_seconds(p) > 0.1 for p in own_daemon.children("pyascd-device")))
        os.kill(own_daemon.children("pyascd-device")[-1], signal.SIGKILL)
        until(lambda count=count: len(caught) == count)
    for thread in threads:
        thread.join()
    operator("after", 7.125)(X)
    assert value(own_daemon, "pyascd_workers_restarts_total", reason="died") == 2
    assert value(own_daemon, "pyascd_workers_restarts_total", reason="nonsense") == 0
    assert value(own_daemon, "pyascd_launches_total", device="cpu:0", outcome="failed") == 2
    assert value(own_daemon, "pyascd_queue_depth", device="cpu:0") == 0


def test_operators_and_clients_add_no_series(own_daemon):
    def series():
        text = text_of(own_daemon)
        return {line.rsplit(" ", 1)[0] for line in text.splitlines() if line[0] != "#"}

    operator("first", 9.125)(X)
    series()  # of itself, the first time
    before = series()
    for index in range(5):
        operator(f"another_{index}", index + 0.0625)(X)
    assert series() == before


def test_the_manual_has_every_metric_with_its_kind_and_labels(daemon):
    operator("documented", 11.125)(X)
    told = {}
    manual = (ROOT / "docs" / "observability.md").read_text()
    for names, kind, labels in re.findall(
        r"^\| (`pyascd_[^|]*) \| (\w+) \| ([\w, ]*)\|", manual, re.MULTILINE
    ):
        for name in re.findall(r"`(\w+)`", names):
            told[name] = (kind, set(re.findall(r"\w+", labels)))
    found = {}
    for line in text_of(daemon).splitlines():
        if line.startswith("# TYPE "):
            name, kind = line.split()[2:]
            found[name] = (kind, set())
        elif line[0] != "#":
            found[name][1].update(set(re.findall(r'(\w+)="', line)) - {"le"})
    assert told == found
