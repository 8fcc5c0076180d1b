"""The command pyasc."""

import json
import os
import signal
import subprocess
import sys

import pytest

import pyasc
from pyasc_cli import main


def test_status_and_devices_as_json(daemon, capsys):
    assert main(["status", "-o", "json"]) == 0
    status = json.loads(capsys.readouterr().out)
    assert (status["format"], status["version"], status["pid"]) == (1, "9.9", daemon.pid)
    assert main(["devices", "-o", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["devices"][0]["name"] == "cpu:0"


def test_tables_are_for_people(daemon, capsys):
    assert main(["devices"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("cpu:0  cpu")
    assert main(["status"]) == 0
    assert "version            9.9" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("launches", "said"),
    [(0, ""), (1, "waiting for 1 launch under way\n"), (3, "waiting for 3 launches under way\n")],
)
def test_stop_ends_the_daemon_and_says_what_it_waits_for(daemon, capsys, launches, said):
    daemon.waits_for = launches
    assert main(["stop"]) == 0
    assert daemon.closing.is_set()
    out, err = capsys.readouterr()
    assert str(daemon.pid) in out
    assert err == (said and f"pyasc: {said}")


def test_an_unreachable_daemon_is_exit_code_3(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PYASC_TARGET", str(tmp_path / "none.sock"))
    assert main(["status"]) == 3
    assert capsys.readouterr().err.startswith("pyasc: ")
    monkeypatch.delenv("PYASC_TARGET")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert main(["stop"]) == 3


def test_version_and_usage(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"pyasc {pyasc.__version__}\n"
    with pytest.raises(SystemExit) as caught:
        main(["nonsense"])
    assert caught.value.code == 2
    assert main([]) == 0
    assert "examples:" in capsys.readouterr().out


@pytest.mark.parametrize("words", ["status", "devices -o json", "stop", "--version", "--help", ""])
@pytest.mark.parametrize("buffered", ["", "1"], ids=["at the end", "at once"])
def test_a_reader_that_goes_away_ends_the_command_quietly(daemon, words, buffered):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "pyasc_cli", *words.split()],
        stdout=writer,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": buffered},
    )
    os.close(writer)
    assert done.stderr == b""
    # As a shell says of a program that SIGPIPE ended; argparse swallows the error itself.
    swallowed = buffered and words in ("--help", "")
    assert done.returncode == (0 if swallowed else 128 + signal.SIGPIPE)
