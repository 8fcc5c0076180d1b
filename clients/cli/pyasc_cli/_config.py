"""``pyasc config``: the daemon's options as pyascd itself reads them, and the client's."""

from __future__ import annotations

import json
import os
import subprocess

import click

from pyasc_cli import _exit
from pyasc_cli._command import Noun, command
from pyasc_cli._output import Column, Item, Result

_RUN_TIMEOUT_S = 20.0
_CLIENT = {
    "PYASC_TARGET": "",
    "PYASC_BACKEND": "",
    "PYASC_OPT_LEVEL": "3",
    "PYASC_TRACEBACK": "",
    "PYASCD_EXECUTABLE": "",
}


@click.group(cls=Noun, examples="pyasc config show --origin\npyasc config check")
def config() -> None:
    """Show what is configured, and where."""


def run_daemon(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pyascd with arguments that make it end at once; raise Error if there is none."""
    from pyasc import _paths
    from pyasc.errors import Error

    executable = _paths.find_daemon()
    if executable is None:
        raise Error("no pyascd found: put it on PATH or set PYASCD_EXECUTABLE")
    try:
        return subprocess.run(
            [executable, *arguments],
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_RUN_TIMEOUT_S,
            check=False,
        )
    except OSError as error:
        raise Error(f"cannot run {executable}: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise Error(f"{executable} {arguments[0]} did not end in {_RUN_TIMEOUT_S} s") from None


def daemon_options() -> list[Item]:
    """Return what a daemon that is started now would use."""
    from pyasc.errors import Error

    done = run_daemon("--show-config")
    if done.returncode != 0:
        raise Error(done.stderr.strip().removeprefix("pyascd: "))
    items = []
    for line in done.stdout.splitlines():
        option = json.loads(line)
        names = ("key", "value", "origin")
        items.append({"of": "daemon", **{name: option[name] for name in names}})
    return items


def client_options() -> list[Item]:
    """Return the variables that the client reads."""
    return [
        {
            "of": "client",
            "key": name,
            "value": os.environ.get(name, default),
            "origin": "environment" if name in os.environ else "default",
        }
        for name, default in _CLIENT.items()
    ]


@command("show", "pyasc config show --origin\npyasc config show -o json", config)
@click.option("--origin", is_flag=True, help="Say where each value comes from.")
def show(origin: bool) -> Result:
    """Show every option as a daemon started now would read it, and the client's.

    Flags that a running daemon was started with are not among them.
    """
    columns = [Column("of"), Column("key"), Column("value", wraps=True)]
    if origin:
        columns.append(Column("origin", styles={"default": "dim"}))
    return Result("config", [*daemon_options(), *client_options()], columns)


def problems() -> list[Item]:
    """Return what is wrong with file and environment, each with what to do."""
    from pyasc import _environment

    found = []
    done = run_daemon("--check-config")
    lines = [line.removeprefix("pyascd: ") for line in done.stderr.splitlines() if line]
    found += [{"problem": line, "fix": _fix_of(line)} for line in lines]
    for line in _environment.unknown_names():
        found.append({"problem": line.removeprefix("pyasc: "), "fix": "unset it or correct it"})
    level = os.environ.get("PYASC_OPT_LEVEL", "3")
    if level not in ("0", "1", "2", "3"):
        words = f"PYASC_OPT_LEVEL is '{level}', not 0, 1, 2 or 3"
        found.append({"problem": words, "fix": "export PYASC_OPT_LEVEL=3, or unset it"})
    return found


def _fix_of(line: str) -> str:
    if line.startswith("the variable"):
        return "unset it or correct it: pyascd --help lists all"
    return "correct it where the message says; deploy/pyascd.toml shows every option"


@command("check", "pyasc config check", config)
def check() -> Result:
    """Check configuration file and environment; exits with 10 if something is wrong."""
    found = problems()
    words = [] if found else ["the configuration is valid"]
    columns = [Column("problem", wraps=True), Column("fix", wraps=True)]
    code = _exit.PROBLEMS if found else _exit.OK
    return Result("config_check", found, columns, words=words, exit_code=code)
