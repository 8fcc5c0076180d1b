"""Progress on a real terminal, over a real daemon."""

import os
import sys

import pexpect
import pyte

import spinning


def test_a_terminal_shows_progress_until_ctrl_c_and_no_trace_of_it_afterwards(daemon):
    child = pexpect.spawn(
        sys.executable,
        [spinning.__file__, "counts"],
        env={**os.environ, "TERM": "xterm"},
        dimensions=(24, 80),
        timeout=60,
    )
    seen = b""
    for awaited in (b"line 2\r\n", b"pyasc: 'Counts': "):
        child.expect_exact(awaited)
        seen += child.before + child.after
    child.sendintr()
    child.expect_exact(pexpect.EOF)
    seen += child.before
    screen = pyte.Screen(80, 24)
    pyte.ByteStream(screen).feed(seen)
    shown = [line.strip() for line in screen.display if line.strip()]
    # The terminal itself may have echoed ^C where the line was.
    assert [line.removeprefix("^C") for line in shown if line != "^C"] == [
        "line 0",
        "line 1",
        "line 2",
        "interrupted (1,)",
    ]
    assert not screen.cursor.hidden
