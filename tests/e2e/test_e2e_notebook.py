"""Notebooks, in a real kernel and over a real daemon."""

import asyncio
import html
import pathlib
import re

import nbclient
import nbformat
import pytest

import pyasc
from running_kernel import Cell, RunningKernel

QUICKSTART = (
    pathlib.Path(__file__).resolve().parents[2] / "clients/python/examples/quickstart.ipynb"
)

TRIPLE = """
import numpy as np, pyasc

@pyasc.operator("Notebook")
def triple(x, output):
    output[:] = 3 * x + {0}
print(triple(np.ones(2)).tolist())
"""

SPIN = """
import numpy as np, pyasc

@pyasc.operator("Spins")
def spins(x, output, steps=1):
    output.resize((1,))
    print("running")
    s = x[0]
    for _step in range(steps):
        s = s * 0.9999 + x[1]
    output[0] = s
kept = pyasc.from_numpy(np.arange(3.0))
"""
FOR_EVER = "spins(np.ones(2), steps=10**12)"


@pytest.fixture
def open_notebook(tmp_path):
    """Return a function that opens a notebook, with a kernel that the test may do anything to."""
    opened = []

    def start():
        directory = tmp_path / f"n{len(opened)}"
        directory.mkdir()
        opened.append(RunningKernel(directory))
        return opened[-1]

    yield start
    for kernel in opened:
        kernel.stop()


def run_quickstart(directory):
    """Run the notebook as nbconvert does; return its cells by their names."""
    notebook = nbformat.read(QUICKSTART, as_version=4)
    client = nbclient.NotebookClient(
        notebook,
        timeout=300,
        kernel_name="python3",
        resources={"metadata": {"path": str(directory)}},
    )
    asyncio.run(client.async_execute())
    return {
        cell.id: Cell([(output.output_type, dict(output)) for output in cell.outputs])
        for cell in notebook.cells
        if cell.cell_type == "code"
    }


@pytest.fixture(scope="module")
def quickstart(shared_daemon, tmp_path_factory):
    """The quick start's cells after a run, and the compiles that it counted."""
    directory = tmp_path_factory.mktemp("quickstart")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYASC_TARGET", shared_daemon.target)
        patch.setenv("IPYTHONDIR", str(directory / "ipython"))
        patch.setenv("JUPYTER_RUNTIME_DIR", str(directory))
        return run_quickstart(directory)


def test_the_quick_start_is_shipped_without_outputs():
    notebook = nbformat.read(QUICKSTART, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [(cell.outputs, cell.execution_count) for cell in code] == [([], None)] * len(code)


def test_the_quick_start_calls_an_operator_and_compiles_once(quickstart):
    assert quickstart["first-call"].result["text/plain"] == "True"
    assert quickstart["second-call"].result["text/plain"] == "0"
    assert quickstart["print"].text == "half of 1.0 is 0.50\nhalf of 5.0 is 2.50\n"
    batch = "[[10.0, 10.0], [11.0, 11.0], [12.0, 12.0], [13.0, 13.0]]"
    assert quickstart["batch"].result["text/plain"] == batch


def test_the_quick_start_marks_a_mistake_with_a_caret(quickstart):
    name, traceback = quickstart["mistake"].error
    assert name == "CompileError"
    line, marks = traceback[traceback.index("    output[:]") :].splitlines()[:2]
    assert line == "    output[:] = x.summ(axis=0)"
    assert line[marks.index("^") :].startswith("x.summ")
    assert "line 3" in traceback
    assert "hint: did you mean" in traceback
    assert re.search(r"\nmore: pyasc explain PA\d{4}\npyasc: request [0-9a-f]{16}$", traceback)
    assert "/pyasc/" not in traceback


def test_the_quick_start_raises_the_operators_own_exception_at_its_line(quickstart):
    name, traceback = quickstart["exception"].error
    assert name == "ValueError"
    arrows = [line for line in traceback.splitlines() if re.match(r"-+> \d", line)]
    assert [line.split("> ", 1)[1].split(maxsplit=1) for line in arrows] == [
        ["10", "roots(np.array([4.0, 2.0, -1.0]))"],
        ["6", 'raise ValueError(f"x[{i}] is {x[i]:.1f}, below 0")'],
    ]
    last = r"\nValueError: x\[2\] is -1\.0, below 0\ni=2\npyasc: request [0-9a-f]{16}$"
    assert re.search(last, traceback)
    assert "/pyasc/" not in traceback
    assert quickstart["after-exception"].result["text/plain"] == "array([2., 3.])"


def test_the_quick_start_shows_operator_kernel_and_tensor(quickstart):
    operator, kernel, tensor = (
        quickstart[name].result for name in ("operator", "kernel", "tensor")
    )
    for shown in (operator, kernel, tensor):
        assert sorted(shown) == ["text/html", "text/plain"]
    key = re.search(r"\nkey +([0-9a-f]{12})\n", kernel["text/plain"])[1]
    assert key in operator["text/plain"]
    assert f"<td>{key}</td>" in operator["text/html"]
    assert "<td>written; created if left out</td>" in operator["text/html"]
    assert "<td>float64[512, 512]</td><td>float64[2+, 2+]</td>" in kernel["text/html"]
    assert html.escape("<pyasc.Kernel of 'MyOp'") in kernel["text/html"]
    assert (
        "<td>(1000, 1000)</td><td>float64</td><td>host</td><td>8000000</td>" in tensor["text/html"]
    )
    assert "[[0.00000e+00, 1.00000e+00, 2.00000e+00, ...," in tensor["text/plain"]


def test_the_quick_start_shows_the_daemon(quickstart, shared_daemon):
    status, devices, cache = (quickstart[name].result for name in ("status", "devices", "cache"))
    assert f"<tr><td>pid</td><td>{shared_daemon.pid}</td></tr>" in status["text/html"]
    assert "\ncpu:0 " in devices["text/plain"]
    assert "<td>halves</td>" in cache["text/html"]
    assert " MyOp " in cache["text/plain"]


def test_a_notebook_that_runs_unattended_shows_no_progress(quickstart, daemon, open_notebook):
    assert [name for name, cell in quickstart.items() if cell.displays] == []
    kernel = open_notebook()
    kernel.run("import pyasc")
    asked = "pyasc._progress._is_watched(get_ipython())"
    assert kernel.run(asked, attended=False).result["text/plain"] == "False"
    assert kernel.run(asked, attended=True).result["text/plain"] == "True"


def test_a_long_launch_shows_progress_and_the_stop_button_ends_it(daemon, open_notebook):
    kernel = open_notebook()
    kernel.run(SPIN)
    stopped = kernel.run_and_interrupt(FOR_EVER)
    name, traceback = stopped.error
    assert name == "KeyboardInterrupt"
    assert "1 spins(np.ones(2), steps=10**12)" in traceback
    assert "/grpc/" not in traceback
    assert "/pyasc/" not in traceback
    assert len({shown["transient"]["display_id"] for shown in stopped.displays}) == 1
    lines = [shown["data"]["text/plain"] for shown in stopped.displays]
    assert re.fullmatch(r"pyasc: 'Spins': \d+ s", lines[0])
    assert re.fullmatch(r"pyasc: 'Spins' interrupted after \d+\.\d s", lines[-1])
    # The kernel, the session and its tensors go on.
    after = kernel.run("print(spins(kept, steps=3).shape, kept.numpy().tolist())")
    assert after.text == "running\n(1,) [0.0, 1.0, 2.0]\n"


def test_the_stop_button_ends_an_unattended_launch_too(daemon, open_notebook):
    kernel = open_notebook()
    kernel.run(SPIN)

    def stop_when_running(kind, content):
        if kind == "stream":
            kernel.interrupt()

    stopped = kernel.run(FOR_EVER, on_output=stop_when_running)
    assert stopped.error[0] == "KeyboardInterrupt"
    assert stopped.text == "running\n"
    assert kernel.run("print(kept.numpy().tolist())").text == "[0.0, 1.0, 2.0]\n"


def test_a_restarted_notebook_finds_its_kernel_compiled(daemon, open_notebook):
    kernel = open_notebook()
    cell = TRIPLE.format(0.125)
    before = pyasc.info().compiles
    assert kernel.run(cell).text == "[3.125, 3.125]\n"
    assert pyasc.info().compiles == before + 1
    kernel.restart()
    assert kernel.run("triple").error[0] == "NameError"
    assert kernel.run(cell).text == "[3.125, 3.125]\n"
    assert pyasc.info().compiles == before + 1
    assert "from the cache" in kernel.run("triple").result["text/plain"]


def test_two_notebooks_share_one_kernel(daemon, open_notebook):
    one, other = open_notebook(), open_notebook()
    cell = TRIPLE.format(0.25)
    before = pyasc.info().compiles
    assert one.run(cell).text == other.run(cell).text == "[3.25, 3.25]\n"
    assert pyasc.info().compiles == before + 1


def test_a_cell_that_is_run_again_and_again_gives_the_answer_of_its_text(daemon, open_notebook):
    kernel = open_notebook()
    for value in [*range(20), 3, 19]:
        # The same name at the same lines.
        answer = [3.0 + value] * 2
        assert kernel.run(TRIPLE.format(value)).text == f"{answer}\n"
        assert kernel.run("print(triple(np.ones(2)).tolist())").text == f"{answer}\n"


def test_showing_what_a_daemon_held_survives_its_end(own_daemon, open_notebook):
    kernel = open_notebook()
    kernel.run(TRIPLE.format(1) + "t = pyasc.ones(3)")
    assert own_daemon.stop() == 0
    assert "<lost>" in kernel.run("t").result["text/plain"]
    assert "has ended" in kernel.run("triple").result["text/plain"]
