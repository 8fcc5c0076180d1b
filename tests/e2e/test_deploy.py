"""deploy/: what setting up says, and what an account has afterwards."""

from __future__ import annotations

import itertools
import os
import pathlib
import re
import subprocess
import sys

import pytest

import account
from running_daemon import ROOT

# Commands that may take long. Each says that it runs, wherever its own words go.
SLOW = {
    "apt-get": "",
    "python3": 'if [ "$2" = venv ]; then mkdir -p "$3/bin" && cp "$0" "$3/bin/python"; fi',
    "cmake": "mkdir -p build",
}
QUICK = {
    "dpkg-query": "exit 1",
    "apt-cache": "exit 0",
    "sudo": '"$@"',
    "dpkg-deb": 'mkdir -p "$3/usr/bin" && touch "$3/usr/bin/promtool"',
}
PICTURE = """
import json, pathlib, sys
sys.path[:0] = sys.argv[1:3]
import quickstart_demo
import pyasc
from conv2d import conv2d
from max_pool2d import max_pool2d
operators = {"conv2d": conv2d, "max_pool2d": max_pool2d}
quickstart_demo.draw_picture(operators, pathlib.Path(sys.argv[3]) / "picture.png")
print(json.dumps({"pid": pyasc.info().pid}))
"""


@pytest.fixture
def bare(tmp_path):
    """A clone on a machine that lacks everything; setting it up is a matter of moments."""
    clone, commands, said = tmp_path / "clone", tmp_path / "commands", tmp_path / "said"
    (clone / "deploy").mkdir(parents=True)
    commands.mkdir()
    for name in ("setup", "packages.txt"):
        (clone / "deploy" / name).write_bytes((ROOT / "deploy" / name).read_bytes())
    for name, body in {**SLOW, **QUICK}.items():
        runs = f'[[ $* == *--version ]] || echo "runs {name}" >>{said}\n' if name in SLOW else ""
        (commands / name).write_text(f"#!/bin/bash\n{runs}{body}\n")
        (commands / name).chmod(0o755)
    return clone, commands, said


@pytest.mark.parametrize("tests", [[], ["--tests"]], ids=["quickstart", "tests"])
def test_setting_up_says_what_it_does_before_each_step_and_ends_with_what_to_do(bare, tests):
    clone, commands, said = bare
    with open(said, "ab") as stream:
        subprocess.run(
            ["bash", clone / "deploy/setup", *tests],
            env={**os.environ, "PATH": f"{commands}:{os.environ['PATH']}"},
            stdout=stream,
            stderr=stream,
            check=False,
        )
    lines = said.read_text().splitlines()
    assert lines[-1].startswith("==> set up: . .venv/bin/activate"), lines
    assert {f"runs {name}" for name in SLOW} <= set(lines)
    for before, line in itertools.pairwise(lines):
        assert not line.startswith("runs ") or before.startswith(("==> ", line)), lines


def documented(home, temporary):
    """Return the places that the README's section "Uninstall" names."""
    section = (ROOT / "README.md").read_text().split("## Uninstall\n")[1].split("\n## ")[0]
    cells = re.findall(r"^\| (.*?) \|", section, re.MULTILINE)
    names = [name for cell in cells for name in re.findall(r"`([~/][^`]*)`", cell)]
    places = [name.replace("/tmp/", f"{temporary}/").replace("~", str(home)) for name in names]
    return [pathlib.Path(place.replace("UID", str(os.getuid()))) for place in places]


def test_what_an_account_has_afterwards_is_what_the_readme_says_to_delete(tmp_path):
    home, clone = tmp_path / "home", tmp_path / "clone"
    home.mkdir()
    clone.mkdir()
    with account.account(tmp_path / "user") as user:
        temporary = pathlib.Path(user.environment["TMPDIR"])
        for name in [name for name in user.environment if name.startswith("XDG_")]:
            del user.environment[name]
        user.environment["HOME"] = str(home)
        script = tmp_path / "picture.py"
        script.write_text(PICTURE)
        words = [str(ROOT / "deploy"), str(ROOT / "clients/python/examples"), str(clone)]
        made = account.Client(user.environment, (), str(script), words)
        user.note(made.daemon())
        made.end()
        stop = [sys.executable, "-m", "pyasc_cli", "stop"]
        subprocess.run(stop, env=user.environment, check=True, capture_output=True)
    assert (clone / "picture.png").exists()
    places = documented(home, temporary)
    assert {place.name for place in places if place.exists()} == {
        "pyascd", f"pyascd-{os.getuid()}",
    }  # fmt: skip
    for root in (home, temporary):
        for path in root.rglob("*"):
            if path.is_file() or not any(path.iterdir()):
                assert any(path.is_relative_to(place) for place in places), path
