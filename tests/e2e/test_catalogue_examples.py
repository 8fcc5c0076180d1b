"""The examples of ``pyasc explain``: the wrong ones are refused for their code, the right
ones compile. ``"checked": false`` marks those that one text cannot show."""

import json
import pathlib
import re
import subprocess

import pytest

import pyasc
from running_daemon import executable

CATALOGUE = pathlib.Path(pyasc.__file__).with_name("_catalogue.json")
ENTRIES = json.loads(CATALOGUE.read_text(encoding="utf-8"))["codes"]
ARGUMENTS = ["x=f32[4]", "out=f32[4]"]


def codes_of(text, arguments, directory):
    source = directory / "example.py"
    source.write_text(text + "\n", encoding="utf-8")
    flags = [word for argument in arguments for word in ("--arg", argument)]
    done = subprocess.run(
        [executable("pyascc"), "--emit", "hir", *flags, source],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, set(re.findall(r"\[(PA\d{4})\]", done.stderr))


@pytest.mark.parametrize("code", ENTRIES)
def test_wrong_is_refused_and_right_compiles(code, tmp_path):
    entry = ENTRIES[code]
    arguments = entry.get("arguments", ARGUMENTS)
    if entry.get("checked", True):
        assert code in codes_of(entry["wrong"], arguments, tmp_path)[1]
    right = entry.get("right_arguments", arguments)
    assert codes_of(entry["right"], right, tmp_path) == (0, set())
