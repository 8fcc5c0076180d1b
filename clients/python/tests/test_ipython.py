"""Operators in IPython, as notebooks use it; each test has a shell in a process of its own."""

import json
import os
import subprocess
import sys

import pytest

SHELL = """
import json, sys
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance(colors="NoColor")
for cell in json.loads(sys.argv[1]):
    shell.run_cell(cell, store_history=True)
"""

FAILS = """import numpy as np
import pyasc

@pyasc.operator
def fails(x, output):
    output.resize(x.shape)
    scale = 2

    for i in range(x.shape[0]):
        output[i] = scale * x[i + 1]
"""


@pytest.fixture
def ipython(daemon, tmp_path):
    """Run cells and return what the shell printed."""

    def run(*cells):
        done = subprocess.run(
            [sys.executable, "-c", SHELL, json.dumps(cells)],
            env={**os.environ, "IPYTHONDIR": str(tmp_path / "ipython")},
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def arrows(printed):
    """Return the lines that arrows mark, without arrow and indentation."""
    marked = [line for line in printed.splitlines() if line.startswith("--")]
    return [" ".join(line.lstrip("->").split()) for line in marked if line.strip("-")]


@pytest.mark.parametrize("lines", [0, 20_000], ids=["short", "too long to be parsed"])
def test_the_arrow_stands_at_the_failing_line_of_a_file(ipython, tmp_path, lines):
    (tmp_path / "operators.py").write_text(FAILS + "#\n" * lines)
    printed = ipython("import numpy as np, operators", "operators.fails(np.ones(3))")
    assert arrows(printed) == ["1 operators.fails(np.ones(3))", "10 output[i] = scale * x[i + 1]"]
    assert ", in fails()" in printed


def test_the_arrow_stands_at_the_failing_line_of_a_cell(ipython):
    printed = ipython(FAILS, "fails(np.ones(3))")
    assert arrows(printed) == ["1 fails(np.ones(3))", "10 output[i] = scale * x[i + 1]"]


@pytest.mark.parametrize("mode", ["Plain", "Verbose"])
def test_other_traceback_modes_show_the_failing_line(ipython, mode):
    printed = ipython(FAILS, f"%xmode {mode}", "fails(np.ones(3))")
    assert "output[i] = scale * x[i + 1]" in printed
    assert "ignored" not in printed


def test_a_compile_error_is_marked_in_its_cell(ipython):
    refused = FAILS.replace("scale = 2", "import os")
    printed = ipython(refused, "fails(np.ones(3))")
    place = printed[printed.index("line 7\n") :].splitlines()
    assert place[1:3] == ["    import os", "    ^"]


@pytest.mark.parametrize("indent", ["", "    "], ids=["at the top", "in a block"])
def test_a_cell_may_import_what_its_operator_calls(ipython, indent):
    cell = """@pyasc.operator
def roots(x, output):
    output.resize(x.shape)
    output[:] = np.sqrt(x)
print(roots(np.array([4.0, 9.0])))
"""
    body = "".join(indent + line for line in cell.splitlines(keepends=True))
    printed = ipython("import numpy as np, pyasc\n" + ("if True:\n" if indent else "") + body)
    assert printed == "[2. 3.]\n"


def test_further_mistakes_are_shown_in_their_cell_as_the_first_is(ipython):
    refused = FAILS.replace("scale = 2\n", "import os\n") + "        if i: import sys\n"
    printed = ipython("1", refused, "fails(np.ones(3))")
    place = printed[printed.index("Cell In[2], line 11\n") :].splitlines()
    assert place[1:4] == [
        "    if i: import sys",
        "          ^^^^^^",
        "import is not supported [PA0101] (hint: import it outside)",
    ]
    assert "ipython-input" not in printed


def test_a_compile_error_in_words_names_its_cell(ipython):
    caught = "try:\n    fails(np.ones(3))\nexcept pyasc.CompileError as error:\n    print(error)"
    printed = ipython(FAILS.replace("scale = 2", "import os"), caught)
    assert printed == "import is not supported (Cell In[1], line 7)\n"


def test_a_cell_whose_text_is_gone_is_named(ipython):
    lost = """
import linecache, pyasc
exec(compile("def f(x, output): output[:] = x", get_ipython().compile.cache("1 + 1", 0), "exec"))
try:
    pyasc.register(f)
except OSError as error:
    print(error)
"""
    printed = ipython("1", lost)
    assert "the source of operator f() in Cell In[" in printed
    assert "ipython-input" not in printed


# Time stamps that differ whatever the clock says.
EDIT = """
import os, pathlib
path = pathlib.Path("operators.py")
path.write_text(path.read_text().replace("scale = {old}", "scale = {new}").replace("i + 1", "i"))
os.utime(path, (4e9, 4e9 + {new}))
"""


@pytest.mark.parametrize("mode", ["2", "3", "explicit", "complete", "2 --full"])
def test_an_operator_imported_by_name_follows_autoreload(ipython, tmp_path, mode):
    (tmp_path / "operators.py").write_text(FAILS.replace("i + 1", "i"))
    printed = ipython(
        f"%load_ext autoreload\n%autoreload {mode}",
        "%aimport operators\nimport numpy as np\nfrom operators import fails",
        "print(fails(np.ones(2)))",
        EDIT.format(old=2, new=5),
        "print(fails(np.ones(2)), operators.fails(np.ones(2)))",
        EDIT.format(old=5, new=7),
        "print(fails(np.ones(2)), 'scale = 7' in fails.source.text, '__code__' in vars(fails))",
    )
    assert printed.splitlines() == ["[2. 2.]", "[5. 5.] [5. 5.]", "[7. 7.] True False"]


def test_an_operator_made_of_an_imported_function_follows_autoreload(ipython, tmp_path):
    (tmp_path / "operators.py").write_text(FAILS.replace("@pyasc.operator", ""))
    printed = ipython(
        "%load_ext autoreload\n%autoreload 2",
        "import numpy as np, pyasc\nfrom operators import fails\nf = pyasc.operator(fails)",
        "f(np.ones(3))",
        EDIT.format(old=2, new=5),
        "print(f(np.ones(2)), f.source.first_line, pyasc.operator(fails)(np.ones(2)))",
    )
    assert arrows(printed)[-1] == "10 output[i] = scale * x[i + 1]"
    assert printed.splitlines()[-1] == "[5. 5.] 5 [5. 5.]"


def test_the_magic_shows_status_devices_and_cache(ipython):
    printed = ipython(
        "%load_ext pyasc", "%pyasc status", "%pyasc devices", "%pyasc cache", "%pyasc nonsense"
    )
    assert "compile ms" in printed
    assert "default_backend" in printed
    assert "queue_depth" in printed
    assert "%pyasc takes one of status, devices, cache, not 'nonsense'" in printed


def test_the_magic_starts_no_daemon_and_says_that_there_is_none(daemon, ipython):
    daemon.stop()
    printed = ipython("%load_ext pyasc", "%pyasc status")
    assert "no daemon at" in printed
    assert "Traceback" not in printed


def test_the_magic_leaves_no_session_behind(daemon, ipython):
    printed = ipython(
        "%load_ext pyasc", "%pyasc devices", "import pyasc; print(pyasc._client.opened())"
    )
    assert "queue_depth" in printed
    assert printed.endswith("None\n")


def test_the_magic_finds_a_daemon_that_was_restarted(daemon):
    from pyasc import _notebook, info

    info()
    daemon.restart()
    assert str(daemon.pid) in repr(_notebook.magic("status"))
