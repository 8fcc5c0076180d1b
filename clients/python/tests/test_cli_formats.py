"""What scripts read: json, jsonl and csv. Keys are only ever added within a version."""

import csv
import io
import json

import pytest
from test_cli import pyasc_operator

from pyasc_cli import main

STATUS = {
    "daemon_version": str, "pid": int, "target": str, "state_directory": str, "log": str,
    "backends": list, "uptime_seconds": float, "sessions": int, "tensors": int,
    "tensor_bytes": int, "launches": int, "compiles": int, "kernels": int, "analyses": int,
    "cache_bytes": int, "cache_hits": int, "cache_misses": int, "cache_quarantined": int,
    "sandbox_level": int, "sandbox_missing": str, "sandbox_user": str,
}  # fmt: skip
DEVICE = {
    "name": str, "kind": str, "model": str, "cores": int, "computes": bool, "queue_depth": int,
    "launches": int, "worker_restarts": int, "running": str, "running_seconds": float,
    "running_pid": int, "running_session": str, "running_request": str,
}  # fmt: skip
OPERATOR = {"name": str, "session": str, "operator_id": str, "lines": int}
KERNEL = {
    "key": str, "operator": str, "device_kind": str, "opt_level": int, "image_bytes": int,
    "compile_seconds": float, "created_unix_s": int, "used_unix_s": int,
}  # fmt: skip
STATS = {
    "kernels": int, "analyses": int, "bytes": int, "max_bytes": int, "max_entries": int,
    "hits": int, "misses": int, "quarantined": int, "dropped_writes": int,
    "oldest_use_unix_s": int,
}  # fmt: skip
REMOVED = {"kernels": int, "bytes": int, "dry_run": bool}
CODE = {"code": str, "title": str, "meaning": str, "wrong": str, "right": str}
CHECK = {"check": str, "state": str, "found": str, "fix": str}

# Words, kind, keys, whether it is one item.
SCHEMAS = [
    ("status", "status", STATUS, True),
    ("device ls", "device_list", DEVICE, False),
    ("device show cpu:0", "device", DEVICE, True),
    ("op ls", "operator_list", OPERATOR, False),
    ("op show F", "operator", {**OPERATOR, "source": str}, False),
    ("cache stats", "cache_stats", STATS, True),
    ("cache ls", "kernel_list", KERNEL, False),
    ("cache show {key}", "kernel",
     {**KERNEL, "toolchain": str, "producer": str, "digest": str, "source": str}, True),
    ("cache rm {key} --dry-run", "removed", REMOVED, True),
    ("cache gc --dry-run", "removed", {**REMOVED, "analyses": int}, True),
    ("cache verify", "verified", {"rows": int, "bad": int, "bad_keys": list}, True),
    ("explain PA0201", "code", CODE, True),
    ("explain", "code_list", {"code": str, "title": str}, False),
    ("metrics", "metrics", {"name": str, "type": str, "labels": list, "value": float}, False),
    ("stop", "stopped", {"pid": int}, True),
    ("doctor", "doctor", CHECK, False),
]  # fmt: skip


@pytest.fixture
def filled(daemon):
    """A daemon with an operator and a kernel; returns the kernel's key."""
    daemon.named.append(pyasc_operator("F"))
    return daemon.cache.add("F")


def check(item, schema):
    assert set(item) == set(schema)
    for key, kind in schema.items():
        assert type(item[key]) is kind, f"{key} is {item[key]!r}"


@pytest.mark.parametrize(("words", "kind", "schema", "single"), SCHEMAS, ids=lambda v: str(v)[:24])
def test_every_command_answers_by_its_schema(daemon, filled, capsys, words, kind, schema, single):
    def run(output):
        daemon.closing.clear()  # what stop sets
        return main([*words.format(key=filled[:8]).split(), "-o", output])

    code = run("json")
    assert code == 0 or words == "doctor"
    answer = json.loads(capsys.readouterr().out)
    assert set(answer) == {"version", "kind", "item" if single else "items"}
    assert (answer["version"], answer["kind"]) == (1, kind)
    items = [answer["item"]] if single else answer["items"]
    assert items
    for item in items:
        check(item, schema)

    run("jsonl")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [set(line) for line in lines] == [{"version", *schema}] * len(items)
    run("csv")
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert set(rows[0]) == set(schema)
    assert len(rows) == 1 + len(items)


def test_an_empty_list_is_still_json_and_csv(daemon, capsys):
    assert main(["cache", "ls", "-o", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["items"] == []
    assert main(["cache", "ls", "-o", "jsonl"]) == 0
    assert capsys.readouterr().out == ""
    assert main(["cache", "ls", "-o", "csv"]) == 0
    assert capsys.readouterr().out.startswith("key,operator,")


def test_the_sessions_of_status_are_those_of_others(daemon, capsys):
    assert main(["status", "-o", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["item"]["sessions"] == 0


def test_watch_needs_a_format_without_an_end(daemon, capsys):
    assert main(["device", "ls", "--watch", "-o", "json"]) == 2
    assert "needs -o table or jsonl" in capsys.readouterr().err
