"""The command pyasc: what it answers, and how it ends."""

import os
import signal
import subprocess
import sys

import grpc
import pytest
from fake_daemon import METRICS

import pyasc
from pyasc_cli import _command, main


@pytest.fixture
def failing(daemon):
    """Makes a method of the daemon fail."""

    def fail(method, code):
        daemon.fail[method] = (code, "so it is")

    return fail


def test_tables_are_for_people(daemon, capsys):
    assert main(["device", "ls"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("cpu:0  cpu")
    assert main(["device", "show", "cpu:0"]) == 0
    assert "cores     2\n" in capsys.readouterr().out
    assert main(["status"]) == 0
    assert "version            9.9\n" in capsys.readouterr().out
    assert main(["device", "show", "npu:7"]) == 1
    assert capsys.readouterr().err == "pyasc: no device 'npu:7': there are cpu:0\n"


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
    for words in ("status", "cache ls", "op ls", "device ls", "cache gc --yes"):
        assert main(words.split()) == 3
        captured = capsys.readouterr()
        assert captured.err.startswith("pyasc: ")
        assert captured.out == ""
    monkeypatch.delenv("PYASC_TARGET")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert main(["stop"]) == 3


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (grpc.StatusCode.NOT_FOUND, 1),
        (grpc.StatusCode.FAILED_PRECONDITION, 5),
        (grpc.StatusCode.PERMISSION_DENIED, 6),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, 7),
        (grpc.StatusCode.DEADLINE_EXCEEDED, 8),
        (grpc.StatusCode.UNIMPLEMENTED, 9),
    ],
    ids=lambda value: getattr(value, "name", str(value)),
)
def test_a_status_is_an_exit_code(failing, capsys, code, expected):
    failing("GetCacheStats", code)
    assert main(["cache", "stats"]) == expected
    captured = capsys.readouterr()
    assert captured.err == "pyasc: so it is\n"
    assert captured.out == ""


def test_an_interrupt_is_exit_code_130(daemon, monkeypatch):
    def interrupted():
        raise KeyboardInterrupt

    monkeypatch.setattr("pyasc_cli._status.connected", interrupted)
    assert main(["status"]) == 130


def test_version_and_usage(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"pyasc {pyasc.__version__}\n"
    assert main([]) == 0
    assert capsys.readouterr().out.startswith("examples:\n  pyasc status")
    for words in (["nonsense"], ["device"], ["cache", "rm"], ["status", "-o", "xml"]):
        assert main(words) == 2
        assert capsys.readouterr().out == ""


def commands():
    """Yield each command's words, and itself."""
    import click

    from pyasc_cli._main import cli

    pending = [((), cli)]
    while pending:
        words, found = pending.pop()
        yield words, found
        if isinstance(found, click.Group):
            ctx = click.Context(found)
            for name in found.list_commands(ctx):
                pending.append(((*words, name), found.get_command(ctx, name)))


@pytest.mark.parametrize(("words", "found"), list(commands()), ids=lambda value: str(value)[:30])
def test_every_help_starts_with_examples(words, found, capsys):
    assert isinstance(found, _command.ExamplesFirst)
    assert main([*words, "--help"]) == 0
    assert capsys.readouterr().out.startswith("examples:\n  ")


def test_help_imports_neither_numpy_nor_grpc_nor_rich():
    script = (
        "import sys; from pyasc_cli import main; assert main(['--help']) == 0; "
        "assert main(['explain', 'PA0201']) == 0; "
        "heavy = {'numpy', 'grpc', 'google', 'rich', 'pyasc'} & set(sys.modules); "
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.DEVNULL)


def test_removing_needs_yes_without_a_terminal(daemon, capsys):
    key = daemon.cache.add("a")
    daemon.cache.add("b")
    assert main(["cache", "rm", key[:6]]) == 2
    assert "give --yes" in capsys.readouterr().err
    assert main(["cache", "rm", key[:6], "--dry-run"]) == 0
    assert len(daemon.cache.kernels) == 2
    assert main(["cache", "rm", key[:6], "--yes"]) == 0
    assert [kernel.operator_name for kernel in daemon.cache.kernels] == ["b"]
    assert main(["cache", "rm", "--all", "--yes"]) == 0
    assert daemon.cache.kernels == []


def test_gc_asks_only_for_what_launches_may_still_find(daemon, capsys):
    assert main(["cache", "gc"]) == 0
    assert main(["cache", "gc", "--max-bytes", "1KiB"]) == 2
    assert main(["cache", "gc", "--max-bytes", "1KiB", "--unused-for", "2d", "--dry-run"]) == 0
    plain, limited = daemon.cache.garbage
    assert not plain.HasField("max_bytes")
    assert (limited.max_bytes, limited.unused_for_s, limited.dry_run) == (1024, 172800, True)
    assert main(["cache", "gc", "--max-bytes", "1 parsec"]) == 2
    assert "'1 parsec' is not a size such as 10GiB" in capsys.readouterr().err


def test_verify_finds_problems(daemon, capsys):
    assert main(["cache", "verify"]) == 0
    assert "rows      4\n" in capsys.readouterr().out
    daemon.cache.bad = [b"\x12" * 32]
    assert main(["cache", "verify"]) == 10
    assert "12" * 32 in capsys.readouterr().out


def test_listing_pages_and_stops_at_the_limit(daemon, capsys):
    for number in range(450):
        daemon.cache.add(f"op{number % 3}_{number}" if number % 3 else "mine")
    assert main(["cache", "ls", "--limit", "3", "-o", "csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 3
    assert main(["cache", "ls", "--limit", "3"]) == 0
    assert capsys.readouterr().err == "there are more than 3: --all shows them\n"
    assert main(["cache", "ls", "--all", "-o", "csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 450
    assert main(["cache", "ls", "--all", "--operator", "mine", "-o", "csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 150


def test_names_cannot_move_the_cursor(daemon, capsys):
    daemon.named.append(pyasc_operator("evil\x1b[2J\nname"))
    assert main(["op", "ls"]) == 0
    out = capsys.readouterr().out
    assert "evil\\x1b[2J\\nname" in out
    assert "\x1b" not in out


def pyasc_operator(name):
    from pyasc._proto.v1 import admin_service_pb2 as admin

    return admin.RegisteredOperator(
        name=name, operator_id=b"i" * 32, session="0a1b2c3d", source="def f(x):\n    pass\n"
    )


def test_explain_knows_what_it_does_not_know(capsys):
    assert main(["explain", "pa0201"]) == 0
    assert "Wrong:\n\n    def op(x, out):\n" in capsys.readouterr().out
    assert main(["explain", "PA0200"]) == 2
    assert "did you mean PA0" in capsys.readouterr().err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_names_the_command(shell, capsys):
    assert main(["completion", shell]) == 0
    assert "_PYASC_COMPLETE" in capsys.readouterr().out


def test_completion_completes():
    done = subprocess.run(
        [sys.executable, "-m", "pyasc_cli"],
        env={**os.environ, "_PYASC_COMPLETE": "bash_complete", "COMP_WORDS": "pyasc cache v",
             "COMP_CWORD": "2"},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.splitlines() == ["plain,verify"]


READERS_GO = ["status", "device ls -o json", "stop", "--version", "--help", "", "explain", "op ls"]


@pytest.mark.parametrize("words", READERS_GO)
@pytest.mark.parametrize("buffered", ["", "1"], ids=["at the end", "at once"])
def test_a_reader_that_goes_away_ends_the_command_quietly(daemon, words, buffered):
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "pyasc_cli", *words.split()],
        stdout=writer,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": buffered},
        check=False,
    )
    os.close(writer)
    assert done.stderr == b""
    # As a shell says of a program that SIGPIPE ended.
    assert done.returncode == 128 + signal.SIGPIPE


def test_metrics_are_samples_for_people_and_text_for_prometheus(daemon, capsys):
    assert main(["metrics"]) == 0
    out, err = capsys.readouterr()
    heads, *lines = out.splitlines()
    assert heads.split() == ["name", "labels", "value"]
    assert lines[0].endswith('device=cpu:0, outcome=a "b" \\c\\n{d,e}  1e+06')
    assert [line.split()[0] for line in lines] == [
        "pyascd_launches_total",
        "pyascd_queue_wait_seconds_count",
        "pyascd_queue_wait_seconds_sum",
        "pyascd_sessions",
    ]
    assert err == "1 more are zero: --all shows them\n"
    assert main(["metrics", "--prometheus"]) == 0
    assert capsys.readouterr().out == METRICS


def test_metrics_that_are_zero_are_shown_to_scripts_and_when_asked_for(daemon, capsys):
    for words in (["--all"], ["-o", "json"], ["-o", "csv"]):
        assert main(["metrics", *words]) == 0
        out, err = capsys.readouterr()
        assert "pyascd_compiles_total" in out
        assert err == ""


def test_prometheus_text_is_no_json(daemon, capsys):
    for output in ("json", "jsonl", "csv"):
        assert main(["metrics", "--prometheus", "-o", output]) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert f"goes without -o {output}" in err


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("statu", "status"), ("STATUS", "status"), ("device lss", "ls"), ("cache verfiy", "verify"),
        ("status -o jsno", "json or jsonl"), ("completion fihs", "fish"),
        ("status --wacth", "--watch"),
    ],
)  # fmt: skip
def test_a_word_that_is_mistyped_is_told_what_it_is_like(capsys, words, meant):
    assert main(words.split()) == 2
    said = capsys.readouterr().err.replace("'", "")
    assert f"Did you mean {meant}?" in said


@pytest.mark.parametrize("words", ["xyzzy", "device xyzzy", "status -o xyzzy"])
def test_a_word_that_is_like_none_gets_no_guess(capsys, words):
    assert main(words.split()) == 2
    assert "Did you mean" not in capsys.readouterr().err


def ended(shell, *words):
    """Return what becomes of the command where `shell` has arranged its streams."""
    return subprocess.run(
        ["bash", "-c", f'"$@" {shell}', "-", sys.executable, "-m", "pyasc_cli", *words],
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize("shell", [">&-", "2>&-", ">&- 2>&-", "<&-"])
@pytest.mark.parametrize(("words", "code"), [(["status"], 0), (["explain", "X"], 2), ([], 0)])
def test_streams_that_are_closed_change_nothing(daemon, shell, words, code):
    done = ended(shell, *words)
    assert (done.returncode, b"Traceback" in done.stderr) == (code, False), done.stderr


@pytest.mark.parametrize("words", [["status"], ["explain", "-o", "json"], ["--help"]])
def test_output_that_cannot_be_written_is_one_line(daemon, words):
    done = ended(">/dev/full", *words)
    assert (done.returncode, done.stderr) == (1, b"pyasc: [Errno 28] No space left on device\n")


@pytest.mark.parametrize("words", [["explain"], ["cache", "show"], ["cache", "rm", "--yes"], []])
def test_what_was_typed_cannot_change_the_terminal(daemon, words):
    done = ended("", *words, "\x1b]0;title\x07\x1b[2J" + os.fsdecode(b"\xff"))
    assert done.returncode in (1, 2)
    assert b"\\x1b]0;title\\x07" in done.stderr
    assert b"\x1b" not in done.stderr
    assert b"Traceback" not in done.stderr
