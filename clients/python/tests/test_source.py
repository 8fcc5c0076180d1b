"""The text of an operator: from wherever it was defined, and never a stale one."""

import importlib
import linecache
import os
import subprocess
import sys
import textwrap
import traceback
import types

import numpy as np
import pytest

import pyasc

BODY = """
import pyasc

VALUE = 1

@pyasc.operator("F")
def f(x, output):
    output[:] = x + {number}
"""


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Write, import and reload a module of a changing text."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    name = f"operators_{os.getpid()}_{abs(hash(tmp_path)) % 10000}"

    def load(text, encoding="utf-8"):
        (tmp_path / f"{name}.py").write_bytes(text.encode(encoding))
        importlib.invalidate_caches()
        if name in sys.modules:
            return importlib.reload(sys.modules[name])
        return importlib.import_module(name)

    load.path = tmp_path / f"{name}.py"
    yield load
    sys.modules.pop(name, None)


def test_the_text_keeps_its_place_and_its_indentation(daemon):
    def make():
        @pyasc.operator
        def inner(x, output):
            output[:] = x

        return inner

    source = make().source
    assert source.filename == __file__
    assert source.text.startswith("        @pyasc.operator\n        def inner")
    assert source.text.rstrip().endswith("output[:] = x")
    assert linecache.getline(__file__, source.first_line).strip() == "@pyasc.operator"


def test_a_reloaded_module_is_what_python_runs(daemon, module):
    first = module(BODY.format(number=1)).f
    assert first(np.ones(1)).tolist() == [2]
    stat = os.stat(module.path)
    (module.path).write_text(BODY.format(number=5))
    os.utime(module.path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    second = module(BODY.format(number=5)).f
    assert second(np.ones(1)).tolist() == [6]
    assert first(np.ones(1)).tolist() == [2]


def test_a_file_edited_but_not_run_again_is_not_used(daemon, module):
    f = module(BODY.format(number=1)).f
    module.path.write_text(BODY.format(number=7))
    linecache.checkcache(str(module.path))
    assert f(np.ones(1)).tolist() == [2]


def test_an_operator_made_after_the_edit_says_so(module):
    loaded = module(BODY.format(number=1))
    module.path.write_text(BODY.format(number=7))
    late = pyasc.operator(loaded.f.__wrapped__)
    with pytest.raises(OSError, match="has changed since it was defined at line 6"):
        late.source


def test_a_cell_defined_again_uses_its_own_text(daemon):
    found = []
    for number in range(3):
        filename = f"<ipython-input-{number}>"
        text = BODY.format(number=number)
        linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
        scope = {"__name__": "__main__"}
        exec(compile(text, filename, "exec"), scope)
        found.append(scope["f"])
    assert [f(np.zeros(1)).tolist() for f in found] == [[0], [1], [2]]


def test_exec_needs_its_text(daemon):
    text = BODY.format(number=3)
    scope = {}
    exec(text, scope)
    with pytest.raises(OSError, match=r"no source for operator f\(\).*source=text"):
        scope["f"](np.zeros(1))
    f = pyasc.operator("F", source=text)(scope["f"].__wrapped__)
    assert f(np.zeros(1)).tolist() == [3]
    alone = "def f(x, output):\n    output[:] = x + 3\n"
    assert pyasc.operator("F", source=alone)(scope["f"].__wrapped__)(np.zeros(1)).tolist() == [3]


FORMS = {
    "tabs": ("import pyasc\n@pyasc.operator\ndef f(x, output):\n\toutput[:] = x\n", "utf-8"),
    "crlf": (
        "import pyasc\r\n@pyasc.operator\r\ndef f(x, output):\r\n    output[:] = x\r\n",
        "utf-8",
    ),
    "bom": ("import pyasc\n@pyasc.operator\ndef f(x, output):\n    output[:] = x\n", "utf-8-sig"),
    "gbk": (
        "# coding: gbk\nimport pyasc\n@pyasc.operator\ndef f(x, output):  # 输出\n"
        "    output[:] = x  # 复制\n",
        "gbk",
    ),
    "comment at column 0": (
        "import pyasc\n@pyasc.operator\ndef f(x, output):\n# here\n    output[:] = x\n# end\n",
        "utf-8",
    ),
    "continued line": (
        "import pyasc\n@pyasc.operator\ndef f(x, \\\n  output):\n    output[:] = \\\n  x\n",
        "utf-8",
    ),
    "docstring": (
        'import pyasc\n@pyasc.operator\ndef f(x, output):\n    """One\ndef two"""\n'
        "    output[:] = x\n",
        "utf-8",
    ),
    "form feed": (
        "import pyasc\n\x0c\n@pyasc.operator\ndef f(x, output):\n    output[:] = x\n",
        "utf-8",
    ),
    "greek": ("import pyasc\n@pyasc.operator\ndef f(β, output):\n    output[:] = β\n", "utf-8"),
}


@pytest.mark.parametrize("form", FORMS)
def test_any_form_of_text_is_found(daemon, module, form):
    text, encoding = FORMS[form]
    assert module(text, encoding).f(np.ones(2)).tolist() == [1, 1]


def test_mistakes_are_marked_in_the_users_own_file(daemon, module):
    text = """
    import pyasc

    def make():
        @pyasc.operator
        def f(x, output):
            import os; output[:] = x  # é
            import sys
        return f
    """
    f = module(textwrap.dedent(text)).make()
    with pytest.raises(pyasc.CompileError) as caught:
        pyasc.register(f)
    error = caught.value
    assert isinstance(error, SyntaxError)
    assert (error.filename, error.lineno, error.offset) == (str(module.path), 7, 9)
    assert (error.end_lineno, error.end_offset) == (7, 15)
    assert error.code == "PA0101"
    shown = traceback.format_exception_only(error)
    assert shown[0] == f'  File "{module.path}", line 7\n'
    assert shown[2].rstrip("\n") == "    ^^^^^^"
    assert error.__notes__[:-1] == [
        "hint: import it outside",
        f"{module.path}:8:9: import is not supported [PA0101] (hint: import it outside)",
        "more: pyasc explain PA0101",
    ]
    with pytest.raises(pyasc.CompileError):
        f(np.ones(1))


SCRIPT = """
from pyasc import _traceback
from pyasc._proto.v1 import types_pb2
from pyasc._source import Source

span = types_pb2.SourceSpan(line=1, column=0, end_line=1, end_column=3)
one = types_pb2.Diagnostic(code="PA0101", message="no", hint="yes", span=span)
raise _traceback.compile_error([one, one], Source("f.py", 1, "def f(): pass\\n"))
"""


@pytest.mark.parametrize(("version", "lines"), [((8, 5), 4), ((8, 13, 2), 4), ((8, 14), 1)])
def test_hints_are_in_the_message_where_ipython_shows_no_notes(monkeypatch, version, lines):
    ipython = types.SimpleNamespace(get_ipython=object, version_info=version)
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    with pytest.raises(pyasc.CompileError) as caught:
        exec(SCRIPT, {})
    assert caught.value.msg == "no"
    assert str(caught.value) == "no (f.py, line 1)"
    assert len(f"{caught.value.msg}".splitlines()) == lines


def test_a_script_that_ends_by_a_mistake_prints_its_hints_once():
    said = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False
    ).stderr.splitlines()
    notes = ["hint: yes", "f.py:1:1: no [PA0101] (hint: yes)", "more: pyasc explain PA0101"]
    assert said[said.index("    def f(): pass") + 2 :] == ["pyasc.CompileError: no", *notes]
