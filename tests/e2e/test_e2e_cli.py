"""The command pyasc against a real daemon and its real cache."""

import json
import os
import re
import sqlite3
import subprocess
import sys

import numpy as np
import pytest

import pyasc
from running_daemon import executable


def run(*words, expected=0):
    done = subprocess.run(
        [sys.executable, "-m", "pyasc_cli", *words], capture_output=True, text=True, check=False
    )
    assert done.returncode == expected, done.stderr + done.stdout
    return done


def answer(*words, expected=0):
    found = json.loads(run(*words, "-o", "json", expected=expected).stdout)
    assert found["version"] == 1
    return found["item"] if "item" in found else found["items"]


def launch(name):
    @pyasc.operator(name)
    def scaled(x, output, factor=2.0):
        output[:] = x * factor

    assert scaled(np.ones(3)).tolist() == [2, 2, 2]


@pytest.fixture
def used(own_daemon):
    """A daemon that has compiled one kernel for a session that is still there."""
    launch("Scaled")
    return own_daemon


def test_operators_end_with_their_session(used):
    (found,) = answer("op", "ls")
    assert found["name"] == "Scaled"
    shown = run("op", "show", "Scaled").stdout
    assert "output[:] = x * factor" in shown
    assert run("op", "show", "Other", expected=1).stderr == (
        "pyasc: no operator 'Other' in your sessions: there is Scaled\n"
    )


def test_a_kernel_is_listed_shown_and_removed(used):
    (kernel,) = answer("cache", "ls")
    assert (kernel["operator"], kernel["device_kind"]) == ("Scaled", "cpu")
    key = kernel["key"]
    assert re.fullmatch("[0-9a-f]{64}", key)
    shown = answer("cache", "show", key[:8])
    assert shown["key"] == key
    assert "output" in shown["source"]
    assert "no kernel's key begins with" in run("cache", "show", "0" * 64, expected=1).stderr
    assert run("cache", "show", "xyz", expected=1).stderr.startswith("pyasc: 'xyz' is not 4 to 64")
    assert answer("cache", "rm", key[:8], "--dry-run")["kernels"] == 1
    assert answer("cache", "rm", key[:8], "--yes")["kernels"] == 1
    assert answer("cache", "ls") == []
    compiles = answer("status")["compiles"]
    launch("Scaled")
    assert answer("status")["compiles"] == compiles + 1


def test_gc_keeps_to_what_it_is_told(used):
    assert answer("cache", "gc")["kernels"] == 0
    assert answer("cache", "gc", "--max-bytes", "0", "--dry-run")["kernels"] == 1
    assert answer("cache", "stats")["kernels"] == 1
    gone = answer("cache", "gc", "--max-bytes", "0", "--yes")
    assert (gone["kernels"], gone["analyses"]) == (1, 1)
    assert gone["bytes"] > 0
    stats = answer("cache", "stats")
    assert (stats["kernels"], stats["bytes"]) == (0, 0)


def test_verify_finds_a_damaged_row_and_removes_it(used):
    assert answer("cache", "verify")["rows"] == 2
    (kernel,) = answer("cache", "ls")
    with sqlite3.connect(used.directory / "cache" / "kernels.db") as database:
        database.execute("UPDATE kernels SET meta = x'00'")
    found = answer("cache", "verify", expected=10)
    assert found["bad_keys"] == [kernel["key"]]
    assert answer("cache", "verify") == {"rows": 1, "bad": 0, "bad_keys": []}


@pytest.fixture
def account(monkeypatch, tmp_path):
    """Directories of an account in order, with the built programs; where they lie."""
    for name in ("XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        (tmp_path / name).mkdir(mode=0o700)
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("PYASCD_EXECUTABLE", str(executable("pyascd")))
    monkeypatch.delenv("PYASCD_BIN", raising=False)
    return tmp_path


def assert_confinement_agrees(checks):
    """What doctor tries and what the daemon could use are the same."""
    denied = checks["sandbox: namespaces"]["found"].startswith("denied")
    assert ("namespaces" in checks["daemon's sandbox"]["found"]) == denied


def test_doctor_finds_a_healthy_daemon(used, account):
    checks = {item["check"]: item for item in answer("doctor")}
    assert {"pyascd", "pyascd-compile", "pyascd-device", "daemon", "device cpu:0", "socket"} <= set(
        checks
    )
    assert checks["daemon"]["state"] == "ok"
    assert_confinement_agrees(checks)
    (account / "XDG_RUNTIME_DIR").chmod(0o755)
    found = [item for item in answer("doctor", expected=10) if item["state"] == "problem"]
    assert [item["fix"] for item in found] == [f"chmod 700 {account / 'XDG_RUNTIME_DIR'}"]


def test_doctor_tells_a_variable_that_means_nothing_and_goes_on(used, account, monkeypatch):
    monkeypatch.setenv("PYASCD_SOKET", "x")
    found = answer("doctor", expected=10)
    problems = [item for item in found if item["state"] == "problem"]
    assert [item["check"] for item in problems] == ["configuration"]
    assert "did you mean PYASCD_SOCKET?" in problems[0]["found"]
    checks = [item["check"] for item in found]
    assert {"pyascd", "pyascd-compile", "pyascd-device"} <= set(checks)


def test_config_says_where_a_value_comes_from(monkeypatch, tmp_path):
    file = tmp_path / "pyascd.toml"
    file.write_text('log_level = "warn"\n')
    monkeypatch.delenv("PYASCD_BIN", raising=False)
    monkeypatch.setenv("PYASCD_EXECUTABLE", str(executable("pyascd")))
    monkeypatch.setenv("PYASCD_CONFIG", str(file))
    monkeypatch.setenv("PYASCD_TENSOR_QUOTA", "1GiB")
    options = {item["key"]: item for item in answer("config", "show")}
    assert options["log_level"]["origin"] == f"{file}:1:1"
    assert (options["tensor_quota"]["value"], options["tensor_quota"]["origin"]) == (
        "1GiB", "PYASCD_TENSOR_QUOTA",
    )  # fmt: skip
    assert options["devices"]["origin"] == "default"
    assert os.path.isabs(options["socket"]["value"])
    assert "origin" in run("config", "show", "--origin").stdout
    assert answer("config", "check") == []
    file.write_text("max_bites = 3\n")
    (problem,) = answer("config", "check", expected=10)
    assert "unknown key 'max_bites'" in problem["problem"]
    monkeypatch.setenv("PYASC_OPT_LEVEL", "9")
    assert len(answer("config", "check", expected=10)) == 2
    assert "unknown key" in run("config", "show", expected=1).stderr
