"""The command pyasc on a real pseudo-terminal."""

import collections
import fcntl
import json
import os
import signal
import struct
import subprocess
import sys
import termios

import pexpect
import pyte
import pytest
from pexpect import fdpexpect

from pyasc_cli._output import printable

WIDTH, HEIGHT = 120, 30


class Terminal:
    """A command on a terminal of its own, and what it shows there.

    Not pexpect.spawn: it forks this process, and gRPC's threads of the fake daemon do not
    always outlive that. setsid makes the terminal the one that Ctrl-C comes from.
    """

    def __init__(self, words, width=WIDTH, **environment):
        inherited = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS")}
        own, its = os.openpty()
        fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("4H", HEIGHT, width, 0, 0))
        self.process = subprocess.Popen(
            ["setsid", "--ctty", sys.executable, "-m", "pyasc_cli", *words.split()],
            env={**inherited, "TERM": "xterm-256color", **environment},
            stdin=its,
            stdout=its,
            stderr=its,
        )
        os.close(its)
        self.child = fdpexpect.fdspawn(own, timeout=60)
        self.written = b""
        self.screen = pyte.Screen(width, HEIGHT)
        self.stream = pyte.ByteStream(self.screen)

    def _take(self):
        part = self.child.before + (
            self.child.after if isinstance(self.child.after, bytes) else b""
        )
        self.written += part
        self.stream.feed(part)

    def expect(self, text):
        self.child.expect_exact(text)
        self._take()

    def end(self):
        """Wait for its end and return the exit code; a signal as shells count it."""
        self.child.expect(pexpect.EOF)
        self._take()
        self.child.close()
        code = self.process.wait(60)
        return 128 - code if code < 0 else code

    def lines(self):
        return [line.rstrip() for line in self.screen.display if line.strip()]

    def cell(self, text):
        """Return the first character of a text on the screen."""
        for row, line in enumerate(self.screen.display):
            if text in line:
                return self.screen.buffer[row][line.index(text)]
        raise AssertionError(f"{text!r} is not on the screen: {self.lines()}")


def run(*words):
    """Return what the command prints where there is no terminal."""
    return subprocess.run([sys.executable, *words], capture_output=True, check=True).stdout


def test_a_table_has_bold_heads_and_aligned_columns(daemon):
    terminal = Terminal("device ls")
    assert terminal.end() == 0
    heads, row = terminal.lines()
    assert heads.split() == ["name", "kind", "model", "cores", "queue", "launches", "restarts",
                             "computes", "running", "for", "of", "pid"]  # fmt: skip
    assert row.index("cpu:0") == heads.index("name")
    assert row.rindex("yes") == heads.index("computes")
    assert terminal.cell("name").bold
    assert not terminal.cell("cpu:0").bold


@pytest.mark.parametrize("variable", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=str)
def test_no_colours_where_they_are_not_wanted(daemon, variable):
    terminal = Terminal("doctor", **variable)
    assert terminal.end() in (0, 10)
    assert b"\x1b[" not in terminal.written
    assert terminal.cell("sandbox: seccomp")


def test_doctor_colours_states(daemon):
    terminal = Terminal("doctor", PYASCD_EXECUTABLE="/nowhere/pyascd")
    assert terminal.end() == 10
    assert terminal.cell("problem ").fg == "red"


@pytest.mark.parametrize("width", [80, 60])
def test_a_narrow_terminal_wraps_long_texts_and_cuts_none(daemon, width):
    shown = []
    for columns in (200, width):
        terminal = Terminal("metrics", width=columns)
        assert terminal.end() == 0
        shown.append("\n".join(terminal.lines()))
    wide, narrow = (collections.Counter("".join(text.split())) for text in shown)
    assert narrow == wide
    assert "\npyascd_queue_wait_seconds_count " in shown[1]


@pytest.mark.parametrize(("words", "width"), [("metrics", 40), ("metrics", 20), ("device ls", 60)])
def test_a_terminal_too_narrow_for_a_table_has_a_line_for_each_value(daemon, words, width):
    daemon.model = "a processor whose name is longer than lines are here, by far, as some are"
    terminal = Terminal(words, width=width)
    assert terminal.end() == 0
    told = map(json.loads, run("-m", "pyasc_cli", *words.split(), "-o", "jsonl").splitlines())
    items = [item for item in told if item.get("value") != 0]
    letters = "".join("".join(terminal.lines()).split())
    for item in items:
        texts = [item["name"], *item.get("labels", ()), item.get("model", "")]
        assert all("".join(printable(text).split()) in letters for text in texts)
    heads = [line.split()[0] for line in terminal.lines() if line[0] != " "]
    assert heads.count("name") == len(items)


def test_watching_what_prometheus_reads_shows_it(daemon):
    terminal = Terminal("metrics --prometheus --watch --every 0s")
    terminal.expect("TYPE pyascd_sessions gauge")
    terminal.child.send("\x03")
    assert terminal.end() == 130


def test_words_are_not_part_of_the_data(daemon):
    terminal = Terminal("op ls")
    assert terminal.end() == 0
    assert terminal.lines()[-1] == "no session has registered an operator"


def test_watch_goes_on_until_ctrl_c(daemon):
    terminal = Terminal("device ls --watch --every 0s")
    terminal.expect("cpu:0")
    daemon.model = "renamed while it is watched"
    terminal.expect("renamed while it is watched")
    terminal.child.send("\x03")
    assert terminal.end() == 130
    assert not terminal.screen.cursor.hidden
    assert b"Traceback" not in terminal.written
    # It was drawn over itself, not below.
    assert len([line for line in terminal.lines() if "cpu:0" in line]) == 1


def test_watch_leaves_the_cursor_when_it_is_terminated(daemon):
    terminal = Terminal("status --watch")
    terminal.expect("9.9")
    terminal.process.send_signal(signal.SIGTERM)
    assert terminal.end() == 143
    assert not terminal.screen.cursor.hidden


def test_watch_ends_when_the_daemon_goes(daemon):
    terminal = Terminal("status --watch --every 0s")
    terminal.expect("9.9")
    # In a call: Python's gRPC may never answer one that reaches a server just as it stops.
    daemon.dies_at = "GetStatus"
    assert terminal.end() == 3
    assert any(line.startswith("pyasc: ") for line in terminal.lines())
    assert not terminal.screen.cursor.hidden


def test_removing_asks_first(daemon):
    key = daemon.cache.add("a")
    terminal = Terminal(f"cache rm {key[:8]}")
    terminal.expect("Remove 1 kernels? [y/N]: ")
    terminal.child.sendline("n")
    assert terminal.end() == 1
    assert terminal.lines()[-1] == "Error: nothing was removed"
    assert len(daemon.cache.kernels) == 1
    terminal = Terminal(f"cache rm {key[:8]}")
    terminal.expect("Remove 1 kernels? [y/N]: ")
    terminal.child.sendline("y")
    assert terminal.end() == 0
    assert daemon.cache.kernels == []
