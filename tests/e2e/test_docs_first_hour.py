"""docs/first-hour.md: its blocks are run in their order, and what comes out is compared.

`PYASCD_BLESS=1` writes what came out in place of what differs; read the diff.
"""

from __future__ import annotations

import dataclasses
import os
import pathlib
import re
import shlex
import subprocess
import sys

import pytest

from running_daemon import executable
from running_kernel import RunningKernel

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/first-hour.md"
_BLOCK = re.compile(r"^```(python|python interrupted|text|console|sh)\n(.*?)^```$", re.M | re.S)

_BLESS = os.environ.get("PYASCD_BLESS") == "1"

# What differs from run to run, as the page's beginning says, and blanks between columns.
_VARIES = [
    (r"\bnow\b|[\d.]+ (ns|us|ms|s|min|h) ago", "AGO"),
    (r"[\d.]+ (ns|us|ms|s|min|h)\b", "TIME"),
    (r"[\d.]+ (B|KiB|MiB|GiB|bytes)(?!\w)", "SIZE"),
    # Rows of tables begin with a key; bytes and times have no units in some.
    (r"\b[0-9a-f]{12}\b.*", lambda found: re.sub(r"[0-9a-f]{12}|[\d.]+", "#", found[0])),
    (r"\bpid +\d+", "pid PID"),
    (r"\brequest [0-9a-f]{16}\b", "request ID"),
    (r"(unix:)?/[^\s,):]+", "PATH"),
    (r"-{20,}", "---"),
    (r"(?<=\S) {2,}", " "),
    (r"(?m) +$", ""),
]


@dataclasses.dataclass
class Step:
    """One block to run, and the place in the page of what it must put out."""

    kind: str
    code: str
    expected: str
    span: tuple[int, int]


def steps_of(page):
    """Return the page's steps; a block of Python may have one of text behind it."""
    steps = []
    for block in _BLOCK.finditer(page):
        kind, body = block[1], block[2]
        if kind == "text":
            assert steps[-1].kind.startswith("python"), f"nothing puts out {body!r}"
            assert not steps[-1].expected, f"twice the output of {steps[-1].code!r}"
            steps[-1].expected, steps[-1].span = body, block.span(2)
        elif kind == "console":
            command, _, output = body.partition("\n")
            start = block.start(2) + len(command) + 1
            steps.append(Step(kind, command.removeprefix("$ "), output, (start, block.end(2))))
        elif kind != "sh":
            steps.append(Step(kind, body, "", (0, 0)))
    return steps


def matches(expected, found):
    """Return whether they are alike but for what varies and what ``...`` stands for."""
    for pattern, replacement in _VARIES:
        expected = re.sub(pattern, replacement, expected)
        found = re.sub(pattern, replacement, found)
    parts = map(re.escape, re.split(r"\s*\.\.\.\s*", expected.strip("\n")))
    return re.fullmatch(".*?".join(parts), found.strip("\n"), re.S) is not None


def text_of(cell):
    """Return what a notebook shows below a cell; of an output that was updated the last text."""
    shown = {}
    for number, (kind, content) in enumerate(cell.outputs):
        place = content.get("transient", {}).get("display_id", number)
        if kind == "stream":
            shown[number] = content["text"]
        elif "data" in content:
            shown[place] = content["data"]["text/plain"] + "\n"
        elif kind == "error":
            shown[number] = cell.error[1] + "\n"
    return "".join(shown.values())


@pytest.fixture
def account(tmp_path, monkeypatch):
    """A user who has never run a daemon, and has none running afterwards."""
    for name in ("XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        (tmp_path / name).mkdir(mode=0o700)
        monkeypatch.setenv(name, str(tmp_path / name))
    for name in ("PYASC_TARGET", "PYASCD_BLESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYASCD_EXECUTABLE", str(executable("pyascd")))
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    yield tmp_path
    run_command("pyasc stop")


@pytest.fixture
def notebook(account):
    kernel = RunningKernel(account)
    yield kernel
    kernel.stop()


def run_command(line):
    program, *words = shlex.split(line)
    assert program == "pyasc"
    done = subprocess.run(
        [sys.executable, "-m", "pyasc_cli", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def run_step(notebook, step):
    if step.kind == "console":
        return run_command(step.code)

    if step.kind == "python":
        # Unattended: on a slow machine a short call may last long enough to show progress.
        return text_of(notebook.run(step.code))
    return text_of(notebook.run_and_interrupt(step.code))


def test_the_first_hour_goes_as_the_page_says(notebook):
    page = PAGE.read_text()
    differences, blessed = [], page
    steps = steps_of(page)
    found = [run_step(notebook, step) for step in steps]
    for step, output in reversed(list(zip(steps, found, strict=True))):
        if not matches(step.expected, output):
            differences.append(f"{step.code}\n--- puts out\n{output}\n--- not\n{step.expected}")
            start, end = step.span
            written = re.sub(r"(?m) +$", "", output.strip("\n")) + "\n"
            blessed = blessed[:start] + written + blessed[end:]
    if differences and _BLESS:
        PAGE.write_text(blessed)
    assert not differences, "\n\n".join(reversed(differences))


def test_every_fence_of_the_page_is_known():
    assert PAGE.read_text().count("```") == 2 * len(_BLOCK.findall(PAGE.read_text()))


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ("took 1.5 s", "took 12.0 ms"),
        ("key  0123456789ab cpu 835 55.1", "key 0123456789ac cpu 1835 1.2"),
        ("pid 12, log /a/b", "pid 3456, log /tmp/x/y"),
        ("a ... z", "a\nb\nz"),
    ],
)
def test_what_varies_is_not_compared(expected, found):
    assert matches(expected, found)


@pytest.mark.parametrize(
    ("expected", "found"),
    [("array([1.])", "array([2.])"), ("    ^", "     ^"), ("", "x"), ("3 of 4", "3 of 5")],
)
def test_everything_else_is_compared(expected, found):
    assert not matches(expected, found)
