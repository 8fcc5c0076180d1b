"""Progress: who sees it, when, and what short calls pay."""

import contextlib
import io
import os
import pty
import sys
import threading
import types

import numpy as np
import pytest

import pyasc
from pyasc import _progress, _terminal


@pyasc.operator("Doubled")
def twice(x, output):
    output[:] = x * 2


@pyasc.operator("Speaks")
def speaks(x, output):
    print("a word")
    output[:] = x


class Display:
    """The shell's publisher of displays, which tells when something is shown."""

    def __init__(self):
        self.shown = []
        self.new = threading.Condition()

    def publish(self, data, *, transient, update):
        with self.new:
            name = transient["display_id"]
            self.shown.append((name, update, data["text/plain"], data["text/html"]))
            self.new.notify_all()

    def wait_for(self, count):
        with self.new:
            assert self.new.wait_for(lambda: len(self.shown) >= count, 60)


@pytest.fixture
def watcher(monkeypatch):
    """A watcher of the test's own that says what lasts at once."""
    monkeypatch.setattr(_progress, "SILENT_S", 0.0)
    monkeypatch.setattr(_progress, "_REDRAW_S", 0.001)
    fresh = _progress._Watcher()
    monkeypatch.setattr(_progress, "_watcher", fresh)
    return fresh


@pytest.fixture
def notebook(watcher, monkeypatch):
    """As in a kernel: a shell whose cells allow questions, and what it displays."""
    display = Display()
    parent = {"content": {"allow_stdin": True}}
    kernel = types.SimpleNamespace(get_parent=lambda: parent)
    shell = types.SimpleNamespace(kernel=kernel, display_pub=display)
    module = types.ModuleType("IPython")
    module.get_ipython = lambda: shell
    monkeypatch.setitem(sys.modules, "IPython", module)
    display.parent = parent
    return display


def test_a_lasting_wait_is_one_output_that_ends_in_a_last_word(notebook):
    with _progress.Wait("", "A<b>") as wait:
        notebook.wait_for(3)
        wait.note(types.SimpleNamespace(compiled=True, compile_us=2_500_000))
    count = len(notebook.shown)
    assert len({name for name, *_ in notebook.shown}) == 1
    assert [update for _, update, *_ in notebook.shown] == [False] + [True] * (count - 1)
    _, _, text, html = notebook.shown[0]
    assert text.startswith("pyasc: 'A<b>': ")
    assert "A&lt;b&gt;" in html
    assert "<b>" not in html
    last = notebook.shown[-1][2]
    assert last.startswith("pyasc: 'A<b>' took ")
    assert last.endswith(" s, 2.5 s of it to compile")


def test_a_wait_says_what_it_may_wait_for(notebook):
    causes = iter([OSError("no answer"), "cpu:0 runs Spin of pid 7, 2.0 s"])

    def cause():
        said = next(causes, "")
        if isinstance(said, Exception):
            raise said
        return said

    with _progress.Wait("", "A", cause=cause):
        notebook.wait_for(4)
    assert notebook.shown[1][2].endswith(" s")
    assert notebook.shown[2][2].endswith(" s (cpu:0 runs Spin of pid 7, 2.0 s)")
    assert notebook.shown[3][2].endswith(" s")


@pytest.mark.parametrize(
    ("error", "word"), [(KeyboardInterrupt, "interrupted after"), (ValueError, "failed after")]
)
def test_the_last_word_says_how_it_ended(notebook, error, word):
    with contextlib.suppress(error), _progress.Wait("compiling ", "A"):
        notebook.wait_for(1)
        raise error
    assert notebook.shown[-1][2].startswith(f"pyasc: compiling 'A' {word} ")


def test_waits_of_two_threads_have_an_output_each(notebook):
    with _progress.Wait("", "A"), _progress.Wait("", "B"):
        notebook.wait_for(4)
    last = {name: text.split()[1] for name, _, text, _ in notebook.shown}
    assert sorted(last.values()) == ["'A'", "'B'"]


def test_a_screen_that_fails_harms_nobody(notebook, monkeypatch):
    tried = threading.Event()

    def fails(*_, **__):
        tried.set()
        raise RuntimeError("the frontend has gone")

    monkeypatch.setattr(notebook, "publish", fails)
    with _progress.Wait("", "A"):
        assert tried.wait(60)
    assert not _progress._watcher._notebook._ids  # nothing is kept of it


class _Bare:
    """What programs put in a stream's place: it can be written to, no more."""

    def write(self, text):
        return len(text)

    def flush(self):
        pass


def _closed():
    stream = io.StringIO()
    stream.close()
    return stream


@pytest.mark.parametrize("make", [_Bare, _closed, lambda: None])
def test_a_standard_error_that_is_no_file_harms_no_call(watcher, monkeypatch, make):
    monkeypatch.setattr(sys, "stderr", make())
    with _progress.Wait("", "A"):
        assert watcher._thread is None


def test_an_ipython_that_is_being_imported_is_no_kernel(watcher, monkeypatch):
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    assert _progress._kernel_shell() is None


def test_a_terminal_that_fails_harms_no_print(watcher):
    stopped = []

    class Live:
        def stop(self):
            stopped.append(self)
            raise OSError("the terminal has gone")

    watcher._terminal._live = Live()
    _progress.make_room("a line\n")
    assert len(stopped) == 1
    assert not watcher._terminal.is_drawn


@pytest.mark.parametrize("content", [{"allow_stdin": False}, {}])
def test_a_notebook_that_runs_unattended_shows_none(notebook, content):
    notebook.parent["content"] = content
    shell = sys.modules["IPython"].get_ipython()
    assert not _progress._is_watched(shell)
    waits = _progress._Watcher()
    with _progress.Wait("", "A") as wait:
        waits._waits.add(wait)
        assert waits._look()
        assert wait.screen is None
    assert notebook.shown == []


def test_what_lasts_less_than_the_silence_is_not_shown(notebook, monkeypatch):
    monkeypatch.setattr(_progress, "SILENT_S", 3600.0)
    waits = _progress._Watcher()
    monkeypatch.setattr(_progress, "_watcher", waits)
    with _progress.Wait("", "A"):
        assert waits._look()
    assert notebook.shown == []


def test_a_batch_shows_how_many_are_done(notebook, daemon):
    arrays = [np.ones(2)] * 3

    class Items:
        """Asks for the second only when a line was drawn."""

        def __len__(self):
            return len(arrays)

        def __iter__(self):
            yield arrays[0]
            notebook.wait_for(1)
            yield from arrays[1:]

    assert len(pyasc.batch(Items(), twice)) == 3
    _, _, text, html = notebook.shown[0]
    assert text.startswith("pyasc: batch of 'Doubled': 0 of 3, ")
    assert '<progress value="0" max="3">' in html
    assert notebook.shown[-1][2].startswith("pyasc: batch of 'Doubled' took ")


def test_a_call_and_a_compile_are_waits(daemon, monkeypatch):
    seen = []

    class Recorder(_progress.Wait):
        def __init__(self, what, name, *rest, **named):
            seen.append((what, name))
            super().__init__(what, name, *rest, **named)

    monkeypatch.setattr(_progress, "Wait", Recorder)
    twice(np.ones(2))
    pyasc.compile(twice, args=[np.ones(2)])
    pyasc.batch([np.ones(2)], twice)
    assert seen == [("", "Doubled"), ("compiling ", "Doubled"), ("batch of ", "Doubled")]


def watching_threads():
    return sum(thread.name == "pyasc" for thread in threading.enumerate())


def test_calls_start_no_thread_where_nobody_looks(watcher, daemon):
    before = watching_threads()
    for _ in range(20):
        twice(np.ones(2))
    assert watching_threads() == before


def test_calls_share_one_thread(terminal, watcher, daemon):
    before = watching_threads()
    for _ in range(20):
        twice(np.ones(2))
    assert watching_threads() == before + 1


def test_a_forked_child_has_a_watcher_of_its_own(watcher):
    with watcher._drawing:
        child = os.fork()
        if child == 0:
            code = 1
            with contextlib.suppress(BaseException):
                with _progress.Wait("", "A"):
                    pass
                code = 0
            os._exit(code)
        assert os.waitpid(child, 0)[1] == 0


class Terminal(io.TextIOWrapper):
    """Standard error at a terminal, and what came out at its other end."""

    def __init__(self):
        self.master, slave = pty.openpty()
        super().__init__(os.fdopen(slave, "wb", buffering=0), write_through=True)
        self.seen = b""

    def wait_for(self, text):
        while text not in self.seen:
            self.seen += os.read(self.master, 4096)


@pytest.fixture
def terminal(watcher, monkeypatch):
    stream = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    # pytest replaces sys.stderr itself between a fixture and its test.
    seen = types.SimpleNamespace(stderr=stream, modules=sys.modules)
    monkeypatch.setattr(_progress, "sys", seen)
    monkeypatch.setattr(_terminal, "sys", seen)
    yield stream
    stream.close()
    os.close(stream.master)


def test_a_terminal_shows_a_line_that_is_wiped_away(terminal, watcher):
    with _progress.Wait("", "Conv2d"):
        terminal.wait_for(b"pyasc: 'Conv2d': ")
    terminal.write("after\n")
    terminal.wait_for(b"after")
    # The line is erased and the cursor shown again before anything else is printed.
    tail = terminal.seen[terminal.seen.rindex(b"pyasc:") :]
    assert b"\x1b[2K" in tail
    assert tail.index(b"\x1b[?25h") < tail.index(b"after")
    assert b"took" not in terminal.seen


def test_what_an_operator_prints_wipes_the_line_first(terminal, watcher, daemon, monkeypatch):
    printed = []
    monkeypatch.setattr(sys, "stdout", types.SimpleNamespace(write=printed.append))
    with _progress.Wait("", "A"):
        terminal.wait_for(b"pyasc: 'A': ")
        _progress.make_room("no end")
        assert not watcher._terminal.is_drawn
        # Behind part of a line nothing is drawn.
        with watcher._drawing:
            watcher._draw()
        assert not watcher._terminal.is_drawn
        _progress.make_room("end\n")
        with watcher._drawing:
            watcher._draw()
        assert watcher._terminal.is_drawn
    speaks(np.ones(2))
    assert "".join(printed) == "a word\n"


def test_a_dumb_terminal_shows_none(terminal, watcher, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    with _progress.Wait("", "A"):
        assert watcher._thread is None


def test_a_terminal_without_rich_shows_none(terminal, watcher, monkeypatch):
    monkeypatch.setitem(sys.modules, "rich.live", None)
    with _progress.Wait("", "A") as wait:
        assert watcher._look()
        assert wait.screen is watcher._terminal
    assert not watcher._terminal.is_drawn
